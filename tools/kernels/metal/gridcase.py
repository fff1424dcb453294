# SPDX-License-Identifier: Apache-2.0
"""Case files of programs on several cores, METALCASE 3 (docs/cores.md): lines for all cores, and blocks of lines for some."""
from dataclasses import dataclass, field, replace
from functools import partial

from . import case as cases, globalcb, grid as grids, program, shards
from ..chips import CHIPS, Chip
from ..text import CaseError, Reader, first_line, shown
from .words import buffer_number, follow, nearest, once, one_of, whole

FIRST = 'METALCASE 3'
OF_TENSORS = ('contents', 'check', 'map', 'golden')  # of one in DRAM they are for all cores together
MOVED = ('in', 'out', 'mailbox')                     # what stands for a reader and a writer on one core


class OtherChip(Exception):
    """The case is for another chip."""


@dataclass
class _File:
    """A file that is being read."""
    reader: Reader
    chip: Chip
    said: set = field(default_factory=set)
    cores: list = field(default_factory=list)
    some: list = None  # the cores of the block that is being read
    ranges: dict = field(default_factory=dict)
    globals: dict = field(default_factory=dict)
    shards: dict = field(default_factory=dict)  # tensor -> (Shards, rows and columns of the whole in pages)

    def of_chip(self, words):
        once(self.said, 'chip', 'chip')
        self.said.add('chip')
        if one_of('chip', words[0], CHIPS) != self.chip.name:
            raise OtherChip(words[0])

    def grid(self, words):
        once(self.cores, self.cores and self.cores[0], 'grid')
        if 'chip' not in self.said:
            raise ValueError('no line "chip" above')
        self.cores = grids.cores_of(*(whole(name, word, 1, most) for name, word, most in zip('WH', words, self.chip.grid)), self.chip)
        for core in self.cores:
            core.case = cases.Case(self.reader.path, chip=replace(self.chip, core=core.noc))
            core.case.program.banks = self.chip.dram_banks
            core.case.program.at, core.case.program.globals = (core.x, core.y), self.globals

    def found(self, words):
        """The ranges of these words, and their cores."""
        ranges = grids.ranges_of(words)
        inside = grids.inside(ranges)
        grids.check_inside(inside, {(core.x, core.y) for core in self.cores})
        return ranges, [core for core in self.cores if (core.x, core.y) in inside]

    def named(self, words):
        once(self.ranges, words[0], f'the cores {words[0]}')
        self.ranges[words[0]] = self.found(words[1:])[0]

    def divide(self, words):
        name, of = shards.take(words[:4], self.ranges)
        once(self.shards, name, f'shards {name}')
        shape = tuple(whole(what, text, 1, cases.MOST_PAGES) for what, text in zip(('ROWS', 'COLUMNS'), words[4:]))
        of.shape(shape)
        of.nocs = [next(core.noc for core in self.cores if (core.x, core.y) == at) for at in of.cores]
        self.shards[name] = of, shape

    def send(self, words):
        globalcb.take(self.globals, words, lambda ranges: grids.listed(self.found(ranges)[0]))

    def block(self, words):
        self.some = self.found(words)[1]
        self.reader.block(self.line)
        self.some = None

    def take(self, key, rest):
        """A line outside blocks."""
        if key in KEYWORDS:
            if key not in ('chip', 'grid') and not self.cores:
                raise ValueError('no line "grid" above')
            follow(key, KEYWORDS[key], rest, self)
        else:
            self.line(key, rest)

    def line(self, key, rest):
        """A line for all cores, or for those of a block."""
        if key in KEYWORDS or key in MOVED or not self.cores:
            raise ValueError('it is not for a block' if key in KEYWORDS else 'only for one core' if key in MOVED else 'no line "grid" above')
        begin = self.reader.line
        for core in self.meant(key, rest):
            self.reader.line = begin
            try:
                self.one(core, key, rest)
            except ValueError as e:
                raise ValueError(f'core ({core.x}, {core.y}): {e}') from e

    def meant(self, key, rest):
        """The cores for which a line is."""
        name = rest.split(None, 1)[0] if rest.strip() else ''
        tensor = self.cores[0].case.program.tensors.get(name)
        if key not in OF_TENSORS or not tensor or tensor.place != 'dram':
            return self.some if self.some is not None else self.cores
        if self.some is not None:
            raise ValueError(f'tensor {name} is in DRAM, which belongs to all cores: its lines are not in a block')
        return self.cores[:1]

    def one(self, core, key, rest):
        """A line for one core."""
        name = rest.split(None, 1)[0] if rest.strip() else ''
        if key == 'tensor' and name in self.shards:
            follow(key, program.KEYWORDS[key][:3] + (partial(self.part, core),), rest)
        elif key in OF_TENSORS and name in core.case.program.elsewhere:
            raise ValueError(f'it has no part of tensor {name}')
        else:
            cases.keyword(core.case, self.reader, key, rest, True)

    def part(self, core, words):
        """A line "tensor" of a divided one, for a core that may have no part of it."""
        of, shape = self.shards[words[0]]
        once(core.case.program.elsewhere, words[0], f'tensor {words[0]}')
        at = of.part((core.x, core.y))
        tensor = program.take_tensor(core.case, words, *([buffer_number] if at is None else []))
        rows, columns = of.shape(shape)
        if tensor.place != 'shard' or tensor.pages != rows * columns:
            raise ValueError(f'a part has {rows * columns} pages, in the memory of a buffer, shard:CB')
        tensor.part, tensor.page = shards.Part(of, at, shape), (1, 1)
        if at is None:
            core.case.program.elsewhere[tensor.name] = core.case.program.tensors.pop(tensor.name)


# As in case.py.
KEYWORDS = {
    'chip': ('blackhole or wormhole', 1, 1, _File.of_chip),
    'grid': ('W H', 2, 2, _File.grid),
    'cores': ('NAME X0,Y0-X1,Y1 ...', 2, None, _File.named),
    'shards': ('NAME RxC row|column CORES ROWS COLUMNS', 6, 6, _File.divide),
    'global': ('NAME BYTES SENDER RECEIVER ...', 4, None, _File.send),
    'core': ('X0,Y0-X1,Y1 ...', 1, None, _File.block),
}


def is_case(path):
    return first_line(path) == FIRST


def _whole(file):
    """Checks what no line shows by itself, and gives everything its address."""
    if not file.cores:
        raise ValueError('no line "grid"')
    everywhere = {name for core in file.cores for name in (*core.case.program.tensors, *core.case.program.elsewhere)}
    for name in file.shards:
        if name not in everywhere:
            raise ValueError(f'shards {name}: there is no tensor {name}{nearest(name, everywhere)}')
    grid = grids.Grid(file.reader.path, file.cores)
    grids.place_all(grid)
    grids.share(grid)
    for core in file.cores:
        cases.validate(core.case, file.reader.line)
    return grid


def load(path, chip):
    """The Grid of a case file for a chip, or raises CaseError."""
    reader = Reader(path)
    if reader.next() != FIRST:
        reader.fail(f'the first line is not "{FIRST}"')
    file = _File(reader, chip)
    try:
        reader.rest(file.take)
        return _whole(file)
    except OtherChip as e:
        return grids.Grid(path, [grids.Core(0, 0, 0, chip.core, case=cases.Case(path, kernel='none', chip=chip))], f'skipped: the case is for {e}')
    except cases.Flaw as e:
        raise CaseError(f'{shown(path)}:{e.line}: {e}') from e
    except ValueError as e:
        return reader.fail(str(e))
