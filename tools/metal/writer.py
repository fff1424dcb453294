# SPDX-License-Identifier: Apache-2.0
"""A Case as the text of a METALCASE file."""
import gzip
import struct

from formats import INTEGERS
from ksuite.text import CaseError, data_lines, shown


def _buffers(case):
    for number, b in case.buffers.items():
        yield f'cb {number} {b.format} {b.pages} {b.rows} {b.columns}'
    for number, b in case.buffers.items():
        if b.unpack_to_dst:
            yield f'unpackdest {number} 1'
        if b.alias is not None:
            yield f'alias {number} {b.alias}'
        if b.faces:
            yield f'faces {number} {b.faces[0]} {b.faces[1]}'


def _settings(case):
    yield from (f'define {name} {value}'.rstrip() for name, value in case.defines)
    if case.compile_args:
        yield 'ct ' + ','.join(str(v) for v in case.compile_args)
    yield from (f'named {name} {value}' for name, value in case.named_args)
    for key, values in (('args', case.args), ('cargs', case.common_args), ('mailbox', case.mailbox)):
        if values:
            yield f'{key} ' + ' '.join(str(v) for v in values)
    yield from (f'l1 {address:#x} {value}' for address, value in zip(case.l1[::2], case.l1[1::2]))
    yield f'fidelity {case.fidelity}'
    yield f'approx {int(case.approx)}'
    yield f'fp32dest {int(case.fp32_dst)}'
    yield f'fullsync {int(case.full_sync)}'


def _pages(case):
    for number, data in case.inputs.items():
        yield f'in {number} {len(data) // case.buffers[number].page_bytes} {len(data)}'
        yield from data_lines(data)
    yield from (f'out {number} {pages}' for number, pages in case.outputs.items())


def _checks(case):
    for check in case.checks:
        pcc = '-' if check.pcc is None else f'{check.pcc:g}'
        yield f'check {check.buffer} {check.rule} {check.atol:g} {check.rtol:g} {pcc}'
        if check.map is not None:
            yield f'map {check.buffer} ' + ' '.join(f'{i}:1' for i in check.map)
        name = case.buffers[check.buffer].format
        letter = 'f' if name not in INTEGERS else 'I' if name == 'UInt32' else 'i'
        yield f'golden {check.buffer} {len(check.golden)}'
        yield from data_lines(struct.pack(f'<{len(check.golden)}{letter}', *check.golden))


def text(case):
    if case.movers:
        raise CaseError('a case file holds pages, and no reader or writer in C')
    if case.program or case.program.tensors:
        raise CaseError('a case file is not made of a description with tensors')
    lines = ['METALCASE 1', f'kernel {case.kernel}', f'note {case.note}', *_settings(case),
             *_buffers(case), *_pages(case), *_checks(case), 'end', '']
    return '\n'.join(lines)


def write(case, path):
    """Gzipped if the name says so; the same bytes each time."""
    try:
        data = text(case).encode('ascii')
    except UnicodeEncodeError as e:
        raise CaseError(f'a case file holds ASCII alone: {shown(e.object[e.start:e.end])}') from e
    with open(path, 'wb') as f:
        f.write(gzip.compress(data, mtime=0) if path.endswith('.gz') else data)
