/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_int.h - integer arithmetic and conversions of SFPU lanes (SPEC 8.4, 8.6, 8.7). */
#ifndef STX_NUM_SFPU_INT_H
#define STX_NUM_SFPU_INT_H

#include <stdint.h>

#include "private.h"

/* SFPMUL24: high (bits 46:23) or low 23 bits of the product of two 23-bit numbers, adjusted by z
 * unless its exponent is 0. */
uint32_t sfpu_mul24(uint32_t x, uint32_t y, uint32_t z, uint32_t high);

/* Shift by a signed amount: left if >= 0. */
static inline uint32_t sfpu_shift_logical(uint32_t v, uint32_t amount) {
    return amount >> 31 ? v >> (-amount & 31u) : v << (amount & 31u);
}
uint32_t sfpu_shift_arithmetic(uint32_t v, uint32_t amount);

/* Sign-magnitude integer to FP32: to nearest even, or stochastic with 8 random bits. */
uint32_t sfpu_sm32_to_f32_rne(uint32_t v);
uint32_t sfpu_sm32_to_f32_random(uint32_t v, uint32_t random);

/* Two's complement <-> sign-magnitude (its own inverse but for -0). */
uint32_t sfpu_sm32_swap(uint32_t v);

#endif
