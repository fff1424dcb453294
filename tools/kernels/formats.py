# SPDX-License-Identifier: Apache-2.0
"""Data formats: their codes, the bytes of a tile, and conversion of bytes to numbers and back."""
import math
import struct
from array import array

CODES = {'Float32': 0, 'Float16': 1, 'Bfp8': 2, 'Bfp4': 3, 'Tf32': 4, 'Float16_b': 5, 'Bfp8_b': 6,
         'Bfp4_b': 7, 'Int32': 8, 'UInt16': 9, 'Lf8': 10, 'Bfp2': 11, 'Int8': 14, 'Bfp2_b': 15,
         'UInt32': 24, 'Fp8_e4m3': 26, 'UInt8': 30, 'Invalid': 255}
BYTES = {'Float32': 4, 'Int32': 4, 'UInt32': 4, 'Float16': 2, 'Float16_b': 2, 'UInt16': 2,
         'Lf8': 1, 'Fp8_e4m3': 1, 'Int8': 1, 'UInt8': 1}
BLOCK_BITS = {'Bfp8': 8, 'Bfp8_b': 8, 'Bfp4': 4, 'Bfp4_b': 4, 'Bfp2': 2, 'Bfp2_b': 2}
INTEGERS = ('Int32', 'UInt32', 'UInt16', 'UInt8', 'Int8')
SHAPES = {(32, 32), (16, 32), (32, 16), (16, 16), (8, 32), (4, 32), (2, 32), (1, 32), (8, 16),
          (4, 16), (2, 16), (1, 16)}
ROUNDOFF = {'Float32': 2.0 ** -24, 'Float16': 2.0 ** -11, 'Float16_b': 2.0 ** -8,
            'Bfp8_b': 2.0 ** -7, 'Bfp8': 2.0 ** -7, 'Bfp4_b': 2.0 ** -3, 'Bfp4': 2.0 ** -3}


def to_f32(x):
    """A number rounded to binary32, to nearest even; one that is too large becomes infinite."""
    try:
        return struct.unpack('<f', struct.pack('<f', x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def to_f16(x):
    try:
        return struct.unpack('<e', struct.pack('<e', to_f32(x)))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def _bf16(x):
    bits = struct.unpack('<I', struct.pack('<f', x))[0]
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 & 0xFFFF


def to_bf16(x):
    x = to_f32(x)
    return x if math.isnan(x) else struct.unpack('<f', struct.pack('<I', _bf16(x) << 16))[0]


def is_known(name):
    return name in BYTES or name in BLOCK_BITS


def exponent_bytes(datums):
    """Bytes of exponents of a tile in a block format: one for 16 datums, in whole units of 16
    bytes."""
    return (datums // 16 + 15) // 16 * 16


def page_bytes(name, rows, columns):
    """The size of one tile."""
    datums = rows * columns
    if name in BYTES:
        return datums * BYTES[name]
    return exponent_bytes(datums) + datums * BLOCK_BITS[name] // 8


def _small_float(code, exponent_bits, mantissa_bits, nan_only):
    sign = -1.0 if code >> (exponent_bits + mantissa_bits) else 1.0
    exponent = code >> mantissa_bits & (1 << exponent_bits) - 1
    mantissa = code & (1 << mantissa_bits) - 1
    bias, top = (1 << exponent_bits - 1) - 1, (1 << exponent_bits) - 1
    if nan_only and code & 0x7F == 0x7F:
        return math.nan
    if exponent == top and not nan_only:
        return math.nan if mantissa else sign * math.inf
    if exponent == 0:
        return sign * math.ldexp(mantissa, 1 - bias - mantissa_bits)
    return sign * math.ldexp((1 << mantissa_bits) + mantissa, exponent - bias - mantissa_bits)


def _block_codes(name, data):
    bits = BLOCK_BITS[name]
    per, mask = 8 // bits, (1 << bits) - 1
    return [byte >> bits * i & mask for byte in data for i in range(per)]


def block(name, page, datums, exponents=None):
    """The numbers of one tile: signs and magnitudes, scaled by an exponent for each 16 datums, of 8 bits in _b formats, otherwise
    of 5. exponents: their bytes, if not as many as exponent_bytes()."""
    bits, bias = BLOCK_BITS[name] - 1, 127 if name.endswith('_b') else 15
    codes = _block_codes(name, page[exponent_bytes(datums) if exponents is None else exponents:])
    out = []
    for i in range(datums):
        magnitude = codes[i] & (1 << bits) - 1
        value = math.ldexp(magnitude, page[i // 16] - bias - (bits - 1))
        out.append(-value if codes[i] >> bits else value)
    return out


def plain(name, data):
    """The datums of formats without blocks."""
    if name == 'Float16_b':
        widened = array('I', (v << 16 for v in memoryview(data).cast('H')))
        return list(memoryview(widened.tobytes()).cast('f'))
    if name == 'Float16':
        return list(struct.unpack(f'<{len(data) // 2}e', data))
    if name == 'Lf8':
        return [_small_float(b, 5, 2, False) for b in data]
    if name == 'Fp8_e4m3':
        return [_small_float(b, 4, 3, True) for b in data]
    if name == 'Int8':
        return [-(b & 127) if b >> 7 else b for b in data]
    letter = {'Float32': 'f', 'Int32': 'i', 'UInt32': 'I', 'UInt16': 'H', 'UInt8': 'B'}[name]
    return list(memoryview(data).cast(letter))


def decode(name, rows, columns, data):
    """The numbers in pages of one tile each, in the order of the datums."""
    size, out = BYTES.get(name) or page_bytes(name, rows, columns), []
    if len(data) % size:
        raise ValueError(f'{len(data)} bytes of {name} are not a multiple of {size}')
    if name in BYTES:
        return plain(name, bytes(data))
    for at in range(0, len(data), size):
        out += block(name, data[at:at + size], rows * columns)
    return out


def _integer(name, x):
    x, bits = int(round(x)), 8 * BYTES[name]
    if name == 'Int8':  # sign and magnitude
        return abs(x) & 127 | (x < 0) << 7
    return x & (1 << bits) - 1


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


def _encoded_block(name, values):
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
    """The bytes of one tile from its datums in order, each rounded to nearest even."""
    if not is_known(name):
        raise ValueError(f'no data format {name}')
    if name in BLOCK_BITS:
        return _encoded_block(name, values)
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
