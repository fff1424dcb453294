/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.h - what pack threads share: the packer's formats, and the release of halves of Dst. For
 * files of thread 2. */
#ifndef EXAMPLES_PACK_H
#define EXAMPLES_PACK_H

#include "common/registers.h"

#if STX_ARCH == STX_ARCH_BLACKHOLE
/* One packer reads four rows at once: a tile takes sixteen PACRs, the last of them with addr_mode
 * 1. */
enum { PACKERS = 1, PACK_WORDS = 16, PACK_DATUMS = 16, PACK_ROWS = 4 };
#define PACR_ROWS(addr_mode, last) TT_OP_PACR(0, 0, 0, addr_mode, 0, 0, 15, 0, 0, 0, 0, last)
#else
/* Four packers read one face each, so one PACR packs a tile. */
enum { PACKERS = 4, PACK_WORDS = 1, PACK_DATUMS = 256, PACK_ROWS = 16 };
#define PACR_ROWS(addr_mode, last) TT_OP_PACR(addr_mode, 0, 15, 0, 0, 0, last)
#endif

/* The distance of a packer's configuration words from those of packer 0. */
static inline uint32_t packer_words(unsigned packer) {
    return packer / 2 * CFG_UNPACKER_1 +
           packer % 2 * (STX_CONFIG_WORD(THCON_SEC0_REG8_L1_Dest_addr) - CFG_PACK_ADDRESS);
}

/* Dst is read in rows of 16 datums. Datums have the same format in Dst and in L1. */
static inline void pack_configure(bool fp32) {
    uint32_t format = fp32 ? FORMAT_FP32 : FORMAT_BF16, datum = fp32 ? 4 : 2;
    for (unsigned i = 0; i < PACKERS; i++) {
        cfg_store(CFG_PACK_FORMAT + packer_words(i), format << 8 | format << 4);
        cfg_store(CFG_PACK_COUNTERS + i, 16u << 8);
    }
    cfg_store(CFG_PACK_READ_MODE, fp32 ? 1 : 0);
    cfg_store(CFG_PACK_STRIDE_XY, STX_CONFIG_BITS(PCK0_ADDR_CTRL_XY_REG_0_Ystride, 16 * datum));
    cfg_store(CFG_PACK_STRIDE_ZW, 16 * 16 * datum);
    cfg_store(CFG_EDGE_MASK, 0xFFFF); /* no column is masked */
    cfg_stored();
    TTI_SETC16(TC_ADDR_MOD_PACK, PACK_ROWS);            /* the next rows */
    TTI_SETC16(TC_ADDR_MOD_PACK + 1, 1 << 5 | 1 << 11); /* back to the first row */
    TTI_SETADCXY(PACKER, 0, 0, 0, 0, 10);
    TTI_SETADCXX(PACKER, PACK_DATUMS - 1, 0);
}

/* Sets where a tile is read and written; the counters start at its first row. */
static inline void pack_aim(uint32_t half, uint32_t address, bool fp32) {
    uint32_t face = (fp32 ? TILE_BYTES_FP32 : TILE_BYTES) / 4;
    for (unsigned i = 0; i < PACKERS; i++) {
        cfg_set(4, CFG_PACK_DST_OFFSET + i, half * DST_HALF_ROWS + 16 * i);
        cfg_set(5, CFG_PACK_ADDRESS + packer_words(i), tile_address(address + i * face));
    }
    TTI_STALLWAIT(HOLD_PACK, UNTIL_THCON_IDLE);
    TTI_SETADCZW(PACKER, 0, 0, 0, 0, 15);
}

/* The half is cleared for the next output before math may have it. */
static inline void pack_release_half(uint32_t half) {
    TTI_STALLWAIT(HOLD_MATH, UNTIL_PACK_IDLE);
    CLEAR_DST_HALF(half);
    TTI_SEMGET(MATH_PACK);
}

#endif
