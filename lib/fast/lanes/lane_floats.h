/* SPDX-License-Identifier: Apache-2.0
 *
 * lane_floats.h - the common part of the loops over lanes for sums and products. */
#ifndef STX_FAST_LANES_LANE_FLOATS_H
#define STX_FAST_LANES_LANE_FLOATS_H

#include <stdbool.h>

#include "fast/lanes/mad_ordinary.h"
#include "softensix/config.h"

#if STX_METHOD == STX_METHOD_FLOAT && defined __riscv_flen
#define LANES_FLOAT 1
#endif

enum { LANES_UNIT = MAD_UNIT };
enum { LANES_EXPONENT = 0x7F800000 };
enum { LANES_ONE = 0x3F800000 };

ALWAYS_INLINE float lanes_float(uint32_t bits) {
    float f;
    __builtin_memcpy(&f, &bits, sizeof f);
    return f;
}

ALWAYS_INLINE uint32_t lanes_bits(float f) {
    uint32_t bits;
    __builtin_memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* True if the hardware has certainly rounded the result as the SFPU does: the result is finite and
 * far from underflow. */
ALWAYS_INLINE bool lanes_sure(uint32_t r) {
    return (r & LANES_EXPONENT) - 2 * LANES_UNIT < 253 * LANES_UNIT;
}

#endif
