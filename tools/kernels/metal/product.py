# SPDX-License-Identifier: Apache-2.0
"""The product of two matrices of numbers: each sum is exact and rounded once. Rows of integers are packed into one long
integer, because Python multiplies that by a number at once."""
import math

MOST_BYTES = 32  # of an exact sum; wider ones cost more than adding doubles


def _integers(rows):
    """(the numbers times a power of two that makes all of them integers, that power); raises for what is not finite."""
    ratios = [[x.as_integer_ratio() for x in row] for row in rows]
    scale = max(below for row in ratios for _, below in row)
    return [[above * (scale // below) for above, below in row] for row in ratios], scale


def _bits(rows):
    return max(abs(x) for row in rows for x in row).bit_length()


def _packed(row, size):
    """The sum of the numbers, each shifted by its place: size bytes a place."""
    def unsigned(numbers):
        return int.from_bytes(b''.join(x.to_bytes(size, 'little') for x in numbers), 'little')
    return unsigned([max(x, 0) for x in row]) - unsigned([max(-x, 0) for x in row])


def _exact(a, b, size, scale):
    half, packed = 1 << 8 * size - 1, [_packed(row, size) for row in b]
    width = size * len(b[0])
    bias = _packed([half] * len(b[0]), size)  # makes every place positive
    for row in a:
        sums = sum(map(int.__mul__, row, packed), bias).to_bytes(width, 'little')
        yield [(int.from_bytes(sums[at:at + size], 'little') - half) / scale for at in range(0, width, size)]


def _of_doubles(a, b):
    columns = list(zip(*b))
    return [[math.fsum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def product(a, b):
    """Rows of a @ b. Numbers whose exact sums are too wide, infinite ones and NaN are multiplied as doubles."""
    try:
        (left, below), (right, under) = _integers(a), _integers(b)
        size = (_bits(left) + _bits(right) + len(b).bit_length() + 8) // 8  # one bit for the sign
        if size <= MOST_BYTES:
            return list(_exact(left, right, size, below * under))
    except (OverflowError, ValueError, AttributeError):
        pass
    return _of_doubles(a, b)
