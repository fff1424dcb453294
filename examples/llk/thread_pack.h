/* SPDX-License-Identifier: Apache-2.0
 *
 * thread_pack.h - thread 2: tiles from Dst to L1; the same for every kernel here. */
#pragma once

#include "kernel.h"

namespace own {

#ifdef ARCH_BLACKHOLE
/* One packer reads four rows at once: a tile takes sixteen PACRs, and the last one returns to the
 * first row. */
enum : u32 { PACKERS = 1, PACK_WORDS = 16, PACK_DATUMS = 16, PACK_ROWS = 4 };

constexpr u32 pacr_rows(u32 addr_mode, u32 last) {
    return TT_OP_PACR(0, 0, 0, addr_mode, 0, 0, 15, 0, 0, 0, 0, last);
}
#else
/* Four packers read one face each, so one PACR packs a tile. */
enum : u32 { PACKERS = 4, PACK_WORDS = 1, PACK_DATUMS = FACE, PACK_ROWS = 16 };

constexpr u32 pacr_rows(u32 addr_mode, u32 last) {
    return TT_OP_PACR(addr_mode, 0, 15, 0, 0, 0, last);
}
#endif

/* The distance of a packer's configuration words from those of packer 0. */
constexpr u32 packer_words(u32 packer) {
    return packer / 2 *
               (THCON_SEC1_REG1_L1_Dest_addr_ADDR32 - THCON_SEC0_REG1_L1_Dest_addr_ADDR32) +
           packer % 2 * (THCON_SEC0_REG8_L1_Dest_addr_ADDR32 - THCON_SEC0_REG1_L1_Dest_addr_ADDR32);
}

/* The datums of a face in L1, in units of 16 bytes. */
constexpr u32 face_units(u32 format) {
    u32 code = code_of(format);
    return !is_block(format) ? 16 * stride_bytes(format) : code & 1u ? (code < 8 ? 8 : 4) : 16;
}

/* Block formats begin with a section of exponents, one unit for each face. For a packer the section
 * extends from the exponents of its own first face to the datums of that face. */
constexpr u32 exponent_units(u32 packer, u32 format) {
    return is_block(format) ? FACES - packer + packer * face_units(format) : 0;
}

/* Where a packer's part of a tile begins. */
constexpr u32 part_bytes(u32 packer, u32 format) {
    return 16 * packer * (is_block(format) ? 1 : face_units(format));
}

/* Dst is read in rows of 16 datums. */
template <class Formats> void pack_configure(const Formats &formats) {
    u32 in = code_of(formats.pack_src), out = code_of(formats.pack_dst);
    u32 datum = stride_bytes(in);
    for (u32 i = 0; i < PACKERS; i++) {
        u32 words = packer_words(i);
        cfg_store(THCON_SEC0_REG1_Exp_section_size_ADDR32 + words, exponent_units(i, out) << 16);
        cfg_store(THCON_SEC0_REG1_Out_data_format_ADDR32 + words, in << 8 | out << 4);
        cfg_store(PACK_COUNTERS_SEC0_pack_reads_per_xy_plane_ADDR32 + i, 16u << 8);
    }
    cfg_store(PCK0_ADDR_CTRL_XY_REG_0_Ystride_ADDR32,
              16 * datum << PCK0_ADDR_CTRL_XY_REG_0_Ystride_SHAMT);
    cfg_store(PCK0_ADDR_CTRL_ZW_REG_0_Zstride_ADDR32, FACE * datum);
    cfg_store(PCK_EDGE_OFFSET_SEC0_mask_ADDR32, 0xFFFF); /* no column is masked */
    cfg_stored();
#ifdef ARCH_BLACKHOLE
    cfg_field<THCON_SEC0_REG1_Pac_LF8_4b_exp_RMW>(is_e4m3(formats.pack_dst));
#endif
    cfg_field<PCK_DEST_RD_CTRL_Read_32b_data_RMW>(is_fp32_dest_acc_en);
    TTI_SETC16(ADDR_MOD_PACK_SEC0_YsrcIncr_ADDR32, PACK_ROWS);            /* the next rows */
    TTI_SETC16(ADDR_MOD_PACK_SEC0_YsrcIncr_ADDR32 + 1, 1 << 5 | 1 << 11); /* to the first row */
    TTI_SETADCXY(COUNTERS_PACK, 0, 0, 0, 0, 15);
    TTI_SETADCXX(COUNTERS_PACK, PACK_DATUMS - 1, 0);
}

/* All PACRs of a tile; the last one closes the output. */
inline void pack_mop() {
    mop_loops(1, PACK_WORDS, pacr_rows(0, 0), pacr_rows(1, 1), pacr_rows(1, 1));
}

/* Sets the row of Dst from which the next tile is read, and its address in L1. */
inline void pack_aim(u32 row, u32 address, u32 format) {
    for (u32 i = 0; i < PACKERS; i++) {
        cfg_set(4, DEST_TARGET_REG_CFG_PACK_SEC0_Offset_ADDR32 + i, row + 16 * i);
        cfg_set(5, THCON_SEC0_REG1_L1_Dest_addr_ADDR32 + packer_words(i),
                unit_address(address + part_bytes(i, format)));
    }
    TTI_STALLWAIT(HOLD_PACK, UNTIL_THCON_IDLE);
    TTI_SETADCZW(COUNTERS_PACK, 0, 0, 0, 0, 15);
}

inline void pack_tile(u32 row, u32 address, u32 format) {
    pack_aim(row, address, format);
    TTI_MOP(1, 0, 0);
    TTI_STALLWAIT(HOLD_MATH | HOLD_THCON, UNTIL_PACK_IDLE);
}

/* Packs tiles, of_half of them from each half, and clears the half before math may use it again. */
template <class Parameters> void pack_tiles(const Parameters &params, u32 tiles, u32 of_half = 1) {
    pack_configure(params.formats);
    pack_mop();
    for (u32 i = 0; i < tiles; i += of_half) {
        u32 half = i / of_half & 1u;
        TTI_SEMWAIT(HOLD_PACK | HOLD_SYNC, SEM_DST, WHILE_ZERO);
        for (u32 tile = 0; tile < of_half; tile++) {
            pack_tile(half * DST_HALF_ROWS + tile * TILE_ROWS,
                      params.RESULT + (i + tile) * params.RESULT_BYTES, params.formats.pack_dst);
        }
        dst_clear_half(half);
        TTI_SEMGET(SEM_DST);
    }
}

} // namespace own
