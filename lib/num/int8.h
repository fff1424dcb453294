/* SPDX-License-Identifier: Apache-2.0
 *
 * int8.h - operands of INT8 math: a sign and a 10-bit magnitude (SPEC 6.4). */
#ifndef STX_NUM_INT8_H
#define STX_NUM_INT8_H

#include <stdbool.h>
#include <stdint.h>

/* An exponent of 0 means zero, unless denormals are kept. */
static inline int32_t int8_value(uint32_t datum, bool keep_denormal) {
    if (!(datum & 0x7F800000u) && !keep_denormal) {
        return 0;
    }
    int32_t magnitude = (int32_t)(datum >> 13 & 1023u);
    return datum >> 31 ? -magnitude : magnitude;
}

/* The magnitude bits that a fidelity phase multiplies, with their weight. */
static inline int32_t int8_slice_a(unsigned phase, uint32_t a) {
    uint32_t bits = (phase & 1u) ? 0x01Fu : 0x0E0u;
    return int8_value(a & (0xFF800000u | bits << 13), false);
}

static inline int32_t int8_slice_b(unsigned phase, uint32_t b, bool keep_denormal) {
    uint32_t bits = (phase & 2u) ? 0x00Fu : 0x3F0u;
    return int8_value(b & (0xFF800000u | bits << 13), keep_denormal);
}

#endif
