/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_bfp.c - sixteen datums share their largest exponent (SPEC 12.7, D.1). */
#include "num/pack_datum.h"

/* Where a datum keeps its exponent. The 7 mantissa bits below it lie above the bits that are cut
 * off. */
struct datum_shape {
    uint32_t mask;
    uint8_t low, cut;
};

static uint32_t exponent_in(uint32_t v, struct datum_shape s) {
    return (v & s.mask) >> s.low;
}

static uint32_t top_exponent(const uint32_t in[16], struct datum_shape s) {
    uint32_t top = 0;
    for (unsigned i = 0; i < 16; i++) {
        uint32_t e = exponent_in(in[i], s);
        top = e > top ? e : top;
    }
    return top;
}

/* Rounds half up to seven bits below the sign bit, then cuts to the width. Only a magnitude other
 * than 0 has a sign. */
static uint8_t bfp_field(uint32_t v, uint32_t top, struct datum_shape s, unsigned drop) {
    uint32_t e = exponent_in(v, s), m = v >> s.cut & 127u, shift = top - e;
    if (shift >= 8) {
        return 0;
    }
    m |= e ? 128u : 0;
    uint32_t q = ((m >> shift) + 1) >> 1;
    q = (q > 127 ? 127 : q) >> drop;
    return (uint8_t)(q ? (v >> 15 & 1u) << (7 - drop) | q : 0);
}

uint32_t pack_bfp_group(const uint32_t in[16], bool e5, unsigned width, uint8_t *field) {
    static const struct datum_shape e8m7 = {0x7F80u, 7, 0}, e5m10 = {0x7C00u, 10, 3};
    struct datum_shape shape = e5 ? e5m10 : e8m7;
    uint32_t top = top_exponent(in, shape);
    for (unsigned i = 0; i < 16; i++) {
        field[i] = bfp_field(in[i], top, shape, 8 - width);
    }
    return top;
}
