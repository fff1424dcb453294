# SPDX-License-Identifier: Apache-2.0
"""Reader of METALCASE files (docs/metal.md): one compute kernel, its circular buffers, pages, results."""
import struct
from dataclasses import dataclass, field
from typing import Optional

import formats
from ksuite.text import CaseError, Reader, map_numbers

FIDELITIES = {'lofi': 0, 'hifi2': 2, 'hifi3': 3, 'hifi4': 4}
FREE_L1 = 0x20000  # circular buffers begin there
MOST_PAGES = 1 << 16


@dataclass
class Buffer:
    """A circular buffer."""
    format: str
    pages: int
    rows: int
    columns: int
    unpack_to_dst: bool = False
    alias: Optional[int] = None

    @property
    def page_bytes(self):
        return formats.page_bytes(self.format, self.rows, self.columns)


@dataclass
class Check:
    buffer: int
    rule: str
    atol: float
    rtol: float
    pcc: Optional[float]
    map: Optional[list] = None
    golden: list = field(default_factory=list)


@dataclass
class Case:
    path: str
    kernel: str = ''
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
    checks: list = field(default_factory=list)
    mailbox: list = field(default_factory=list)
    l1: list = field(default_factory=list)  # address, word, address, word...
    movers: dict = field(default_factory=dict)  # reader, writer -> (file in C, arguments); of descriptions alone


def word(text):
    value = int(text, 0)
    if not -(1 << 31) <= value < 1 << 32:
        raise ValueError(f'{text} is not a word of 32 bits')
    return value & 0xFFFFFFFF


def _flag(text):
    if text not in ('0', '1'):
        raise ValueError(f'{text} is neither 0 nor 1')
    return text == '1'


def _count(text, most=MOST_PAGES):
    value = int(text)
    if not 0 <= value <= most:
        raise ValueError(f'{text} is out of range')
    return value


def _buffer(case, words):
    number, name, pages, rows, columns = words
    number = _count(number, 63)
    shape = (int(rows), int(columns))
    if not formats.is_known(name):
        raise ValueError(f'no data format {name}')
    if shape not in formats.SHAPES:
        raise ValueError(f'no tile of {rows} x {columns}')
    if number in case.buffers:
        raise ValueError(f'cb {number} a second time')
    if int(pages) < 1:
        raise ValueError('a buffer without pages')
    case.buffers[number] = Buffer(name, _count(pages), *shape)


def _known(case, text):
    number = int(text)
    if number not in case.buffers:
        raise ValueError(f'there is no cb {text}')
    return number


def _input(case, reader, words):
    number, pages, size = _known(case, words[0]), _count(words[1]), int(words[2])
    if size != pages * case.buffers[number].page_bytes:
        raise ValueError(f'{pages} pages of cb {number} are '
                         f'{pages * case.buffers[number].page_bytes} bytes, not {size}')
    if number in case.inputs:
        raise ValueError(f'pages for cb {number} a second time')
    case.inputs[number] = reader.data(size)


def _output(case, words):
    number, pages = _known(case, words[0]), words[1]
    if number in case.outputs:
        raise ValueError(f'pages of cb {number} a second time')
    case.outputs[number] = _count(pages)


def _check(case, words):
    number, rule, atol, rtol, pcc = words
    if _known(case, number) not in case.outputs:
        raise ValueError(f'no pages are taken from cb {number}')
    if rule not in ('isclose', 'equal'):
        raise ValueError(f'no rule {rule}')
    case.checks.append(Check(int(number), rule, float(atol), float(rtol),
                             None if pcc == '-' else float(pcc)))


def _last_check(case, text):
    for check in reversed(case.checks):
        if check.buffer == int(text):
            return check
    raise ValueError(f'there is no check of cb {text} above')


def _golden(case, reader, words):
    check, count = _last_check(case, words[0]), _count(words[1], 1 << 24)
    name = case.buffers[check.buffer].format
    letter = 'f' if name not in formats.INTEGERS else 'I' if name == 'UInt32' else 'i'
    check.golden = list(struct.unpack(f'<{count}{letter}', reader.data(4 * count)))


def _alias(case, words):
    number, other = _known(case, words[0]), _known(case, words[1])
    if number == other:
        raise ValueError('a buffer is no alias of itself')
    case.buffers[number].alias = other


def _define(case, rest):
    """NAME or MACRO(i), then the value, spaces included."""
    name, _, value = rest.partition(' ')
    if '(' in name and ')' not in name:
        head, _, value = rest.partition(')')
        name, value = head + ')', value.removeprefix(' ')
    if not name:
        raise ValueError('no name')
    case.defines.append((name, value))


def _named(case, words):
    case.named_args.append((words[0], word(words[1])))


def _l1(case, words):
    address, value = (word(w) for w in words)
    if address % 4 or address >= FREE_L1:
        raise ValueError(f'{words[0]} is no address of a word below {FREE_L1:#x}')
    case.l1 += [address, value]


def _set_fidelity(case, words):
    if words[0] not in FIDELITIES:
        raise ValueError(f'no fidelity {words[0]}')
    case.fidelity = words[0]


def keyword(case, reader, key, rest):
    """Takes one line."""
    words = rest.split()
    if key in ('kernel', 'note'):
        setattr(case, key, rest)
    elif key == 'define':
        _define(case, rest)
    elif key == 'ct':
        case.compile_args += [word(w) for w in rest.replace(',', ' ').split()]
    elif key == 'named':
        _named(case, words)
    elif key == 'args':
        case.args += [word(w) for w in words]
    elif key == 'cargs':
        case.common_args += [word(w) for w in words]
    elif key == 'mailbox':
        case.mailbox += [word(w) for w in words]
    elif key == 'l1':
        _l1(case, words)
    elif key == 'fidelity':
        _set_fidelity(case, words)
    elif key == 'approx':
        case.approx = _flag(words[0])
    elif key == 'fp32dest':
        case.fp32_dst = _flag(words[0])
    elif key == 'fullsync':
        case.full_sync = _flag(words[0])
    elif key == 'cb':
        _buffer(case, words)
    elif key == 'unpackdest':
        case.buffers[_known(case, words[0])].unpack_to_dst = _flag(words[1])
    elif key == 'alias':
        _alias(case, words)
    elif key == 'in':
        _input(case, reader, words)
    elif key == 'out':
        _output(case, words)
    elif key == 'check':
        _check(case, words)
    elif key == 'map':
        check = _last_check(case, words[0])
        check.map = (check.map or []) + list(map_numbers(words[1:]))
    elif key == 'golden':
        _golden(case, reader, words)
    else:
        raise ValueError('no such keyword')


def _validate(case, reader):
    if not case.kernel:
        reader.fail('no kernel is named')
    for check in case.checks:
        buffer = case.buffers[check.buffer]
        datums = case.outputs[check.buffer] * buffer.rows * buffer.columns
        compared = datums if check.map is None else len(check.map)
        if len(check.golden) != compared:
            reader.fail(f'{compared} datums of cb {check.buffer} are compared with '
                        f'{len(check.golden)} golden values')
        if check.map and not 0 <= min(check.map) <= max(check.map) < datums:
            reader.fail(f'a map that leaves the pages of cb {check.buffer}')


def load(path):
    """A Case, or CaseError."""
    reader = Reader(path)
    case = Case(path)
    reader.keywords('METALCASE 1', lambda key, rest: keyword(case, reader, key, rest))
    _validate(case, reader)
    return case


__all__ = ['Buffer', 'Case', 'CaseError', 'Check', 'load']
