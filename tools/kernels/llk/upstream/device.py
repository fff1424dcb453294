# SPDX-License-Identifier: Apache-2.0
"""The package `ttexalens`, through which LLK's own tests access a device: here a device is an L1 in this
process and the registers that the last run has left. All other requests of a test are refused by
name."""
import importlib
import importlib.abc
import importlib.machinery
import struct
import sys
import types

from ...chips import BLACKHOLE
from . import state

memory = bytearray(BLACKHOLE.l1_bytes)
registers = None  # a function that returns lines about the registers after the last run


class NoDevice(RuntimeError):
    """A test needs something that only silicon or a simulator of it has."""


def clear():
    """Returns to the state before the first run."""
    global registers
    registers = None
    memory[:] = bytes(len(memory))


def become(chip):
    """Makes the L1 that of this chip, cleared."""
    memory[:] = bytes(chip.l1_bytes)
    clear()


def _inside(address, size):
    if not 0 <= address <= address + size <= len(memory):
        raise NoDevice(f'{size} bytes at {address:#x} are not in L1')


def read_from_device(_location, addr, device_id=0, num_bytes=4, *_rest, **_named):
    _inside(addr, num_bytes)
    return bytes(memory[addr:addr + num_bytes])


def write_to_device(_location, addr, data, *_rest, **_named):
    data = bytes(data)
    _inside(addr, len(data))
    memory[addr:addr + len(data)] = data
    return len(data)


def read_words_from_device(location, addr, device_id=0, word_count=1, *_rest, **_named):
    return list(struct.unpack(f'<{word_count}I', read_from_device(location, addr, num_bytes=4 * word_count)))


def read_word_from_device(location, addr, *_rest, **_named):
    return read_words_from_device(location, addr)[0]


def write_words_to_device(location, addr, data, *_rest, **_named):
    words = [data] if isinstance(data, int) else list(data)
    return write_to_device(location, addr, struct.pack(f'<{len(words)}I', *(w & 0xFFFFFFFF for w in words)))


def get_tensix_state(_location, *_rest, **_named):
    if registers is None:
        raise NoDevice('get_tensix_state: nothing has run')
    return state.of(registers())


class _Module(types.ModuleType):
    """A module in which every name exists, as a class, so that imports and annotations work."""

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)

        def refuse(*_arguments, **_named):
            raise NoDevice(f'{self.__name__}.{name}: there is no device, only its L1')

        made = type(name, (), {'__new__': refuse, '__module__': self.__name__})
        setattr(self, name, made)
        return made


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes every module of the package exist, including those of later versions."""

    def find_spec(self, name, _path=None, _target=None):
        if name.partition('.')[0] != 'ttexalens':
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return _Module(spec.name)

    def exec_module(self, module):
        pass


def install():
    """Installs the package for imports, before an installed one."""
    for name in [n for n in sys.modules if n.partition('.')[0] == 'ttexalens']:
        del sys.modules[name]
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
    for name in ('ttexalens.tt_exalens_lib', 'ttexalens.tt_exalens_init'):
        importlib.import_module(name)
    for function in (read_from_device, write_to_device, read_words_from_device, read_word_from_device,
                     write_words_to_device, get_tensix_state):
        setattr(sys.modules['ttexalens.tt_exalens_lib'], function.__name__, function)
    # Functions that may do nothing without a device.
    sys.modules['ttexalens.tt_exalens_lib'].convert_coordinate = lambda location, *_a, **_n: location
    sys.modules['ttexalens'].Verbosity = types.SimpleNamespace(ERROR=0, set=lambda *_a: None)
    sys.modules['ttexalens.tt_exalens_lib'].TTException = type('TTException', (Exception,), {})
    sys.modules['ttexalens.tt_exalens_lib'].arc_msg = lambda *_a, **_n: [0]
    sys.modules['ttexalens.tt_exalens_init'].init_ttexalens = lambda *_a, **_n: None
