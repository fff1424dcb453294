/* SPDX-License-Identifier: Apache-2.0
 *
 * mul_lanes.c - products of all lanes. If factors and result are normal numbers, the vector unit's
 * result is the correctly rounded one. All other products are computed with the plain form. */
#include "fast/lanes/lane_floats.h"
#include "fast/forms.h"

#if LANES_BY_LOOPS

/* The plain form for one lane. It is not part of the loop below and reads its operands from memory,
 * so that the compiler need not keep registers free for a rare call. */
static __attribute__((noinline)) uint32_t with_care(const uint32_t *a, const uint32_t *b) {
    return stx_sfpu_mad_plain(*a, *b, 0);
}

#if defined LANES_FLOAT
void mul_lanes_scalar(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    for (const uint32_t *end = a + lanes; a != end; a++, b++, out++) {
        uint32_t r = lanes_bits(lanes_float(*a) * lanes_float(*b));
        if (*a & LANES_EXPONENT && *b & LANES_EXPONENT && lanes_sure(r)) {
            *out = r;
        } else {
            *out = with_care(a, b);
        }
    }
}

#else
/* product(): the upper word of the product of two significands, with its leading one in bit 30 or
 * 31. product_exact(): true if the lower word is 0. */
#ifdef SFPU_MAD_SQUARES
ALWAYS_INLINE uint32_t product(uint32_t x, uint32_t y, uint32_t hidden) {
    struct mad_constants k = {.sign = hidden};
    return mad_product(&k, x, y) << 4;
}
ALWAYS_INLINE bool product_exact(uint32_t x, uint32_t y) {
    (void)x;
    (void)y;
    return true; /* if not, bit 4 of the product is set */
}
#else
ALWAYS_INLINE uint32_t product(uint32_t x, uint32_t y, uint32_t hidden) {
    return (uint32_t)((uint64_t)(x << 8 | hidden) * (y << 8 | hidden) >> 32);
}
ALWAYS_INLINE bool product_exact(uint32_t x, uint32_t y) {
    return (x << 8 | SIGN_BIT) * (y << 8 | SIGN_BIT) == 0;
}
#endif

/* Rounds to 24 bits. In a tie, where all lower bits are 0, it rounds to even. */
ALWAYS_INLINE uint32_t rounded(uint32_t m, unsigned n, uint32_t x, uint32_t y, uint32_t hidden) {
    if (UNLIKELY(m << (32 - n) == hidden) && product_exact(x, y)) {
        return (m >> n) + (m >> n & 1u);
    }
    return (m + (1u << (n - 1))) >> n;
}

void mul_lanes_scalar(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    uint32_t field = LANES_EXPONENT, hidden = SIGN_BIT, bias = 128 * LANES_UNIT,
             range = 252 * LANES_UNIT, unit = LANES_UNIT;
    OPAQUE(field);
    OPAQUE(hidden);
    OPAQUE(bias);
    OPAQUE(range);
    OPAQUE(unit);
    for (const uint32_t *end = a + lanes; a != end; a++, b++, out++) {
        uint32_t x = *a, y = *b, ex = x & field, ey = y & field, e = ex + ey - bias, m, r;
        if (ex == 0 || ex == field || ey == 0 || ey == field || e >= range) {
            *out = with_care(a, b);
            continue;
        }
        m = product(x, y, hidden);
        if ((int32_t)m < 0) {
            r = e + unit + rounded(m, 8, x, y, hidden);
        } else {
            r = e + rounded(m, 7, x, y, hidden);
        }
        *out = r | ((x ^ y) & hidden);
    }
}
#endif

#endif
