/* SPDX-License-Identifier: Apache-2.0
 *
 * zeros.c - what else differs between cores with and without an instruction that counts leading
 * zeros. Theorems that are proven for one of both hold for the other because of these two.
 * Cores: rv32im rv32im_zbb. */
#include "proof.h"

#include "num/bits.c"
#include "num/sfpu_mad.c"
#include "num/sfpu_mad_wormhole.c"

#include "fast/lanes/add_lanes.c"

/* Leading zeros of a word are counted, by either code. */
THEOREM(leading_zeros)(uint32_t v) {
    const unsigned n = bits_clz32(v);
    claim(n == 32 ? v == 0 : n < 32 && v >> (31 - n) == 1);
}

/* A sum of lanes is normalised by the number of its leading zeros, by either code. */
THEOREM(normalised_by_zeros)(uint32_t m, uint32_t e) {
    assume(m < 1u << 29);
    const uint32_t n = bits_clz32(m) - 3;
    claim(normalised(m, e) == e - (n << 23) - 3 * LANES_UNIT + (m >> 6 << (n + 1)));
}
