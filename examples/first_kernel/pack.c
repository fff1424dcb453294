/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.c - thread 2: moves a full half of Dst to L1, four rows at a time. */
#define STX_THREAD 2
#include "kernel.h"

/* PACR.md: operands are the ADDR_MOD, all four rows of the read interface, and the last flag. */
#define FOUR_ROWS(addr_mod, last) TTI_PACR(0, 0, 0, addr_mod, 0, 0, 15, 0, 0, 0, 0, last)

/* configuration.md, packer: FP32 in Dst and in L1. */
static void configure(void) {
    const struct stx_addr_mod_pack rows = {.y_src = {.incr = 4}};
    const struct stx_addr_mod_pack first = {.y_src = {.clr = 1}, .y_dst = {.clr = 1}};
    stx_addr_mod_pack_set(&rows, 0);
    stx_addr_mod_pack_set(&first, 1);
    STX_SET_CONFIG(THCON_SEC0_REG1_In_data_format, DataFormat_Float32);
    STX_SET_CONFIG(THCON_SEC0_REG1_Out_data_format, DataFormat_Float32);
    STX_SET_CONFIG(PCK_DEST_RD_CTRL_Read_32b_data, 1);
    STX_SET_CONFIG(PCK0_ADDR_CTRL_XY_REG_0_Ystride, ROW * FP32_BYTES);
    STX_SET_CONFIG(PCK0_ADDR_CTRL_ZW_REG_0_Zstride, FACE * FP32_BYTES);
    STX_SET_CONFIG(PACK_COUNTERS_SEC0_pack_reads_per_xy_plane, FACE_ROWS);
    STX_SET_CONFIG(PCK_EDGE_OFFSET_SEC0_mask, 0xFFFF); /* no column is masked */
    STORES_ARRIVED;
    TTI_SETDMAREG(0, 0, 0, 2 * 4 + 1); /* SETDMAREG.md: the high halves of GPR 4 and 5 */
    TTI_SETDMAREG(0, 0, 0, 2 * 5 + 1);
    TTI_SETADCXY(4, 0, 0, 0, 0, 15); /* the packer's counters start at 0 */
    TTI_SETADCXX(4, ROW - 1, 0);     /* SETADCXX.md: rows of 16 datums */
}

static void aim(uint32_t half, uint32_t y) {
    TT_SETDMAREG(0, tile_address(y), 0, 2 * 4);
    TT_SETDMAREG(0, half * HALF_ROWS, 0, 2 * 5);
    TTI_STALLWAIT(p_stall_STALL_CFG, p_stall_THCON); /* until the GPRs are written */
    STX_WRCFG(THCON_SEC0_REG1_L1_Dest_addr, 4);
    STX_WRCFG(DEST_TARGET_REG_CFG_PACK_SEC0_Offset, 5);
    TTI_STALLWAIT(p_stall_STALL_PACK, p_stall_THCON); /* before PACR reads it */
    TTI_SETADCZW(4, 0, 0, 0, 0, 15);
}

void first_pack(void *argument) {
    const struct first_kernel *k = argument;
    configure();
    for (uint32_t i = 0; i < TILES; i++) {
        /* SEMWAIT.md: wait while no half is full */
        TTI_SEMWAIT(p_stall_STALL_TDMA | p_stall_STALL_SYNC, DST_FULL, p_stall_STALL_ON_ZERO);
        aim(i % 2, k->y + i * TILE_DATUMS * FP32_BYTES);
        for (unsigned four = 0; four < FACES * FACE_ROWS / 4 - 1; four++) {
            FOUR_ROWS(0, 0);
        }
        FOUR_ROWS(1, 1);
        /* SEMGET.md: the half is free when the packer is done; it is cleared because ELWMUL adds to
         * Dst */
        TTI_STALLWAIT(p_stall_STALL_MATH, p_stall_PACK);
        TT_ZEROACC(2, 0, 0, 0, i % 2);
        TTI_SEMGET(DST_FULL);
    }
}
