# SPDX-License-Identifier: Apache-2.0
"""The inputs of the vendor's sweeps, and tiles of L1 from and to numbers. A number is its pattern: 16 bits of b
(BF16) and h (FP16), 32 bits of f (FP32); p8 and p4 (BFP8, BFP4) have values of b."""
import numpy as np

ALL, TILE, BLOCK = 65536, 1024, 16
CODE = {'f': 0, 'h': 1, 'b': 5, 'p8': 6, 'p4': 7}  # of data formats, as the hardware counts them
MANTISSA = {'b': 7, 'h': 10, 'f': 23, 'p8': 7, 'p4': 7}
SMALLEST = {'b': 2.0 ** -126, 'f': 2.0 ** -126, 'h': 2.0 ** -14, 'p8': 2.0 ** -126, 'p4': 2.0 ** -126}  # normal numbers
STRIDE = 65537  # between FP32 inputs


def of_values(values, form):
    """Patterns of float64 or float32 values; rounded to nearest, ties to even."""
    with np.errstate(over='ignore', invalid='ignore', under='ignore'):
        single = np.asarray(values).astype(np.float32)
        if form == 'f':
            return single.view(np.uint32)
        if form == 'h':
            return single.astype(np.float16).view(np.uint16)
    bits = single.view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(single), 0x7FC0, rounded).astype(np.uint16)


def values(patterns, form):
    """float32 values of patterns."""
    if form == 'f':
        return np.asarray(patterns, np.uint32).view(np.float32)
    if form == 'h':
        return np.asarray(patterns, np.uint16).view(np.float16).astype(np.float32)
    return (np.asarray(patterns).astype(np.uint32) << 16).view(np.float32)


def inputs(form):
    """(65,536 patterns, how many of them are no padding): ascending, finite, zeros at the end."""
    if form == 'f':
        keys = -0x7F800000 + STRIDE * np.arange(2 * 0x7F800000 // STRIDE + 1, dtype=np.int64)
        keys = keys[np.abs(keys) < 0x7F800000]
        found = np.where(keys < 0, 0x80000000 - keys, keys).astype(np.uint32)
    else:
        bits = np.arange(65536, dtype=np.uint32)
        numbers = values(bits, form)
        numbers, bits = numbers[np.isfinite(numbers)], bits[np.isfinite(numbers)]
        kept = bits != 0  # one zero: -0
        order = np.argsort(numbers[kept], kind='stable')
        found = bits[kept][order].astype(np.uint16)
    return np.concatenate([found, np.zeros(ALL - len(found), found.dtype)]), len(found)


def shared(patterns, kept):
    """(exponents of blocks, signs, magnitudes of `kept` bits) of BF16 patterns: seven bits of the mantissa, the
    hidden one included, rounded where the block's exponent is larger, ties away from zero, then truncated. The host
    gives a number with the exponent 0 its hidden bit, too."""
    bits = np.asarray(patterns).astype(np.int64).reshape(-1, BLOCK)
    sign, exponent, mantissa = bits >> 15, bits >> 7 & 255, (bits & 127) >> 1 | 64
    top = exponent.max(axis=1, keepdims=True)
    down = np.minimum(top - exponent, 62)
    guard = np.where(down > 0, mantissa >> np.maximum(down - 1, 0) & 1, 0)
    return top, sign, ((mantissa >> down) + guard & 127) >> (7 - kept)


def quantised(patterns, form):
    """BF16 patterns after the way through a block format."""
    top, sign, magnitude = shared(patterns, {'p8': 7, 'p4': 3}[form])
    exact = magnitude * np.exp2((top - 126 - {'p8': 7, 'p4': 3}[form]).astype(np.float64))
    return of_values(np.where(sign == 1, -exact, exact).reshape(-1), 'b')


def to_tiles(patterns, form):
    """The bytes of 64 tiles of L1."""
    if form not in ('p8', 'p4'):
        return np.asarray(patterns).tobytes()
    kept = {'p8': 7, 'p4': 3}[form]
    top, sign, magnitude = shared(patterns, kept)
    datum = np.where(magnitude > 0, sign << kept | magnitude, 0).astype(np.uint8).reshape(-1, TILE)
    if kept == 3:
        datum = datum[:, 0::2] | datum[:, 1::2] << 4
    exponents = top.astype(np.uint8).reshape(-1, TILE // BLOCK)
    return np.concatenate([exponents, datum], axis=1).tobytes()


def from_tiles(data, form):
    """Patterns of 64 tiles of L1; of BFP8, those of BF16."""
    if form != 'p8':
        return np.frombuffer(data, np.uint32 if form == 'f' else np.uint16)
    tiles = np.frombuffer(data, np.uint8).reshape(-1, TILE // BLOCK + TILE)
    exponent = tiles[:, :TILE // BLOCK].reshape(-1, 1).astype(np.int64)
    datum = tiles[:, TILE // BLOCK:].reshape(-1, BLOCK).astype(np.int64)
    exact = (datum & 127) * np.exp2((exponent - 133).astype(np.float64))
    return of_values(np.where(datum >> 7 == 1, -exact, exact).reshape(-1), 'b')
