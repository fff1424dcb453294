/* SPDX-License-Identifier: Apache-2.0
 *
 * floats.h - a binary32 number and its bits. */
#ifndef TESTS_FLOATS_H
#define TESTS_FLOATS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t bits(float f) {
    uint32_t v;
    memcpy(&v, &f, 4);
    return v;
}

static inline float as_float(uint32_t v) {
    float f;
    memcpy(&f, &v, 4);
    return f;
}

#endif
