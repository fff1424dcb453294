/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad_parts.h - what the multiply-adds of both chips share. */
#ifndef STX_NUM_SFPU_MAD_PARTS_H
#define STX_NUM_SFPU_MAD_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "num/bits.h"

#define INFINITE 0x7F800000u

struct operand {
    uint32_t sign; /* bit 31 */
    int exponent;  /* the field */
    uint32_t mantissa;
};

static inline struct operand take_apart(uint32_t v) {
    struct operand o = {v & SIGN_BIT, (int)((v >> 23) & 0xFFu), 0};
    o.mantissa = o.exponent ? (v & 0x7FFFFFu) | 0x800000u : 0;
    return o;
}

static inline bool mad_is_nan(uint32_t v) {
    return (v & ~SIGN_BIT) > INFINITE;
}
static inline bool is_infinite(uint32_t v) {
    return (v & ~SIGN_BIT) == INFINITE;
}

/* Rule 4: a term that vanishes leaves no sticky bit. */
static inline uint32_t shift_jamming(uint32_t mantissa, unsigned distance) {
    if (distance >= 32) {
        return 0;
    }
    uint32_t kept = mantissa >> distance;
    return kept && kept << distance != mantissa ? kept | 1u : kept;
}

#endif
