/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_bfp.c - sixteen datums share their largest exponent (SPEC 12.7, D.1). */
#include "num/pack_datum.h"

/* Rounded to seven bits, then cut to width - 1; the sign stands only before a magnitude. */
static uint8_t field_of(uint32_t sign, uint32_t significand, uint32_t shift, unsigned width) {
    uint32_t q = shift >= 8 ? 0 : (significand + (1u << shift)) >> (shift + 1);
    q = (q > 127 ? 127 : q) >> (8 - width);
    return (uint8_t)(q ? sign << (width - 1) | q : 0);
}

uint32_t pack_bfp_group(const uint32_t in[16], bool e5, unsigned width, uint8_t field[16]) {
    uint32_t top = 0, exponent[16], mantissa[16];
    for (unsigned i = 0; i < 16; i++) {
        exponent[i] = e5 ? in[i] >> 10 & 31u : in[i] >> 7 & 255u;
        mantissa[i] = e5 ? in[i] >> 3 & 127u : in[i] & 127u;
        top = exponent[i] > top ? exponent[i] : top;
    }
    for (unsigned i = 0; i < 16; i++) {
        uint32_t significand = exponent[i] ? mantissa[i] | 128u : mantissa[i];
        field[i] = field_of(in[i] >> 15 & 1u, significand, top - exponent[i], width);
    }
    return top;
}
