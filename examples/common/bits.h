/* SPDX-License-Identifier: Apache-2.0
 *
 * bits.h - the bits of a float, and the float that has these bits. */
#ifndef EXAMPLES_BITS_H
#define EXAMPLES_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t bits_of(float f) {
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    return v;
}

static inline float float_of(uint32_t v) {
    float f;
    memcpy(&f, &v, sizeof f);
    return f;
}

#endif
