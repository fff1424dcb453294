# SPDX-License-Identifier: Apache-2.0
"""Matrices that a description sends or expects (docs/metal.md): their shapes and the sources of their numbers."""
import struct

from .. import npy
from . import case as cases
from ..formats import BYTES, page_bytes
from ..xorshift import Random
from .matrix import Matrix, evaluate
from .words import Unexpected, counted, one_of, real, whole

MOST_NUMBERS = 1 << 22  # limit for a matrix, which consists of Python numbers


def generator(seed):
    return Random((seed * 2654435761 + 1) & 0xFFFFFFFF or 1)


def _bytes_in_rows(d, number, rows, columns):
    b = cases.holder(d.case, number)
    if b.format not in BYTES:
        raise Unexpected(f'{b.format} has tiles, not rows')
    size = rows * columns * BYTES[b.format]
    if number in d.case.buffers and size % b.page_bytes:
        raise Unexpected(f'{rows} x {columns} is not a whole number of pages of {b.page_bytes} bytes')
    return size


def shape(d, number, rows, columns):
    """The shape of a matrix, which must consist of whole tiles, or of whole pages if these hold
    rows."""
    b = cases.holder(d.case, number)
    rows, columns = whole('ROWS', rows, 1, MOST_NUMBERS), whole('COLUMNS', columns, 1, MOST_NUMBERS)
    if number in d.rows:
        size = _bytes_in_rows(d, number, rows, columns)
    elif rows % b.rows or columns % b.columns:
        raise Unexpected(f'{rows} x {columns} is not a whole number of tiles of {b.rows} x {b.columns}')
    else:
        size = rows * columns // (b.rows * b.columns) * page_bytes(b.format, b.rows, b.columns)
    if rows * columns > MOST_NUMBERS or size > cases.ROOM:
        raise Unexpected(f'{rows} x {columns} numbers in {b.format} have {size} bytes; at most {MOST_NUMBERS} numbers in '
                         f'{cases.ROOM} bytes fit')
    return rows, columns


def spread(what, found, rows, columns):
    """The rows of a value: a matrix of that shape, or a number, a row or a column that is
    repeated."""
    if not isinstance(found, Matrix):
        found = Matrix([[found]])
    if found.shape[0] not in (1, rows) or found.shape[1] not in (1, columns):
        raise ValueError(f'{what} is {found.shape[0]} x {found.shape[1]}, and must be {rows} x {columns}')
    return [[float(found.at(r, c)) for c in range(columns)] for r in range(rows)]


def file_rows(d, name, rows, columns):
    """The rows of a NumPy file, or of a file that contains binary32 numbers row by row."""
    size = 4 * rows * columns
    with open(d.path(name), 'rb') as f:
        data = f.read(len(npy.MAGIC))
        if data == npy.MAGIC:
            try:
                return npy.matrix(f, rows, columns)
            except ValueError as e:
                raise ValueError(f'{name}: {e}') from None
        data += f.read(max(size + 1 - len(data), 0))
    if len(data) != size:
        raise ValueError(f'{name} has {"more" if len(data) > size else "only"} {min(len(data), size)} bytes, and {rows} x '
                         f'{columns} numbers are {size}')
    flat = struct.unpack(f'<{rows * columns}f', data)
    return [list(flat[i:i + columns]) for i in range(0, len(flat), columns)]


def _random(d, words, rows, columns):
    low, high = (-1.0, 1.0) if len(words) == 2 else (real('LOW', words[2]), real('HIGH', words[3]))
    if low > high:
        raise Unexpected(f'LOW {words[2]} is more than HIGH {words[3]}')
    return [[low + (high - low) * d.random.unit() for _ in range(columns)] for _ in range(rows)]


def _single(d, number, inside, value):
    """One tile, with the value where a function is true and 0 elsewhere."""
    b, value = cases.holder(d.case, number), float(value)
    return [[value if inside(r, c) else 0.0 for c in range(b.columns)] for r in range(b.rows)]


# Kind of input: its usage, the least and most words, and the function that makes the rows.
KINDS = {
    'random': ('ROWS COLUMNS [LOW HIGH]', 2, 4, lambda d, n, w: _random(d, w, *shape(d, n, *w[:2]))),
    'const': ('ROWS COLUMNS VALUE', 3, 3, lambda d, n, w: spread('VALUE', float(w[2]), *shape(d, n, *w[:2]))),
    'of': ('ROWS COLUMNS EXPRESSION', 3, None,
           lambda d, n, w: spread('the value', evaluate(' '.join(w[2:]), d.names), *shape(d, n, *w[:2]))),
    'file': ('ROWS COLUMNS PATH', 3, 3, lambda d, n, w: file_rows(d, w[2], *shape(d, n, *w[:2]))),
    'scaler': ('VALUE', 1, 1, lambda d, n, w: _single(d, n, lambda r, c: r % 16 == 0, w[0])),
    'column': ('VALUE', 1, 1, lambda d, n, w: _single(d, n, lambda r, c: c == 0, w[0])),
}


def rows_of(d, number, words):
    """The rows for a line "in ID NAME KIND ..."."""
    kind = one_of('input of kind', words[2], KINDS)
    usage, least, most, take = KINDS[kind]
    try:
        rest = counted(words[3:], least, most)
        if kind == 'random' and len(rest) == 3:
            raise Unexpected('LOW without HIGH')
        return take(d, number, rest)
    except Unexpected as e:
        raise Unexpected(f'{e}; expected "in ID NAME {kind} {usage}"') from e
