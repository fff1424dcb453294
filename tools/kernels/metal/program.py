# SPDX-License-Identifier: Apache-2.0
"""The additions of METALCASE 2 (docs/metal.md): trees, named arguments and buffers, and whole programs with a
reader, a writer, tensors in banks of DRAM or in L1, and semaphores."""
import re
from dataclasses import dataclass, field, replace
from typing import Optional

from .. import formats
from . import globalcb
from .bindings import Bindings
from ..chips import BLACKHOLE, Chip
from .words import Unexpected, argument_name, buffer_number, follow, identifier, known, macro, nearest, once, one_of, whole, word

CORE = ('core_x', 'core_y')  # symbols for the coordinates of the core
MOST_BANKS = 32
MOST_BYTES = 6 << 20    # limit for a tensor; a run has room for 8 MB (port/metal/input.c)
MOST_SEMAPHORES = 16
SEMAPHORE_BYTES = 16
L1_ALIGNED = 16
FIRST_DRAM = 0x1000     # address of the first tensor in each bank


@dataclass
class Tensor:
    """A tensor: pages in the banks of DRAM, in L1 or in a circular buffer."""
    name: str
    format: str
    page_bytes: int
    pages: int
    place: str                 # dram, l1 or shard
    buffer: int = -1           # the buffer whose memory a sharded tensor uses
    contents: bytes = None
    address: int = 0
    rows: int = 32
    columns: int = 32
    chip: Chip = BLACKHOLE
    part: object = None        # of several cores: shards.Part
    page: tuple = field(default=(), compare=False)  # its rows and columns, which a case file does not have

    @property
    def datums(self):
        size = self.pages * self.page_bytes
        if self.format in formats.BYTES:
            return size // formats.BYTES[self.format]
        return size // formats.page_bytes(self.format, 32, 32) * 1024

    @property
    def aligned(self):
        """The distance of pages in bytes."""
        unit = self.chip.dram_aligned if self.place == 'dram' else L1_ALIGNED
        return (self.page_bytes + unit - 1) // unit * unit

    def accessor(self):
        """The compile-time arguments of a TensorAccessor."""
        if self.part:
            return self.part.accessor(self.aligned, self.page)
        if self.place == 'shard':
            return [1, self.aligned, 2, 1, 1, self.pages, 1, self.pages, self.chip.core[0] << 8 | self.chip.core[1]]
        return [2 if self.place == 'dram' else 0, self.aligned]


@dataclass
class Mover:
    """A data-movement kernel. Its arguments are text until tensors have addresses."""
    kernel: str = ''
    defines: list = field(default_factory=list)
    compile_args: list = field(default_factory=list)
    named_args: list = field(default_factory=list)
    args: list = field(default_factory=list)
    common_args: list = field(default_factory=list)
    bindings: Bindings = field(default_factory=Bindings)
    tensor_places: list = field(default_factory=list)  # positions of the compile-time arguments of each bound tensor
    noc: Optional[int] = None  # the one that its calls use; None: 0 for a reader, 1 for a writer
    mode: Optional[str] = None  # its noc_mode
    said: 'Mover' = None       # the same with the words of the file

    def noc_index(self, side):
        return int(side == 'writer') if self.noc is None else self.noc

    @property
    def dynamic(self):
        """It may use both NoCs, and counts its requests where the core's other kernel reads the number."""
        return self.mode == 'dynamic'


@dataclass
class Program:
    movers: dict = field(default_factory=dict)      # reader, writer -> Mover
    tensors: dict = field(default_factory=dict)
    semaphores: dict = field(default_factory=dict)  # number -> value
    banks: int = 8
    elsewhere: dict = field(default_factory=dict)   # tensors of which only other cores have a part
    at: tuple = ()                                  # of several cores: the place in the grid
    globals: dict = field(default_factory=dict)     # global circular buffers of the program, by name
    remotes: dict = field(default_factory=dict)     # the core's side of them, by number

    def __bool__(self):
        return bool(self.movers)


def _tree(case, _reader, words):
    if not re.fullmatch('[0-9a-f]{7,40}', words[0]):
        raise Unexpected(f'COMMIT "{words[0]}" is not a commit')
    one_of('word', words[1], ('sfpi',))
    case.trees.append((words[0], words[2]))


def _argument(to, words):
    """args::NAME; its value may be a symbol."""
    once([name for name, *_ in to.args], identifier(words[0]), f'arg {words[0]}')
    to.args.append((words[0], one_of('kind', words[1], ('ct', 'rt', 'crt')), words[2]))


def _dfb(case, to, words):
    once([name for name, _ in to.buffers], identifier(words[0]), f'dfb {words[0]}')
    to.buffers.append((words[0], buffer_number(case, words[1])))  # the line of this buffer may come later


def _preload(case, reader, words):
    number = known(case, words[0])
    room = case.buffers[number].pages * case.buffers[number].page_bytes
    once(case.preloads, number, f'preload of cb {number}')
    case.preloads[number] = reader.data(whole('BYTES', words[1], 0, room))


def _page(case, _reader, words):
    buffer = case.buffers[known(case, words[0])]
    if buffer.page is not None:
        raise Unexpected('cbpage a second time')
    buffer.page = whole('BYTES', words[1], 1, 1 << 20)
    if buffer.page % 16:
        raise ValueError(f'a page of {buffer.page} bytes is not a multiple of 16')


def _banks(case, _reader, words):
    case.program.banks = whole('N', words[0], 1, MOST_BANKS)


def format_name(text):
    """A known data format."""
    if not formats.is_known(text):
        raise Unexpected(f'no data format {text}{nearest(text, (*formats.BYTES, *formats.BLOCK_BITS))}')
    return text


def tile_shape(rows, columns):
    shape = (whole('ROWS', rows, 1, 32), whole('COLUMNS', columns, 1, 32))
    if shape not in formats.SHAPES:
        raise Unexpected(f'no tile of {rows} x {columns}')
    return shape


def new_tensor(case, name, format_text, place, number_of):
    """A tensor without pages. number_of(case, text): reads the number of a buffer."""
    once(case.program.tensors, identifier(name), f'tensor {name}')
    kind, _, number = place.partition(':')
    tensor = Tensor(name, format_name(format_text), 0, 0, one_of('place', kind, ('dram', 'l1', 'shard')), chip=case.chip)
    if kind == 'shard':
        tensor.buffer = number_of(case, number)
    elif number:
        raise Unexpected(f'{kind} has no number')
    case.program.tensors[name] = tensor
    return tensor


def take_tensor(case, words, number_of=known):
    """A tensor with its pages."""
    name, form, size, pages, place = words
    tensor, plain = new_tensor(case, name, form, place, number_of), form in formats.BYTES
    tensor.page_bytes, tensor.pages = whole('BYTES', size, 1, MOST_BYTES), whole('PAGES', pages, 1, 1 << 19)
    if tensor.page_bytes % (formats.BYTES[form] if plain else formats.page_bytes(form, 32, 32)):
        raise ValueError(f'pages of {size} bytes do not hold whole {"numbers" if plain else "tiles"}')
    return tensor


def _contents(case, reader, words):
    tensor = _find(case, words[0])
    expected = tensor.pages * tensor.page_bytes
    if whole('BYTES', words[1], 0, MOST_BYTES) != expected:
        raise ValueError(f'{tensor.pages} pages of {tensor.page_bytes} bytes are {expected} bytes, not {words[1]}')
    if tensor.contents is not None:
        raise Unexpected(f'contents of {tensor.name} a second time')
    tensor.contents = reader.data(expected)


def _find(case, name):
    if name in case.program.elsewhere:
        return case.program.elsewhere[name]
    if name not in case.program.tensors:
        raise ValueError(f'there is no tensor {name}{nearest(name, case.program.tensors)}')
    return case.program.tensors[name]


def _semaphore(case, _reader, words):
    number = whole('ID', words[0], 0, MOST_SEMAPHORES - 1)
    once(case.program.semaphores, number, f'semaphore {number}')
    case.program.semaphores[number] = word(words[1])


def _name_semaphore(case, to, words):
    number = whole('ID', words[1], 0, MOST_SEMAPHORES - 1)
    if number not in case.program.semaphores:
        raise ValueError(f'there is no semaphore {number}')
    once([name for name, _ in to.semaphores], words[0], f'sem {words[0]}')
    to.semaphores.append((identifier(words[0]), number))


def _kernel(mover, rest):
    if not rest.strip() or '\0' in rest or mover.kernel:
        raise Unexpected('no PATH, or a second one')
    mover.kernel = rest


def _noc(mover, text):
    if mover.noc is not None:
        raise Unexpected('noc a second time')
    mover.noc = whole('N', text, 0, 1)


def _noc_mode(mover, text):
    if mover.mode is not None:
        raise Unexpected('noc_mode a second time')
    mover.mode = one_of('word', text, ('dedicated', 'dynamic'))


def _name_tensor(case, to, words):
    once([name for name, _ in to.tensors], identifier(words[0]), f'tensor {words[0]}')
    to.tensors.append((words[0], _find(case, words[1]).name))


def _define(mover, rest):
    name, value = macro(rest)
    once([known.partition('(')[0] for known, _ in mover.defines], name.partition('(')[0], f'define {name}')
    mover.defines.append((name, value))


def _named(mover, words):
    once([name for name, _ in mover.named_args], argument_name(words[0]), f'named {words[0]}')
    mover.named_args.append((words[0], words[1]))


# Words after reader or writer: the usage, the least and most words, and the function that handles them.
OF_MOVER = {
    'kernel': ('PATH', None, None, lambda case, mover, rest: _kernel(mover, rest)),
    'define': ('NAME [VALUE]', None, None, lambda case, mover, rest: _define(mover, rest)),
    'ct': ('WORD...', 0, None, lambda case, mover, words: mover.compile_args.extend(words)),
    'named': ('NAME WORD', 2, 2, lambda case, mover, words: _named(mover, words)),
    'args': ('WORD...', 0, None, lambda case, mover, words: mover.args.extend(words)),
    'cargs': ('WORD...', 0, None, lambda case, mover, words: mover.common_args.extend(words)),
    'noc': ('N', 1, 1, lambda case, mover, words: _noc(mover, words[0])),
    'noc_mode': ('dedicated|dynamic', 1, 1, lambda case, mover, words: _noc_mode(mover, words[0])),
    'arg': ('NAME ct|rt|crt WORD', 3, 3, lambda case, mover, words: _argument(mover.bindings, words)),
    'dfb': ('NAME ID', 2, 2, lambda case, mover, words: _dfb(case, mover.bindings, words)),
    'sem': ('NAME ID', 2, 2, lambda case, mover, words: _name_semaphore(case, mover.bindings, words)),
    'tensor': ('NAME TENSOR', 2, 2, lambda case, mover, words: _name_tensor(case, mover.bindings, words)),
}


def _mover(side):
    def take(case, _reader, rest):
        key, _, rest = rest.partition(' ')
        one_of('word', key, OF_MOVER)
        if case.inputs or case.outputs:
            raise Unexpected(f'a {side} beside pages that are moved without one')
        follow(f'{side} {key}', OF_MOVER[key], rest, case, case.program.movers.setdefault(side, Mover()))
    return take


KEYWORDS = {
    'tree': ('COMMIT sfpi VERSION', 3, 3, _tree),
    'arg': ('NAME ct|rt|crt VALUE', 3, 3, lambda case, reader, words: _argument(case.bindings, words)),
    'dfb': ('NAME ID', 2, 2, lambda case, reader, words: _dfb(case, case.bindings, words)),
    'preload': ('ID BYTES', 2, 2, _preload),
    'cbpage': ('ID BYTES', 2, 2, _page),
    'banks': ('N', 1, 1, _banks),
    'tensor': ('NAME FORMAT BYTES PAGES PLACE', 5, 5, lambda case, reader, words: take_tensor(case, words)),
    'contents': ('NAME BYTES', 2, 2, _contents),
    'semaphore': ('ID VALUE', 2, 2, _semaphore),
    'remote': ('ID NAME BYTES [CB ...]', 3, None, lambda case, reader, words: globalcb.remote(case, words)),
    'reader': ('WORD ...', None, None, _mover('reader')),
    'writer': ('WORD ...', None, None, _mover('writer')),
}


def _words(case, words, accessors):
    """The numbers of words, which may be symbols."""
    out = []
    for text in words:
        found = re.fullmatch(r'(addr|accessor)\((\w+)\)', text)
        if text in CORE:
            out.append(case.chip.core[CORE.index(text)])
        elif not found:
            out.append(word(text))
        elif found[1] == 'accessor' and not accessors:
            raise ValueError(f'{text} belongs to compile-time arguments')
        elif found[1] == 'accessor':
            out += _find(case, found[2]).accessor()
        else:
            out.append(_find(case, found[2]).address)
    return out


def _bind(case, bindings):
    """Sets the values of the named arguments and checks that the named buffers exist."""
    for name, number in bindings.buffers:
        if number not in case.buffers:
            raise ValueError(f'dfb {name}: there is no cb {number}')
    bindings.args = [(name, kind, value if isinstance(value, int) else _words(case, [value], False)[0])
                     for name, kind, value in bindings.args]


def _resolve(case, mover):
    mover.said = replace(mover, bindings=replace(mover.bindings))
    tensors = [_find(case, name) for _, name in mover.bindings.tensors]
    _bind(case, mover.bindings)
    mover.compile_args = _words(case, mover.compile_args, True)
    for tensor in tensors:
        mover.tensor_places.append(len(mover.compile_args))
        mover.compile_args += tensor.accessor()
    mover.named_args = [(name, _words(case, [value], False)[0]) for name, value in mover.named_args]
    mover.args = mover.bindings.words('rt') + _words(case, mover.args, False)
    mover.common_args = (mover.bindings.words('crt') + [tensor.address for tensor in tensors] +
                         _words(case, mover.common_args, False))


def _dram(case):
    """Gives tensors in DRAM their addresses, which are the same in all banks."""
    at = FIRST_DRAM
    for tensor in case.program.tensors.values():
        if tensor.place == 'dram':
            tensor.address = at
            at += -(-tensor.pages // case.program.banks) * tensor.aligned + tensor.chip.dram_aligned


def resolve(case, addresses):
    """Replaces symbols by numbers. addresses: of buffers and of tensors in L1. Raises ValueError if
    that is impossible."""
    _dram(case)
    globalcb.check(case)
    for name, tensor in case.program.tensors.items():
        if tensor.place == 'shard':
            buffer = case.buffers[tensor.buffer]
            if tensor.pages * tensor.aligned > buffer.pages * buffer.page_bytes:
                raise ValueError(f'tensor {name} has more bytes than cb {tensor.buffer}')
            tensor.address = addresses[tensor.buffer]
        elif tensor.place == 'l1':
            tensor.address = addresses[name]
    if len({mover.dynamic for mover in case.program.movers.values()}) == 2:
        raise ValueError('reader and writer of a core do not have the same noc_mode')
    for side, mover in case.program.movers.items():
        if not mover.kernel:
            raise ValueError(f'no kernel of the {side} is named')
        _resolve(case, mover)
    _bind(case, case.bindings)
    case.args = case.bindings.words('rt') + case.args
    case.common_args = case.bindings.words('crt') + case.common_args
