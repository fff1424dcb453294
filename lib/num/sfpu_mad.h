/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad.h - the vector unit's arithmetic as pure functions of 32-bit patterns (SPEC 8.5 to 8.9).
 */
#ifndef STX_NUM_SFPU_MAD_H
#define STX_NUM_SFPU_MAD_H

#include <stdbool.h>
#include <stdint.h>

/* x * y + z, partially fused: Blackhole's multiply-add. */
uint32_t stx_sfpu_mad(uint32_t x, uint32_t y, uint32_t z);

/* x < y in the total order of sign-magnitude numbers. */
static inline bool sfpu_less(uint32_t x, uint32_t y) {
    uint32_t a = x ^ (0u - (x >> 31)) >> 1, b = y ^ (0u - (y >> 31)) >> 1;
    return (a ^ 0x80000000u) < (b ^ 0x80000000u);
}

/* Low or high 23 bits of the product of two 23-bit numbers, and the adjustment by c (SPEC 8.6). */
uint32_t sfpu_mul24(uint32_t a, uint32_t b, uint32_t c, bool high);

/* Approximate 1 / x and exp(x) of a magnitude (sign bit clear) by table (SPEC 8.8). */
uint32_t sfpu_recip(uint32_t x);
uint32_t sfpu_exp(uint32_t x);

/* Sign-magnitude integer to binary32: nearest even; stochastic with 7 bits of random. */
uint32_t sfpu_int_to_f32_rne(uint32_t v);
uint32_t sfpu_int_to_f32_stochastic(uint32_t v, uint32_t random);

#endif
