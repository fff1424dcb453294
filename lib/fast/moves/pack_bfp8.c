/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_bfp8.c - packs rows of bfloat16 cells to BFP8: eight bits for each of sixteen numbers, which
 * share the largest exponent. */
#include "core/words.h"
#include "fast/forms.h"
#include "fast/common/tabulate.h"
#include "num/bits.h"
#include "num/pack_datum.h"
#include "regs/dst.h"

#if !IS_SMALL
enum { EXPONENT_AT = 24, REACH = 8, INFINITE = 255 };

/* The plain conversions, for any row. */
static __attribute__((noinline)) uint32_t row_plainly(const uint16_t *cell, bool raw, uint8_t *to) {
    uint32_t v[STX_COLS];
    for (unsigned i = 0; i < STX_COLS; i++) {
        v[i] = pack_bf16_to_b16(raw ? dst_from_documented(cell[i]) : cell[i]);
    }
    return pack_bfp_group(v, false, 8, to);
}

/* The first or the second of two cells without its sign: the exponent in bits 31:24 and, unless
 * raw, the mantissa in bits 23:17. Lower bits do not matter. */
ALWAYS_INLINE uint32_t magnitude_of(uint32_t two, bool second, bool raw) {
    const unsigned left = raw ? EXPONENT_AT : EXPONENT_AT - 7;
    return two << (second ? left - 16 : left);
}

ALWAYS_INLINE uint32_t largest_of(const uint16_t *cell, bool raw) {
    uint32_t largest = 0;
    BITS_UNROLL(8)
    for (unsigned i = 0; i < STX_COLS; i += 2) {
        uint32_t two = cells_load(cell + i);
        uint32_t a = magnitude_of(two, false, raw), b = magnitude_of(two, true, raw);
        largest = a > largest ? a : largest;
        largest = b > largest ? b : largest;
    }
    return largest;
}

/* The fields of numbers whose exponents are 7 to 0 below that of the row, smallest number first. A
 * field is the significand of eight bits, shifted right by the distance, then halved and rounded
 * up; 255 gives 127. */
#define HALF(m) ((m) > 254u ? 127u : ((m) + 1u) >> 1)
#define FIELD(n) HALF((128u + ((n)&127u)) >> (7u - ((n) >> 7)))
#define BINADE(n) TABULATE_64(FIELD, n), TABULATE_64(FIELD, (n) + 64u)
static const uint8_t fields[REACH * 128] = {BINADE(0u),   BINADE(128u), BINADE(256u), BINADE(384u),
                                            BINADE(512u), BINADE(640u), BINADE(768u), BINADE(896u)};

/* above: how far a cell is above the smallest number in reach; in documented order only the
 * difference of exponents. */
ALWAYS_INLINE uint32_t field_of(uint32_t above, uint32_t high, bool raw) {
    uint32_t at = above >> (EXPONENT_AT - 7);
    at = raw ? (at & ~127u) | (high & 127u) : at;
    return fields[at] | (high & 128u);
}

ALWAYS_INLINE void store_field(uint32_t two, bool second, bool raw, uint32_t least, uint8_t *to) {
    uint32_t above = magnitude_of(two, second, raw) - least;
    if (above >= (uint32_t)REACH << EXPONENT_AT) {
        *to = 0;
        COMPILER_BARRIER; /* keeps the compiler from loading the 0 for every field */
    } else {
        *to = (uint8_t)field_of(above, two >> (second ? 24 : 8), raw);
    }
}

/* Returns the exponent of the row. If it is at least REACH and not that of infinity, no number
 * needs special treatment: zeros and denormals are out of reach, and there are no NaNs. */
ALWAYS_INLINE uint32_t row_of(const uint16_t *cell, bool raw, uint8_t *to) {
    const uint32_t top = largest_of(cell, raw) >> EXPONENT_AT, least = (top - (REACH - 1u))
                                                                       << EXPONENT_AT;
    if (top - REACH >= INFINITE - REACH) {
        return row_plainly(cell, raw, to);
    }
    BITS_UNROLL(4)
    for (unsigned i = 0; i < STX_COLS; i += 2) {
        uint32_t two = cells_load(cell + i);
        store_field(two, false, raw, least, to + i);
        store_field(two, true, raw, least, to + i + 1);
    }
    return top;
}

/* The two orders are separate functions, so that each saves few registers. */
static __attribute__((noinline)) uint32_t row_in_order(const uint16_t *cell, uint8_t *to) {
    return row_of(cell, false, to);
}
static __attribute__((noinline)) uint32_t row_documented(const uint16_t *cell, uint8_t *to) {
    return row_of(cell, true, to);
}

void pack_bfp8_scalar(const uint16_t *cell, unsigned rows, bool raw, uint8_t *exponents,
                      uint8_t *to) {
    for (unsigned i = 0; i < rows; i++, cell += STX_COLS, to += STX_COLS) {
        uint32_t exponent = raw ? row_documented(cell, to) : row_in_order(cell, to);
        exponents[i] = (uint8_t)exponent;
    }
}
#endif
