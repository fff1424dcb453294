/* SPDX-License-Identifier: Apache-2.0
 *
 * value_lanes.h - what the runtimes compute themselves on the 32 lanes of a value of sfpi, for the
 * declarations of include/llk/platform.h. */
#ifndef LLK_VALUE_LANES_H
#define LLK_VALUE_LANES_H

#include <stdint.h>

enum { LLK_LANES = 32 };

static inline void lanes_fill(uint32_t out[LLK_LANES], uint32_t value) {
    for (unsigned lane = 0; lane < LLK_LANES; lane++) {
        out[lane] = value;
    }
}

/* now in the lanes of the mask, old in the others. */
static inline void lanes_assign(uint32_t mask, const uint32_t old[LLK_LANES],
                                const uint32_t now[LLK_LANES], uint32_t out[LLK_LANES]) {
    for (unsigned lane = 0; lane < LLK_LANES; lane++) {
        out[lane] = mask >> lane & 1u ? now[lane] : old[lane];
    }
}

/* Masks of the lanes whose sign bit is set, and of those that are zero. */
static inline uint32_t lanes_negative(const uint32_t v[LLK_LANES]) {
    uint32_t mask = 0;
    for (unsigned lane = 0; lane < LLK_LANES; lane++) {
        mask |= v[lane] >> 31 << lane;
    }
    return mask;
}

static inline uint32_t lanes_zero(const uint32_t v[LLK_LANES]) {
    uint32_t mask = 0;
    for (unsigned lane = 0; lane < LLK_LANES; lane++) {
        mask |= (uint32_t)(v[lane] == 0) << lane;
    }
    return mask;
}

#endif
