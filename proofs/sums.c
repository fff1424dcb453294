/* SPDX-License-Identifier: Apache-2.0
 *
 * sums.c - sums of the vector unit's lanes.
 * Cores: rv32im. */
#include "proof.h"

#include "num/bits.c"
#include "num/sfpu_mad.c"
#include "num/sfpu_mad_wormhole.c"

#include "fast/lanes/add_lanes.c"

static int32_t exponent(uint32_t v) {
    return (int32_t)(v >> 23 & 255u);
}

/* Slow. A sum of lanes is 1 * x + y as the plain form gives it. */
THEOREM(add_lanes)(uint32_t x, uint32_t y) {
    uint32_t sum;
    split(exponent(x) - exponent(y), -28, 28);
    add_lanes_scalar(&x, &y, &sum, 1);
    claim(sum == stx_sfpu_mad_plain(LANES_ONE, x, y));
}
