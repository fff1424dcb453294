# SPDX-License-Identifier: Apache-2.0
"""What the kernels of examples/llk compute, in double precision."""
import math
import struct


def tf32(x):
    """The upper 19 bits of a binary32 number."""
    bits = struct.unpack('<I', struct.pack('<f', x))[0] & 0xFFFFE000
    return struct.unpack('<f', struct.pack('<I', bits))[0]


def each(f, *matrices):
    return [[f(*values) for values in zip(*rows)] for rows in zip(*matrices)]


def column_of(matrix):
    """Column 0 of each tile, repeated in all columns of the tile."""
    return [[row[c & ~31] for c in range(len(row))] for row in matrix]


def row_of(matrix):
    return [matrix[r & ~31] for r in range(len(matrix))]


def matmul(a, b):
    columns = list(zip(*b))
    return [[math.fsum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def _per_tile(matrix, f):
    """Applies f to the 32x32 block of each tile."""
    out = [[0.0] * len(matrix[0]) for _ in matrix]
    for top in range(0, len(matrix), 32):
        for left in range(0, len(matrix[0]), 32):
            result = f([row[left:left + 32] for row in matrix[top:top + 32]])
            for r in range(32):
                out[top + r][left:left + 32] = result[r]
    return out


def reduce_columns(matrix, f):
    def tile(block):
        return [[f(column) for column in zip(*block)]] + [[0.0] * 32 for _ in range(31)]
    return _per_tile(matrix, tile)


def reduce_rows(matrix, f):
    return _per_tile(matrix, lambda block: [[f(row)] + [0.0] * 31 for row in block])


def clamp(x):
    return x / 4 if x < 0 else min(x, 1.0)


def leaky(x):
    return x / 4 if x < 0 else x


def nested(x):
    if -2 < x < 2:
        return x * x + (1 if x >= 0.5 or x < -0.5 else 0)
    return 0.0 if abs(x) == 4 else -x


def levels(x):
    if x == 0:
        return -100.0
    level = math.frexp(abs(x))[1] - 1
    return float(level + (10 if x <= -1 else 0))


def ladder(x):
    if x < -1.5:
        return -3.0
    if x < 0:
        return -1.0
    if x == 0:
        return 0.5
    return 1.0 if x <= 1.5 else 3 - x


def softmax(row):
    shares = [math.exp(x - max(row)) for x in row]
    return [s / math.fsum(shares) for s in shares]


def layernorm(row, epsilon=1e-5):
    mean = math.fsum(row) / len(row)
    variance = math.fsum((x - mean)**2 for x in row) / len(row)
    return [(x - mean) / math.sqrt(variance + epsilon) for x in row]
