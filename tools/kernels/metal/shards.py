# SPDX-License-Identifier: Apache-2.0
"""Tensors that are divided among cores (docs/cores.md): the line "shards NAME RxC ORDER CORES". The lines "in", "out" and
"expect" are about the whole tensor, of which each core has a part."""
import re
from dataclasses import dataclass, field

from . import case as cases
from .words import Unexpected, counted, one_of

USAGE = 'shards NAME RxC row|column CORES'


@dataclass
class Shards:
    """The parts of a tensor, R rows of C, and the cores that have them: coordinates in the grid and on the NoC."""
    rows: int
    columns: int
    cores: list
    nocs: list = field(default_factory=list)

    def part(self, core):
        """(row, column) of a core's part; None if it has none."""
        number = self.cores.index(core) if core in self.cores else len(self.cores)
        return divmod(number, self.columns) if number < self.rows * self.columns else None

    def shape(self, whole):
        """The shape of a part."""
        if whole[0] % self.rows or whole[1] % self.columns:
            raise ValueError(f'{whole[0]} x {whole[1]} is not a whole number of parts, {self.rows} x {self.columns} of them')
        return whole[0] // self.rows, whole[1] // self.columns


@dataclass
class Part:
    """What a core has of a tensor; at: None if nothing."""
    of: Shards
    at: tuple
    whole: tuple = ()  # the shape of the tensor, when it is known

    def cut(self, rows):
        """The core's part of a matrix, as rows."""
        height, width = self.of.shape((len(rows), len(rows[0])))
        row, column = self.at[0] * height, self.at[1] * width
        return [r[column:column + width] for r in rows[row:row + height]]

    def shape(self, whole):
        self.whole = whole
        return self.of.shape(whole)

    def accessor(self, aligned, page):
        """The compile-time arguments of a TensorAccessor. page: rows and columns of a page."""
        shard = self.of.shape(self.whole)
        places = [x << 8 | y for x, y in self.of.nocs]
        packed = [low | high << 16 for low, high in zip(places[::2], [*places[1::2], 0])]
        return [1, aligned, 2, len(places), self.whole[0] // page[0], self.whole[1] // page[1], shard[0] // page[0], shard[1] // page[1],
                *packed]


def take(words, ranges):
    """(name, Shards) of a line. ranges: name of cores -> list of (x0, y0, x1, y1)."""
    name, parts, order, cores = counted(words, 4, 4)
    size = re.fullmatch(r'([1-9]\d*)x([1-9]\d*)', parts)
    if not size:
        raise Unexpected(f'"{parts}" is not RxC, such as 2x4')
    if cores not in ranges:
        raise Unexpected(f'there are no cores {cores}')
    by_row = one_of('order', order, ('row', 'column')) == 'row'
    found = []
    for x0, y0, x1, y1 in ranges[cores]:
        inside = [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
        found += [core for core in sorted(inside, key=lambda c: c[::-1] if by_row else c) if core not in found]
    rows, columns = int(size[1]), int(size[2])
    if rows * columns > len(found):
        raise ValueError(f'{rows} x {columns} parts need {rows * columns} cores, and {cores} has {len(found)}')
    return name, Shards(rows, columns, found[:rows * columns])


def is_here(d, key, rest):
    """False for a line about a divided tensor of which this core has nothing."""
    name = rest[0].split()[0] if rest and rest[0].strip() else ''
    if key == 'order' and name in d.parts:
        raise ValueError(f'tensor {name} is divided, and has no order of its own')
    return key not in ('expect', 'tolerance', 'part', 'layout') or d.has(name)


def shape(d, key, number, whole):
    """The shape that a core has of a divided tensor; None if it has nothing, and then the line does not count."""
    holder, part = cases.holder(d.case, number), d.parts[number].shape(whole)
    if number not in d.rows and (part[0] % holder.rows or part[1] % holder.columns):
        raise ValueError(f'a part of {part[0]} x {part[1]} is not a whole number of tiles')
    if d.has(number):
        return part
    d.elsewhere[number] = part
    d.lines.pop((key, number))
    return None
