/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.h - what pack threads share: formats of the packer, the halves of Dst given back. For files
 * of thread 2. */
#ifndef EXAMPLES_PACK_H
#define EXAMPLES_PACK_H

#include "common/registers.h"

/* Dst is read by rows of 16 datums; what is in Dst and what goes to L1 have the same format. */
static inline void pack_configure(bool fp32) {
    uint32_t format = fp32 ? FORMAT_FP32 : FORMAT_BF16, datum = fp32 ? 4 : 2;
    cfg_store(CFG_PACK_FORMAT, format << 8 | format << 4);
    cfg_store(CFG_PACK_READ_MODE, fp32 ? 1 : 0);
    cfg_store(CFG_PACK_STRIDE_XY, (16 * datum) << 16);
    cfg_store(CFG_PACK_STRIDE_ZW, 16 * 16 * datum);
    cfg_store(CFG_PACK_COUNTERS, 16u << 8);
    cfg_store(CFG_EDGE_MASK, 0xFFFF); /* no column is masked */
    cfg_stored();
    TTI_SETC16(TC_ADDR_MOD_PACK, 4);                    /* four rows on */
    TTI_SETC16(TC_ADDR_MOD_PACK + 1, 1 << 5 | 1 << 11); /* back to the first row */
}

/* Where a tile is read and written; the counters start at its first row. */
static inline void pack_aim(uint32_t half, uint32_t address) {
    cfg_set(4, CFG_PACK_DST_OFFSET, half * DST_HALF_ROWS);
    cfg_set(5, CFG_PACK_ADDRESS, tile_address(address));
    TTI_STALLWAIT(HOLD_PACK, UNTIL_THCON_IDLE);
    TTI_SETADCZW(PACKER, 0, 0, 0, 0, 15);
}

/* The half is cleared for the next output before math may have it. */
static inline void pack_release_half(uint32_t half) {
    TTI_STALLWAIT(HOLD_MATH, UNTIL_PACK_IDLE);
    TT_ZEROACC(2, 0, 0, 0, half);
    TTI_SEMGET(MATH_PACK);
}

#endif
