/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.c - products of the vector unit's lanes.
 * Cores: rv32im. */
#include "proof.h"

#include "num/bits.c"
#include "num/sfpu_mad.c"
#include "num/sfpu_mad_wormhole.c"

#include "fast/lanes/mul_lanes.c"

static int32_t exponent(uint32_t v) {
    return (int32_t)(v >> 23 & 255u);
}

static uint64_t significand(uint32_t v) {
    return (v & 0x7FFFFFu) | 0x800000u;
}

/* A product of lanes is x * y + 0 as the plain form gives it: ordinary factors. */
THEOREM(mul_lanes)(uint32_t x, uint32_t y) {
    uint32_t product;
    assume(exponent(x) && exponent(x) != 255 && exponent(y) && exponent(y) != 255);
    factors(significand(x), 1u << 23, (1u << 24) - 1, significand(y), 1u << 23, (1u << 24) - 1);
    mul_lanes_scalar(&x, &y, &product, 1);
    claim(product == stx_sfpu_mad_plain(x, y, 0));
}

/* The same for all other factors. */
THEOREM(mul_lanes_rare)(uint32_t x, uint32_t y) {
    uint32_t product;
    assume(!exponent(x) || exponent(x) == 255 || !exponent(y) || exponent(y) == 255);
    mul_lanes_scalar(&x, &y, &product, 1);
    claim(product == stx_sfpu_mad_plain(x, y, 0));
}
