/* SPDX-License-Identifier: Apache-2.0
 *
 * prng.h - the SFPU's pseudo-random generator, a 32-bit shift register (SPEC 7). */
#ifndef STX_NUM_PRNG_H
#define STX_NUM_PRNG_H

#include <stdint.h>

/* The state of the generator after one step; the random number is the state before it. The bit that
 * is shifted in at the top is 1 if an even number of bits 31, 21, 1 and 0 is set. */
static inline uint32_t prng_next(uint32_t state) {
    uint32_t odd = state >> 31 ^ state >> 21 ^ state >> 1 ^ state;
    return state >> 1 | ~odd << 31;
}

#endif
