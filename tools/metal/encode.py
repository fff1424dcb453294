# SPDX-License-Identifier: Apache-2.0
"""Converts numbers to the bytes of tiles: rounded to nearest even, one face of 16 columns after the
other."""
import math
import struct

from ksuite.metal.formats import BLOCK_BITS, BYTES, INTEGERS, exponent_bytes, is_known


def _bf16(x):
    bits = struct.unpack('<I', struct.pack('<f', x))[0]
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 & 0xFFFF


def _integer(name, x):
    size = 8 * BYTES[name]
    return int(round(x)) & (1 << size) - 1


def _small(x, exponent_bits, mantissa_bits, largest):
    """The code of a normal number or 0, clamped to that of the largest finite number."""
    sign = (math.copysign(1, x) < 0) << (exponent_bits + mantissa_bits)
    if x == 0:
        return sign
    bias = (1 << exponent_bits - 1) - 1
    exponent = max(math.frexp(abs(x))[1] - 1, 1 - bias)
    scaled = round(math.ldexp(abs(x), mantissa_bits - exponent))
    if scaled >> mantissa_bits + 1:
        exponent, scaled = exponent + 1, scaled >> 1
    if not scaled >> mantissa_bits:
        return sign
    return sign | min((exponent + bias) << mantissa_bits | scaled & (1 << mantissa_bits) - 1, largest)


def _block(name, values):
    bits, bias = BLOCK_BITS[name] - 1, 127 if name.endswith('_b') else 15
    exponents, codes = bytearray(), []
    for i in range(0, len(values), 16):
        group = values[i:i + 16]
        top = max((math.frexp(x)[1] - 1 for x in group if x), default=-bias)
        exponents.append(max(top + bias, 0))
        for x in group:
            magnitude = min(round(math.ldexp(abs(x), bits - 1 - top)), (1 << bits) - 1)
            codes.append((x < 0) << bits | magnitude if magnitude else 0)
    exponents += bytes(exponent_bytes(len(values)) - len(exponents))
    per = 8 // (bits + 1)
    packed = bytes(sum(codes[i + j] << (bits + 1) * j for j in range(per))
                   for i in range(0, len(codes), per))
    return bytes(exponents) + packed


def encode(name, values):
    """The bytes of one tile from its datums in order."""
    if not is_known(name):
        raise ValueError(f'no data format {name}')
    if name in BLOCK_BITS:
        return _block(name, values)
    if name in INTEGERS:
        size = BYTES[name]
        return b''.join(_integer(name, x).to_bytes(size, 'little') for x in values)
    if name == 'Float16_b':
        return struct.pack(f'<{len(values)}H', *(_bf16(x) for x in values))
    if name in ('Lf8', 'Fp8_e4m3'):
        shape = (5, 2, 0x7B) if name == 'Lf8' else (4, 3, 0x7E)  # 57344, or 448, above which only NaN is encoded
        return bytes(_small(x, *shape) for x in values)
    return struct.pack(f'<{len(values)}{"f" if name == "Float32" else "e"}', *values)


def datum_order(rows, columns):
    """(row, column) of each datum of a tile, face after face."""
    face = min(rows, 16)
    return [(top + r, left + c) for top in range(0, rows, face) for left in range(0, columns, 16)
            for r in range(face) for c in range(16)]


def to_tiles(matrix, rows, columns):
    """The tiles of a matrix (a list of rows) in row-major order, as lists of datums."""
    order = datum_order(rows, columns)
    return [[matrix[top + r][left + c] for r, c in order]
            for top in range(0, len(matrix), rows) for left in range(0, len(matrix[0]), columns)]


def from_tiles(tiles, rows, columns, height, width):
    """The matrix of height x width that consists of these tiles."""
    order = datum_order(rows, columns)
    matrix = [[0.0] * width for _ in range(height)]
    across = width // columns
    for i, tile in enumerate(tiles):
        top, left = i // across * rows, i % across * columns
        for (r, c), x in zip(order, tile):
            matrix[top + r][left + c] = x
    return matrix
