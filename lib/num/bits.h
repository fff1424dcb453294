/* SPDX-License-Identifier: Apache-2.0
 *
 * bits.h - small bit operations without compiler support. */
#ifndef STX_NUM_BITS_H
#define STX_NUM_BITS_H

#include <stdint.h>

/* Leading zeros of a word; 32 for 0. */
static inline unsigned bits_clz32(uint32_t v) {
    unsigned n = 0;
    if (v == 0) {
        return 32;
    }
    for (unsigned step = 16; step; step /= 2) {
        if (!(v >> (32 - step))) {
            n += step;
            v <<= step;
        }
    }
    return n;
}

#endif
