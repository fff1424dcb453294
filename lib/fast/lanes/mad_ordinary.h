/* SPDX-License-Identifier: Apache-2.0
 *
 * mad_ordinary.h - stx_sfpu_mad_plain() for ordinary operands in few instructions, to be inlined in
 * loops over lanes. Zeros, infinities, NaNs, overflow and the smallest numbers are left to the
 * plain form. */
#ifndef STX_FAST_LANES_MAD_ORDINARY_H
#define STX_FAST_LANES_MAD_ORDINARY_H

#include <stdbool.h>

#include "num/bits.h"
#include "num/sfpu_mad.h"
#include "softensix/arch.h"
#include "private.h"

#if defined __riscv && !defined __riscv_mul && !defined __riscv_zmmul
#define SFPU_MAD_SQUARES 1
#endif

/* Constants that a loop keeps in registers, so that they are not loaded for each use. */
struct mad_constants {
    uint32_t field, unit, bias, range, below; /* in the exponent's bits of a word */
    uint32_t bit24, bit25, bit26, bit27, bit28, bit30, sign;
};

enum { MAD_UNIT = 0x00800000 };

ALWAYS_INLINE struct mad_constants mad_constants(void) {
    struct mad_constants k = {.field = 255 * MAD_UNIT,
                              .unit = MAD_UNIT,
                              .bias = 127 * MAD_UNIT,
                              .range = 252 * MAD_UNIT,
                              .below = 32 * MAD_UNIT,
                              .bit24 = 1u << 24,
                              .bit25 = 1u << 25,
                              .bit26 = 1u << 26,
                              .bit27 = 1u << 27,
                              .bit28 = 1u << 28,
                              .bit30 = 1u << 30,
                              .sign = 1u << 31};
    OPAQUE(k.field);
    OPAQUE(k.unit);
    OPAQUE(k.bias);
    OPAQUE(k.range);
    OPAQUE(k.bit26);
    OPAQUE(k.bit27);
    OPAQUE(k.bit30);
    OPAQUE(k.sign);
    return k;
}

/* The product of two significands, with its leading one in bit 26 or 27; bit 0 is also set if any
 * lower bits are. */
#ifdef SFPU_MAD_SQUARES
/* i * i / 4 for i = -255..510: a * b = (a + b)^2 / 4 - (a - b)^2 / 4. */
extern const uint16_t mad_squares[766];

/* a points into the table at one factor, b is twice the other factor. */
ALWAYS_INLINE uint32_t mad_product8(const char *a, uint32_t b) {
    return (uint32_t) * (const uint16_t *)(a + b) - *(const uint16_t *)(a - b);
}

ALWAYS_INLINE uint32_t mad_product(const struct mad_constants *k, uint32_t x, uint32_t y) {
    (void)k;
    const char *t = (const char *)&mad_squares[255];
    OPAQUE(t); /* makes the compiler treat it as a pointer, not as a constant to be added later */
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
ALWAYS_INLINE uint32_t mad_product(const struct mad_constants *k, uint32_t x, uint32_t y) {
    uint64_t p = (uint64_t)(x << 8 | k->sign) * (y << 8 >> 4 | k->bit27);
    return (uint32_t)(p >> 32) | ((uint32_t)p != 0);
}
#endif

/* m shifted right. If any bit is lost, bit 0 is set. */
ALWAYS_INLINE uint32_t mad_align(uint32_t m, uint32_t d) {
    uint32_t kept = m >> d;
    return kept | (kept << d != m);
}

/* m / 2^n rounded to nearest, ties to even. */
ALWAYS_INLINE uint32_t mad_round(const struct mad_constants *k, uint32_t m, unsigned n) {
    return UNLIKELY(m << (31 - n) == k->bit30) ? m >> n : (m + (1u << (n - 1))) >> n;
}

/* Rounds and packs a sum, without its sign. If the leading one of m is bit 26, its exponent is
 * e. */
ALWAYS_INLINE uint32_t mad_sum(const struct mad_constants *k, uint32_t e, uint32_t m) {
    uint32_t lost =
        STX_MAD_OWN_NANS ? 2u : 0; /* Wormhole loses bit 1 of a sum that has two more bits */
    return m >= k->bit28   ? e + k->unit + mad_round(k, m & ~lost, 5)
           : m >= k->bit27 ? e + mad_round(k, m, 4)
                           : e - k->unit + mad_round(k, m, 3);
}

/* The same for 0 < m < 2^28. */
ALWAYS_INLINE uint32_t mad_difference(const struct mad_constants *k, uint32_t e, uint32_t m) {
    if (m >= k->bit26) {
        return m >= k->bit27 ? e + mad_round(k, m, 4) : e - k->unit + mad_round(k, m, 3);
    } else if (m >= k->bit25) {
        return e - 2 * MAD_UNIT + mad_round(k, m, 2);
    } else if (m >= k->bit24) {
        return e - 3 * MAD_UNIT + mad_round(k, m, 1);
    }
    uint32_t n = bits_clz32(m) - 8;
    return e - ((n + 4) << 23) + (m << n);
}

/* x * y + z, if all operands and the result are normal and far from overflow. False otherwise. */
ALWAYS_INLINE bool mad_ordinary(const struct mad_constants *k, uint32_t x, uint32_t y, uint32_t z,
                                uint32_t *out) {
    uint32_t ex = x & k->field, ey = y & k->field, e = z & k->field, p = ex + ey - k->bias, m, c;
    if (ex == 0 || ex == k->field || ey == 0 || ey == k->field || e == 0 || e >= k->range ||
        p >= k->range) {
        return false;
    }
    uint32_t sign = x ^ y, d = p - e;
    m = mad_product(k, x, y);
    c = (z << 9 >> 6) | k->bit26;
    if ((int32_t)d >= 0) {
        e = p;
        d >>= 23;
        c = d <= 26 ? mad_align(c, d) : 0;
    } else {
        d = -d >> 23;
        m = d <= 26 ? mad_align(m, d) : 0;
    }
    if ((int32_t)(sign ^ z) >= 0) {
        m = mad_sum(k, e, m + c);
    } else {
        if (m < c) {
            sign = z;
            m = c - m;
        } else {
            m -= c;
        }
        if (m == 0 || e < k->below) {
            return false;
        }
        m = mad_difference(k, e, m);
    }
    *out = m | (sign & k->sign);
    return true;
}

#endif
