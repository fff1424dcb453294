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

static uint32_t top_exponent(const uint32_t in[16], struct datum_shape s) {
    uint32_t top = 0;
    for (unsigned i = 0; i < 16; i += 2) {
        uint32_t e = in[i] & s.mask, f = in[i + 1] & s.mask;
        top = e > top ? e : top;
        top = f > top ? f : top;
    }
    return top >> s.low;
}

/* Rounds half up to seven bits below the sign bit, then cuts to the width. Only a magnitude other
 * than 0 has a sign. */
static inline uint8_t field_of(uint32_t v, uint32_t top, struct datum_shape s, unsigned drop) {
    uint32_t e = (v & s.mask) >> s.low, m = v >> s.cut & 127u, shift = top - e;
    if (shift >= 8) {
        return 0;
    }
    m |= e ? 128u : 0;
    uint32_t q = ((m >> shift) + 1) >> 1;
    q = (q > 127 ? 127 : q) >> drop;
    return (uint8_t)(q ? (v >> 15 & 1u) << (7 - drop) | q : 0);
}

/* The same for an E8M7 datum and a field of eight bits, where no datum with shift < 8 has exponent
 * 0. So each has its leading one: no magnitude rounds to 0, and only 255 would round to 128. */
static inline uint32_t field8_of(uint32_t v, uint32_t shift) {
    uint32_t m = (v & 127u) | 128u;
    m = m == 255 ? 254 : m;
    return ((m >> shift) + 1) >> 1 | (v >> 8 & 128u);
}

static void fields8_of(const uint32_t in[16], uint32_t top, uint8_t *field) {
    uint32_t limit = top << 7 | 127u; /* the largest magnitude with this exponent */
    for (const uint32_t *end = in + 16; in != end; in++, field++) {
        uint32_t v = *in, shift = (limit - (v & 0x7FFFu)) >> 7;
        *field = 0;
        if (shift < 8) {
            *field = (uint8_t)field8_of(v, shift);
        }
    }
}

uint32_t pack_bfp_group(const uint32_t in[16], bool e5, unsigned width, uint8_t *field) {
    static const struct datum_shape e8m7 = {0x7F80u, 7, 0}, e5m10 = {0x7C00u, 10, 3};
    struct datum_shape shape = e5 ? e5m10 : e8m7;
    uint32_t top = top_exponent(in, shape);
    if (!e5 && width == 8 && top >= 8) {
        fields8_of(in, top, field);
        return top;
    }
    for (unsigned i = 0; i < 16; i++) {
        field[i] = field_of(in[i], top, shape, 8 - width);
    }
    return top;
}
