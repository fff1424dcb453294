/* SPDX-License-Identifier: Apache-2.0
 *
 * finish.h - the end of a sum: two groups and Dst aligned, added, rounded once. The same as
 * fpu_accumulate(), in two's complement.
 *
 * A group is value * 2^(exponent - 127 - 10). The plain form rounds magnitudes so that ties of
 * negative terms go towards zero: that is floor(v / 2^d + 1/2) in two's complement. */
#ifndef STX_FPU_FINISH_H
#define STX_FPU_FINISH_H

#include "num/bits.h"
#include "softensix/core.h"

struct kernel_group {
    int32_t value;    /* |value| < 2^15 */
    int32_t exponent; /* 0 with value 0: nothing */
};

/* floor(v / 2^d + 1/2); 0 from d = 31 on, |v| < 2^29. */
static inline int32_t finish_shift(int32_t v, uint32_t d) {
    if (d == 0) {
        return v;
    }
    return d < 31 ? ((v >> (d - 1)) + 1) >> 1 : 0;
}

static inline int32_t finish_top(struct kernel_group a, struct kernel_group b, int32_t dst) {
    int32_t top = a.exponent > b.exponent ? a.exponent : b.exponent;
    return top > dst ? top : dst;
}

/* sign, biased exponent of bit 23, and a magnitude to binary32. */
static inline uint32_t finish_pack32(uint32_t sign, int32_t exponent, uint32_t m) {
    int32_t left = (int32_t)bits_clz32(m) - 8;
    exponent -= left;
    m = left >= 0 ? m << left : (m + (1u << (-left - 1))) >> -left;
    if ((uint32_t)(exponent - 1) < 253u) {
        return sign | ((((uint32_t)exponent - 1) << 23) + m); /* a carry to 2^24 counts */
    }
    exponent += (int32_t)(m >> 24);
    if (exponent <= 0) {
        return 0;
    }
    return exponent >= 255 ? sign | 0x7F800000u : sign | (uint32_t)exponent << 23 | (m & 0x7FFFFFu);
}

/* Dst as binary32. */
static inline uint32_t finish32(struct kernel_group a, struct kernel_group b, uint32_t dst) {
    int32_t exponent = (int32_t)(dst >> 23 & 255u), top = finish_top(a, b, exponent);
    if (top <= 0) {
        return 0;
    }
    int32_t m = exponent ? (int32_t)(0x800000u | (dst & 0x7FFFFFu)) : 0;
    m = finish_shift(m, (uint32_t)(top - exponent));
    m = (int32_t)dst < 0 ? -m : m;
    m += finish_shift(a.value * 8192, (uint32_t)(top - a.exponent));
    m += finish_shift(b.value * 8192, (uint32_t)(top - b.exponent));
    if (m == 0) {
        return 0;
    }
    return finish_pack32((uint32_t)m & 0x80000000u, top, (uint32_t)(m < 0 ? -m : m));
}

/* The same in units of 2^13 for 16-bit elements: one rounding up to d = 13, two above, as the plain
 * form rounds to units after it has aligned. */
static inline int32_t finish_shift_units(int32_t v, uint32_t d) {
    if (d <= 13) {
        return finish_shift(v, d);
    }
    return d < 16 ? (finish_shift(v * 8192, d) + 4096) >> 13 : 0;
}

/* Dst as a pattern of sign, exponent and `bits` mantissa bits: 7 with an 8-bit exponent, or 10 with
 * 5 bits. largest: what overflow gives. */
static inline uint32_t finish16(struct kernel_group a, struct kernel_group b, uint32_t dst,
                                unsigned bits, uint32_t limit, uint32_t largest) {
    int32_t exponent = (int32_t)((dst & 0x7FFFu) >> bits), top = finish_top(a, b, exponent);
    if (top <= 0) {
        return 0;
    }
    uint32_t hidden = 1u << bits;
    int32_t m = exponent ? (int32_t)((hidden | (dst & (hidden - 1u))) << (10 - bits)) : 0;
    m = finish_shift(m, (uint32_t)(top - exponent));
    m = dst & 0x8000u ? -m : m;
    m += finish_shift_units(a.value, (uint32_t)(top - a.exponent));
    m += finish_shift_units(b.value, (uint32_t)(top - b.exponent));
    if (m == 0) {
        return 0;
    }
    uint32_t sign = m < 0 ? 0x8000u : 0, u = (uint32_t)(m < 0 ? -m : m);
    int32_t length = 32 - (int32_t)bits_clz32(u), right = length - (int32_t)bits - 1;
    u = right <= 0 ? u << -right : (u + (1u << (right - 1))) >> right;
    int32_t r = (top + length - 12) * (int32_t)hidden + (int32_t)u;
    if (r < (int32_t)hidden) {
        return 0;
    }
    return sign | (r >= (int32_t)(limit << bits) ? largest : (uint32_t)r);
}

#endif
