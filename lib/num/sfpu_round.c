/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_round.c - roundings of the SFPU, stochastic and to nearest (SPEC 8.7). */
#include "num/sfpu_round.h"

#define SIGN 0x80000000u
#define FRACTION 0x7FFFFFu

uint32_t sfpu_round_f32(uint32_t v, unsigned drop, uint32_t threshold) {
    uint32_t e = (v >> 23) & 0xFFu, unit = 1u << drop, discarded = v & (unit - 1u);
    if (e == 0) {
        return 0;
    }
    if (e == 255) {
        return (v & SIGN) | 0x7F800000u;
    }
    return v - discarded + (discarded >= threshold >> (23 - drop) ? unit : 0);
}

static uint32_t clamp_sign(uint32_t sign, uint32_t magnitude, uint32_t max) {
    magnitude = magnitude > max ? max : magnitude;
    return magnitude ? sign | magnitude : 0;
}

uint32_t sfpu_round_to_int(uint32_t v, uint32_t max, uint32_t threshold) {
    uint32_t sign = v & SIGN, e = (v >> 23) & 0xFFu, mantissa = (v & FRACTION) | 0x800000u;
    if (e < 126) {
        return 0;
    }
    if (e >= 127 + 16) {
        return sign | max;
    }
    /* 1.m * 2^(e-127) with 23 fraction bits; e = 126 loses a bit of weight 2^-24 */
    uint32_t whole = e == 126 ? 0 : mantissa >> (150 - e);
    uint32_t fraction = (e == 126 ? mantissa >> 1 : mantissa << (e - 127)) & FRACTION;
    return clamp_sign(sign, whole + (fraction >= threshold), max);
}

uint32_t sfpu_round_sm32(uint32_t v, unsigned shift, uint32_t max, uint32_t threshold) {
    uint64_t scaled = ((uint64_t)(v & ~SIGN) << 23) >> shift;
    uint32_t fraction = (uint32_t)scaled & FRACTION;
    return clamp_sign(v & SIGN, (uint32_t)(scaled >> 23) + (fraction >= threshold), max);
}
