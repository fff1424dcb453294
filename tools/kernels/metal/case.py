# SPDX-License-Identifier: Apache-2.0
"""Reader of METALCASE files (docs/metal.md): one compute kernel, its circular buffers, pages, results."""
import struct
from dataclasses import dataclass, field
from typing import Optional

from .. import formats
from . import program
from .bindings import Bindings
from ..chips import BLACKHOLE, Chip
from ..compare import Check
from ..text import MOST_ELEMENTS, CaseError, Reader, map_numbers, shown
from .place import FIRST_BUFFER, layout, root
from .program import Program
from .words import Unexpected, argument_name, buffer_number, flag, follow, known, macro, nearest, once, one_of, real, whole, word

FIDELITIES = {'lofi': 0, 'hifi2': 2, 'hifi3': 3, 'hifi4': 4}
MOST_PAGES = 1 << 19
MOST_CAPACITY = 0xFFFF  # the counters of a buffer have 16 bits
ROOM = 8 << 20          # limit for the bytes of pages in a run (port/metal/input.c)
MAILBOX = 4             # words of a mailbox


@dataclass
class Buffer:
    """A circular buffer."""
    format: str
    pages: int
    rows: int
    columns: int
    unpack_to_dst: bool = False
    alias: Optional[int] = None
    page: Optional[int] = None  # bytes of a page, if it is not one tile
    faces: Optional[tuple] = None  # rows of a face and number of faces, if they do not follow from the shape

    @property
    def tile_bytes(self):
        return formats.page_bytes(self.format, self.rows, self.columns)

    @property
    def page_bytes(self):
        return self.page or self.tile_bytes

    @property
    def page_datums(self):
        """The number of datums in a page; block formats consist of tiles."""
        size = formats.BYTES.get(self.format)
        return self.page_bytes // size if size else self.page_bytes // self.tile_bytes * self.rows * self.columns


@dataclass
class Case:
    path: str
    kernel: str = ''
    chip: Chip = BLACKHOLE
    note: str = ''
    defines: list = field(default_factory=list)   # (name with parameters, value)
    compile_args: list = field(default_factory=list)
    named_args: list = field(default_factory=list)  # (name, value)
    args: list = field(default_factory=list)
    common_args: list = field(default_factory=list)
    fidelity: str = 'hifi4'
    approx: bool = False
    fp32_dst: bool = False
    full_sync: bool = False
    buffers: dict = field(default_factory=dict)
    inputs: dict = field(default_factory=dict)    # buffer -> bytes of all pages
    outputs: dict = field(default_factory=dict)   # buffer -> pages
    pushed: dict = field(default_factory=dict)    # buffer -> pages that the kernel pushes, which are compared; only in descriptions
    checks: list = field(default_factory=list)
    mailbox: list = field(default_factory=list)
    l1: list = field(default_factory=list)  # address, word, address, word...
    said: set = field(default_factory=set)  # keywords, with their first words, that may occur only once
    movers: dict = field(default_factory=dict)  # reader, writer -> (file in C, arguments); only in descriptions
    bindings: Bindings = field(default_factory=Bindings)
    trees: list = field(default_factory=list)      # (commit, version of sfpi) that the case is for; none means all
    preloads: dict = field(default_factory=dict)   # buffer -> its bytes at the start
    program: Program = field(default_factory=Program)
    placed: Optional[dict] = None                  # what layout() returns, if that does not follow from this case alone
    include_paths: list = field(default_factory=list)  # that a host program names; only in guesses
    lines: list = field(default_factory=list)      # (keyword, rest) of each line of a file


def _buffer(case, _reader, words):
    number, name, pages, rows, columns = words
    number = buffer_number(case, number)
    once(case.buffers, number, f'cb {number}')
    program.format_name(name)
    shape = program.tile_shape(rows, columns)
    buffer = Buffer(name, whole('PAGES', pages, 1, MOST_CAPACITY), *shape)
    if buffer.page_bytes % 16:
        raise ValueError(f'a tile of {rows} x {columns} in {name} has {buffer.page_bytes} bytes, which is not a multiple of 16')
    case.buffers[number] = buffer


def holder(case, number):
    """The buffer with this number, or the tensor with this name."""
    return case.program.tensors.get(number) or case.buffers[number]


def _input(case, reader, words):
    number, pages, size = known(case, words[0]), whole('PAGES', words[1], 0, MOST_PAGES), words[2]
    expected = pages * case.buffers[number].page_bytes
    if case.program:
        raise Unexpected('pages that nobody moves: the case has a reader or a writer')
    if whole('BYTES', size, 0, ROOM) != expected:
        raise ValueError(f'{pages} pages of cb {number} are {expected} bytes, not {size}')
    once(case.inputs, number, f'pages for cb {number}')
    case.inputs[number] = reader.data(expected)


def _output(case, _reader, words):
    number = known(case, words[0])
    once(case.outputs, number, f'pages of cb {number}')
    case.outputs[number] = whole('PAGES', words[1], 0, MOST_PAGES)


def tolerances(words):
    """ATOL, RTOL and PCC, which may be None."""
    return (real('ATOL', words[0], 0), real('RTOL', words[1], 0),
            None if words[2] == '-' else real('PCC', words[2], -1, 1))


def _check(case, reader, words):
    rule = one_of('rule', words[1], ('isclose', 'equal'))
    number = words[0] if words[0] in case.program.tensors else known(case, words[0])
    if number not in case.outputs and number not in case.program.tensors:
        raise ValueError(f'no pages are taken from cb {number}')
    case.checks.append(Check(number, rule, *tolerances(words[2:]), line=reader.line))


def _last_check(case, text):
    number = text if text in case.program.tensors else buffer_number(case, text)
    for check in reversed(case.checks):
        if check.of == number:
            return check
    raise ValueError(f'there is no check of cb {number} above')


def _map(case, _reader, words):
    check = _last_check(case, words[0])
    check.map = (check.map or []) + list(map_numbers(words[1:]))
    if len(check.map) > MOST_ELEMENTS:
        raise ValueError(f'{len(check.map)} elements, and at most {MOST_ELEMENTS} are compared')


def checked(case, check):
    """The buffer or tensor that a check compares."""
    return case.program.tensors.get(check.of) or case.buffers[check.of]


def _golden(case, reader, words):
    check, count = _last_check(case, words[0]), whole('COUNT', words[1], 0, MOST_ELEMENTS)
    if check.golden:
        raise Unexpected(f'golden values of cb {check.of} a second time')
    name = checked(case, check).format
    letter = 'f' if name not in formats.INTEGERS else 'I' if name == 'UInt32' else 'i'
    check.golden = list(struct.unpack(f'<{count}{letter}', reader.data(4 * count)))


def _unpack_to_dst(case, _reader, words):
    number, value = known(case, words[0]), flag(words[1])
    _once(case, ('unpackdest', number))
    case.buffers[number].unpack_to_dst = value


def _alias(case, _reader, words):
    number, other = known(case, words[0]), known(case, words[1])
    if root(case.buffers, other) == number:
        raise ValueError('a buffer cannot be an alias of itself')
    if case.buffers[number].alias is not None:
        raise Unexpected(f'alias {number} a second time')
    case.buffers[number].alias = other


def _faces(case, _reader, words):
    """A buffer's face geometry, in tt-metal's terms."""
    number = known(case, words[0])
    once(() if case.buffers[number].faces is None else (number,), number, f'faces of cb {number}')
    case.buffers[number].faces = whole('ROWS', words[1], 1, 16), whole('FACES', words[2], 1, 4)


def _define(case, _reader, rest):
    """NAME or MACRO(i), then the value, spaces included."""
    name, value = macro(rest)
    _once(case, ('define', name.partition('(')[0]))
    case.defines.append((name, value))


def _named(case, _reader, words):
    argument_name(words[0])
    _once(case, ('named', words[0]))
    case.named_args.append((words[0], word(words[1])))


def _mailbox(case, _reader, words):
    case.mailbox += [word(w) for w in words]
    if len(case.mailbox) > MAILBOX:
        raise ValueError(f'{len(case.mailbox)} words, and a mailbox holds {MAILBOX}')


def _l1(case, _reader, words):
    address, value = (word(w) for w in words)
    if address % 4 or address >= FIRST_BUFFER:
        raise ValueError(f'{words[0]} is not the address of a word below {FIRST_BUFFER:#x}')
    if address in case.l1[::2]:
        raise Unexpected(f'the word at {words[0]} a second time')
    case.l1 += [address, value]


def _set(name, convert):
    """A keyword with one word, which may occur only once."""
    def set_it(case, _reader, words):
        _once(case, name)
        setattr(case, name, convert(words[0]))
    return set_it


def _once(case, key):
    once(case.said, key, ' '.join(map(str, key)) if isinstance(key, tuple) else 'this line')
    case.said.add(key)


def _extend(name):
    """A list of numbers, which further lines continue."""
    return lambda case, _reader, words: getattr(case, name).extend(word(w) for w in words)


def _kernel(case, _reader, rest):
    if not rest.strip() or '\0' in rest:
        raise Unexpected('no PATH')
    _once(case, 'kernel')
    case.kernel = rest


def _note(case, _reader, rest):
    case.note = f'{case.note} {rest}'.strip()


# Keyword: its usage, the least and most words, and the function that handles them, given the case, the reader (for data
# that follow and for the number of the line) and them. Without numbers, the function gets the rest of the line unchanged.
KEYWORDS = {
    'kernel': ('PATH', None, None, _kernel),
    'note': ('TEXT', None, None, _note),
    'define': ('NAME [VALUE]', None, None, _define),
    'ct': ('V,V,...', 0, None, _extend('compile_args')),
    'named': ('NAME VALUE', 2, 2, _named),
    'args': ('V V...', 0, None, _extend('args')),
    'cargs': ('V V...', 0, None, _extend('common_args')),
    'mailbox': ('V...', 1, None, _mailbox),
    'l1': ('ADDRESS VALUE', 2, 2, _l1),
    'fidelity': ('lofi, hifi2, hifi3 or hifi4', 1, 1, _set('fidelity', lambda text: one_of('fidelity', text, FIDELITIES))),
    'approx': ('0 or 1', 1, 1, _set('approx', flag)),
    'fp32dest': ('0 or 1', 1, 1, _set('fp32_dst', flag)),
    'fullsync': ('0 or 1', 1, 1, _set('full_sync', flag)),
    'cb': ('ID FORMAT PAGES ROWS COLUMNS', 5, 5, _buffer),
    'unpackdest': ('ID 0 or 1', 2, 2, _unpack_to_dst),
    'alias': ('ID OTHER', 2, 2, _alias),
    'faces': ('ID ROWS FACES', 3, 3, _faces),
    'out': ('ID PAGES', 2, 2, _output),
    'map': ('ID START:COUNT:STEP...', 2, None, _map),
    'in': ('ID PAGES BYTES', 3, 3, _input),
    'check': ('ID RULE ATOL RTOL PCC', 5, 5, _check),
    'golden': ('ID COUNT', 2, 2, _golden),
}


def keyword(case, reader, key, rest, later=False):
    """Handles one line. later: of METALCASE 2."""
    if later and key in program.KEYWORDS:
        follow(key, program.KEYWORDS[key], rest, case, reader)
    elif key in KEYWORDS:
        follow(key, KEYWORDS[key], rest, case, reader)
    else:
        raise ValueError('a keyword of METALCASE 2' if key in program.KEYWORDS else f'no such keyword{nearest(key, KEYWORDS)}')


class Flaw(ValueError):
    """An error of a whole case, and its line."""

    def __init__(self, line, why):
        super().__init__(why)
        self.line = line


def datums_of(case, number):
    """How many datums come out of a buffer, are pushed into it, or are in a tensor."""
    tensor = case.program.tensors.get(number)
    return tensor.datums if tensor else (case.outputs | case.pushed)[number] * case.buffers[number].page_datums


def _validate_check(case, check):
    datums = datums_of(case, check.of)
    compared = datums if check.map is None else len(check.map)
    if len(check.golden) != compared:
        raise Flaw(check.line, f'{compared} datums of cb {check.of} are compared with '
                               f'{len(check.golden)} golden values')
    if not compared:
        raise Flaw(check.line, f'the check of cb {check.of} compares nothing')
    if check.map and not 0 <= min(check.map) <= max(check.map) < datums:
        raise Flaw(check.line, f'a map that leaves the pages of cb {check.of}')


def validate(case, last):
    """Checks what no line shows by itself. last: the file's last line. A case may lack checks: it then never
    passes, and only a failure of its run is reported."""
    if not case.kernel:
        raise Flaw(last, 'no kernel is named')
    for check in case.checks:
        _validate_check(case, check)
    moved = sum(len(data) for data in case.inputs.values()) + \
        sum(pages * case.buffers[number].page_bytes for number, pages in case.outputs.items())
    if moved > ROOM:
        raise Flaw(last, f'{moved} bytes of pages, and a run has room for {ROOM}')
    try:
        program.resolve(case, layout(case))
    except ValueError as e:
        raise Flaw(last, str(e)) from e


def load(path, chip=BLACKHOLE):
    """Returns a Case for a chip, or raises CaseError."""
    reader = Reader(path)
    case = Case(path, chip=chip)
    version = reader.next()
    if version not in ('METALCASE 1', 'METALCASE 2'):
        reader.fail('the first line is neither "METALCASE 1" nor "METALCASE 2"')
    later = version == 'METALCASE 2'

    def take(key, rest):
        case.lines.append((key, rest))
        keyword(case, reader, key, rest, later)
    reader.rest(take)
    try:
        validate(case, reader.line)
    except Flaw as e:
        raise CaseError(f'{shown(path)}:{e.line}: {e}') from e
    return case


__all__ = ['Buffer', 'Case', 'CaseError', 'Check', 'load']
