# SPDX-License-Identifier: Apache-2.0
"""What a golden generator under torch before 2.1 took the zeros of block formats for.

It quantizes an operand by shifting 1.0's mantissa right by the distance of the exponents. For a zero
that is the shared exponent itself, 128 for values in [2, 4), and torch's shift of 32-bit integers
took distances modulo 32 then: the zero counts as 2^(E - 127) >> (E mod 32). operands() puts that
value where the zero is, so that a kernel sees the operands that the golden values were made from."""
MANTISSA_BITS = {'Bfp8_b': 7, 'Bfp4_b': 3}


def _datums(size, bits):
    """Of a tile of size bytes: one exponent per 16 datums, at least 16 exponents."""
    for datums in (1024, 512, 256, 128, 64, 32, 16):
        if max(16, datums // 16) + datums * (bits + 1) // 8 == size:
            return datums
    return 0


def _tile(tile, bits):
    tile = bytearray(tile)
    datums = _datums(len(tile), bits)
    start = max(16, datums // 16)
    for i in range(datums):
        low = 4 * (i & 1) if bits == 3 else 0
        at = start + (i // 2 if bits == 3 else i)
        if not tile[at] >> low & (1 << bits) - 1:
            tile[at] |= (1 << bits - 1 >> tile[i // 16] % 32) << low
    return bytes(tile)


def _size(read):
    return read.exponents + read.datums * (MANTISSA_BITS[read.format] + 1) // 8


def _tiles(data, bits):
    full = 64 + 1024 * (bits + 1) // 8
    size = full if len(data) % full == 0 else len(data)
    return b''.join(_tile(data[i:i + size], bits) for i in range(0, len(data), size))


def operands(case):
    """case.memory as the golden values understand it."""
    if case.stimuli not in MANTISSA_BITS:
        return case.memory
    return [(at, _tiles(data, MANTISSA_BITS[case.stimuli])) for at, data in case.memory]


def results(case, data):
    """The bytes read, zeros replaced where the golden values were quantized once more."""
    out, at = bytearray(data), 0
    for read in case.reads:
        for t in range(read.tiles if read.format in MANTISSA_BITS else 0):
            start, size = at + t * read.stride, _size(read)
            out[start:start + size] = _tile(data[start:start + size], MANTISSA_BITS[read.format])
        at += read.size
    return bytes(out)
