/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_recip.h - SFPARECIP's two approximations: 1 / x and exp(x) of a magnitude (sign bit clear),
 * by table (SPEC 8.8). Both look up their entry even when they do not need it, so that compilers
 * generate code without branches; branches would often be mispredicted for lanes of different
 * sizes. */
#ifndef STX_NUM_SFPU_RECIP_H
#define STX_NUM_SFPU_RECIP_H

#include <stdint.h>

#include "num/recip_table.h"

static inline uint32_t sfpu_recip(uint32_t x) {
    uint32_t entry = (uint32_t)recip_table[x >> 16 & 127u] << 16;
    uint32_t near = (253 - (x >> 23)) << 23 | entry;
    return x < 0x00800000u ? 0x7F800000u : x >= 0x7E800000u ? 0 : near;
}

static inline uint32_t sfpu_exp(uint32_t x) {
    uint32_t low = x & 0xFFFFu, at = (x >> 16) - 0x3C80u;
    uint32_t entry = (uint32_t)exp_table[at < sizeof exp_table ? at : 0] << 16;
    uint32_t near = (x < 0x3F320000u ? 0x3F800000u : 0x40000000u) | entry | low;
    uint32_t small = x < 0x00800000u ? 0x3F800000u : 0x3F810000u | low;
    return x < 0x3C800000u ? small : x >= 0x40000000u ? 0x40800000u | low : near;
}

#endif
