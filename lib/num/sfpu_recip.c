/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_recip.c - SFPARECIP's two approximations (SPEC 8.8). */
#include "num/sfpu_recip.h"

#include "num/recip_table.h"

uint32_t sfpu_recip(uint32_t x) {
    if (x < 0x00800000u) {
        return 0x7F800000u;
    }
    if (x >= 0x7E800000u) {
        return 0;
    }
    return (253 - (x >> 23)) << 23 | (uint32_t)recip_table[x >> 16 & 127u] << 16;
}

uint32_t sfpu_exp(uint32_t x) {
    uint32_t low = x & 0xFFFFu;
    if (x < 0x00800000u) {
        return 0x3F800000u;
    }
    if (x < 0x3C800000u) {
        return 0x3F810000u | low;
    }
    if (x >= 0x40000000u) {
        return 0x40800000u | low;
    }
    uint32_t t = (uint32_t)exp_table[(x >> 16) - 0x3C80u] << 16;
    return (x < 0x3F320000u ? 0x3F800000u : 0x40000000u) | t | low;
}
