/* SPDX-License-Identifier: Apache-2.0
 *
 * packer_sums.c - the packer's adder for accumulation in L1, for every pair of 16-bit datums.
 * Cores: host. */
#include "exhaust.h"

#include "num/bits.c"
#include "num/pack_add.c"

/* A whole number to a multiple of 2^n, ties to even; what is left, divided by 2^n. */
static uint64_t to_even(uint64_t m, unsigned n) {
    const uint64_t whole = m >> n, rest = m - (whole << n), half = n ? 1ull << (n - 1) : 0;
    return whole + (n && (rest > half || (rest == half && (whole & 1u))));
}

static unsigned length_of(uint64_t m) {
    return m ? 64 - (unsigned)__builtin_clzll(m) : 0;
}

static int64_t with_sign(uint64_t m, uint32_t negative) {
    return negative ? -(int64_t)m : (int64_t)m;
}

/* The exact sum of two bfloat16 datums with finite exponents, in units of the lesser exponent,
 * rounded once to eight bits. Denormals are 0; exponents that are farther apart than 50 leave the
 * larger datum as it is, because half a unit of it is never reached. */
static uint32_t sum_of_bf16(uint32_t x, uint32_t y) {
    const uint32_t ex = x >> 7 & 255u, ey = y >> 7 & 255u;
    const uint32_t larger = ex > ey ? ex : ey, lesser = ex > ey ? ey : ex;
    if (!ex && !ey) {
        return x & y & 0x8000u;
    }
    if (larger - lesser > 50 || !lesser) {
        const uint32_t left = ex > ey ? x : y;
        return larger == 255 ? (left & 0x8000u) | 0x7F80u : left;
    }
    const int64_t sum = with_sign((uint64_t)(128u | (x & 127u)) << (ex - lesser), x >> 15) +
                        with_sign((uint64_t)(128u | (y & 127u)) << (ey - lesser), y >> 15);
    const uint64_t m = sum < 0 ? 0 - (uint64_t)sum : (uint64_t)sum;
    const unsigned length = length_of(m), cut = length > 8 ? length - 8 : 0;
    uint64_t kept = cut ? to_even(m, cut) : m << (8 - length);
    int exponent = (int)lesser + (int)length - 8;
    if (kept == 256) {
        kept = 128;
        exponent++;
    }
    const uint32_t sign = sum < 0 ? 0x8000u : 0;
    return !m               ? 0
           : exponent <= 0  ? sign
           : exponent > 254 ? sign | 0x7F80u
                            : sign | (uint32_t)exponent << 7 | (uint32_t)(kept & 127u);
}

/* What the rules say of exponents of 255. */
static bool special_sum(uint32_t x, uint32_t y, uint32_t *r) {
    const bool infinite_x = (x & 0x7FFFu) == 0x7F80u, infinite_y = (y & 0x7FFFu) == 0x7F80u;
    const bool nan_x = (x & 0x7FFFu) > 0x7F80u;
    *r = infinite_x && infinite_y && x != y ? 0x7FC0u : infinite_y ? y : (x & 0x8000u) | 0x7F80u;
    return infinite_x || infinite_y || nan_x;
}

/* Slow. Every sum of two bfloat16 datums is the exact one, rounded once to nearest even. A NaN that
 * is added counts as a number with an exponent of 255. */
EXHAUST(sums_of_bf16)(void) {
    EACH(both) {
        const uint32_t x = both >> 16, y = both & 0xFFFFu, got = pack_add_bf16(x, y);
        uint32_t want;
        if (!special_sum(x, y, &want)) {
            want = sum_of_bf16(x, y);
        }
        holds(got == want, x, y, got);
    }
}

static int64_t fp16_units(uint32_t h) {
    const uint32_t e = h >> 10 & 31u;
    return e ? with_sign((uint64_t)(1024u | (h & 0x3FFu)) << e, h >> 15) : 0;
}

/* The same for FP16, whose largest exponent is an ordinary one. Exponents are compared before
 * rounding: 32 and above, and the sum of 0 of large datums, saturate. */
static uint32_t sum_of_fp16(uint32_t x, uint32_t y) {
    const int64_t sum = fp16_units(x) + fp16_units(y);
    const uint64_t m = sum < 0 ? 0 - (uint64_t)sum : (uint64_t)sum;
    const uint32_t sign = sum < 0 ? 0x8000u : 0;
    const int exponent = (int)length_of(m) - 11;
    if (!sum) {
        return (x & y & 0x8000u) | ((x >> 10 & 31u) >= 30 ? 0x7FFFu : 0);
    }
    if (exponent < 0 || exponent > 31) {
        return sign | 0x7FFFu;
    }
    const uint64_t r = ((uint64_t)exponent << 10) + to_even(m, (unsigned)exponent) - 1024;
    return exponent == 0 ? sign : sign | (uint32_t)(r > 0x7FFF ? 0x7FFF : r);
}

/* Slow. Every sum of two FP16 datums is the exact one, rounded once to nearest even. */
EXHAUST(sums_of_fp16)(void) {
    EACH(both) {
        const uint32_t x = both >> 16, y = both & 0xFFFFu, got = pack_add_fp16(x, y);
        holds(got == sum_of_fp16(x, y), x, y, got);
    }
}
