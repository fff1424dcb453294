/* SPDX-License-Identifier: Apache-2.0
 *
 * finish.h - the end of a sum: two groups and Dst aligned, added, rounded once. The same as
 * fpu_accumulate(), in two's complement.
 *
 * A group is value * 2^(exponent - 127 - 24). The plain form rounds magnitudes so that ties of
 * negative terms go towards zero: that is floor(v / 2^d + 1/2) in two's complement. All values are
 * kept twice as large, so that one formula rounds for every d, 0 too. */
#ifndef STX_FPU_FINISH_H
#define STX_FPU_FINISH_H

#include "num/bits.h"
#include "softensix/core.h"

#define FINISH_INLINE static inline __attribute__((always_inline))

struct kernel_group {
    int32_t value;    /* twice the plain form's, a multiple of 2^14, |value| < 2^29 */
    int32_t exponent; /* 0 with value 0: nothing */
};

/* floor(twice / 2 / 2^d + 1/2); 0 from d = 31 on. */
FINISH_INLINE int32_t finish_shift(int32_t twice, uint32_t d) {
    d = d < 31 ? d : 31;
    return ((twice >> d) + 1) >> 1;
}

FINISH_INLINE int32_t finish_top(struct kernel_group a, struct kernel_group b, int32_t dst) {
    int32_t top = a.exponent > b.exponent ? a.exponent : b.exponent;
    return top > dst ? top : dst;
}

/* How far m < 2^29, m > 0, has to be shifted left for bit 28 to be its first. */
FINISH_INLINE int32_t finish_left(uint32_t m) {
#ifdef BITS_CLZ_FAST
    return (int32_t)bits_clz32(m) - 3;
#else
    uint32_t high = m >> 21;
    return high ? bits_clz8[high] : (int32_t)bits_clz32(m) - 3;
#endif
}

/* Too small or too large for a binary32, or nearly so. u: 2^23..2^24. */
static inline uint32_t finish_range(uint32_t sign, int32_t exponent, uint32_t u) {
    exponent += (int32_t)(u >> 24);
    if (exponent <= 0) {
        return 0;
    }
    return exponent >= 255 ? sign | 0x7F800000u : sign | (uint32_t)exponent << 23 | (u & 0x7FFFFFu);
}

/* Dst as binary32. */
FINISH_INLINE uint32_t finish32(struct kernel_group a, struct kernel_group b, uint32_t dst) {
    int32_t exponent = (int32_t)(dst >> 23 & 255u), top = finish_top(a, b, exponent);
    int32_t sum = 0;
    if (top <= 0) {
        return 0;
    }
    if (exponent) {
        sum = (int32_t)(((dst << 8) | 0x80000000u) >> 7);
        sum = finish_shift(sum, (uint32_t)(top - exponent));
        sum = (int32_t)dst < 0 ? -sum : sum;
    }
    sum += finish_shift(a.value, (uint32_t)(top - a.exponent));
    sum += finish_shift(b.value, (uint32_t)(top - b.exponent));
    uint32_t sign = (uint32_t)sum & 0x80000000u, m = (uint32_t)(sum < 0 ? -sum : sum);
    if (m == 0) {
        return 0;
    }
    int32_t left = finish_left(m), below = top + 4 - left; /* the result's exponent - 1 */
    uint32_t u = ((m << left >> 4) + 1) >> 1;
    if ((uint32_t)below < 253u) {
        return sign | (((uint32_t)below << 23) + u); /* a carry to 2^24 counts */
    }
    return finish_range(sign, below + 1, u);
}

/* In units of 2^13 for 16-bit elements: one rounding up to d = 13, two above, as the plain form
 * rounds to units after it has aligned. */
FINISH_INLINE int32_t finish_shift_units(int32_t twice, uint32_t d) {
    if (d <= 13) {
        return ((twice >> (d + 13)) + 1) >> 1;
    }
    return d < 16 ? (finish_shift(twice, d) + 4096) >> 13 : 0;
}

/* Dst as a pattern of sign, exponent and `bits` mantissa bits: 7 with an 8-bit exponent, or 10 with
 * 5 bits. largest: what overflow gives. */
FINISH_INLINE uint32_t finish16(struct kernel_group a, struct kernel_group b, uint32_t dst,
                                unsigned bits, uint32_t limit, uint32_t largest) {
    int32_t exponent = (int32_t)((dst & 0x7FFFu) >> bits), top = finish_top(a, b, exponent);
    int32_t sum = 0, hidden = 1 << bits;
    if (top <= 0) {
        return 0;
    }
    if (exponent) {
        sum = (int32_t)((uint32_t)hidden | (dst & ((uint32_t)hidden - 1u))) << (11 - bits);
        sum = finish_shift(sum, (uint32_t)(top - exponent));
        sum = dst & 0x8000u ? -sum : sum;
    }
    sum += finish_shift_units(a.value, (uint32_t)(top - a.exponent));
    sum += finish_shift_units(b.value, (uint32_t)(top - b.exponent));
    if (sum == 0) {
        return 0;
    }
    uint32_t sign = (uint32_t)sum >> 16 & 0x8000u, m = (uint32_t)(sum < 0 ? -sum : sum);
    int32_t right = 31 - (int32_t)bits_clz32(m) - (int32_t)bits;
    m = right >= 0 ? ((m << 1 >> right) + 1) >> 1 : m << -right;
    int32_t r = (top + right + (int32_t)bits - 11) * hidden + (int32_t)m;
    if (r < hidden) {
        return 0;
    }
    return sign | (r >= (int32_t)(limit << bits) ? largest : (uint32_t)r);
}

#endif
