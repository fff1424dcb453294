# SPDX-License-Identifier: Apache-2.0
"""Reader of LLKCASE files (docs/llk.md): one LLK test variant each, gzipped or plain text."""
import struct
from dataclasses import dataclass, field
from typing import Optional

from ..compare import Check
from ..text import Reader, map_numbers


@dataclass
class Read:
    """An L1 area that the case reads after the run."""
    address: int
    size: int
    format: str
    tiles: int
    stride: int
    datums: int
    exponents: int


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
    reads: list = field(default_factory=list)
    checks: list = field(default_factory=list)
    counts: list = field(default_factory=list)        # of elements that each check compares
    notes: list = field(default_factory=list)         # about the file itself


def _number(text):
    return int(text, 0)


def _golden(ctype, data):
    code = 'f' if ctype in ('f32', 'f16', 'bf16') else 'I' if ctype == 'i64' else 'i'
    return list(struct.unpack(f'<{len(data) // 4}{code}', data))


def _keyword(case, reader, key, words, rest):
    """Handles one line; unknown keywords are skipped, with a note."""
    if key in ('iterations', 'stimuli'):
        pass  # for human readers
    elif key in ('kernel', 'node', 'arch'):
        setattr(case, key, rest)
    elif key == 'formats':
        case.runtime_formats = words[0] == 'runtime'
    elif key in ('const', 'define', 'ctformat'):
        case.declarations.append((key, words))
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
        case.checks.append(Check(int(words[0]), words[1], float(words[4]), float(words[5]), pcc, [], [], reader.line, words[2]))
        case.counts.append(int(words[3]))
    elif key == 'lenient':
        threshold = struct.unpack('>f', bytes.fromhex(words[1]))[0]
        case.checks[-1].lenient = (words[0], threshold, float(words[2]), float(words[3]))
    elif key == 'map':
        case.checks[-1].map += map_numbers(words)
    elif key == 'golden':
        case.checks[-1].golden = _golden(case.checks[-1].ctype, reader.data(_number(words[0])))
    else:
        case.notes.append(f'line {reader.line}: unknown keyword "{key}" is skipped')


def _validate(case, reader, arch):
    if not case.kernel:
        reader.fail('no kernel is named')
    if arch not in case.arch.split():
        reader.fail(f'architecture {case.arch or "missing"} is not {arch}')
    for check, count in zip(case.checks, case.counts):
        if check.of >= len(case.reads):
            reader.fail(f'a check of read {check.of}, which does not exist')
        if not count == len(check.map) == len(check.golden):
            reader.fail('a check whose count, map and golden values differ in number')
        read = case.reads[check.of]
        if check.map and not 0 <= min(check.map) <= max(check.map) < read.tiles * read.datums:
            reader.fail('a map that leaves its read')


def load(path, arch='blackhole'):
    """Returns a Case for this chip, or raises CaseError."""
    reader = Reader(path)
    case = Case(path)
    reader.keywords('LLKCASE 1', lambda key, rest: _keyword(case, reader, key, rest.split(), rest))
    _validate(case, reader, arch)
    return case
