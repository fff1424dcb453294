# SPDX-License-Identifier: Apache-2.0
"""Converts numbers to the bytes of tiles in L1. A 32x32 tile has four 16x16 faces, each row by
row."""
import math
import struct

BYTES = {'Float32': 4, 'Float16': 2, 'Float16_b': 2, 'Bfp8_b': 1, 'Fp8_e4m3': 1}


def _float_bits(x):
    return struct.unpack('<I', struct.pack('<f', x))[0]


def _bfp8(values):
    """An exponent for each 16 datums, then signs and magnitudes; values must fit seven bits."""
    exponents, data = bytearray(), bytearray()
    for i in range(0, len(values), 16):
        row = values[i:i + 16]
        top = max((math.frexp(x)[1] - 1 for x in row if x), default=-127)
        exponents.append(top + 127)
        for x in row:
            magnitude = math.ldexp(abs(x), 6 - top)
            assert magnitude == int(magnitude), 'not a number of this block'
            data.append((x < 0) << 7 | int(magnitude))
    return bytes(exponents + data)


def _fp8(x):
    """The E4M3 code of a representable normal number."""
    if x == 0:
        return 0
    fraction, exponent = math.frexp(abs(x))
    mantissa = fraction * 16 - 8
    assert mantissa == int(mantissa) and 1 <= exponent + 6 <= 15
    return (x < 0) << 7 | exponent + 6 << 3 | int(mantissa)


def encode(fmt, values):
    """The bytes of one tile in the order of its datums."""
    if fmt == 'Bfp8_b':
        return _bfp8(values)
    if fmt == 'Fp8_e4m3':
        return bytes(_fp8(x) for x in values)
    if fmt == 'Float16_b':
        bits = [_float_bits(x) for x in values]
        assert all(b & 0xFFFF == 0 for b in bits), 'not a number of this format'
        return struct.pack(f'<{len(bits)}H', *(b >> 16 for b in bits))
    return struct.pack(f'<{len(values)}{"f" if fmt == "Float32" else "e"}', *values)


def rows_of_tile(values):
    """The 32 rows of 32 numbers of one tile."""
    return [[values[512 * (r >> 4) + 256 * (c >> 4) + 16 * (r & 15) + (c & 15)] for c in range(32)]
            for r in range(32)]


def tile_of_rows(matrix):
    """The datums of each tile of a matrix, tiles in row-major order."""
    tiles = []
    for top in range(0, len(matrix), 32):
        for left in range(0, len(matrix[0]), 32):
            tiles.append([matrix[top + 16 * (i >> 9) + (i >> 4 & 15)][left + 16 * (i >> 8 & 1) + (i & 15)]
                          for i in range(1024)])
    return tiles
