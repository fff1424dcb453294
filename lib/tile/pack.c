/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.c - packs a slot of Dst into a tile of L1. */
#include "tile/matrix.h"

/* The early format, to which the packer converts a number of Dst before it converts it to the
 * format of L1 (SPEC 12.4, 12.6). */
static enum stx_tile_format early_of(enum dst_kind dst, enum stx_tile_format out) {
    if (dst == DST_INT32) {
        return out;
    }
    if (dst == DST_FP16 || stx_format_kind(out) == KIND_5_BITS) {
        return dst == DST_FP16 || STX_PACK_ROUNDS_FP16 ? STX_TILE_FP16 : STX_TILE_TF32;
    }
    if (dst == DST_BF16) {
        return STX_TILE_BF16;
    }
    switch (out) {
    case STX_TILE_FP32:
    case STX_TILE_TF32:
    case STX_TILE_BF16:
        return out;
    default:
        return STX_TILE_BFP8;
    }
}

/* Sets the distances between rows and faces of Dst, in bytes of the early format. */
static void configure_strides(struct stx_tiles *t, enum stx_tile_format in) {
    TILE_CONFIG(t, PCK0_ADDR_CTRL_XY_REG_0_Ystride, 16 * format_stride(in));
    TILE_CONFIG(t, PCK0_ADDR_CTRL_ZW_REG_0_Zstride, 256 * format_stride(in));
}

static bool shares_exponents(enum stx_tile_format format) {
    return (format & 3) >= 2 && format != STX_TILE_FP8 && format != STX_TILE_INT8;
}

static void configure_packer(struct stx_tiles *t, enum dst_kind dst, enum stx_tile_format early,
                             enum stx_tile_format out) {
    bool wide = dst == DST_FP32 || dst == DST_INT32;
    bool rounds = early == STX_TILE_FP16 && dst != DST_FP16; /* it rounds to ten mantissa bits */
    enum stx_tile_format stored = out == STX_TILE_TF32 ? STX_TILE_FP32 : out;
    tile_config(t, STX_CONFIG_WORD(ALU_FORMAT_SPEC_REG2_Dstacc),
                STX_CONFIG_BITS(ALU_FORMAT_SPEC_REG2_Dstacc, early) |
                    STX_CONFIG_BITS(ALU_ACC_CTRL_Fp32_enabled, wide));
    tile_config(t, STX_CONFIG_WORD(PCK_DEST_RD_CTRL_Read_32b_data),
                STX_CONFIG_BITS(PCK_DEST_RD_CTRL_Read_32b_data, wide) |
                    STX_CONFIG_BITS(PCK_DEST_RD_CTRL_Round_10b_mant, rounds));
    tile_config(t, STX_CONFIG_WORD(THCON_SEC0_REG1_Out_data_format),
                STX_CONFIG_BITS(THCON_SEC0_REG1_Out_data_format, stored) |
                    STX_CONFIG_BITS(THCON_SEC0_REG1_In_data_format, early));
    TILE_CONFIG(t, THCON_SEC0_REG1_Exp_section_size, shares_exponents(out) ? 4 : 0);
    configure_strides(t, early);
}

/* Each PACR packs PACK_ROWS rows. Modifier 0 moves to the next ones. */
static void pack_rows(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_SETADCXX(4, PACK_DATUMS - 1, 0));
    stx_tile_issue(t, TT_OP_SETADCXY(4, 0, 0, 0, 0, 10));
    stx_tile_issue(t, TT_OP_SETADCZW(4, 0, 0, 0, 0, 15));
    for (unsigned i = 1; i <= PACK_WORDS; i++) {
        stx_tile_issue(t, stx_tile_pack_word(i == PACK_WORDS));
    }
}

void stx_tile_pack_as(struct stx_tiles *t, enum dst_kind dst, unsigned slot,
                      enum stx_tile_format early, enum stx_tile_format format, uint32_t address) {
    configure_packer(t, dst, early, format);
    TILE_CONFIG(t, DEST_TARGET_REG_CFG_PACK_SEC0_Offset, slot * SLOT_ROWS);
    tile_config(t, STX_CONFIG_WORD(THCON_SEC0_REG1_L1_Dest_addr), address / 16 - 1);
    tile_settle(t);
    pack_rows(t);
    tile_settle(t);
}

static void pack_slot(struct stx_tiles *t, enum dst_kind dst, unsigned slot,
                      enum stx_tile_format format, uint32_t address) {
    stx_tile_pack_as(t, dst, slot, early_of(dst, format), format, address);
}

/* True if the packer can convert numbers of Dst to the format in one step. Of the formats with five
 * bits of exponent, Wormhole's packer rounds 32-bit numbers only to FP16. */
static bool packer_makes(enum dst_kind dst, enum stx_tile_format format) {
    return STX_PACK_ROUNDS_FP16 || dst == DST_FP16 || format == STX_TILE_FP16 ||
           stx_format_kind(format) != KIND_5_BITS;
}

/* A slot of 16 bits, the upper half of slot 3: no call keeps numbers there while it packs. */
enum { NARROW_SLOT = 7 };

/* Packs the tile as FP16 to the scratch area, unpacks it to that slot, and packs it from there to
 * the format. */
static void pack_in_two_steps(struct stx_tiles *t, enum dst_kind dst, unsigned slot,
                              enum stx_tile_format format, uint32_t address) {
    pack_slot(t, dst, slot, STX_TILE_FP16, t->scratch);
    stx_tile_words_to_dst(t, STX_TILE_FP16, t->scratch, NARROW_SLOT);
    pack_slot(t, DST_FP16, NARROW_SLOT, format, address);
    stx_tile_math_format(t, dst);
}

void stx_tile_from_dst(struct stx_tiles *t, enum dst_kind dst, unsigned slot,
                       enum stx_tile_format format, uint32_t address) {
    if (packer_makes(dst, format)) {
        pack_slot(t, dst, slot, format, address);
    } else {
        pack_in_two_steps(t, dst, slot, format, address);
    }
}
