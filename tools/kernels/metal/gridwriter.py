# SPDX-License-Identifier: Apache-2.0
"""Writes a program on several cores as the text of a METALCASE 3 file: each line once, in a block of the cores that have it."""
from collections import Counter
from dataclasses import replace

from . import writer
from ..formats import BYTES
from ..text import CaseError


def _own(core):
    """The Case of a core without what is known of tensors in DRAM, and with the tensors of which it has no part."""
    case = core.case
    dram = {name for name, tensor in case.program.tensors.items() if tensor.place == 'dram'}
    tensors = {name: replace(t, contents=None if name in dram else t.contents) for name, t in (case.program.tensors | case.program.elsewhere).items()}
    return replace(case, program=replace(case.program, tensors=tensors), checks=[check for check in case.checks if check.of not in dram])


def _shared(grid):
    """The lines of tensors in DRAM: their contents and what is expected of them."""
    for name, tensor in grid.first.case.program.tensors.items():
        if tensor.place == 'dram' and tensor.contents is not None:
            yield writer.contents(tensor)
    for core in grid.cores:
        dram = [check for check in core.case.checks if core.case.program.tensors[check.of].place == 'dram']
        yield from writer.checks(replace(core.case, checks=dram))


def _blocks(grid, root):
    """(cores, line) for each line of a core, in an order that is right for each of them: first what no core has still to reach,
    and of that what is for the same cores as the line before."""
    lists = [writer.items(_own(core), root) for core in grid.cores]
    left, cores = Counter(line for lines in lists for line in lines), []
    while any(lists):
        heads = {}
        for core, lines in zip(grid.cores, lists):
            if lines:
                heads.setdefault(lines[0], []).append(core)
        line = min(heads, key=lambda line: (len(heads[line]) < left[line], heads[line] != cores))
        cores = heads[line]
        left[line] -= len(cores)
        for core in cores:
            lists[core.number].pop(0)
        yield cores, line


def _range(cores):
    """The cores as ranges: whole rectangles as one."""
    xs, ys = [core.x for core in cores], [core.y for core in cores]
    if len(cores) == (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1) > 1:
        return f'{min(xs)},{min(ys)}-{max(xs)},{max(ys)}'
    return ' '.join(f'{core.x},{core.y}' for core in cores)


def _divided(grid):
    """The lines "cores" and "shards" of divided tensors."""
    parts = {}
    for core in grid.cores:
        for name, tensor in (core.case.program.tensors | core.case.program.elsewhere).items():
            if tensor.part:
                parts.setdefault(name, tensor)
    for name, tensor in parts.items():
        of, whole = tensor.part.of, tensor.part.whole
        yield f'cores of_{name} ' + ' '.join(f'{x},{y}' for x, y in of.cores)
        yield f'shards {name} {of.rows}x{of.columns} row of_{name} {whole[0] // tensor.page[0]} {whole[1] // tensor.page[1]}'


def _refuse(grid):
    for core in grid.cores:
        for name, tensor in core.case.program.tensors.items():
            if tensor.format not in BYTES and (tensor.rows, tensor.columns) != (32, 32):
                raise CaseError(f'tensor {name}: a case file has no tiles of {tensor.rows} x {tensor.columns} in {tensor.format}')


def text(grid, root=''):
    _refuse(grid)
    last = grid.cores[-1]
    out, block = ['METALCASE 3', f'chip {grid.first.case.chip.name}', f'grid {last.x + 1} {last.y + 1}', *_divided(grid)], None
    out += [line for one in grid.first.case.program.globals.values() for line in one.lines()]
    for cores, line in _blocks(grid, root):
        if cores != block:
            out += ['end'] if block and len(block) < len(grid.cores) else []
            out += [f'core {_range(cores)}'] if len(cores) < len(grid.cores) else []
            block = cores
        out.append(line)
    out += ['end'] if block and len(block) < len(grid.cores) else []
    return '\n'.join([*out, *_shared(grid), 'end', ''])


def write(grid, path, root=''):
    writer.save(text(grid, root), path)
