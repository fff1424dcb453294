#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Golden vectors of rules in which cards, or documents newer than the simulator, differ from the simulator (appendix E
of the book). Expected values are exact sums or loops over rows, written from the sources that the comments name, and
use nothing of the library: cards.py blackhole|wormhole [SEED] writes a .vec file for
make vectors SIDE=silicon STRICT=1 VEC=..."""
import random
import sys
from fractions import Fraction

CHIP, SEED = sys.argv[1], int((sys.argv[2:] or ["1"])[0])
BLACKHOLE = CHIP == "blackhole"
rng = random.Random(SEED)
MATH_OFFSET = 1  # word of the thread's configuration
OLD = 0x7fe7f  # what SrcA holds before an UNPACR
ZERO_ROW = "0*10"


def case(name, before, words, after):
    print("\n".join([f"case {name}", *before, "run", *(f"x {t} {w:08x}" for t, w in words), "expect", *after, "end"]))


def datum(sign, exponent, mantissa7):
    """bfloat16 as a datum of a source, and as a cell of Dst."""
    return sign << 18 | mantissa7 << 11 | exponent


def value(sign, exponent, mantissa7):
    """A datum of exponent 0 keeps its hidden bit (the flag Zero_Flag_disabled_src is set)."""
    return (-1) ** sign * Fraction(128 + mantissa7, 128) * Fraction(2) ** (exponent - 127)


def float32(v):
    """Exactly; a result below the smallest normal number is +0."""
    if abs(v) < Fraction(2) ** -126:
        return 0
    sign, v, exponent = int(v < 0), abs(v), 127
    while v >= 2:
        v, exponent = v / 2, exponent + 1
    while v < 1:
        v, exponent = v * 2, exponent - 1
    mantissa = (v - 1) * 2 ** 23
    assert mantissa.denominator == 1 and 0 < exponent < 255
    return sign << 31 | exponent << 23 | int(mantissa)


def dst_rows(rows):
    """Eight rows of 32-bit elements: the high halves in the order of cells, the low halves eight rows later."""
    high = [[(v >> 31) << 15 | (v >> 16 & 127) << 8 | (v >> 23 & 255) for v in row] for row in rows]
    low = [[v & 0xffff for v in row] for row in rows]
    return [f"d {r:x} " + " ".join(f"{c:x}" for c in row) for r, row in enumerate(high + low)]


def sources(a_rows, b_rows):
    return ["fmt 5 5 5 5", "cfg 0 1 20000000", "cfg 0 2 1", "src 0 1 1 0 1 1"] + [
        f"s{name} 0 {r:x} " + " ".join(f"{datum(*x):x}" for x in row)
        for name, rows in (("a", a_rows), ("b", b_rows)) for r, row in enumerate(rows)]


def kept_zero_sums(n):
    """ELWADD, ELWSUB: tt-metal 54910, measured on P300 and N300. From exponent 11 on the sum rounds, so below it."""
    subtract = n % 2
    a = [[(rng.getrandbits(1), rng.randrange(0, 11), rng.getrandbits(7)) for _ in range(16)] for _ in range(8)]
    b = [[(rng.getrandbits(1), 0, 0) for _ in range(16)] for _ in range(8)]
    # Mantissas have ten bits; 2^-127 has its last bit inside them for an even mantissa shifted so far.
    a = [[(s, e, 0 if e > 3 else m) for s, e, m in row] for row in a]
    out = [[float32((value(*x) if x[1] else 0) + (-1) ** subtract * value(*y)) for x, y in zip(*rows)]
           for rows in zip(a, b)]
    word = (0x30 if subtract else 0x28) << 24
    case(f"kept_zero/{n}_{'sub' if subtract else 'add'}", sources(a, b), [(1, word)], dst_rows(out))


def kept_zero_products(n):
    """MVMUL, DOTPV, GAPOOL: the owner of the ISA in tt-metal 53652. Equal exponents, so no rounding."""
    word, rows = ((0x26, 8), (0x29, 8), (0x34, 4))[n % 3]
    columns = [(rng.getrandbits(1), rng.randrange(130, 220), 64 * rng.getrandbits(1)) for _ in range(16)]
    b = [[(rng.getrandbits(1), 0, 0) for _ in range(16)] for _ in range(8)]
    out = [[float32(sum(value(*x) * value(*columns[c]) for x in row)) for c in range(16)] for row in b]
    out = [row if r < rows else [0] * 16 for r, row in enumerate(out)]
    case(f"kept_zero_product/{n}_{word:x}", sources([columns] * 16, b), [(1, word << 24)], dst_rows(out))


def infinities(n):
    """ELWMUL in all phases: tt-metal, special_values.md and 8944. Powers of two, with infinities as 2^128, whose product
    does not fit; or a number that fits."""
    pairs = [[(rng.getrandbits(1), rng.randrange(1, 256), rng.getrandbits(1), rng.choice((127, 128, rng.randrange(1, 256))))
              for _ in range(16)] for _ in range(8)]
    out = [[(s ^ t) << 15 | min(a + b - 127, 255) if a + b > 127 else 0 for s, a, t, b in row] for row in pairs]
    before = ["fmt 5 5 5 5", "src 0 1 1 0 1 1"] + [f"s{name} 0 {r:x} " + " ".join(f"{datum(x[i], x[i + 1], 0):x}" for x in row)
                                                  for name, i in (("a", 0), ("b", 2)) for r, row in enumerate(pairs)]
    setrwc = [(1, 0xb2000000 | (11 if BLACKHOLE else 6) << 16 | phase) for phase in range(4)]
    case(f"infinity/{n}", before, [w for phase in setrwc for w in (phase, (1, 0x27000000))],
         [f"d {r:x} " + " ".join(f"{c:x}" for c in row) for r, row in enumerate(out)]
         + [f"tc 1 {11 if BLACKHOLE else 6:x} 3"])


def zeroacc(n):
    """tt-metal pull request 54295, measured on a p150b: bit 9 of row offset + block selects the half."""
    row, block = rng.choice((rng.randrange(1024), rng.randrange(470, 520))), rng.randrange(32)
    cleared = block + (32 if (row + block) & 512 else 0)
    case(f"zeroacc_half/{n}_{row}_{block}", [f"tc 1 {MATH_OFFSET} {row:x}"], [(1, 0x10000000 | 1 << 19 | block)],
         [f"dv {16 * cleared:x} {16 * cleared + 15:x} 0"])


def srca_sets(n):
    """RTL waves in ISA documentation, pull request 52. A burst: 8, 4, 2 rows for datums of 8, 16, 32 bits in L1."""
    code, out, size, burst = ((14, 14, 1, 8), (5, 5, 2, 4), (0, 4, 4, 2))[n % 3]
    first, rows = rng.randrange(64), rng.randrange(1, 17)
    fill = {1: lambda r: r + 1, 2: lambda r: 0x3f81 + r, 4: lambda r: 0x3f810000 + (r << 16)}[size]
    what = {1: lambda r: (r + 1) << 8 | 16, 2: lambda r: (r + 1) << 11 | 127, 4: lambda r: (r + 1) << 11 | 127}[size]
    before = [f"m {0x110 + 16 * size * r:x} {(fill(r).to_bytes(size, 'little') * 16).hex()}" for r in range(rows)]
    before += [f"sa 0 {r:x} {OLD:x}*10" for r in range(64)]
    before += [f"cfg 0 40 {0x1000010 | code:x}", "cfg 0 41 40001", f"cfg 0 48 {out:x}", "cfg 0 49 1", "cfg 0 4c 10",
               f"cfg 0 54 {64 + 16 * first:x}", "cfg 0 56 100", "tc 0 5 4",
               f"adc 0 0 0 0 0 0 {16 * rows - 1:x} 0 0 0 0 0 0 0 0 0 0 0"]
    after = []
    for begin in range(0, rows, burst):
        for row in range(begin, min(begin + burst, rows)):
            if (first + row) // 16 == (first + begin) // 16:
                after.append(f"sa 0 {(first + row) % 64:x} {what(row):x}*10")
    case(f"srca_set/{n}_{code:x}_{first}_{rows}", before, [(0, 0x42000081)], after)


def sfpconfig(n):
    """ISA documentation, SFPCONFIG at 376743c and f916ebc: a column needs the mask's bit and the flag of row 0."""
    mask, flags, register = rng.getrandbits(8), rng.getrandbits(32), rng.randrange(11, 15)
    imm = sum((mask >> c & 1) << 2 * c for c in range(8)) | rng.getrandbits(16) & 0xaaaa
    before = [f"l {register:x} 1234567*20", "l 0 " + " ".join(f"{1000 + i:x}" for i in range(32)), f"cc 1 {flags:x}"]
    lanes = [1000 + i % 8 if (mask & flags) >> i % 8 & 1 else 0x1234567 for i in range(32)]
    case(f"sfpconfig_mask/{n}", before, [(1, 0x91000008 | imm << 8 | register << 4)],
         [f"l {register:x} " + " ".join(f"{v:x}" for v in lanes)])


def main():
    for make, count, both in ((kept_zero_sums, 12, True), (kept_zero_products, 12, True), (infinities, 12, True), (zeroacc, 60, False),
                              (srca_sets, 60, False), (sfpconfig, 20, True)):
        for n in range(count if both or BLACKHOLE else 0):
            make(n)


main()
