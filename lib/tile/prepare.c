/* SPDX-License-Identifier: Apache-2.0
 *
 * prepare.c - sets the state that every call starts from, whatever ran before. */
#include "tile/matrix.h"
#include "tile/move.h"

/* Configuration words that must be 0: no formats but those that the unpackers announce, no offsets,
 * no ReLU, no edges, the rest of the tile descriptors. */
static const uint8_t zero_config[] = {
    STX_CONFIG_WORD(ALU_FORMAT_SPEC_REG_SrcA_val),
    STX_CONFIG_WORD(STACC_RELU_ApplyRelu),
    STX_CONFIG_WORD(DEST_REGW_BASE_Base),
    STX_CONFIG_WORD(INT_DESCALE_Enable),
    STX_CONFIG_WORD(UNP0_ADDR_BASE_REG_1_Base),
    STX_CONFIG_WORD(UNP1_ADDR_BASE_REG_1_Base),
    STX_CONFIG_WORD(UNP0_ADDR_CTRL_XY_REG_1_Xstride),
    STX_CONFIG_WORD(UNP1_ADDR_CTRL_XY_REG_1_Xstride),
    STX_CONFIG_WORD(PCK0_ADDR_CTRL_XY_REG_1_Xstride),
    STX_CONFIG_WORD(PCK0_ADDR_BASE_REG_1_Base),
    STX_CONFIG_WORD(PCK_EDGE_TILE_FACE_SET_SELECT_enable),
    STX_CONFIG_WORD(TILE_ROW_SET_MAPPING_0_row_set_mapping_0),
    STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor_word2),
    STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor_word2) + UNPACKER_1,
    STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor_word3),
    STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor_word3) + UNPACKER_1,
    STX_CONFIG_WORD(THCON_SEC0_REG1_Pack_L1_Acc),
    STX_CONFIG_WORD(THCON_SEC0_REG7_Offset_address),
    STX_CONFIG_WORD(THCON_SEC0_REG7_Offset_address) + UNPACKER_1,
};
static const uint8_t zero_thread_config[] = {
    STX_THREAD_WORD(CFG_STATE_ID_StateID), STX_THREAD_WORD(DEST_TARGET_REG_CFG_MATH_Offset),
    STX_THREAD_WORD(SRCB_SET_Base),        STX_THREAD_WORD(CLR_DVALID_SrcA_Disable),
    STX_THREAD_WORD(FIDELITY_BASE_Phase),  STX_THREAD_WORD(UNPACK_MISC_CFG_CfgContextOffset_0),
    STX_THREAD_WORD(FP16A_FORCE_Enable),   STX_THREAD_WORD(SRCA_SET_SetOvrdWithAddr),
};

static void prepare_packer(struct stx_tiles *t) {
    TILE_CONFIG(t, PCK_EDGE_OFFSET_SEC0_mask, 0xFFFF); /* packs every column */
    TILE_CONFIG(t, PACK_COUNTERS_SEC0_pack_reads_per_xy_plane, 16);
    tile_thread_config(t, STX_THREAD_WORD(ADDR_MOD_PACK_SEC0_YsrcIncr),
                       STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_YsrcIncr, PACK_ROWS % FACE_ROWS) |
                           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_ZsrcIncr, PACK_ROWS / FACE_ROWS));
}

void stx_tile_configure(struct stx_tiles *t, enum dst_kind dst) {
    tile_settle(t);
    for (unsigned i = 0; i < sizeof zero_thread_config; i++) {
        tile_thread_config(t, zero_thread_config[i], 0);
    }
    stx_tile_chip_state(t);
    for (unsigned i = 0; i < sizeof zero_config; i++) {
        tile_config(t, zero_config[i], 0);
    }
    TILE_CONFIG(t, UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr, 1);
    t->srca_address = false; /* one of the words that are 0 now */
    prepare_packer(t);
    stx_tile_math_format(t, dst);
    stx_tile_addr_mod(t, STAY, (struct step){0});
    tile_settle(t);
    stx_tile_issue(t, TT_OP_CLEARDVALID(0, 1)); /* gives all banks to the unpackers */
    stx_tile_issue(t, TT_OP_SETRWC(0, 0, 0, 0, 0, 15));
    stx_tile_issue(t, TT_OP_SFPENCC(3, 0, 0, 10)); /* lets conditions work, switches all lanes on */
}

void stx_tile_prepare(struct stx_tiles *t, enum dst_kind dst) {
    stx_tile_configure(t, dst);
    stx_tile_clear_dst(t);
}

void stx_tile_math_format(struct stx_tiles *t, enum dst_kind dst) {
    tile_settle(t);
    tile_config(t, STX_CONFIG_WORD(ALU_ACC_CTRL_Fp32_enabled),
                STX_CONFIG_BITS(ALU_ACC_CTRL_Fp32_enabled, dst == DST_FP32 || dst == DST_INT32) |
                    STX_CONFIG_BITS(ALU_ACC_CTRL_INT8_math_enabled, dst == DST_INT32));
    tile_settle(t);
}
