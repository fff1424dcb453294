/* SPDX-License-Identifier: Apache-2.0
 *
 * finish_sum.h - the end of a sum: two groups and Dst are aligned, added and rounded once. It
 * computes the same as fpu_accumulate(), in two's complement.
 *
 * A group is value * 2^(exponent - 127 - 11), where the lowest bit of value does not count. The
 * plain form rounds magnitudes so that ties of negative terms go towards zero: that is floor(v /
 * 2^d + 1/2) in two's complement. Numbers to be rounded are doubled first, so that one formula
 * rounds for every d, including 0.
 *
 * Most sums are easy to finish, because their terms are near the top and the result is an ordinary
 * number. The functions ..._near() compute these. If one returns false, v is not the result, and
 * ..._far() in finish_sum.c is called. */
#ifndef STX_FAST_COMMON_FINISH_SUM_H
#define STX_FAST_COMMON_FINISH_SUM_H

#include "num/bits.h"
#include "num/fpu_mac.h"
#include "regs/dst.h"
#include "softensix/core.h"

struct group_sum {
    int32_t value;    /* twice a whole number below 2^15, or one more than that */
    int32_t exponent; /* exponent 0 and value 0: the group adds nothing */
};

enum { FINISH_REACH = 12, FINISH_ONCE = 13 };
/* Tells the compiler a condition that the caller guarantees. */
#define FINISH_KNOWN(condition)      \
    do {                             \
        if (!(condition)) {          \
            __builtin_unreachable(); \
        }                            \
    } while (0)
/* The lowest exponent field that no finite number has: 255 in bfloat16 (7 bits of mantissa); 32 in
 * FP16, where all fields, 0 to 31, are those of numbers. */
#define FINISH_EXPONENTS(bits) ((bits) == 7 ? 255u : 32u)

ALWAYS_INLINE int32_t finish_larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

/* The branch takes fewer instructions than arithmetic with the sign. */
ALWAYS_INLINE uint32_t finish_magnitude(int32_t sum) {
    uint32_t m = (uint32_t)sum;
    if (sum < 0) {
        m = 0u - m;
        OPAQUE(m);
    }
    return m;
}

/* Sets *left to the shift that moves the highest set bit of m to bit 15 + low. No bit of m above
 * that one is set. False if m is 0, or if none of its bits from bit `low` on is set. */
ALWAYS_INLINE bool finish_left(uint32_t m, unsigned low, int32_t *left) {
#ifdef BITS_CLZ_FAST
    *left = (int32_t)bits_clz32(m) - (int32_t)(16u - low);
    return m != 0;
#else
    uint32_t high = m >> (8 + low);
    if (UNLIKELY(high == 0)) {
        high = m >> low;
        *left = 8 + (int32_t)bits_clz8[high];
        return !UNLIKELY(high == 0);
    }
    *left = (int32_t)bits_clz8[high];
    return true;
#endif
}

/* Rounds sum * 2^(top - 127 - 23), where |sum| < 2^29. False for 0 and for results near the ends of
 * the range.
 */
#if STX_METHOD == STX_METHOD_FLOAT && defined __riscv_flen
#define FINISH_REFUSES_0 1 /* finish32_near() declines every sum whose top is 0 */
#include "fast/float/round_sum.h"
#include "private.h"
#else
#define FINISH_REFUSES_0 0
ALWAYS_INLINE bool finish_round(int32_t sum, int32_t top, uint32_t *v) {
    /* Changes a sum of -1 alone. Without a fast count of leading zeros finish_left() refuses it, as
     * all small sums, and finish32_far() rounds it. */
#ifdef BITS_CLZ_FAST
    sum = fpu_sum_as_seen(sum);
#endif
    uint32_t sign = (uint32_t)sum & SIGN_BIT, m = finish_magnitude(sum);
    int32_t left;
    if (UNLIKELY(!finish_left(m, 13, &left))) {
        return false;
    }
    int32_t below = top + 4 - left; /* the exponent of the result, minus 1 */
    uint32_t u = ((m << left) + 16) >> 5;
    *v = sign | (((uint32_t)below << 23) + u); /* a carry to 2^24 increments the exponent */
    return !UNLIKELY((uint32_t)below >= 253u);
}

/* Rounds |sum * 2^(top - 127 - 10)|, where |sum| < 2^16, to `bits` mantissa bits: v gets exponent
 * and mantissa. */
ALWAYS_INLINE bool finish_round16(int32_t sum, int32_t top, unsigned bits, uint32_t *v) {
    uint32_t m = finish_magnitude(sum);
    int32_t left;
    if (UNLIKELY(!finish_left(m, 0, &left))) {
        return false;
    }
    int32_t below = top + 4 - left;
    *v = ((uint32_t)below << bits) + (((m << left) + (1u << (14 - bits))) >> (15 - bits));
    return !UNLIKELY((uint32_t)below >= FINISH_EXPONENTS(bits) - 2u);
}
#endif

/* A 32-bit element plus two groups, for all exponents. */
uint32_t finish32_far(const struct fpu_mode *mode, struct group_sum a, struct group_sum b,
                      uint32_t dst);

/* The mantissa m of an element, d binades below the top, in units of 2^(top - 127 - 23). */
ALWAYS_INLINE int32_t finish32_lowered(int32_t m, uint32_t d) {
    return d > 24 ? 0 : ((m << 1 >> d) + 1) >> 1;
}

/* The same if both groups are within 12 binades of the top. In units of 2^(top - 127 - 23) they are
 * then integers. The element is aligned only if its exponent is not the top. */
ALWAYS_INLINE bool finish32_near(struct group_sum a, struct group_sum b, uint32_t dst,
                                 uint32_t *v) {
    int32_t top = (int32_t)(dst << 1 >> 24), m = 0;
    if (top != 0) {
        /* The mantissa with the hidden bit at the top. The compiler takes this word as it is,
         * instead of making it again with other constants. */
        uint32_t high = dst << 8 | SIGN_BIT;
        OPAQUE(high);
        m = (int32_t)(high >> 8);
        if (a.exponent > top || b.exponent > top) {
            uint32_t d = (uint32_t)(finish_larger(a.exponent, b.exponent) - top);
            m = finish32_lowered(m, d);
            top += (int32_t)d;
        }
        m = (int32_t)dst < 0 ? -m : m;
    } else {
        top = finish_larger(a.exponent, b.exponent);
    }
    int32_t unit = top - FINISH_REACH, left_a = a.exponent - unit, left_b = b.exponent - unit;
    if (UNLIKELY((left_a | left_b) < 0)) {
        return false;
    }
    m += (int32_t)((uint32_t)(a.value & -2) << left_a);
    m += (int32_t)((uint32_t)(b.value & -2) << left_b);
    return finish_round(m, top, v);
}

/* Adds two groups to a 32-bit element; cell is its high half. */
ALWAYS_INLINE void finish_f32(const struct fpu_mode *mode, uint16_t *cell, struct group_sum x,
                              struct group_sum y) {
    uint16_t *low = cell + DST_TO_LOW;
    uint32_t v, dst = (uint32_t)*cell << 16 | *low;
    if (UNLIKELY(!finish32_near(x, y, dst, &v))) {
        v = finish32_far(mode, x, y, dst);
    }
    *cell = (uint16_t)(v >> 16);
    *low = (uint16_t)v;
}

/* The same for all groups. A denormal element counts as zero. */
ALWAYS_INLINE void finish_any_f32(const struct fpu_mode *mode, uint16_t *cell, struct group_sum x,
                                  struct group_sum y) {
    if (x.exponent > 0 || y.exponent > 0 || (*cell & 0x7F80u) != 0) {
        finish_f32(mode, cell, x, y);
    } else {
        *cell = cell[DST_TO_LOW] = 0;
    }
}

/* A 16-bit element of Dst in parts: (-1)^negative * significand * 2^(exponent - 127 - 10). */
struct finish_element {
    int32_t exponent, significand;
    bool negative;
};

/* Such an element with `bits` mantissa bits plus two groups. The result has the sign in bit 31, and
 * exponent and mantissa in the lowest bits. */
uint32_t finish16_far(const struct fpu_mode *mode, const struct group_sum groups[2],
                      const struct finish_element *dst, unsigned bits);

/* A group that is `right` binades below the top, in units of 2^(top - 127 - 10). As in the plain
 * form it is rounded twice, to 2^(top - 127 - 23) and then to units; up to 13 binades below the top
 * the first rounding changes nothing, and from 16 on the result is 0. */
ALWAYS_INLINE int32_t finish16_part(int32_t twice, uint32_t right) {
    if (right <= FINISH_ONCE) {
        return ((twice >> right) + 1) >> 1;
    }
    return right > FINISH_ONCE + 2
               ? 0
               : ((((twice >> (right - FINISH_ONCE)) + 1) >> 1) + (1 << 12)) >> FINISH_ONCE;
}

/* Shifts each of two groups right, by at most 13, rounds it by itself to nearest, halves up, and
 * adds both. After the OR the first term is twice its rounded value, plus the 1 that rounds the
 * second. */
ALWAYS_INLINE int32_t finish16_both(int32_t a, int32_t b, uint32_t right_a, uint32_t right_b) {
    return (((((a & -2) >> right_a) + 1) | 1) + ((b & -2) >> right_b)) >> 1;
}

/* The element in units of 2^(larger - 127 - 10), for a top above its own exponent. */
ALWAYS_INLINE int32_t finish16_lowered(const struct finish_element *dst, int32_t larger) {
    uint32_t d = (uint32_t)(larger - dst->exponent);
    return d > 12 ? 0 : ((dst->significand << 1 >> d) + 1) >> 1;
}

/* The same unless the top is 0 or the result is near the ends of the range. negative: 1 or 0.
 * Usually the top is the element's exponent, and both groups are near it. A single group is passed
 * as b, so that the compiler removes the computations for a. */
ALWAYS_INLINE bool finish16_near(struct group_sum a, struct group_sum b, struct finish_element dst,
                                 unsigned bits, uint32_t *v, uint32_t *negative) {
    int32_t top = dst.exponent, sum = 0;
    uint32_t right_a, right_b;
    if (!UNLIKELY(top == 0)) {
        sum = dst.significand;
        right_a = (uint32_t)(top - a.exponent);
        right_b = (uint32_t)(top - b.exponent);
        if (UNLIKELY((right_a | right_b) > FINISH_ONCE) && (a.exponent > top || b.exponent > top)) {
            top = finish_larger(a.exponent, b.exponent);
            sum = finish16_lowered(&dst, top);
            right_a = (uint32_t)(top - a.exponent);
            right_b = (uint32_t)(top - b.exponent);
        }
        sum = dst.negative ? -sum : sum;
    } else {
        top = finish_larger(a.exponent, b.exponent);
        right_a = (uint32_t)(top - a.exponent);
        right_b = (uint32_t)(top - b.exponent);
        if (UNLIKELY(top <= 0)) {
            return false;
        }
    }
    if (UNLIKELY((right_a | right_b) > FINISH_ONCE)) {
        sum += finish16_part(a.value & -2, right_a) + finish16_part(b.value & -2, right_b);
    } else {
        sum += finish16_both(a.value, b.value, right_a, right_b);
    }
    uint32_t sign = (uint32_t)sum >> 31;
    OPAQUE(sign); /* so that the sum itself is not needed after its magnitude */
    *negative = sign;
    return finish_round16(sum, top, bits, v);
}

/* Any sum. A library that is compiled for size finishes all sums with it. */
ALWAYS_INLINE uint32_t finish16_anyway(const struct fpu_mode *mode, struct group_sum a,
                                       struct group_sum b, struct finish_element dst, unsigned bits,
                                       uint32_t *negative) {
    const struct group_sum groups[2] = {a, b};
    uint32_t v = finish16_far(mode, groups, &dst, bits);
    *negative = v >> 31;
    return v & ~SIGN_BIT;
}

/* A sign-extended cell, or 0. The barrier makes the compiler load it with its sign instead of
 * extending it later. */
ALWAYS_INLINE int32_t finish_cell(const uint16_t *cell, bool keep) {
    int32_t v = 0;
    if (keep) {
        v = (int16_t)*cell;
        OPAQUE(v);
    }
    return v;
}

ALWAYS_INLINE struct finish_element finish_bf16_element(int32_t v, bool raw) {
    struct finish_element e = {v >> 7 & 255, (v & 127) << 3 | 1024, v < 0};
    if (raw) {
        e.exponent = v & 255;
        e.significand = (v >> 5 & 0x3F8) | 1024;
    }
    return e;
}

/* Adds two groups to a bfloat16 cell. raw: the cells are in the documented order. */
ALWAYS_INLINE void finish_bf16(const struct fpu_mode *mode, uint16_t *cell, bool raw, bool keep,
                               struct group_sum x, struct group_sum y) {
    int32_t v = finish_cell(cell, keep);
    uint32_t r, negative;
    if (UNLIKELY(IS_SMALL || !finish16_near(x, y, finish_bf16_element(v, raw), 7, &r, &negative))) {
        /* the rare case takes v apart again, so that no register keeps its parts */
        OPAQUE(v);
        r = finish16_anyway(mode, x, y, finish_bf16_element(v, raw), 7, &negative);
    }
    if (raw) {
        r = (r & 127u) << 8 | r >> 7;
    }
    *cell = (uint16_t)(r | negative << 15);
}

/* If cells are not in the documented order, the five bits of the exponent are between two parts of
 * the mantissa. */
ALWAYS_INLINE struct finish_element finish_fp16_element(int32_t v, bool raw) {
    struct finish_element e = {v >> 7 & 31, (v & 127) << 3 | (v >> 12 & 7) | 1024, v < 0};
    if (raw) {
        e.exponent = v & 31;
        e.significand = (v >> 5 & 1023) | 1024;
    }
    return e;
}

/* Adds two groups to a binary16 cell, which has no infinities. */
ALWAYS_INLINE void finish_fp16(uint16_t *cell, bool raw, bool keep, struct group_sum x,
                               struct group_sum y) {
    int32_t v = finish_cell(cell, keep);
    uint32_t r, negative;
    if (UNLIKELY(IS_SMALL ||
                 !finish16_near(x, y, finish_fp16_element(v, raw), 10, &r, &negative))) {
        /* the rare case takes v apart again, so that no register keeps its parts */
        OPAQUE(v);
        r = finish16_anyway(NULL, x, y, finish_fp16_element(v, raw), 10, &negative);
    }
    r = raw ? (r & 1023u) << 5 | r >> 10 : (r & 7u) << 12 | r >> 3;
    *cell = (uint16_t)(r | negative << 15);
}

#endif
