/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_start_blackhole.c - where the packer begins a stream of bytes in L1 (SPEC 12.2). */
#include "counters/pack_read.h"

#define L1_UNITS 0x1FFFFu /* an address keeps these bits of a count of 16-byte units */

/* Where a new stream begins in L1. */
struct pack_addresses pack_start(const uint32_t *cfg, uint32_t out, const uint32_t *at) {
    uint32_t bytes = at[ADC_Y] * cfg_PCK0_ADDR_CTRL_XY_REG_1_Ystride_in(cfg) +
                     at[ADC_Z] * cfg_PCK0_ADDR_CTRL_ZW_REG_1_Zstride_in(cfg) +
                     at[ADC_W] * cfg_PCK0_ADDR_CTRL_ZW_REG_1_Wstride_in(cfg) +
                     cfg_PCK0_ADDR_BASE_REG_1_Base_in(cfg);
    uint32_t unit = cfg_THCON_SEC0_REG1_L1_Dest_addr_in(cfg) + (bytes >> 4);
    unit += !cfg_THCON_SEC0_REG1_Sub_l1_tile_header_size_in(cfg);
    struct pack_addresses start = {(unit & L1_UNITS) * 16, 0};
    if (out & 2u) {
        unit += cfg_THCON_SEC0_REG1_Exp_section_size_in(cfg);
    }
    start.data = (unit & L1_UNITS) * 16;
    return start;
}
