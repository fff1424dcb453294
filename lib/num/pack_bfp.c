/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_bfp.c - sixteen datums share their largest exponent (SPEC 12.7, D.1). */
#include "num/pack_datum.h"

/* Rounded half up to seven bits, then cut to width - 1; the sign stands only before a magnitude. */
static inline uint8_t field_of(uint32_t sign, uint32_t significand, uint32_t shift,
                               unsigned width) {
    uint32_t q = ((significand >> shift) + 1) >> 1;
    q = (q > 127 ? 127 : q) >> (8 - width);
    return (uint8_t)(q ? sign << (width - 1) | q : 0);
}

uint32_t pack_bfp_group(const uint32_t in[16], bool e5, unsigned width, uint8_t field[16]) {
    unsigned low = e5 ? 10 : 7, cut = e5 ? 3 : 0; /* exponent above 7 mantissa bits above cut */
    uint32_t mask = e5 ? 31u : 255u, top = 0;
    for (unsigned i = 0; i < 16; i++) {
        uint32_t e = in[i] >> low & mask;
        top = e > top ? e : top;
    }
    for (unsigned i = 0; i < 16; i++) {
        uint32_t v = in[i], e = v >> low & mask, m = v >> cut & 127u;
        uint32_t shift = top - e;
        field[i] = 0;
        if (shift < 8) {
            field[i] = field_of(v >> 15 & 1u, e ? m | 128u : m, shift, width);
        }
    }
    return top;
}
