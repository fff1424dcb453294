# SPDX-License-Identifier: Apache-2.0
"""Writes a Case as the text of a METALCASE file, of version 2 only if it needs that."""
import gzip
import os
import struct

from . import case as cases
from ..formats import INTEGERS
from ..text import CaseError, data_lines, shown


def _inside(kernel, case, root):
    """The path of a kernel below the checkout, which a case file elsewhere can name, if it is there."""
    if not root or not os.path.isabs(kernel) and not kernel.startswith('./'):
        return kernel
    below = os.path.relpath(os.path.join(os.path.dirname(os.path.abspath(case.path)), kernel), os.path.abspath(root))
    return kernel if below.startswith('..') else below


def _with(line, data):
    """A line and the lines of its data."""
    return '\n'.join([line, *data_lines(data)])


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
        if b.page:
            yield f'cbpage {number} {b.page}'


def _lists(*lists):
    yield from (f'{key} ' + ' '.join(str(v) for v in values) for key, values in lists if values)


def _settings(case):
    yield from (f'define {name} {value}'.rstrip() for name, value in case.defines)
    if case.compile_args:
        yield 'ct ' + ','.join(str(v) for v in case.compile_args)
    yield from (f'named {name} {value}' for name, value in case.named_args)
    named = {kind: len(case.bindings.words(kind)) for kind in ('rt', 'crt')}  # their words come first
    yield from _lists(('args', case.args[named['rt']:]), ('cargs', case.common_args[named['crt']:]), ('mailbox', case.mailbox))
    yield from (f'l1 {address:#x} {value}' for address, value in zip(case.l1[::2], case.l1[1::2]))
    yield f'fidelity {case.fidelity}'
    yield f'approx {int(case.approx)}'
    yield f'fp32dest {int(case.fp32_dst)}'
    yield f'fullsync {int(case.full_sync)}'


def _bindings(bindings):
    yield from (f'arg {name} {kind} {value}' for name, kind, value in bindings.args)
    yield from (f'dfb {name} {number}' for name, number in bindings.buffers)
    yield from (f'sem {name} {number}' for name, number in bindings.semaphores)
    yield from (f'tensor {name} {tensor}' for name, tensor in bindings.tensors)


def _mover(mover, kernel):
    """The lines with their original symbols instead of addresses."""
    yield f'kernel {kernel}'
    if mover.noc is not None:
        yield f'noc {mover.noc}'
    if mover.mode is not None:
        yield f'noc_mode {mover.mode}'
    yield from (f'define {name} {value}'.rstrip() for name, value in mover.defines)
    yield from (f'named {name} {value}' for name, value in mover.named_args)
    yield from _lists(('ct', mover.compile_args), ('args', mover.args), ('cargs', mover.common_args))
    yield from _bindings(mover.bindings)


def contents(tensor):
    return _with(f'contents {tensor.name} {len(tensor.contents)}', tensor.contents)


def _tensor(tensor):
    place = f'shard:{tensor.buffer}' if tensor.place == 'shard' else tensor.place
    yield f'tensor {tensor.name} {tensor.format} {tensor.page_bytes} {tensor.pages} {place}'
    if tensor.contents is not None:
        yield contents(tensor)


def _program(case, root):
    """The lines of banks, tensors and semaphores, and of the kernels that name them."""
    program = case.program
    if program or program.tensors:
        yield f'banks {program.banks}'
    for tensor in program.tensors.values():
        yield from _tensor(tensor)
    yield from (f'semaphore {number} {value}' for number, value in program.semaphores.items())
    yield from (one.line() for one in program.remotes.values())
    for side, mover in program.movers.items():
        yield from (f'{side} {line}' for line in _mover(mover.said, _inside(mover.kernel, case, root)))


def _pages(case):
    for number, data in case.preloads.items():
        yield _with(f'preload {number} {len(data)}', data)
    for number, data in case.inputs.items():
        yield _with(f'in {number} {len(data) // case.buffers[number].page_bytes} {len(data)}', data)
    yield from (f'out {number} {pages}' for number, pages in case.outputs.items())


def checks(case):
    for check in case.checks:
        pcc = '-' if check.pcc is None else repr(check.pcc)
        yield f'check {check.of} {check.rule} {check.atol!r} {check.rtol!r} {pcc}'
        if check.map is not None:
            yield f'map {check.of} ' + ' '.join(f'{i}:1' for i in check.map)
        name = cases.checked(case, check).format
        letter = 'f' if name not in INTEGERS else 'I' if name == 'UInt32' else 'i'
        yield _with(f'golden {check.of} {len(check.golden)}', struct.pack(f'<{len(check.golden)}{letter}', *check.golden))


def items(case, root=''):
    """The lines of a case, each with those of its data. root: of the checkout."""
    if case.movers:
        raise CaseError('a case file has pages instead of a reader or writer in C')
    trees = [f'tree {commit} sfpi {version}' for commit, version in case.trees]
    return [*trees, f'kernel {_inside(case.kernel, case, root)}', f'note {case.note}', *_settings(case), *_bindings(case.bindings),
            *_buffers(case), *_program(case, root), *_pages(case), *checks(case)]


def text(case, root=''):
    """The text of a case of one core."""
    later = case.trees or case.bindings or case.program or case.program.tensors or case.preloads or any(b.page for b in case.buffers.values())
    return '\n'.join([f'METALCASE {2 if later or case.program.semaphores else 1}', *items(case, root), 'end', ''])


def write(case, path, root=''):
    save(text(case, root), path)


def save(lines, path):
    """Gzipped if the name ends with .gz; the same bytes each time."""
    try:
        data = lines.encode('ascii')
    except UnicodeEncodeError as e:
        raise CaseError(f'a case file contains only ASCII: {shown(e.object[e.start:e.end])}') from e
    with open(path, 'wb') as f:
        f.write(gzip.compress(data, mtime=0) if path.endswith('.gz') else data)
