# SPDX-License-Identifier: Apache-2.0
"""The comparison rules of a case, which are those of LLK's own tests (docs/llk.md)."""
import math

from .. import formats
from ..compare import Compared, Verdict, pearson
from ..formats import to_bf16, to_f16, to_f32

ROUND = {'f32': to_f32, 'f16': to_f16, 'bf16': to_bf16}
SIGNED = {'Int32': 'UInt32', 'Int16': 'UInt16'}  # here signs and magnitudes, not complements


def convert(x, ctype):
    """A number as the compared type."""
    return ROUND[ctype](x) if ctype in ROUND else int(x)


def _tile(read, data):
    if read.format in formats.BLOCK_BITS:
        return formats.block(read.format, data, read.datums, read.exponents)
    name = SIGNED.get(read.format, read.format)
    size = formats.BYTES[name]
    numbers = formats.plain(name, data[:read.datums * size])
    sign = 1 << 8 * size - 1
    return [sign - x if x & sign else x for x in numbers] if name != read.format else numbers


def decode(read, data):
    """The numbers of all tiles of a read, in the order of the device."""
    return [x for t in range(read.tiles) for x in _tile(read, data[t * read.stride:])]


def _both_nan(g, r):
    return g != g and r != r


def _isclose(g, r, ctype, atol, rtol):
    if g == r:
        return True
    if atol == 0 and rtol == 0:
        return False
    if ctype not in ROUND:
        return abs(to_f32(g) - to_f32(r)) <= to_f32(to_f32(atol) + to_f32(to_f32(rtol) * abs(to_f32(r))))
    if math.isinf(g) and math.isinf(r):
        return False
    to = ROUND[ctype]
    difference = abs(to(g - r))
    if not math.isfinite(difference):
        return False
    return difference <= to(to_f32(to(atol) + abs(to(to_f32(to(rtol) * r)))))


def _row_major(k):
    """Position of tilized element k in row-major 32x32 tiles, one below the other."""
    tile, face, row, column = k >> 10, k >> 8 & 3, k >> 4 & 15, k & 15
    return tile * 1024 + (16 * (face >> 1) + row) * 32 + 16 * (face & 1) + column


def _bfp4_block(golden, result, block):
    finite = [abs(v[i]) for v in (golden, result) for i in block if math.isfinite(v[i])]
    if not finite:
        return [True] * len(block)
    largest = max(finite)
    limit = 2 * 2.0 ** (math.floor(math.log2(largest)) - 2) if largest else 0.0

    def good(g, r):
        if _both_nan(g, r):
            return True
        return abs(to_f32(g - r)) <= limit if largest else g == r
    return [good(golden[i], result[i]) for i in block]


def _bfp4(golden, result):
    good = [True] * len(golden)
    for start in range(0, len(golden), 16):
        block = range(start, min(start + 16, len(golden)))
        if len(golden) % 1024 == 0:
            block = [_row_major(k) for k in block]
        for i, ok in zip(block, _bfp4_block(golden, result, block)):
            good[i] = ok
    return good


def _correlation(golden, result):
    all_nan = [all(x != x for x in v) for v in (golden, result)]
    if any(all_nan):
        return 1.0 if all(all_nan) else 0.0
    if any(x != 0 for x in golden) != any(x != 0 for x in result):
        return 0.0
    if all(g == r for g, r in zip(golden, result)):
        return 1.0
    a, b = ([float(x) if math.isfinite(x) else 0.0 for x in v] for v in (golden, result))
    return min(1.0, pearson(a, b))


def _second_chance(check, golden, result):
    kind, threshold, atol, rtol = check.lenient
    threshold = convert(threshold, check.ctype)

    def near(a, b):
        return _isclose(a, b, check.ctype, atol, rtol)
    outliers = [(g, r) for g, r in zip(golden, result) if not near(g, r)]
    for g, r in outliers:
        near_g, near_r = near(g, threshold), near(r, threshold)
        accepted = near_g and near_r
        if kind == 'min':
            accepted = (g == 0 and near_r) or (r == 0 and near_g)
        if not accepted:
            return False
    return bool(outliers)


def _elements(check, result):
    if check.rule == 'bfp4':
        return _bfp4(check.golden, result)
    if check.rule == 'equal':
        return [g == r or _both_nan(g, r) for g, r in zip(check.golden, result)]
    return [_both_nan(g, r) or _isclose(g, r, check.ctype, check.atol, check.rtol)
            for g, r in zip(check.golden, result)]


def _compared(check, numbers):
    got = [convert(numbers[i], check.ctype) for i in check.map]
    wrong = [i for i, good in enumerate(_elements(check, got)) if not good]
    pcc = _correlation(check.golden, got)
    found = Compared(check, check.map, got, wrong, pcc, check.pcc is not None and not pcc > check.pcc)
    found.forgiven = bool(check.lenient) and not found.passed and _second_chance(check, check.golden, got)
    return found


def judge(case, pages):
    """pages: the bytes of each read."""
    return Verdict([_compared(check, decode(case.reads[check.of], pages[check.of])) for check in case.checks])
