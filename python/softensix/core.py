# SPDX-License-Identifier: Apache-2.0
"""A coprocessor: words, registers, Dst, L1, saved states."""
import ctypes
import functools
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, NoReturn, Optional, Tuple, TypeVar, Union, cast

import numpy as np

from . import _given
from ._library import CHIP, LIB, Array, ItemStruct, words_of

if TYPE_CHECKING:
    from .tiles import Memory

Word = Union[int, str]
Method = TypeVar('Method', bound=Callable[..., Any])
DST_FORMATS = {'fp32': 0, 'bf16': 1, 'fp16': 2}
WIDTHS = (32, 16, 16)
THREADS, LREGS = 3, 16


class Fault(Exception):
    """A word could not be executed; the message names it and the rule that it breaks. word, thread, reason: the same
    apart, if it was one word's."""

    def __init__(self, text: str, word: Optional[int] = None, thread: Optional[int] = None, reason: str = ''):
        super().__init__(text)
        self.word, self.thread, self.reason = word, thread, reason

    @property
    def mnemonic(self) -> str:
        """The word's; '' if it was none's."""
        return '' if self.word is None else disassemble(self.word).split()[0]


def assemble(text: str) -> int:
    """The word of one line of assembly: assemble("MVMUL dst=16")."""
    if not isinstance(text, str):
        raise TypeError(f'a line of assembly is text, not {text!r}')
    if '\0' in text:
        raise ValueError(f'{text!r}: a line of assembly has no character 0')
    word = ctypes.c_uint32()
    wrong = LIB.stx_assemble(ctypes.byref(word), text.encode())
    if wrong:
        raise ValueError(f'{text}: {wrong.decode()}')
    return word.value


def disassemble(word: int) -> str:
    """One word as assembly."""
    text = ctypes.create_string_buffer(256)
    LIB.stx_disasm(text, len(text), _given.whole('a word', word, 0, _given.MOST_WORD))
    return text.value.decode()


def words_array(words: Union[Word, Iterable[Word]]) -> Array:
    """Words or lines of assembly as numbers, shape (n,)."""
    if isinstance(words, (int, str, np.integer)):
        words = [words]
    return np.array([assemble(w) if isinstance(w, str) else _given.whole('a word', w, 0, _given.MOST_WORD) for w in words], dtype=np.uint32)


def _items() -> Iterator[Tuple[str, ItemStruct]]:
    index = 0
    while LIB.stx_item_at(index):
        item = LIB.stx_item_at(index).contents
        yield item.name.decode(), item
        index += 1


class _AtFork:
    """A process that forks does so between two calls of a core, so that the child's cores are whole and at rest."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.held: 'List[Core]' = []
        self.cores: 'weakref.WeakSet[Core]' = weakref.WeakSet()
        if hasattr(os, 'register_at_fork'):
            os.register_at_fork(before=self._begin, after_in_parent=self._end, after_in_child=self._end)

    def add(self, core: 'Core') -> None:
        """A new one."""
        with self.lock:
            self.cores.add(core)

    def _begin(self) -> None:
        self.lock.acquire()
        self.held = list(self.cores)
        for core in self.held:
            core.lock.acquire()

    def _end(self) -> None:
        for core in self.held:
            core.lock.release()
        self.held = []
        self.lock.release()


FORKS = _AtFork()


def alone(method: Method) -> Method:
    """A method that has the core for itself: calls from several threads of Python follow each other."""
    @functools.wraps(method)
    def locked(self: 'Core', *given: Any, **named: Any) -> Any:
        with self.lock:
            return method(self, *given, **named)
    return cast(Method, locked)


def _thread(number: int) -> int:
    return _given.whole('thread', number, 0, THREADS - 1)


def _form(name: str) -> int:
    return _given.choice('form', name, DST_FORMATS)


class Core:
    """One coprocessor with its own L1, which is as large as the chip's unless a size is given. It begins as
    stx_init() leaves it; firmware=True: with the vector unit as the vendor's firmware leaves it. Several threads may
    use one core: each call ends before the next begins."""

    def __init__(self, l1_bytes: Optional[int] = None, firmware: bool = False):
        size = LIB.stx_py_l1_bytes() if l1_bytes is None else _given.whole('bytes of L1', l1_bytes, 16, 1 << 31)
        if size % 16:
            raise ValueError(f'bytes of L1 {size} are not a multiple of 16')
        self.lock = threading.RLock()
        self.memory: Optional['Memory'] = None  # of the tensors in L1
        self._l1, self._firmware = np.zeros(size, np.uint8), bool(firmware)
        self._room, self._at = self._new()
        self.reset()
        FORKS.add(self)

    def __repr__(self) -> str:
        return f'Core({CHIP}, {len(self._l1)} bytes of L1)'

    def __enter__(self) -> 'Core':
        return self

    def __exit__(self, *error: object) -> None:
        self.reset()

    def __reduce__(self) -> NoReturn:
        raise TypeError('a core is neither pickled nor copied: core.save() has its state, core.l1 its L1')

    @staticmethod
    def _new() -> Tuple[Any, Any]:
        """Room for a core, and its address, a multiple of 64."""
        room = ctypes.create_string_buffer(LIB.stx_py_core_bytes() + 64)
        return room, ctypes.c_void_p((ctypes.addressof(room) + 63) & ~63)

    @property
    def l1(self) -> Array:
        """L1, uint8, shape (n,); writing to it writes to L1."""
        return self._l1

    @alone
    def reset(self) -> None:
        """The state in which a core begins: no word waits, no fault is recorded. L1 stays as it is."""
        LIB.stx_py_start(self._at, self._l1.ctypes.data, len(self._l1), self._firmware)

    @alone
    def issue(self, words: Union[Word, Iterable[Word]], thread: int = 1) -> None:
        """Executes words, or lines of assembly, for a thread (0 unpack, 1 math, 2 pack). A word that faults ends them,
        as one does that waits for another thread; until it is done, which issuing it again tries, its thread takes no
        other word."""
        array = words_array(words)
        done = LIB.stx_py_issue(self._at, _thread(thread), words_of(array), len(array))
        if done < len(array):
            word = int(array[done])
            raise self.fault() or Fault(f'{disassemble(word)}: waits for another thread', word, thread, 'waits for another thread')

    def fault(self) -> Optional[Fault]:
        """The fault of the last call."""
        told = LIB.stx_last_fault(self._at).contents
        reason = told.what.decode() if told.kind else ''
        return Fault(f'{disassemble(told.word)}: {reason}', told.word, told.thread, reason) if told.kind else None

    def why(self) -> str:
        """The same in words; '' if there was none."""
        return str(self.fault() or '')

    @alone
    def lreg(self, index: int) -> Array:
        """LReg 0..15 of the vector unit, uint32, shape (32,)."""
        out = np.empty(32, np.uint32)
        LIB.stx_py_lreg(self._at, _given.whole('LReg', index, 0, LREGS - 1, IndexError), words_of(out))
        return out

    @alone
    def set_lreg(self, index: int, values: Any) -> None:
        """Sets LReg 0..15; values: 32 numbers, or one for all lanes."""
        array = _given.bits(values)
        if array.shape not in ((), (1,), (32,)):
            raise ValueError(f'32 numbers or one are needed, not {array.shape}')
        array = np.ascontiguousarray(np.broadcast_to(array, 32))
        LIB.stx_py_set_lreg(self._at, _given.whole('LReg', index, 0, LREGS - 1, IndexError), words_of(array))

    @alone
    def dst(self, form: str = 'fp32') -> Array:
        """The first 64 rows of Dst, bit patterns as uint32, shape (64, 16); form: fp32, bf16, fp16."""
        out = np.empty((64, 16), np.uint32)
        LIB.stx_py_dst(self._at, _form(form), words_of(out))
        return out

    @alone
    def set_dst(self, values: Array, form: str = 'fp32') -> None:
        """Sets the first 64 rows of Dst from bit patterns, shape (64, 16)."""
        number = _form(form)
        array = _given.bits(values, WIDTHS[number])
        if array.shape != (64, 16):
            raise ValueError(f'64 rows of 16 numbers are needed, not {array.shape}')
        LIB.stx_py_set_dst(self._at, number, words_of(array))

    @alone
    def map(self, words: Union[Word, Iterable[Word]], values: Array, form: str = 'fp32') -> Array:
        """A function of the vector unit, as words from SFPLOAD to SFPSTORE of address 0, for each number:
        bit patterns in, bit patterns out, of the same shape. Each time the core begins as it is now, and so it is
        afterwards; only L1 keeps what the words wrote there."""
        array, number = words_array(words), _form(form)
        given = _given.bits(values, WIDTHS[number])
        out, bad, (room, fresh) = np.empty_like(given), ctypes.c_uint8(), self._new()
        LIB.stx_py_map(self._at, fresh, words_of(array), len(array), number, words_of(given),
                       words_of(out), given.size, ctypes.byref(bad))
        del room  # until here
        if bad.value:
            raise self.fault() or Fault('one of the words waits for another thread')
        return out

    def items(self) -> Dict[str, Array]:
        """The state as named arrays, which are the state itself: writing to them changes it. Shapes: (n,), or
        (rows, n) where the state has rows."""
        return {name: self._view(item) for name, item in _items()}

    def _view(self, item: ItemStruct) -> Array:
        kind = {1: np.uint8, 2: np.uint16, 4: np.uint32}[item.size]
        offset = self._at.value - ctypes.addressof(self._room) + item.offset
        flat = np.frombuffer(self._room, kind, item.count, offset)
        return flat.reshape(-1, item.row) if item.row > 1 else flat

    def _told(self) -> None:
        fault = self.fault()
        if fault:
            raise fault

    @alone
    def read(self, address: int, thread: int = 1) -> int:
        """A register by its address on the RISC-V side."""
        LIB.stx_clear_fault(self._at)
        value: int = LIB.stx_mmio_read(self._at, _thread(thread), _given.whole('address', address, 0, _given.MOST_WORD))
        self._told()
        return value

    @alone
    def write(self, address: int, value: int, thread: int = 1) -> None:
        """Writes such a register."""
        LIB.stx_clear_fault(self._at)
        LIB.stx_mmio_write(self._at, _thread(thread), _given.whole('address', address, 0, _given.MOST_WORD),
                           _given.whole('value', value, 0, _given.MOST_WORD))
        self._told()

    @alone
    def save(self) -> bytes:
        """The whole state but L1, the same bytes on every machine."""
        size = LIB.stx_save(self._at, None, 0)
        room = ctypes.create_string_buffer(size)
        LIB.stx_save(self._at, room, size)
        return room.raw

    @alone
    def restore(self, state: bytes) -> None:
        """Takes a saved state."""
        state = bytes(memoryview(state))
        if not LIB.stx_restore(self._at, state, len(state)):
            raise ValueError('this is no saved state of this version')
