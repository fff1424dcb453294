/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_round.h - the roundings of SFP_STOCH_RND (SPEC 8.7). threshold: 0x400000 nearest, 0x7FFFFF
 * toward zero, 23 random bits stochastic. */
#ifndef STX_NUM_SFPU_ROUND_H
#define STX_NUM_SFPU_ROUND_H

#include <stdint.h>

#include "private.h"

/* FP32 with drop low mantissa bits (13 or 16) rounded away. */
uint32_t sfpu_round_f32(uint32_t v, unsigned drop, uint32_t threshold);

/* FP32 to a sign-magnitude integer of at most max. */
uint32_t sfpu_round_to_int(uint32_t v, uint32_t max, uint32_t threshold);

/* Magnitude shifted right by shift (0..31), at most max; the sign is kept unless the result is 0.
 */
uint32_t sfpu_round_sm32(uint32_t v, unsigned shift, uint32_t max, uint32_t threshold);

#endif
