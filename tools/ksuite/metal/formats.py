# SPDX-License-Identifier: Apache-2.0
"""Data formats of circular buffers: their codes, the bytes of a tile, and conversion of bytes to
numbers."""
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


def _block(name, page, datums):
    """Signs and magnitudes, scaled by an exponent for each 16 datums: of 8 bits in _b formats,
    otherwise of 5."""
    bits, bias = BLOCK_BITS[name] - 1, 127 if name.endswith('_b') else 15
    codes = _block_codes(name, page[exponent_bytes(datums):])
    out = []
    for i in range(datums):
        magnitude = codes[i] & (1 << bits) - 1
        value = math.ldexp(magnitude, page[i // 16] - bias - (bits - 1))
        out.append(-value if codes[i] >> bits else value)
    return out


def _plain(name, data):
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
    if name in BYTES:
        return _plain(name, bytes(data))
    size, out = page_bytes(name, rows, columns), []
    for at in range(0, len(data), size):
        out += _block(name, data[at:at + size], rows * columns)
    return out
