# SPDX-License-Identifier: Apache-2.0
"""Reader of descriptions (docs/metal.md): a kernel, its buffers, matrices for them and the expected
result as an expression. Makes a Case from them."""
import contextlib
import keyword as python
import os
import re
from dataclasses import dataclass, field
from itertools import islice

from . import case as cases, program, sections, shards, tensors
from ..formats import INTEGERS, ROUNDOFF, datum_order, decode, encode, from_tiles, to_tiles
from ..xorshift import Random
from .inputs import file_rows, generator, rows_of, shape, spread
from ..chips import BLACKHOLE
from ..text import CaseError, shown
from .matrix import FUNCTIONS, Matrix, evaluate
from ..report import name_of
from .words import Unexpected, buffer_number, counted, known, nearest, once, one_of, whole

# The parts of each tile that reductions leave.
PARTS = {'column': lambda r, c: c == 0, 'row': lambda r, c: r == 0, 'corner': lambda r, c: r == c == 0}


@dataclass
class Source:
    """The data of a line "in"."""
    matrix: list  # rows of numbers, as given
    tiles: list   # the bytes of each tile


@dataclass
class Description:
    """A Case under construction."""
    case: cases.Case
    near: str = ''                              # directory of files
    line: int = 0                               # line that is being read
    names: dict = field(default_factory=dict)   # values for expressions
    given: set = field(default_factory=set)     # names of lines "in", which must be unique
    shapes: dict = field(default_factory=dict)  # output -> (rows, columns)
    sources: dict = field(default_factory=dict)  # buffer -> Source
    order: dict = field(default_factory=dict)   # buffer -> tiles in the order of its pages
    rows: set = field(default_factory=set)      # buffers whose pages are rows, not faces; here and above also tensors
    part: dict = field(default_factory=dict)    # output -> the part of each tile that is compared
    expected: dict = field(default_factory=dict)
    tolerance: dict = field(default_factory=dict)
    lines: dict = field(default_factory=dict)   # (keyword, buffer) -> line, for checks at the end
    random: Random = field(default_factory=lambda: generator(1))
    known: dict = None  # of several cores: what has been computed for others (grid.py)
    said: set = field(default_factory=set)      # (in or expect, tensor in DRAM): an earlier core has said it for all
    parts: dict = field(default_factory=dict)      # tensors that are divided among cores -> shards.Part
    elsewhere: dict = field(default_factory=dict)  # those of which this core has nothing -> the shape of a part

    def once(self, text, make):
        """What make() returns; of several cores only once if the text and all that it names are the same."""
        if self.known is None:
            return make()
        names = [name for name in re.findall(r'[A-Za-z_]\w*', text) if name in self.names]
        key = (text, *(value if isinstance(value, int) else id(value) for value in map(self.names.get, names)))
        if key not in self.known:
            self.known[key] = make(), [self.names[name] for name in names]  # kept, so that no other gets the same id
        return self.known[key][0]

    def has(self, number):
        """Whether this core has data of a buffer or tensor."""
        return number not in self.parts or self.parts[number].at is not None

    def path(self, name):
        return os.path.join(self.near, name)


def _named(d, name):
    """A name for expressions, which must be unique."""
    if not name.isidentifier() or python.iskeyword(name):
        raise Unexpected(f'NAME "{name}" is not a valid name')
    if name in FUNCTIONS:
        raise Unexpected(f'NAME "{name}" is the name of a function')
    once(d.given, name, f'the name {name}')
    return name


def _number_of(d, key, text):
    """The number of a buffer, which may be defined later, or the name of a tensor, in a line that may occur only
    once for each."""
    number = tensors.known(d, key, text) or buffer_number(d.case, text)
    once(d.lines, (key, number), f'{key} {number}')
    d.lines[key, number] = d.line
    return number


def _buffer_of(d, key, text):
    return _number_of(d, key, tensors.known(d, key, text) or str(known(d.case, text)))


def _rounded(b, matrix, rows):
    """(Source, the matrix as the format of a buffer or tensor has it); rows: its pages are rows."""
    if rows:
        flat = decode(b.format, b.rows, b.columns, encode(b.format, [x for row in matrix for x in row]))
        return Source(matrix, []), Matrix([flat[i:i + len(matrix[0])] for i in range(0, len(flat), len(matrix[0]))])
    tiles = [encode(b.format, t) for t in to_tiles(matrix, b.rows, b.columns)]
    return Source(matrix, tiles), Matrix(from_tiles([decode(b.format, b.rows, b.columns, t) for t in tiles], b.rows, b.columns,
                                                    len(matrix), len(matrix[0])))


def _input(d, words):
    number = _buffer_of(d, 'in', words[0])
    name, b = _named(d, words[1]), cases.holder(d.case, number)
    once(d.names, name, f'the name {name}')
    d.given.add(name)

    def make():
        matrix = rows_of(d, number, words)
        return (*_rounded(b, matrix, number in d.rows), d.random.state)
    source, d.names[name], d.random.state = d.once(f'in {b.format} {b.rows} {d.random.state} {" ".join(words)}', make)
    if number in d.parts:
        shards.shape(d, 'in', number, (len(source.matrix), len(source.matrix[0])))
        source = d.has(number) and _rounded(b, d.parts[number].cut(source.matrix), number in d.rows)[0]
    if source:
        d.sources[number] = source


def _mover(d, key, rest):
    """Handles reader or writer FILE ARGUMENT..., or a line about a kernel of tt-metal."""
    words = counted(rest.split(), 1, None)
    if words[0] in program.OF_MOVER:
        if key in d.case.movers:
            raise Unexpected(f'a {key} in C beside one of tt-metal')
        return cases.keyword(d.case, None, key, rest, True)
    once(d.case.program.movers, key, f'a {key} in C beside one of tt-metal, or')
    once(d.case.movers, key, f'a {key}')
    file = d.path(words[0])
    if not os.path.isfile(file):
        raise ValueError(f'the {key} {words[0]} does not exist')
    d.case.movers[key] = (file, [cases.word(w) for w in words[1:]])
    return None


def _output(d, words):
    number = _buffer_of(d, 'out', words[0])
    whole = shape(d, number, *words[1:])
    shown = shards.shape(d, 'out', number, whole) if number in d.parts else whole
    if not shown:
        return
    d.shapes[number] = shown
    if number not in d.case.program.tensors:
        d.case.outputs[number] = tensors.pages_of(d, number, d.shapes[number])


def _pushed(d, words):
    number = _buffer_of(d, 'pushed', words[0])
    if number in d.shapes or number in d.sources:
        raise ValueError(f'cb {number} has a line "in" or "out"')
    d.shapes[number] = shape(d, number, *words[1:])
    d.case.pushed[number] = tensors.pages_of(d, number, d.shapes[number])


def _rest_of(rest, name):
    """The number of a buffer, and the rest of the line."""
    if len(words := rest.split(None, 1)) < 2:
        raise Unexpected(f'no {name}')
    return words


def _expect(d, rest):
    text, rest = _rest_of(rest, 'EXPRESSION')
    number = _buffer_of(d, 'expect', text)
    if number not in d.shapes:
        raise ValueError(f'there is no line "out {number}" above, nor "pushed {number}"')
    kind, *name = rest.split(None, 1)
    whole = d.parts[number].whole if number in d.parts else d.shapes[number]

    def make():
        wanted = Matrix(file_rows(d, name[0], *whole)) if kind == 'file' and name else evaluate(rest, d.names)
        rows = Matrix(spread('the value', wanted, *whole))
        return rows.map(lambda x: int(round(x))) if integers else rows
    integers = cases.holder(d.case, number).format in INTEGERS
    found = d.once(f'{whole} {integers} {rest}', make)
    d.expected[number] = Matrix(d.parts[number].cut(found.rows)) if number in d.parts else found


def _part(d, rest):
    text, rest = _rest_of(rest, 'PART')
    inside = PARTS.get(rest.strip()) or evaluate(rest, d.names)
    if not callable(inside):
        raise Unexpected(f'{rest} is not a function of row and column')
    d.part[_number_of(d, 'part', text)] = inside


def _order(d, rest):
    text, rest = _rest_of(rest, '[..]')
    number = _number_of(d, 'order', text)
    order = list(islice(evaluate(rest, d.names), cases.MOST_PAGES + 1))
    if not order or len(order) > cases.MOST_PAGES:
        raise ValueError(f'{len(order) or "no"} pages')
    if not all(isinstance(i, int) for i in order):
        raise ValueError('not all numbers of tiles are integers')
    d.order[number] = order


def _layout(d, words):
    """May occur anywhere: load() has already handled it."""
    _number_of(d, 'layout', words[0])
    one_of('layout', words[1], ('rows',))


def _tolerance(d, words):
    d.tolerance[_number_of(d, 'tolerance', words[0])] = cases.tolerances(words[1:])


def _let(d, rest):
    name, rest = _rest_of(rest, 'EXPRESSION')
    d.names[_named(d, name)] = d.once(rest, lambda: evaluate(rest, d.names))


def _seed(d, words):
    d.random = generator(whole('N', words[0], 0, 0xFFFFFFFF))


# As in case.py: a keyword's usage, the least and most words, and the function that handles them.
KEYWORDS = {
    'let': ('NAME EXPRESSION', None, None, _let),
    'seed': ('N', 1, 1, _seed),
    'order': ('ID [..]', None, None, _order),
    'layout': ('ID rows', 2, 2, _layout),
    'in': ('ID NAME KIND ...', 3, None, _input),
    'reader': ('FILE ARGUMENTS', None, None, lambda d, rest: _mover(d, 'reader', rest)),
    'writer': ('FILE ARGUMENTS', None, None, lambda d, rest: _mover(d, 'writer', rest)),
    'tensor': ('NAME FORMAT PLACE [ROWS COLUMNS]', 3, 5, lambda d, words: tensors.take(d.case, words)),
    'out': ('ID ROWS COLUMNS', 3, 3, _output),
    'pushed': ('ID ROWS COLUMNS', 3, 3, _pushed),
    'expect': ('ID EXPRESSION', None, None, _expect),
    'part': ('ID column, row, corner or lambda r, c: ...', None, None, _part),
    'tolerance': ('ID ABSOLUTE RELATIVE PCC', 4, 4, _tolerance),
}
OF_CASES = ('check', 'map', 'golden', 'contents', 'preload')  # keywords of case files for which descriptions have others


def _line(d, key, rest):
    """Handles one line; keywords that are not those of descriptions are those of cases."""
    if key in KEYWORDS:
        cases.follow(key, KEYWORDS[key], rest, d)
    elif key in OF_CASES or key not in cases.KEYWORDS and key not in program.KEYWORDS:
        there = [k for k in (*KEYWORDS, *cases.KEYWORDS, *program.KEYWORDS) if k not in OF_CASES]
        raise ValueError(f'no such keyword{nearest(key, there)}' +
                         ('; it is a keyword of case files' if key in OF_CASES else ''))
    else:
        cases.keyword(d.case, None, key, rest, True)


def _default_tolerance(name, wanted):
    """The tolerance if a description gives none: four roundings of the largest number."""
    if name in INTEGERS:
        return 0.0, 0.0, 1.0
    top = max((abs(x) for row in wanted.rows for x in row if abs(x) < float('inf')), default=0.0)
    return 4 * ROUNDOFF.get(name, 2.0 ** -7) * top, 4 * ROUNDOFF.get(name, 2.0 ** -7), 0.999


def places(d, number):
    """Row and column in the matrix for each datum of the pages taken from a buffer."""
    b, (rows, columns) = cases.holder(d.case, number), d.shapes[number]
    if number in d.rows:
        return [(r, c) for r in range(rows) for c in range(columns)]
    inside, across = datum_order(b.rows, b.columns), columns // b.columns
    return [(i // across * b.rows + r, i % across * b.columns + c)
            for i in d.order.get(number, range(rows * columns // (b.rows * b.columns))) for r, c in inside]


def _inside(d, number):
    """The part of each tile that is compared."""
    b, d.line = cases.holder(d.case, number), d.lines['part', number]
    inside = {(r, c) for r in range(b.rows) for c in range(b.columns) if d.part[number](r, c)}
    if not inside:
        raise ValueError(f'part of {name_of(number)} selects nothing')
    return inside


def _check(d, number, wanted):
    b, where = cases.holder(d.case, number), places(d, number)
    check = cases.Check(number, 'isclose' if b.format not in INTEGERS else 'equal',
                        *(d.tolerance.get(number) or _default_tolerance(b.format, wanted)),
                        line=d.lines['expect', number])
    if number in d.part:
        inside = _inside(d, number)
        check.map = [i for i, (r, c) in enumerate(where) if (r % b.rows, c % b.columns) in inside]
        where = [where[i] for i in check.map]
    check.golden = [wanted.rows[r][c] for r, c in where]
    d.case.checks.append(check)


def _pages(d, number):
    """The bytes of the pages of a line "in", in the order of the mover."""
    source = d.sources[number]
    if number in d.rows:
        return encode(cases.holder(d.case, number).format, [x for row in source.matrix for x in row])
    return b''.join(source.tiles[i] for i in d.order.get(number, range(len(source.tiles))))


def _finish_order(d, number, order):
    """Checks that an order names existing tiles, and for an output each of them once."""
    if number in d.rows:
        raise ValueError(f'{name_of(number)} has rows, not tiles')
    tiles = [len(d.sources[number].tiles)] if number in d.sources else []
    tiles += [tensors.pages_of(d, number, d.shapes[number])] if number in d.shapes else []
    if not 0 <= min(order) <= max(order) < min(tiles):
        wrong = next(i for i in order if not 0 <= i < min(tiles))
        raise ValueError(f'there is no tile {wrong}: {name_of(number)} has {min(tiles)}')
    if number in d.shapes and sorted(order) != list(range(tiles[-1])):
        raise ValueError(f'{tiles[-1]} pages are taken from {name_of(number)}, and the order does not name each of '
                         'its tiles once')


def _finish(d, look):
    """Does what needs all lines; d.line is the line for messages."""
    for (key, number), d.line in d.lines.items():
        if number not in d.sources and number not in d.shapes:
            raise ValueError(f'nothing goes in or out through {name_of(number)}')
        if key in ('part', 'tolerance') and number not in d.expected and not look:
            raise ValueError(f'nothing is expected of {name_of(number)}')
        if key == 'order':
            _finish_order(d, number, d.order[number])
    for number in d.sources:
        d.line = d.lines['in', number]
        if number not in d.case.program.tensors:
            d.case.inputs[number] = _pages(d, number)
    tensors.finish(d, _pages)
    for number, matrix in d.expected.items():
        if ('expect', number) not in d.said:
            d.line = d.lines['expect', number]
            _check(d, number, matrix)


def _substituted(d, line):
    """Replaces each {EXPRESSION} by its value."""
    def value(found):
        result = evaluate(found[1], d.names)
        if not isinstance(result, (int, float, str)):
            raise ValueError(f'{{{found[1]}}} is neither a number nor text')
        return str(result)
    return re.sub(r'\{([^{}; ][^{};]*)\}', value, line)


def new(path, near, chip):
    """A Description without lines."""
    d = Description(cases.Case(path, chip=chip), near)
    d.case.program.banks = chip.dram_banks
    return d


@contextlib.contextmanager
def named(d):
    """Errors name file and line."""
    path = d.case.path
    try:
        yield
    except cases.Flaw as e:
        raise CaseError(f'{shown(path)}:{e.line}: {e}') from e
    except CaseError:
        raise
    except Exception as e:  # an expression can raise any exception
        raise CaseError(f'{shown(path)}:{d.line}: {e or type(e).__name__}') from e


def read(d, lines):
    """Takes the lines, (number, text)."""
    lines = list(lines)
    d.rows = tensors.rows_among(line for _, line in lines)
    for d.line, line in lines:
        key, *rest = _substituted(d, line).split(None, 1)
        if shards.is_here(d, key, rest):
            _line(d, key, rest[0].rstrip() if rest else '')


def finish(d, look):
    """Does what needs all lines."""
    last = d.line
    _finish(d, look)
    d.line = last


def validate(d):
    cases.validate(d.case, d.line)
    beside = os.path.join(d.near, d.case.kernel)
    if os.path.isfile(beside):
        d.case.kernel = beside


expand, is_description = sections.expand, sections.is_description


def load(name, directory, look=False, chip=BLACKHOLE):
    """Returns the Description of NAME.desc or NAME.desc:SECTION with a complete Case, or raises
    CaseError. Files are next to the description. look: it need not expect anything."""
    path, near, lines = sections.opened(name, directory)
    d = new(path, near, chip)
    with named(d):
        read(d, lines)
        finish(d, look)
        validate(d)
    return d
