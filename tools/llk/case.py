# SPDX-License-Identifier: Apache-2.0
"""Reader of LLKCASE files (docs/llk.md): one LLK test variant each, gzipped or plain text."""
import gzip
import struct
from dataclasses import dataclass, field
from typing import Optional


class CaseError(Exception):
    """A malformed case file; the text names file and line."""


@dataclass
class Read:
    """An L1 area that the case looks at after the run."""
    address: int
    size: int
    format: str
    tiles: int
    stride: int
    datums: int
    exponents: int


@dataclass
class Check:
    """One comparison: golden values against datums of a read."""
    read: int
    rule: str
    ctype: str
    count: int
    atol: float
    rtol: float
    pcc: Optional[float]
    lenient: Optional[tuple] = None
    map: list = field(default_factory=list)
    golden: list = field(default_factory=list)


@dataclass
class Case:
    path: str
    kernel: str = ''
    node: str = ''
    arch: str = ''
    runtime_formats: bool = True
    declarations: list = field(default_factory=list)  # (keyword, words) in file order
    fields: list = field(default_factory=list)        # (type, name, count)
    arguments: Optional[tuple] = None                 # (address, bytes)
    memory: list = field(default_factory=list)        # (address, bytes)
    stimuli: str = ''                                 # format of the operands in memory
    reads: list = field(default_factory=list)
    checks: list = field(default_factory=list)


class _Reader:
    def __init__(self, path):
        self.path, self.line = path, 0
        try:
            with open(path, 'rb') as f:
                data = f.read()
            text = gzip.decompress(data) if data[:2] == b'\x1f\x8b' else data
            self.lines = text.decode('ascii').split('\n')
        except (OSError, EOFError, UnicodeDecodeError, gzip.zlib.error) as e:
            raise CaseError(f'{path}:0: cannot be read: {e}') from e

    def fail(self, why):
        raise CaseError(f'{self.path}:{self.line}: {why}')

    def next(self):
        if self.line >= len(self.lines):
            self.fail('the file is cut short: no line "end"')
        self.line += 1
        return self.lines[self.line - 1]

    def data(self, size):
        out = bytearray()
        while len(out) < size:
            out += self._data_line(self.next(), size - len(out))
        if len(out) != size:
            self.fail(f'data of {size} bytes ends inside a line')
        return bytes(out)

    def _data_line(self, line, left):
        try:
            if line.startswith('*'):
                count, group = line[1:].split()
                if not 0 < int(count) <= left:
                    raise ValueError('count')
                return bytes.fromhex(group) * int(count)
            if not line:
                raise ValueError('empty')
            return bytes.fromhex(line)
        except ValueError:
            return self.fail('not a line of hexadecimal data')


def _number(text):
    return int(text, 0)


def _golden(ctype, data):
    code = 'f' if ctype in ('f32', 'f16', 'bf16') else 'I' if ctype == 'i64' else 'i'
    return list(struct.unpack(f'<{len(data) // 4}{code}', data))


MOST_ELEMENTS = 1 << 22  # of a map: more than L1 holds


def _map_numbers(words):
    for word in words:
        start, count, *step = (int(n) for n in word.split(':'))
        if not 0 <= count <= MOST_ELEMENTS:
            raise ValueError(f'{count} elements')
        for i in range(count):
            yield start + i * (step[0] if step else 1)


def _keyword(case, reader, key, words, rest):
    """Takes one line; unknown keywords are skipped."""
    if key in ('kernel', 'node', 'arch'):
        setattr(case, key, rest)
    elif key == 'formats':
        case.runtime_formats = words[0] == 'runtime'
    elif key in ('const', 'define', 'ctformat'):
        case.declarations.append((key, words))
    elif key == 'stimuli':
        case.stimuli = words[1]
    elif key == 'field':
        case.fields.append((words[0], words[1], int(words[2])))
    elif key == 'args':
        case.arguments = (_number(words[0]), reader.data(_number(words[1])))
    elif key == 'mem':
        case.memory.append((_number(words[0]), reader.data(_number(words[1]))))
    elif key == 'read':
        case.reads.append(Read(_number(words[1]), _number(words[2]), words[3],
                               *(int(w) for w in words[4:8])))
    elif key == 'check':
        pcc = None if words[6] == '-' else float(words[6])
        case.checks.append(Check(int(words[0]), words[1], words[2], int(words[3]),
                                 float(words[4]), float(words[5]), pcc))
    elif key == 'lenient':
        threshold = struct.unpack('>f', bytes.fromhex(words[1]))[0]
        case.checks[-1].lenient = (words[0], threshold, float(words[2]), float(words[3]))
    elif key == 'map':
        case.checks[-1].map += _map_numbers(words)
    elif key == 'golden':
        case.checks[-1].golden = _golden(case.checks[-1].ctype, reader.data(_number(words[0])))


def _validate(case, reader):
    if not case.kernel:
        reader.fail('no kernel is named')
    if case.arch != 'blackhole':
        reader.fail(f'architecture {case.arch or "missing"} is not blackhole')
    for check in case.checks:
        if check.read >= len(case.reads):
            reader.fail(f'a check of read {check.read}, which does not exist')
        if not check.count == len(check.map) == len(check.golden):
            reader.fail('a check whose count, map and golden values differ in number')
        read = case.reads[check.read]
        if check.map and not 0 <= min(check.map) <= max(check.map) < read.tiles * read.datums:
            reader.fail('a map that leaves its read')


def load(path):
    """A Case, or CaseError."""
    reader = _Reader(path)
    case = Case(path)
    if reader.next() != 'LLKCASE 1':
        reader.fail('the first line is not "LLKCASE 1"')
    while True:
        line = reader.next()
        if line == 'end':
            break
        if not line or line.startswith('#'):
            continue
        key, _, rest = line.partition(' ')
        try:
            _keyword(case, reader, key, rest.split(), rest)
        except (ValueError, IndexError, TypeError, struct.error) as e:
            reader.fail(f'malformed "{key}": {e}')
    _validate(case, reader)
    return case
