/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.c - thread 2: a finished tile from Dst to L1. */
#define STX_THREAD 2
#include "kernel.h"

/* Dst is read by rows of 16 datums; what is in Dst and what goes to L1 have the same format. */
static void configure(const struct matmul *p) {
    uint32_t format = p->fp32 ? FORMAT_FP32 : FORMAT_BF16, datum = p->fp32 ? 4 : 2;
    cfg_store(CFG_PACK_FORMAT, format << 8 | format << 4);
    cfg_store(CFG_PACK_READ_MODE, p->fp32 ? 1 : 0);
    cfg_store(CFG_PACK_STRIDE_XY, (16 * datum) << 16);
    cfg_store(CFG_PACK_STRIDE_ZW, 16 * 16 * datum);
    cfg_store(CFG_PACK_COUNTERS, 16u << 8);
    cfg_store(CFG_EDGE_MASK, 0xFFFF);                   /* no column is masked */
    TTI_SETC16(TC_ADDR_MOD_PACK, 4);                    /* four rows on */
    TTI_SETC16(TC_ADDR_MOD_PACK + 1, 1 << 5 | 1 << 11); /* back to the first row */
}

/* Sixteen PACRs of four rows are a tile; the last one closes the output. */
#define PACR_ROWS(addr_mode, last) TT_OP_PACR(0, 0, 0, addr_mode, 0, 0, 15, 0, 0, 0, 0, last)

static void program_mop(void) {
    mop_store(0, 1);
    mop_store(1, 16);
    mop_store(2, TT_OP_NOP);
    mop_store(3, TT_OP_NOP);
    mop_store(4, TT_OP_NOP);
    mop_store(5, PACR_ROWS(0, 0));
    mop_store(6, TT_OP_NOP);
    mop_store(7, PACR_ROWS(1, 1));
    mop_store(8, PACR_ROWS(1, 1));
}

static void pack_tile(uint32_t half, uint32_t address) {
    cfg_set(4, CFG_PACK_DST_OFFSET, half * DST_HALF_ROWS);
    cfg_set(5, CFG_PACK_ADDRESS, tile_address(address));
    TTI_STALLWAIT(HOLD_PACK, UNTIL_THCON_IDLE);
    TTI_SETADCZW(PACKER, 0, 0, 0, 0, 15);
    TTI_MOP(1, 0, 0);
}

/* The half is cleared for the next sums before math may have it. */
static void release_half(uint32_t half) {
    TTI_STALLWAIT(HOLD_MATH, UNTIL_PACK_IDLE);
    TT_ZEROACC(2, 0, 0, 0, half);
    TTI_SEMGET(MATH_PACK);
}

void matmul_pack(void *parameters) {
    const struct matmul *p = parameters;
    uint32_t tile_bytes = p->fp32 ? TILE_BYTES_FP32 : TILE_BYTES, half = 0;
    configure(p);
    program_mop();
    TTI_SETADCXY(PACKER, 0, 0, 0, 0, 10);
    TTI_SETADCXX(PACKER, 15, 0);
    for (unsigned i = 0; i < p->tiles_m * p->tiles_n; i++) {
        TTI_SEMWAIT(HOLD_PACK | HOLD_SYNC, MATH_PACK, WHILE_ZERO);
        pack_tile(half, p->out + i * tile_bytes);
        release_half(half);
        half ^= 1;
    }
}
