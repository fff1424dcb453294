/* SPDX-License-Identifier: Apache-2.0
 *
 * multiply_add.c - multiply-adds of the vector unit's lanes.
 * Cores: rv32im. */
#include "proof.h"

#include "num/bits.c"
#include "num/sfpu_mad.c"
#include "num/sfpu_mad_wormhole.c"

#include "fast/lanes/mad_one.c"

static int32_t exponent(uint32_t v) {
    return (int32_t)(v >> 23 & 255u);
}

static uint64_t significand(uint32_t v) {
    return (v & 0x7FFFFFu) | 0x800000u;
}

/* Long. A multiply-add of one lane is that of the plain form: factors with exponents that are
 * neither 0 nor 255. */
THEOREM(multiply_add)(uint32_t x, uint32_t y, uint32_t z) {
    assume(exponent(x) && exponent(x) != 255 && exponent(y) && exponent(y) != 255);
    factors(significand(x), 1u << 23, (1u << 24) - 1, significand(y), 1u << 23, (1u << 24) - 1);
    split((int32_t)((x ^ y ^ z) >> 31), 0, 0);
    split(exponent(x) + exponent(y) - 127 - exponent(z), -28, 28);
    claim(mad_scalar(x, y, z) == stx_sfpu_mad_plain(x, y, z));
}

/* For all other factors mad_ordinary() declines, and the plain form itself computes the result. */
THEOREM(multiply_add_rare)(uint32_t x, uint32_t y, uint32_t z) {
    const struct mad_constants k = mad_constants();
    uint32_t result;
    assume(!exponent(x) || exponent(x) == 255 || !exponent(y) || exponent(y) == 255);
    claim(!mad_ordinary(&k, x, y, z, &result));
}
