/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_int.h - integer arithmetic and conversions of SFPU lanes (SPEC 8.4, 8.6, 8.7), without
 * branches where this lets compilers compute several lanes at a time. */
#ifndef STX_NUM_SFPU_INT_H
#define STX_NUM_SFPU_INT_H

#include <stdint.h>

#include "num/bits.h"

#define INT_LOW23 0x7FFFFFu

/* Adds the float z to the product d, whose exponent counts as 129, unless the exponent of z is 0
 * (SPEC 8.6 and Appendix D.2). */
static inline uint32_t mul24_adjust(uint32_t d, uint32_t z) {
    uint32_t ez = (z >> 23) & 0xFFu, e = ez > 129u ? ez : 129u, shift = (e - ez) & 31u;
    uint32_t zm = ((z & INT_LOW23) | 0x800000u) << 3, t = zm >> shift;
    uint32_t aligned = d >> ((e - 129u) & 31u), lost = (t << shift) ^ zm;
    uint32_t sum = (aligned + t + (lost > 0xFFFFu ? 0x10000u : 0)) & INT_LOW23;
    return ez == 0 ? d : t == 0 ? aligned : sum;
}

/* 23 bits of the product of two 23-bit numbers, from bit `from` on. */
static inline uint32_t sfpu_mul24_product(uint32_t x, uint32_t y, unsigned from) {
    uint64_t product = (uint64_t)(x & INT_LOW23) * (y & INT_LOW23);
    return (uint32_t)(product >> from) & INT_LOW23;
}

/* SFPMUL24: the high bits (46:23) or the low 23 bits of the product, adjusted by z. */
static inline uint32_t sfpu_mul24(uint32_t x, uint32_t y, uint32_t z, uint32_t high) {
    return mul24_adjust(sfpu_mul24_product(x, y, high ? 23 : 0), z);
}

/* Shifts by a signed amount: to the left if it is 0 or positive. */
static inline uint32_t sfpu_shift_logical(uint32_t v, uint32_t amount) {
    return amount >> 31 ? v >> (-amount & 31u) : v << (amount & 31u);
}
static inline uint32_t sfpu_shift_arithmetic(uint32_t v, uint32_t amount) {
    uint32_t right = -amount & 31u, sign = v & SIGN_BIT ? UINT32_MAX : 0;
    return amount & SIGN_BIT ? (v ^ sign) >> right ^ sign : v << (amount & 31u);
}

/* The magnitude moved up to bit 31 and cut to 24 bits; the caller decides about rounding up. zeros
 * is the number of leading zeros of the magnitude; 32 means that there is nothing to convert. */
static inline uint32_t pack_integer(uint32_t v, uint32_t zeros, uint32_t up) {
    uint32_t mantissa = (v & ~SIGN_BIT) << (zeros & 31u) >> 8;
    uint32_t packed = (v & SIGN_BIT) + ((158u - zeros - 1u) << 23) + mantissa + up;
    return zeros == 32 ? v : packed;
}

/* Sign-magnitude integer to FP32: to nearest even, or stochastic with 8 random bits. */
static inline uint32_t sfpu_sm32_to_f32_rne(uint32_t v) {
    uint32_t zeros = bits_clz32(v & ~SIGN_BIT), shifted = v << (zeros & 31u);
    return pack_integer(v, zeros, (shifted >> 7 & 1u) & ((shifted & 0x17Fu) != 0));
}
static inline uint32_t sfpu_sm32_to_f32_random(uint32_t v, uint32_t random) {
    uint32_t zeros = bits_clz32(v & ~SIGN_BIT), shifted = v << (zeros & 31u);
    return pack_integer(v, zeros, (shifted & 0xFEu) > (random & 0xFEu));
}

/* Converts between two's complement and sign-magnitude. It is its own inverse, except for -0. */
static inline uint32_t sfpu_sm32_swap(uint32_t v) {
    return v & SIGN_BIT ? SIGN_BIT | -v : v;
}

#endif
