/* SPDX-License-Identifier: Apache-2.0
 *
 * thread_pack.h - thread 2: tiles from Dst to L1; the same for every kernel here. */
#pragma once

#include "kernel.h"

namespace own {

/* Dst is read by rows of 16 datums. Block formats begin with a section of exponents. */
inline void pack_configure(const FormatConfig &formats) {
    u32 in = code_of(formats.pack_src), out = code_of(formats.pack_dst);
    u32 datum = stride_bytes(in);
    cfg_store(THCON_SEC0_REG1_Exp_section_size_ADDR32, is_block(out) ? FACES << 16 : 0);
    cfg_store(THCON_SEC0_REG1_Out_data_format_ADDR32, in << 8 | out << 4);
    cfg_store(PCK0_ADDR_CTRL_XY_REG_0_Xstride_ADDR32, (16 * datum) << 16);
    cfg_store(PCK0_ADDR_CTRL_ZW_REG_0_Zstride_ADDR32, FACE * datum);
    cfg_store(PACK_COUNTERS_SEC0_pack_reads_per_xy_plane_ADDR32, 16u << 8);
    cfg_store(PCK_EDGE_OFFSET_SEC0_mask_ADDR32, 0xFFFF); /* no column is masked */
    cfg_stored();
    cfg_field<THCON_SEC0_REG1_Pac_LF8_4b_exp_RMW>(is_e4m3(formats.pack_dst));
    cfg_field<PCK_DEST_RD_CTRL_Read_32b_data_RMW>(is_fp32_dest_acc_en);
    TTI_SETC16(ADDR_MOD_PACK_SEC0_YsrcIncr_ADDR32, 4);                    /* four rows on */
    TTI_SETC16(ADDR_MOD_PACK_SEC0_YsrcIncr_ADDR32 + 1, 1 << 5 | 1 << 11); /* to the first row */
    TTI_SETADCXY(COUNTERS_PACK, 0, 0, 0, 0, 15);
    TTI_SETADCXX(COUNTERS_PACK, 15, 0);
}

constexpr u32 pacr_rows(u32 addr_mode, u32 last) {
    return TT_OP_PACR(0, 0, 0, addr_mode, 0, 0, 15, 0, 0, 0, 0, last);
}

/* Sixteen PACRs of four rows are a tile; the last one closes the output. */
inline void pack_mop() {
    mop_loops(1, 16, pacr_rows(0, 0), pacr_rows(1, 1), pacr_rows(1, 1));
}

/* The tile from a row of Dst on, to an address. */
inline void pack_tile(u32 row, u32 address) {
    cfg_set(4, DEST_TARGET_REG_CFG_PACK_SEC0_Offset_ADDR32, row);
    cfg_set(5, THCON_SEC0_REG1_L1_Dest_addr_ADDR32, unit_address(address));
    TTI_STALLWAIT(HOLD_PACK, UNTIL_THCON_IDLE);
    TTI_SETADCZW(COUNTERS_PACK, 0, 0, 0, 0, 15);
    TTI_MOP(1, 0, 0);
    TTI_STALLWAIT(HOLD_MATH | HOLD_THCON, UNTIL_PACK_IDLE);
}

/* Packs tiles, so many from each half, and clears the half before math may have it again. */
inline void pack_tiles(u32 tiles, u32 address, u32 bytes, u32 of_half = 1) {
    pack_mop();
    for (u32 i = 0; i < tiles; i += of_half) {
        u32 half = i / of_half & 1u;
        TTI_SEMWAIT(HOLD_PACK | HOLD_SYNC, SEM_DST, WHILE_ZERO);
        for (u32 tile = 0; tile < of_half; tile++) {
            pack_tile(half * DST_HALF_ROWS + tile * TILE_ROWS, address + (i + tile) * bytes);
        }
        TT_ZEROACC(2, is_fp32_dest_acc_en, 0, 0, half);
        TTI_SEMGET(SEM_DST);
    }
}

} // namespace own
