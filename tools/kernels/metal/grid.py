# SPDX-License-Identifier: Apache-2.0
"""Descriptions of programs on several cores, NAME.grid (docs/cores.md). Each line is read once for each core, with the
core's numbers in its expressions; what comes out is a Case for each core."""
import re
from dataclasses import dataclass, field, replace

from . import case as cases, description, globalcb, place, sections, shards
from ..text import CaseError, shown
from .words import Unexpected, counted, nearest, once, whole

MOST_CORES = 140  # port/metal/grid_core.h
DATA = ('let', 'expect', 'order', 'part')  # their {} are Python's; ${} is of the core
USAGE = {'grid': 'grid W H', 'set': 'set NAME EXPRESSION', 'cores': 'cores NAME X0,Y0-X1,Y1 ...', 'at': 'at CORES LINE',
         'shards': shards.USAGE, 'global': globalcb.USAGE}
OF_GRID = ('grid', 'cores', 'shards', 'global')  # not for some cores


@dataclass
class Core:
    """A core: its number, its coordinates in the grid and on the NoCs, and the names of its expressions."""
    number: int
    x: int
    y: int
    noc: tuple
    names: dict = field(default_factory=dict)
    lines: list = field(default_factory=list)  # (number, text) of a description of this core alone
    described: description.Description = None
    case: cases.Case = None


@dataclass
class Grid:
    path: str
    cores: list
    skipped: str = ''  # why the case does not run here

    @property
    def first(self):
        return self.cores[0]


def cores_of(width, height, chip):
    """The cores of a grid, row by row."""
    if width * height > MOST_CORES:
        raise Unexpected(f'{width * height} cores, and at most {MOST_CORES} can run')
    return [Core(y * width + x, x, y, chip.place(x, y)) for y in range(height) for x in range(width)]


def _value(text, core):
    """The value of an expression with a core's numbers; all of Python may be used."""
    try:
        return eval(compile(text.strip(), '<expression>', 'eval'), core.names)  # the user's own file
    except SyntaxError as e:
        raise ValueError(f'"{text}" is not an expression: {e.msg}') from e


def _word(text, core):
    """The value as text; the elements of a list are words."""
    value = _value(text, core)
    return ' '.join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


# An expression in braces, which may contain others.
_BRACES = r'\{((?:[^{}]|\{[^{}]*\})+)\}'


def _substituted(line, core):
    key = line.split(None, 1)[0]
    if key in DATA:
        return re.sub(r'\$' + _BRACES, lambda found: _word(found[1], core), line)
    line = re.sub(r'\$' + _BRACES, lambda found: _word(found[1], core), line)
    return re.sub(_BRACES, lambda found: _word(found[1], core), line)


def _spaced(text, names):
    """A condition without blanks, such as x==0andy>0, with them."""
    known = sorted((re.escape(name) for name in names if name.isidentifier()), key=len, reverse=True)
    parts = rf'(?:{"|".join(known)}|and|or|not|in|True|False)'

    def split(found):
        word = found[0]
        if word in names or not re.fullmatch(f'{parts}+', word):
            return f' {word} '
        return ' ' + ' '.join(re.findall(parts, word)) + ' '
    return re.sub(r'(?<![\w.])[A-Za-z_]\w*|(?<=\d)(?<!0)[A-Za-z_]\w*|(?<=0)(?![xX][0-9a-fA-F])[A-Za-z_]\w*', split, text)


def ranges_of(words):
    """The ranges X0,Y0-X1,Y1 or X,Y, as (x0, y0, x1, y1)."""
    found = []
    for word in words:
        corners = re.fullmatch(r'(\d+),(\d+)(?:-(\d+),(\d+))?', word)
        if not corners:
            raise Unexpected(f'"{word}" is not a range')
        x0, y0 = int(corners[1]), int(corners[2])
        x1, y1 = (int(corners[3]), int(corners[4])) if corners[3] else (x0, y0)
        if x1 < x0 or y1 < y0:
            raise Unexpected(f'the range {word} ends before it begins')
        found.append((x0, y0, x1, y1))
    return found


def inside(ranges):
    return {(x, y) for x0, y0, x1, y1 in ranges for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}


def listed(ranges):
    """The cores of ranges, each row by row."""
    return [(x, y) for x0, y0, x1, y1 in ranges for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]


def check_inside(cores, there):
    outside = sorted(set(cores) - there)
    if outside:
        raise ValueError(f'core ({outside[0][0]}, {outside[0][1]}) is outside the grid')


class _Reader:
    """Distributes the lines of a file to cores."""

    def __init__(self, chip, given):
        self.chip, self.given = chip, given
        self.sets, self.ranges = {}, {}  # of cores, by name
        self.shards, self.globals = {}, {}
        self.cores = []
        self.line = 0

    def grid(self, words):
        if self.cores:
            raise Unexpected('grid a second time')
        if len(words) != 2:
            raise Unexpected(f'{len(words)} of 2 words')
        width, height = (whole(name, self.given.get(name, word), 1, most) for name, word, most in zip('WH', words, self.chip.grid))
        self.cores = cores_of(width, height, self.chip)
        for core in self.cores:
            core.names = {'x': core.x, 'y': core.y, 'i': core.number, 'W': width, 'H': height, 'N': width * height,
                          'nx': lambda column: self.chip.place(column, 0)[0], 'ny': lambda row: self.chip.place(0, row)[1]}
            core.names.update({name: eval(text, {}) for name, text in self.given.items() if name not in 'WH'})  # the user's own command
        self.ranges['all'] = [(0, 0, width - 1, height - 1)]
        self.sets['all'] = inside(self.ranges['all'])

    def cores_named(self, words):
        if len(words) < 2 or not words[0].isidentifier():
            raise Unexpected('no NAME, or no range')
        once(self.sets, words[0], f'the cores {words[0]}')
        ranges = ranges_of(words[1:])
        found = inside(ranges)
        check_inside(found, self.sets['all'])
        self.sets[words[0]], self.ranges[words[0]] = found, ranges

    def divide(self, line):
        """A line "shards"; its expressions are those of the first core."""
        words = _substituted(line, self.cores[0]).split()[1:]
        name, found = shards.take(words, self.ranges)
        once(self.shards, name, f'shards {name}')
        nocs = {(core.x, core.y): core.noc for core in self.cores}
        found.nocs = [nocs[core] for core in found.cores]
        self.shards[name] = found

    def listed(self, words):
        """The cores of ranges, in their order."""
        found = listed(ranges_of(words))
        check_inside(found, self.sets['all'])
        return found

    def send(self, line):
        """A line "global"; its expressions are those of the first core."""
        globalcb.take(self.globals, counted(_substituted(line, self.cores[0]).split()[1:], 4, None), self.listed)

    def is_at(self, where, core):
        """Whether a line "at" is for a core."""
        if where in self.sets:
            return (core.x, core.y) in self.sets[where]
        if where.startswith('{'):
            return bool(_value(where[1:-1], core))
        if where.isidentifier() and where not in core.names:
            raise Unexpected(f'there are no cores {where}{nearest(where, self.sets)}')
        return bool(_value(_spaced(where, core.names), core))

    def set(self, core, rest):
        words = rest.split(None, 1)
        if len(words) < 2 or not words[0].isidentifier():
            raise Unexpected('no NAME, or no EXPRESSION')
        name, text = words
        if name not in core.names:
            core.names[name] = _value(text, core)
        elif name not in self.given:
            raise Unexpected(f'the name {name} a second time')

    def take(self, core, line, sets):
        """One line for one core. Lines "set" come first, wherever they are in the file."""
        places = []
        while line.split(None, 1)[0] == 'at':
            found = re.fullmatch(r'at\s+(\{.*?\}|\S+)\s+(.*)', line)
            if not found:
                raise Unexpected('no CORES, or no LINE')
            places.append(found[1])
            line = found[2]
        key, *rest = line.split(None, 1)
        if key in OF_GRID:
            raise Unexpected(f'{key} is not for some cores')
        if sets != (key == 'set') or not all(self.is_at(where, core) for where in places):
            return
        if sets:
            self.set(core, rest[0] if rest else '')
        else:
            core.lines.append((self.line, _substituted(line, core)))

    def one(self, line, sets):
        """One line; sets: only if it is not one of a core's description."""
        key, *rest = line.split(None, 1)
        words = rest[0].split() if rest else []
        if sets and key == 'grid':
            self.grid(words)
        elif not self.cores:
            raise Unexpected('the first line is not "grid W H"')
        elif sets and key == 'cores':
            self.cores_named(words)
        elif not sets and key == 'shards':
            self.divide(line)
        elif not sets and key == 'global':
            self.send(line)
        elif key not in OF_GRID and (sets <= (key in ('at', 'set'))):
            for core in self.cores:
                self.take(core, line, sets)

    def read(self, lines):
        for sets in (True, False):
            for self.line, line in lines:
                key = line.split(None, 1)[0]
                try:
                    self.one(line, sets)
                except Unexpected as e:
                    raise Unexpected(f'{e}; expected "{USAGE[key]}"' if key in USAGE else str(e)) from e


def place_all(grid):
    """Gives buffers, semaphores and tensors in L1 the addresses that they have on all cores: those of a core that has all of them."""
    every = cases.Case(grid.path, chip=grid.first.case.chip)
    every.program.globals = grid.first.case.program.globals
    globalcb.number(every.program.globals, {(core.x, core.y): core.noc for core in grid.cores})
    for core in grid.cores:
        for number, buffer in core.case.buffers.items():
            if number in globalcb.within(core.case):
                continue
            had = every.buffers.get(number)
            if not had or buffer.pages * buffer.page_bytes > had.pages * had.page_bytes:
                every.buffers[number] = buffer
        every.program.semaphores.update(core.case.program.semaphores)
        for name, tensor in core.case.program.tensors.items():
            every.program.tensors.setdefault(name, tensor)
    addresses = place.layout(every)
    for core in grid.cores:
        own = {*core.case.buffers, *core.case.program.tensors, place.SEMAPHORES, *map(globalcb.place, every.program.globals)}
        core.case.placed = {name: address for name, address in addresses.items() if name in own}
        core.case.placed |= {number: addresses[globalcb.place(name)] for number, name in globalcb.within(core.case).items()}
        for tensor in core.case.program.elsewhere.values():
            tensor.address = addresses[tensor.buffer]


def share(grid):
    """Tensors in DRAM belong to all cores: they are the same for all, and the first core has their contents."""
    first = grid.first.case.program.tensors
    for core in grid.cores:
        for name, tensor in core.case.program.tensors.items():
            if tensor.place == 'dram' and (name not in first or (first[name].pages, first[name].page_bytes) != (tensor.pages, tensor.page_bytes)):
                raise ValueError(f'tensor {name} is in DRAM, and not the same for all cores')
            if tensor.place == 'dram' and first[name].contents is None:
                first[name].contents = tensor.contents


def _said(d):
    """What a core says of tensors in DRAM, for all: the first line "in", and the first one "expect", count."""
    dram = {name for name, tensor in d.case.program.tensors.items() if tensor.place == 'dram'}
    return {(key, name) for key, names in (('in', d.sources), ('expect', d.expected)) for name in names if name in dram}


def is_grid(name):
    return re.search(r'\.grid(:[^:/]*)?$', name) is not None


def load(name, directory, look, chip, given=None):
    """The Grid of NAME.grid, or raises CaseError. given: values of names, as text, that take the place of the file's."""
    given = given or {}
    path, near, lines = sections.opened(name, directory)
    reader = _Reader(chip, given)
    try:
        reader.read(lines)
        if not reader.cores:
            raise ValueError('no line "grid W H"')
    except Exception as e:  # an expression can raise any exception
        raise CaseError(f'{shown(path)}:{reader.line}: {e or type(e).__name__}') from e
    grid, known, said = Grid(path, reader.cores), {}, set()
    for core in grid.cores:
        core.described = d = description.new(path, near, replace(chip, core=core.noc))
        core.case = d.case
        d.known, d.said = known, said
        d.case.program.at, d.case.program.globals = (core.x, core.y), reader.globals
        d.parts = {name: shards.Part(of, of.part((core.x, core.y))) for name, of in reader.shards.items()}
        with description.named(d):
            description.read(d, core.lines)
            description.finish(d, look)
        said |= _said(d)
    with description.named(grid.first.described):
        place_all(grid)
        share(grid)
    for core in grid.cores:
        with description.named(core.described):
            description.validate(core.described)
    return grid
