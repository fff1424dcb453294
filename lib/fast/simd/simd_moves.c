/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_moves.c - rows of sixteen datums from L1 to a source and from Dst to L1, a row at a time.
 * The conversions are those of num/pack_datum.c and num/unpack_datum.c. On hosts whose first byte
 * is the highest, the scalar forms do it. */
#include "core/mem.h"
#include "core/words.h"
#include "fast/forms.h"
#include "num/unpack_datum.h"

#if VECTORS_EXIST
#include "fast/simd/compiler_vectors.h"
#include "regs/dst.h"

V_INLINE row_cells row_in_order(const uint16_t *cell, bool raw) {
    row_cells v;
    V_LOAD(v, cell);
    return raw ? (v & 0x8000) | (v & 0xFF) << 7 | (v >> 8 & 0x7F) : v;
}

/* Bfloat16 as the packer makes it; up is what rounding adds, 0 or 1. A number whose exponent is 255
 * becomes an infinity, one whose exponent is 0 after rounding becomes +0. */
V_INLINE row_cells as_bfloat16(row_cells v, row_cells up) {
    row_cells infinite = (row_cells)((v & 0x7F80) == 0x7F80);
    v = (v & ~(infinite & 0x7F)) + (up & ~infinite);
    return v & (row_cells)((v & 0x7F80) != 0);
}

/* The same without rounding: a row of Dst. */
V_INLINE row_cells bfloat16_of(const uint16_t *cell, bool raw) {
    row_cells v = row_in_order(cell, raw), e = v & 0x7F80;
    v &= ~((row_cells)(e == 0x7F80) & 0x7F);
    return v & ~(row_cells)(e == 0);
}

V_INLINE void rows_of_16(const uint16_t *cell, const uint16_t *end, bool raw, uint8_t *to) {
    for (; cell != end; cell += STX_COLS, to += 2 * STX_COLS) {
        row_cells v = bfloat16_of(cell, raw);
        V_STORE(to, v);
    }
}

/* Rounding adds the highest of the dropped bits. */
static V_TARGET void rows_of_32(const uint16_t *cell, const uint16_t *end, uint8_t *to) {
    for (; cell != end; cell += STX_COLS, to += 2 * STX_COLS) {
        row_cells low = row_in_order(cell + DST_TO_LOW, false);
        row_cells v = as_bfloat16(row_in_order(cell, false), low >> 15);
        V_STORE(to, v);
    }
}

static V_TARGET void rows_whole(const uint16_t *cell, const uint16_t *end, uint8_t *to) {
    for (; cell != end; cell += V_LANES, to += 4 * V_LANES) {
        vec_u v = v_load_u16(cell) << 16 | v_load_u16(cell + DST_TO_LOW);
        V_STORE(to, v);
    }
}

V_TARGET enum stx_result pack_rows_simd(const uint16_t *cell, unsigned rows, enum pack_rows how,
                                        bool raw, uint8_t *to) {
    const uint16_t *end = cell + rows * STX_COLS;
    if (WORDS_BIG_ENDIAN) {
        pack_rows_scalar(cell, rows, how, raw, to);
    } else if (how == PACK_WHOLE) {
        rows_whole(cell, end, to);
    } else if (how == PACK_BF16_OF_32) {
        rows_of_32(cell, end, to);
    } else if (raw) {
        rows_of_16(cell, end, true, to);
    } else {
        rows_of_16(cell, end, false, to);
    }
    return STX_DONE;
}

/* m / 2^(shift + 1), where half a unit is rounded up; m is below 256. From a shift of 8 on it is 0.
 */
V_INLINE row_cells shifted(row_cells m, row_cells shift) {
#if V_AVX2
    typedef char bytes __attribute__((vector_size(32)));
    typedef short words __attribute__((vector_size(32)));
    const bytes power = {(char)128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0,
                         (char)128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0};
    /* 128 >> shift; where bit 7 of a byte is set, the instruction gives 0 */
    bytes at = __builtin_ia32_paddusb256((bytes)shift, (bytes)((row_cells){0} + 0x8070));
    words factor = (words)__builtin_ia32_pshufb256(power, at);
    return (row_cells)__builtin_ia32_pmulhrsw256((words)(m << 7), factor);
#else
    row_cells reached = (row_cells)(shift < 8);
    return ((m >> (shift & 7) & reached) + 1) >> 1;
#endif
}

/* The lower bytes of cells below 256. */
V_INLINE row_bytes bytes_of(row_cells v) {
#if V_AVX2
    typedef short eight __attribute__((vector_size(16)));
    eight half[2];
    V_STORE(half, v);
    return (row_bytes)__builtin_ia32_packuswb128(half[0], half[1]);
#else
    return __builtin_convertvector(v, row_bytes);
#endif
}

/* As bfp_field() of num/pack_bfp.c: a significand of eight bits, shifted by its distance from the
 * largest exponent, then halved and rounded up; 128 gives 127. Returns the exponent. */
V_INLINE unsigned row_to_bfp8(row_cells v, uint8_t *to) {
    row_cells e = v >> 7 & 0xFF, top = v_largest(e);
    row_cells q = shifted(((v & 0x7F) | 0x80) & ~(row_cells)(e == 0), top - e);
    q -= q >> 7;
    row_bytes field = bytes_of(q | (v >> 8 & 0x80 & ~(row_cells)(q == 0)));
    V_STORE(to, field);
    return top[0];
}

V_INLINE void rows_to_bfp8(const uint16_t *cell, unsigned rows, bool raw, uint8_t *exponents,
                           uint8_t *to) {
    for (unsigned i = 0; i < rows; i++, cell += STX_COLS, to += STX_COLS) {
        exponents[i] = (uint8_t)row_to_bfp8(bfloat16_of(cell, raw), to);
    }
}

V_TARGET void pack_bfp8_simd(const uint16_t *cell, unsigned rows, bool raw, uint8_t *exponents,
                             uint8_t *to) {
    if (raw) {
        rows_to_bfp8(cell, rows, true, exponents, to);
    } else {
        rows_to_bfp8(cell, rows, false, exponents, to);
    }
}

/* Writes zeros as the low bytes of a row, which bfloat16 and BFP8 do not have. */
V_INLINE void low_clear(uint8_t *low) {
    const row_bytes nothing = {0};
    if (STX_SRC_LOW) {
        V_STORE(low, nothing);
    }
}

/* Bfloat16 datums are cells. */
static V_TARGET void rows_of_bf16(const struct unpack_run *r) {
    const uint8_t *from = r->from;
    uint16_t *high = r->high, *end = high + r->rows * STX_COLS;
    uint8_t *low = r->low;
    for (; high != end; high += STX_COLS, from += 2 * STX_COLS, low += STX_SRC_LOW * STX_COLS) {
        row_cells v;
        V_LOAD(v, from);
        V_STORE(high, v);
        low_clear(low);
    }
}

/* Magnitudes of seven bits are converted to binary32, which normalises them. `added` turns the
 * exponent of the result into that of the datum; the sum is modulo 2^15. A field whose magnitude is
 * 0 is +0, or with a sign minus infinity. */
V_INLINE row_cells cells_of_bfp8(const uint8_t *from, uint16_t added) {
    row_cells field = v_cells_of_bytes(from), m = field & 127, signs = field << 8;
    vec_i number[V_BLOCKS];
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_f f = __builtin_convertvector(v_widened((vec_e)m, block), vec_f);
        number[block] = (vec_i)((vec_u)f >> 16);
    }
    row_cells cell = ((v_narrowed(number) + added) & 0x7FFF) | (signs & 0x8000);
    row_cells none = (row_cells)(m == 0);
    return (none & (row_cells)((vec_e)signs >> 8)) | (~none & cell);
}

V_INLINE void unpack_row_bfp8(const uint8_t *from, uint8_t exponent, uint16_t *high) {
    enum { BIAS = 127 + 6 }; /* that of binary32, and the place of a magnitude's highest bit */
    row_cells cell = cells_of_bfp8(from, (uint16_t)((exponent - BIAS) * 128u));
    V_STORE(high, cell);
}

#if V_AVX2
typedef char two_rows __attribute__((vector_size(32)));
typedef unsigned char two_rows_modulo __attribute__((vector_size(32)));
#define TWICE(...) \
    { __VA_ARGS__, __VA_ARGS__ }

/* Left shifts by which magnitudes become numbers of eight bits: 1 to 7, negated. One table knows
 * them for bits 7:4 of a field, of which bit 7 is its sign, the other one for the lower four bits
 * of a magnitude; the smaller shift counts. */
V_INLINE two_rows negated_shifts(two_rows upper, two_rows magnitude) {
    const two_rows by_upper = TWICE(-8, -3, -2, -2, -1, -1, -1, -1, -8, -3, -2, -2, -1, -1, -1, -1);
    const two_rows by_lower = TWICE(-7, -7, -6, -6, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4);
    return __builtin_ia32_pmaxsb256(__builtin_ia32_pshufb256(by_upper, upper),
                                    __builtin_ia32_pshufb256(by_lower, magnitude));
}

/* The same as negated factors. */
V_INLINE two_rows negated_factors(two_rows upper, two_rows magnitude) {
    const two_rows by_upper =
        TWICE(-128, -8, -4, -4, -2, -2, -2, -2, -128, -8, -4, -4, -2, -2, -2, -2);
    const two_rows by_lower =
        TWICE(-128, -128, -64, -64, -32, -32, -32, -32, -16, -16, -16, -16, -16, -16, -16, -16);
    return __builtin_ia32_pmaxsb256(__builtin_ia32_pshufb256(by_upper, upper),
                                    __builtin_ia32_pshufb256(by_lower, magnitude));
}

/* The exponents of two rows: each of them is repeated for every datum of its row. */
V_INLINE two_rows two_exponents(const uint8_t *exponent) {
    const two_rows places = TWICE(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    uint16_t both;
    V_LOAD(both, exponent);
    return __builtin_ia32_pshufb256((two_rows)(both - (row_cells){0}), places);
}

/* Pairs of bytes of the first row or of the second one. */
V_INLINE two_rows paired(two_rows lower, two_rows upper, bool second) {
    return second ? __builtin_ia32_punpckhbw256(lower, upper)
                  : __builtin_ia32_punpcklbw256(lower, upper);
}

/* The cells of the first or the second of two rows: sign + 128 * exponent + magnitude * factor. The
 * instruction's second operand is signed, so that it holds -128 and the negated factor, and the sum
 * is subtracted. The highest bit of the shifted magnitude adds 1 to the exponent. */
V_INLINE row_cells cells_of_pairs(two_rows exponent, two_rows magnitude, two_rows factor,
                                  two_rows sign, bool second) {
    const two_rows unit = (two_rows)((row_cells){0} + 0x8080), none = {0};
    two_rows a = paired(exponent, magnitude, second), b = paired(unit, factor, second);
    return (row_cells)paired(none, sign, second) - (row_cells)__builtin_ia32_pmaddubsw256(a, b);
}

/* Unpacks two rows whose exponents are larger than every shift. The first row stands in the lower
 * halves of both lanes, the second one in the upper halves. A magnitude of 0 has exponent 0, or 255
 * with a sign. */
V_INLINE void unpack_two_rows_bfp8(const uint8_t *from, const uint8_t *exponent, uint16_t *high) {
    typedef long long four __attribute__((vector_size(32)));
    four fields;
    V_LOAD(fields, from);
    two_rows f = (two_rows)__builtin_ia32_permdi256(fields, 0xD8), m = f & 127;
    two_rows upper = (two_rows)((row_cells)f >> 4) & 15;
    two_rows e = (two_rows)((two_rows_modulo)two_exponents(exponent) +
                            (two_rows_modulo)negated_shifts(upper, m));
    e = __builtin_ia32_pblendvb256(e, f < 0, m == 0);
    two_rows factor = negated_factors(upper, m);
    row_cells first = cells_of_pairs(e, m, factor, f ^ m, false);
    row_cells second = cells_of_pairs(e, m, factor, f ^ m, true);
    V_STORE(high, first);
    V_STORE(high + STX_COLS, second);
}

/* Unpacks rows two by two, up to one whose exponent is 7 or less, and returns how many rows it has
 * unpacked. */
V_INLINE unsigned unpack_pairs_bfp8(const struct unpack_run *r) {
    unsigned row = 0;
    for (; row + 1 < r->rows && r->exponents[row] > 7 && r->exponents[row + 1] > 7; row += 2) {
        unsigned at = row * STX_COLS;
        unpack_two_rows_bfp8(r->from + at, r->exponents + row, r->high + at);
        low_clear(r->low + at);
        low_clear(r->low + at + STX_COLS);
    }
    return row;
}
#else
V_INLINE unsigned unpack_pairs_bfp8(const struct unpack_run *r) {
    (void)r;
    return 0;
}
#endif

static V_TARGET void rows_of_bfp8(struct unpack_run r) {
    for (unsigned row = unpack_pairs_bfp8(&r); row < r.rows; row++) {
        unsigned at = row * STX_COLS;
        unpack_row_bfp8(r.from + at, r.exponents[row], r.high + at);
        low_clear(r.low + at);
    }
}

V_TARGET bool unpack_rows_simd(const struct unpack_run *r) {
    if (r->exponents) {
        rows_of_bfp8(*r);
    } else if (r->convert == unpack_bf16 && !WORDS_BIG_ENDIAN) {
        rows_of_bf16(r);
    } else {
        return unpack_rows_scalar(r);
    }
    return true;
}
#endif
