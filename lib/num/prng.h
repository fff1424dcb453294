/* SPDX-License-Identifier: Apache-2.0
 *
 * prng.h - the SFPU's pseudo-random generator, a 32-bit shift register (SPEC 7). */
#ifndef STX_NUM_PRNG_H
#define STX_NUM_PRNG_H

#include <stdint.h>

static inline uint32_t prng_parity(uint32_t v) {
    v ^= v >> 16;
    v ^= v >> 8;
    v ^= v >> 4;
    return (0x6996u >> (v & 15u)) & 1u;
}

/* The state after one step; the output of the step is the state before it. */
static inline uint32_t prng_next(uint32_t state) {
    return (state >> 1) | ((prng_parity(state & 0x80200003u) ^ 1u) << 31);
}

#endif
