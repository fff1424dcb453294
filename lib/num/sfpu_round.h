/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_round.h - the roundings of SFP_STOCH_RND (SPEC 8.7), without branches, so that compilers
 * round several lanes at a time. threshold: 0x400000 nearest, 0x7FFFFF toward zero, 23 random bits
 * stochastic. */
#ifndef STX_NUM_SFPU_ROUND_H
#define STX_NUM_SFPU_ROUND_H

#include <stdint.h>

#include "num/bits.h"

#define ROUND_FRACTION 0x7FFFFFu

/* An FP32 whose lowest `drop` mantissa bits (13 or 16) are rounded away. */
static inline uint32_t sfpu_round_f32(uint32_t v, unsigned drop, uint32_t threshold) {
    uint32_t e = (v >> 23) & 0xFFu, unit = 1u << drop, discarded = v & (unit - 1u);
    uint32_t rounded = v - discarded + (discarded >= threshold >> (23 - drop) ? unit : 0);
    uint32_t infinite = (v & SIGN_BIT) | 0x7F800000u;
    return e == 0 ? 0 : e == 255 ? infinite : rounded;
}

/* Limits a magnitude to max. A zero has no sign. */
static inline uint32_t round_clamp(uint32_t sign, uint32_t magnitude, uint32_t max) {
    uint32_t clamped = magnitude > max ? max : magnitude;
    return clamped | (sign & (0u - (magnitude != 0)));
}

/* FP32 to a sign-magnitude integer of at most max: 1.m * 2^(e-127) has 23 fraction bits in m; with
 * e = 126 it loses one of weight 2^-24. Shifts are those of 126 <= e < 143. Smaller numbers become
 * 0, and larger ones max. */
static inline uint32_t sfpu_round_to_int(uint32_t v, uint32_t max, uint32_t threshold) {
    uint32_t e = (v >> 23) & 0xFFu, m = (v & ROUND_FRACTION) | 0x800000u;
    uint32_t whole = m >> ((150 - e) & 31u);
    uint32_t fraction = m << ((e - 126) & 31u) >> 1 & ROUND_FRACTION;
    uint32_t some = 0u - (e >= 126), many = 0u - (e >= 127 + 16);
    uint32_t magnitude = (whole + (fraction >= threshold)) | many;
    return round_clamp(v & SIGN_BIT, magnitude & some, max);
}

/* Magnitude shifted right by shift (0..31), at most max; the sign is kept unless the result is 0.
 * The fraction is the upper 23 bits of those that are shifted out. */
static inline uint32_t sfpu_round_sm32(uint32_t v, unsigned shift, uint32_t max,
                                       uint32_t threshold) {
    uint32_t magnitude = v & ~SIGN_BIT;
    uint32_t few = magnitude << ((23 - shift) & 31u), many = magnitude >> ((shift - 23) & 31u);
    uint32_t fraction = (shift <= 23 ? few : many) & ROUND_FRACTION;
    return round_clamp(v & SIGN_BIT, (magnitude >> shift) + (fraction >= threshold), max);
}

#endif
