/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad_fast.h - stx_sfpu_mad_plain() for ordinary operands in few instructions, to be inlined
 * in loops over lanes. Exponents outside 64..191, zeros apart, take the plain form. */
#ifndef STX_NUM_SFPU_MAD_FAST_H
#define STX_NUM_SFPU_MAD_FAST_H

#include "num/bits.h"
#include "num/sfpu_mad.h"

#if defined __riscv && !defined __riscv_mul && !defined __riscv_zmmul
#define SFPU_MAD_SQUARES 1
#endif

#define MAD_INLINE static inline __attribute__((always_inline))
#define MAD_HIDDEN 0x80000000u

/* The product of two significands, hidden bits at 26 or 27; bit 0 says that bits below are set. */
#ifdef SFPU_MAD_SQUARES
/* i * i / 4 for i = -255..510: a * b = (a + b)^2 / 4 - (a - b)^2 / 4. */
extern const uint16_t mad_squares[766];

/* a points into the middle of the table, b is twice the other factor. */
MAD_INLINE uint32_t mad_product8(const char *a, uint32_t b) {
    return (uint32_t) * (const uint16_t *)(a + b) - *(const uint16_t *)(a - b);
}

MAD_INLINE uint32_t mad_product(uint32_t x, uint32_t y) {
    const char *t = (const char *)&mad_squares[255];
    __asm__("" : "+r"(t)); /* a pointer to the compiler, no constant to be added later */
    const char *a0 = t + (x << 1 & 0x1FEu), *a1 = t + (x >> 7 & 0x1FEu),
               *a2 = t + ((x >> 15 & 0xFEu) | 0x100u);
    uint32_t b0 = y << 1 & 0x1FEu, b1 = y >> 7 & 0x1FEu, b2 = (y >> 15 & 0xFEu) | 0x100u;
    uint32_t low = mad_product8(a0, b0) + ((mad_product8(a0, b1) + mad_product8(a1, b0)) << 8);
    uint32_t middle = mad_product8(a0, b2) + mad_product8(a1, b1) + mad_product8(a2, b0);
    uint32_t high = mad_product8(a1, b2) + mad_product8(a2, b1) + (mad_product8(a2, b2) << 8);
    middle += low >> 16;
    return ((high << 4) + (middle >> 4)) | (((middle & 15u) | low << 16) != 0);
}
#else
MAD_INLINE uint32_t mad_product(uint32_t x, uint32_t y) {
    uint64_t p = (uint64_t)(x << 8 | MAD_HIDDEN) * ((y << 8 | MAD_HIDDEN) >> 4);
    return (uint32_t)(p >> 32) | ((uint32_t)p != 0);
}
#endif

/* m > 2^26 shifted right; lost bits show in bit 0, unless nothing is left. */
MAD_INLINE uint32_t mad_align(uint32_t m, uint32_t d) {
    if (d <= 26) {
        uint32_t kept = m >> d;
        return kept | (kept << d != m);
    }
    return d == 27 && m >> 27 ? 1 : 0;
}

/* Leading zeros of m < 2^28, m > 0, less 4. */
MAD_INLINE uint32_t mad_clz28(uint32_t m) {
#ifdef BITS_CLZ_FAST
    return bits_clz32(m) - 4;
#else
    uint32_t high = m >> 20;
    return high ? bits_clz8[high] : bits_clz32(m) - 4;
#endif
}

/* m has its first bit at 30; e is its exponent. Outside the range: the plain form's affair. */
MAD_INLINE uint32_t mad_round(uint32_t x, uint32_t y, uint32_t z, uint32_t sign, uint32_t e,
                              uint32_t m) {
    m = (m + 63 + (m >> 7 & 1u)) >> 7;
    if (e - 1 < 254u) {
        return (sign & MAD_HIDDEN) | (((e - 1) << 23) + m);
    }
    return stx_sfpu_mad_plain(x, y, z);
}

MAD_INLINE uint32_t mad_fast(uint32_t x, uint32_t y, uint32_t z) {
    uint32_t x2 = x << 1, y2 = y << 1, z2 = z << 1, sign = x ^ y;
    uint32_t p = (x2 >> 24) + (y2 >> 24) - 127, e = z2 >> 24, m, c, n;
    if ((int32_t)(((x ^ x2) & (y ^ y2) & (z ^ z2)) << 1) >= 0) {
        if (e || (int32_t)(((x ^ x2) & (y ^ y2)) << 1) >= 0) {
            return stx_sfpu_mad_plain(x, y, z);
        }
        m = mad_product(x, y); /* z is zero */
        n = m >> 27;
        return mad_round(x, y, z, sign, p + n, m << (4 - n));
    }
    m = mad_product(x, y);
    c = (z << 9 >> 6) | 1u << 26;
    if ((int32_t)(p - e) >= 0) {
        c = mad_align(c, p - e);
        e = p;
    } else {
        m = mad_align(m, e - p);
    }
    if ((int32_t)(sign ^ z) >= 0) {
        m += c;
        n = m >> 27; /* 0..2 */
        return mad_round(x, y, z, sign, e + n, m << (4 - n));
    }
    if (m < c) {
        sign = z;
        m = c - m;
    } else {
        m -= c;
        if (m == 0) {
            return stx_sfpu_mad_plain(x, y, z);
        }
    }
    n = mad_clz28(m);
    return mad_round(x, y, z, sign, e + 1 - n, m << (n + 3));
}

#endif
