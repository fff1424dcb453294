# SPDX-License-Identifier: Apache-2.0
"""Conversion of bytes in L1 to numbers, and rounding of numbers to the types that are compared."""
import math
import struct

BYTES = {'Float32': 4, 'Int32': 4, 'UInt32': 4, 'Float16': 2, 'Float16_b': 2, 'UInt16': 2,
         'Int16': 2, 'Int8': 1, 'UInt8': 1, 'Fp8_e4m3': 1}
MANTISSA_BITS = {'Bfp8_b': 7, 'Bfp4_b': 3}


def to_f32(x):
    try:
        return struct.unpack('<f', struct.pack('<f', x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def to_f16(x):
    x = to_f32(x)
    try:
        return struct.unpack('<e', struct.pack('<e', x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def to_bf16(x):
    x = to_f32(x)
    if math.isnan(x):
        return x
    bits = struct.unpack('<I', struct.pack('<f', x))[0]
    bits = bits + 0x7FFF + (bits >> 16 & 1) & 0xFFFF0000
    return struct.unpack('<f', struct.pack('<I', bits))[0]


ROUND = {'f32': to_f32, 'f16': to_f16, 'bf16': to_bf16}


def convert(x, ctype):
    """A number as the compared type."""
    return ROUND[ctype](x) if ctype in ROUND else int(x)


def _fp8_e4m3(code):
    sign = -1.0 if code & 0x80 else 1.0
    exponent, mantissa = code >> 3 & 15, code & 7
    if code & 0x7F == 0x7F:
        return math.nan
    if exponent == 0:
        return sign * math.ldexp(mantissa, -9)
    return sign * math.ldexp(8 + mantissa, exponent - 10)


def _sign_magnitude(code, bits):
    magnitude = code & (1 << bits - 1) - 1
    return -magnitude if code >> bits - 1 else magnitude


def _datum(fmt, raw):
    code = int.from_bytes(raw, 'little')
    if fmt == 'Float32':
        return struct.unpack('<f', raw)[0]
    if fmt == 'Float16':
        return struct.unpack('<e', raw)[0]
    if fmt == 'Float16_b':
        return struct.unpack('<f', b'\0\0' + raw)[0]
    if fmt == 'Fp8_e4m3':
        return _fp8_e4m3(code)
    return code if fmt.startswith('U') else _sign_magnitude(code, 8 * len(raw))


def _block_datum(fmt, tile, exponents, i):
    bits = MANTISSA_BITS[fmt]
    exponent = tile[i // 16] - 127 - (bits - 1)
    code = tile[exponents + i] if bits == 7 else tile[exponents + i // 2] >> 4 * (i & 1) & 15
    magnitude = code & (1 << bits) - 1
    if bits == 3 and magnitude == 0:
        return 0.0
    value = math.ldexp(float(magnitude), exponent)
    return to_bf16(-value if code >> bits else value)


def decode(read, data):
    """The tiles * datums numbers, in the order of the device."""
    out = []
    for t in range(read.tiles):
        tile = data[t * read.stride:]
        if read.format in MANTISSA_BITS:
            out += [_block_datum(read.format, tile, read.exponents, i) for i in range(read.datums)]
        else:
            size = BYTES[read.format]
            out += [_datum(read.format, tile[i * size:(i + 1) * size]) for i in range(read.datums)]
    return out
