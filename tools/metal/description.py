# SPDX-License-Identifier: Apache-2.0
"""Reader of descriptions (docs/metal.md): a kernel, its buffers, matrices for them and the expected
result as an expression; makes a Case of them."""
import os
import re
import struct
from dataclasses import dataclass, field

import case as cases
from encode import datum_order, encode, from_tiles, to_tiles
from formats import INTEGERS, ROUNDOFF, decode
from ksuite.text import CaseError
from matrix import Matrix, evaluate


# What reductions leave of each tile.
PARTS = {'column': lambda r, c: c == 0, 'row': lambda r, c: r == 0, 'corner': lambda r, c: r == c == 0}


class _Random:
    """xorshift32: the same numbers with every version of Python."""

    def __init__(self, seed):
        self.state = (seed * 2654435761 + 1) & 0xFFFFFFFF or 1

    def unit(self):
        x = self.state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self.state = x
        return x / 4294967296


@dataclass
class Description:
    """A Case in the making."""
    case: cases.Case
    names: dict = field(default_factory=dict)   # of expressions
    shapes: dict = field(default_factory=dict)  # output -> (rows, columns)
    order: dict = field(default_factory=dict)   # buffer -> tiles in the order of its pages
    rows: set = field(default_factory=set)      # buffers whose pages are rows, not faces
    part: dict = field(default_factory=dict)    # output -> what of each tile is compared
    expected: dict = field(default_factory=dict)
    tolerance: dict = field(default_factory=dict)
    matrices: dict = field(default_factory=dict)  # buffer -> Matrix as encoded
    random: _Random = field(default_factory=lambda: _Random(1))


def _numbers(words):
    return [float(w) for w in words]


def _values(d, kind, words, path):
    """The rows of an input matrix."""
    if kind in ('scaler', 'column'):
        value, b = float(words[0]), words[-1]
        inside = (lambda r, c: r % 16 == 0) if kind == 'scaler' else (lambda r, c: c == 0)
        return [[value if inside(r, c) else 0.0 for c in range(b.columns)] for r in range(b.rows)]
    rows, columns = int(words[0]), int(words[1])
    if kind == 'random':
        low, high = _numbers(words[2:4]) if len(words) > 3 else (-1.0, 1.0)
        return [[low + (high - low) * d.random.unit() for _ in range(columns)] for _ in range(rows)]
    if kind == 'const':
        return [[float(words[2])] * columns for _ in range(rows)]
    if kind == 'file':
        with open(path(words[2]), 'rb') as f:
            flat = struct.unpack(f'<{rows * columns}f', f.read())
        return [list(flat[i:i + columns]) for i in range(0, len(flat), columns)]
    if kind == 'of':
        found = evaluate(' '.join(words[2:]), d.names)
        return [[float(found.at(r, c)) for c in range(columns)] for r in range(rows)]
    raise ValueError(f'no input of kind {kind}')


def _pages_of(d, number, matrix):
    """Bytes of the pages, and the matrix that they decode to."""
    b = d.case.buffers[number]
    height, width = len(matrix), len(matrix[0])
    if height % b.rows or width % b.columns:
        raise ValueError(f'{height} x {width} is no whole number of tiles of {b.rows} x {b.columns}')
    tiles = to_tiles(matrix, b.rows, b.columns)
    encoded = [encode(b.format, t) for t in tiles]
    exact = from_tiles([decode(b.format, b.rows, b.columns, e) for e in encoded], b.rows, b.columns,
                       height, width)
    if number in d.rows:
        flat = encode(b.format, [x for row in matrix for x in row])
        return flat, exact
    order = d.order.get(number, range(len(tiles)))
    return b''.join(encoded[i] for i in order), exact


def _input(d, words, path):
    """in ID NAME KIND ..."""
    number, name, kind = int(words[0]), words[1], words[2]
    if number not in d.case.buffers:
        raise ValueError(f'there is no cb {number} above')
    rest = words[3:]
    if kind in ('scaler', 'column'):
        rest = [*rest, d.case.buffers[number]]
    data, exact = _pages_of(d, number, _values(d, kind, rest, path))
    d.case.inputs[number] = data
    d.names[name] = d.matrices[number] = Matrix(exact)


def _mover(d, key, words, path):
    """reader or writer FILE ARGUMENT..."""
    if key in d.case.movers:
        raise ValueError(f'a second {key}')
    file = path(words[0])
    if not os.path.isfile(file):
        raise ValueError(f'the {key} {words[0]} does not exist')
    d.case.movers[key] = (file, [cases.word(w) for w in words[1:]])


def _output(d, words):
    number, rows, columns = (int(w) for w in words)
    b = d.case.buffers[number]
    d.shapes[number] = (rows, columns)
    d.case.outputs[number] = rows * columns // (b.rows * b.columns)


def _file_matrix(d, number, name, path):
    rows, columns = d.shapes[number]
    with open(path(name), 'rb') as f:
        flat = struct.unpack(f'<{rows * columns}f', f.read())
    return Matrix(flat[i:i + columns] for i in range(0, len(flat), columns))


def _expect(d, number, rest, path):
    kind, _, text = rest.partition(' ')
    wanted = _file_matrix(d, number, text, path) if kind == 'file' else evaluate(rest, d.names)
    rows, columns = d.shapes[number]
    d.expected[number] = Matrix([wanted.at(r, c) for c in range(columns)] for r in range(rows))


def _line(d, reader, key, rest, path):
    """One line; what is not a description's own is a case's."""
    words = rest.split()
    if key == 'let':
        d.names[words[0]] = evaluate(rest.partition(' ')[2], d.names)
    elif key == 'seed':
        d.random = _Random(int(rest))
    elif key == 'order':
        d.order[int(words[0])] = list(evaluate(rest.partition(' ')[2], d.names))
    elif key == 'layout':
        if words[1] != 'rows':
            raise ValueError(f'no layout {words[1]}')
        d.rows.add(int(words[0]))
    elif key == 'in':
        _input(d, words, path)
    elif key in ('reader', 'writer'):
        _mover(d, key, words, path)
    elif key == 'out':
        _output(d, words)
    elif key == 'expect':
        _expect(d, int(words[0]), rest.partition(' ')[2], path)
    elif key == 'part':
        d.part[int(words[0])] = PARTS.get(words[1]) or evaluate(rest.partition(' ')[2], d.names)
    elif key == 'tolerance':
        d.tolerance[int(words[0])] = (float(words[1]), float(words[2]), float(words[3]))
    else:
        cases.keyword(d.case, reader, key, rest)


def _default_tolerance(name, wanted):
    """Four roundings of the largest number, when the description says nothing."""
    if name in INTEGERS:
        return 0.0, 0.0, 1.0
    top = max((abs(x) for row in wanted.rows for x in row), default=0.0)
    return 4 * ROUNDOFF.get(name, 2.0 ** -7) * top, 4 * ROUNDOFF.get(name, 2.0 ** -7), 0.999


def _check(d, number, wanted):
    b = d.case.buffers[number]
    atol, rtol, pcc = d.tolerance.get(number) or _default_tolerance(b.format, wanted)
    if number in d.rows:
        golden = [x for row in wanted.rows for x in row]
    else:
        tiles = to_tiles(wanted.rows, b.rows, b.columns)
        golden = [x for i in d.order.get(number, range(len(tiles))) for x in tiles[i]]
    if b.format in INTEGERS:
        golden = [int(round(x)) for x in golden]
    check = cases.Check(number, 'isclose' if b.format not in INTEGERS else 'equal', atol, rtol, pcc)
    check.golden = golden
    if number in d.part:
        inside = [d.part[number](r, c) for r, c in datum_order(b.rows, b.columns)]
        check.map = [i for i in range(len(golden)) if inside[i % len(inside)]]
        check.golden = [golden[i] for i in check.map]
    d.case.checks.append(check)


def _lines(path):
    """(number, section, text) of each line that says something; section: the name in the last line
    "case NAME" above, '' for what all sections have in common."""
    try:
        with open(path, encoding='utf-8') as f:
            lines = f.read().splitlines()
    except (OSError, UnicodeDecodeError) as e:
        raise CaseError(f'{path}:0: cannot be read: {e}') from e
    section, out = '', []
    for number, line in enumerate(lines, 1):
        if line.startswith('case '):
            section = line.split()[1]
        if line.strip() and not line.startswith('#'):
            out.append((number, section, line))
    return out


def expand(path):
    """NAME.desc as NAME.desc:SECTION for each of its sections; anything else as it is."""
    if not path.endswith('.desc'):
        return [path]
    try:
        named = [f'{path}:{section}' for _, section, line in _lines(path) if line.startswith('case ')]
    except CaseError:
        named = []  # loading it will say so
    return named or [path]


def is_description(path):
    return path.endswith('.desc') or '.desc:' in path


def load(path, directory):
    """The Description of NAME.desc or NAME.desc:SECTION, its Case complete; or CaseError. Files are
    found beside the description."""
    path, _, wanted = path.partition('.desc')
    path, wanted = path + '.desc', wanted[1:]
    d = Description(cases.Case(path))
    d.case.fidelity = 'hifi4'
    near = os.path.dirname(os.path.abspath(path)) if directory is None else directory
    lines = _lines(path)
    if wanted and wanted not in {section for _, section, _ in lines}:
        raise CaseError(f'{path}: there is no case {wanted}')
    for number, section, line in lines:
        if section not in ('', wanted) or line.startswith('case '):
            continue
        try:
            line = re.sub(r'\{([^{}; ][^{};]*)\}', lambda m: str(evaluate(m[1], d.names)), line)
            key, _, rest = line.partition(' ')
            _line(d, None, key, rest, lambda name: os.path.join(near, name))
        except Exception as e:  # an expression can raise anything
            raise CaseError(f'{path}:{number}: {e or type(e).__name__}') from e
    if not d.case.kernel:
        raise CaseError(f'{path}: no kernel is named')
    beside = os.path.join(near, d.case.kernel)
    if os.path.isfile(beside):
        d.case.kernel = beside
    for number, matrix in d.expected.items():
        _check(d, number, matrix)
    return d


def result_matrix(d, number, data):
    """The pages taken from a buffer as the matrix that they are tiles of."""
    b = d.case.buffers[number]
    rows, columns = d.shapes[number]
    numbers = decode(b.format, b.rows, b.columns, data)
    if number in d.rows:
        return [numbers[i:i + columns] for i in range(0, len(numbers), columns)]
    size = b.rows * b.columns
    pages = [numbers[i:i + size] for i in range(0, len(numbers), size)]
    order = d.order.get(number, range(len(pages)))
    return from_tiles([p for _, p in sorted(zip(order, pages), key=lambda x: x[0])], b.rows,
                      b.columns, rows, columns)
