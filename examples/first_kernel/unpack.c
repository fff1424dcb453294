/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack.c - thread 0: for each tile, moves x to SrcA and w to SrcB, then b to SrcA and zeros to
 * SrcB. Each pair fills one bank of each source. */
#define STX_THREAD 0
#include "kernel.h"

/* UNPACR.md: operands are the unpacker, the increments (channel 1 Z += 1, channel 0 Z += 1: the
 * next face), 0, context 0, 0, contexts in use, the valid flag, 0 ... last. */
#define FACE_TO_SRC(unpacker, valid) TTI_UNPACR(unpacker, 0x11, 0, 0, 0, 1, valid, 0, 0, 0, 0, 0, 1)

/* configuration.md, unpackers: BF16 in L1 and in the sources, four faces of 16 rows. */
static void configure(void) {
    const uint32_t descriptor = (uint32_t)FACE << 16 | 1u << 4 | DataFormat_Float16_b;
    STX_SET_CONFIG(THCON_SEC0_REG0_TileDescriptor, descriptor);
    STX_SET_CONFIG(THCON_SEC1_REG0_TileDescriptor, descriptor);
    STX_SET_CONFIG(THCON_SEC0_REG0_TileDescriptor_word1, FACES << 16 | 1);
    STX_SET_CONFIG(THCON_SEC1_REG0_TileDescriptor_word1, FACES << 16 | 1);
    STX_SET_CONFIG(THCON_SEC0_REG2_Out_data_format, DataFormat_Float16_b);
    STX_SET_CONFIG(THCON_SEC1_REG2_Out_data_format, DataFormat_Float16_b);
    STX_SET_CONFIG(THCON_SEC0_REG2_Disable_zero_compress_cntx0, 1);
    STX_SET_CONFIG(THCON_SEC1_REG2_Disable_zero_compress_cntx0, 1);
    STX_SET_CONFIG(THCON_SEC0_REG5_Tile_x_dim_cntx0, FACE);
    STX_SET_CONFIG(THCON_SEC0_REG5_Dest_cntx0_address, 64); /* row 0 of SrcA */
    STX_SET_CONFIG(UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr, 1);
    STX_SET_CONFIG(UNP0_ADDR_CTRL_ZW_REG_1_Zstride, FACE * BF16_BYTES);
    STX_SET_CONFIG(UNP1_ADDR_CTRL_ZW_REG_1_Zstride, FACE * BF16_BYTES);
    STORES_ARRIVED;
    STX_SET_THREAD(SRCA_SET_SetOvrdWithAddr, 1);
    STX_SET_THREAD(UNPACK_MISC_CFG_CfgContextOffset_0, 0);
    TTI_SETDMAREG(0, 0, 0, 2 * 4 + 1); /* SETDMAREG.md: the high halves of GPR 4 and 5 */
    TTI_SETDMAREG(0, 0, 0, 2 * 5 + 1);
    TTI_SETADCXY(3, 0, 0, 0, 0, 15); /* SETADCXY.md: both unpackers start at column and row 0 */
    TT_SETADCXX(3, FACE - 1, 0);     /* SETADCXX.md: datums 0 to 255, a face */
}

/* SETDMAREG.md: writes the low halves. WRCFG.md: moves them to the configuration when GPRs and
 * unpackers are done.
 */
static void aim(uint32_t a, uint32_t b) {
    TT_SETDMAREG(0, tile_address(a), 0, 2 * 4);
    TT_SETDMAREG(0, tile_address(b), 0, 2 * 5);
    TTI_STALLWAIT(p_stall_STALL_CFG, p_stall_THCON | p_stall_UNPACK); /* both are done */
    STX_WRCFG(THCON_SEC0_REG3_Base_address, 4);
    STX_WRCFG(THCON_SEC1_REG3_Base_address, 5);
    TTI_STALLWAIT(p_stall_STALL_UNPACK, p_stall_THCON); /* before UNPACR reads it */
    TTI_SETADCZW(3, 0, 0, 0, 0, 15);                    /* face 0 */
}

static void load(uint32_t a, uint32_t b) {
    aim(a, b);
    for (unsigned face = 0; face < FACES - 1; face++) {
        FACE_TO_SRC(0, 0);
        FACE_TO_SRC(1, 0);
    }
    FACE_TO_SRC(0, 1); /* the last face hands the bank to the FPU */
    FACE_TO_SRC(1, 1);
}

void first_unpack(void *argument) {
    const struct first_kernel *k = argument;
    configure();
    for (uint32_t i = 0; i < TILES; i++) {
        uint32_t tile = i * TILE_DATUMS * BF16_BYTES;
        load(k->x + tile, k->w + tile);
        load(k->b + tile, k->zero);
    }
}
