/* SPDX-License-Identifier: Apache-2.0
 *
 * thread_unpack.h - thread 0: moves tiles from L1 to SrcA (unpacker 0) and SrcB (unpacker 1). */
#pragma once

#include "kernel.h"

namespace own {

enum : u32 {
    UNPACK_A = 0,
    UNPACK_B = 1,
    UNPACKER_WORDS = THCON_SEC1_REG0_TileDescriptor_ADDR32 - THCON_SEC0_REG0_TileDescriptor_ADDR32
};

/* Sets the formats in L1 and in the register. A tile is FACES (Z) of FACE datums (X),
 * uncompressed. */
inline void unpack_format(u32 unpacker, u32 in, u32 out) {
    u32 base = unpacker * UNPACKER_WORDS;
    cfg_store(base + THCON_SEC0_REG0_TileDescriptor_ADDR32, FACE << 16 | 1u << 4 | code_of(in));
    cfg_store(base + THCON_SEC0_REG0_TileDescriptor_word1_ADDR32, FACES << 16 | 1u);
#ifdef ARCH_BLACKHOLE
    if (unpacker == UNPACK_A) {
        cfg_field<THCON_SEC0_REG1_Unp_LF8_4b_exp_RMW>(is_e4m3(in));
    } else {
        cfg_field<THCON_SEC1_REG1_Unp_LF8_4b_exp_RMW>(is_e4m3(in));
    }
    cfg_store(base + THCON_SEC0_REG2_Out_data_format_ADDR32, code_of(out));
#else
    const u32 full_speed = 2u << THCON_SEC0_REG2_Throttle_mode_SHAMT;
    cfg_store(base + THCON_SEC0_REG2_Out_data_format_ADDR32, code_of(out) | full_speed);
#endif
    cfg_store(base + THCON_SEC0_REG2_Disable_zero_compress_cntx0_ADDR32, 3); /* contexts 0 and 1 */
}

/* Sets where datums go: face after face from row 0 of the source register. */
inline void unpack_destination(u32 out_a, u32 out_b) {
    cfg_store(THCON_SEC0_REG5_Dest_cntx0_address_ADDR32, 64u << 16 | 64u);
    cfg_store(THCON_SEC0_REG5_Tile_x_dim_cntx0_ADDR32, FACE << 16 | FACE);
    cfg_store(UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr_ADDR32,
              UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr_MASK);
#ifdef ARCH_WORMHOLE
    cfg_store(UNP0_ADDR_CTRL_XY_REG_1_Ystride_ADDR32, 16 * stride_bytes(out_a)
                                                          << UNP0_ADDR_CTRL_XY_REG_1_Ystride_SHAMT);
#endif
    cfg_store(UNP0_ADDR_CTRL_ZW_REG_1_Zstride_ADDR32, FACE * stride_bytes(out_a));
    cfg_store(UNP1_ADDR_CTRL_ZW_REG_1_Zstride_ADDR32, FACE * stride_bytes(out_b));
    TTI_SETC16(SRCA_SET_SetOvrdWithAddr_ADDR32, SRCA_SET_SetOvrdWithAddr_MASK);
}

/* Configures both unpackers for the formats of a case; X runs over whole faces. */
inline void unpack_configure(const FormatConfig &formats) {
    unpack_format(UNPACK_A, formats.unpack_A_src, formats.unpack_A_dst);
    unpack_format(UNPACK_B, formats.unpack_B_src, formats.unpack_B_dst);
    unpack_destination(formats.unpack_A_dst, formats.unpack_B_dst);
    cfg_stored();
    TTI_SEMINIT(2, 0, SEM_UNPACK);
    TTI_SETADCXY(COUNTERS_UNPACK, 0, 0, 0, 0, 15);
    TTI_SETADCXX(COUNTERS_UNPACK, FACE - 1, 0);
}

/* Fills SrcB with zeros. ALL: nothing else follows, so the bank is handed to the FPU. */
template <bool ALL> inline void unpack_zeros_b() {
#ifdef ARCH_BLACKHOLE
    TTI_UNPACR_NOP(UNPACK_B, 0, 0, ALL, 0, 1, 0, 0, 1);
#else
    const u32 zeros = 1, wait_for_own_bank = 1u << 4, hand_over = 1u << 6;
    TTI_UNPACR_NOP(UNPACK_B, zeros | wait_for_own_bank | (ALL ? hand_over : 0));
#endif
}

/* Unpacks one face; counters then point to the next one in L1 and in the source register. */
constexpr u32 unpacr_face(u32 unpacker, u32 set_dvalid) {
    return TT_OP_UNPACR(unpacker, 0x11, 0, 0, 0, 1, set_dvalid, 0, 0, 0, 0, 0, 1);
}

/* MOP template 0 uses its skip words for the fourth face, which also hands the bank to the FPU. */
inline void unpack_mop_both() {
    ckernel::mop_sync();
    mop_store(1, 1); /* with a second operand */
    mop_store(2, unpacr_face(UNPACK_B, 0));
    mop_store(3, unpacr_face(UNPACK_A, 0));
    mop_store(7, unpacr_face(UNPACK_A, 1));
    mop_store(8, unpacr_face(UNPACK_B, 1));
}

inline void unpack_mop_a() {
    mop_loops(1, FACES, unpacr_face(UNPACK_A, 0), unpacr_face(UNPACK_A, 1),
              unpacr_face(UNPACK_A, 1));
}

/* The two contexts of the configuration alternate: while one is in use, the addresses of the next
 * tiles are written to the other. */
class unpack_context {
    u32 context = 0;

  public:
    /* Addresses are in bytes. Issue the UNPACRs next, then call finish(). */
    void start(u32 a, u32 b) {
        TTI_SEMWAIT(HOLD_UNPACK | HOLD_SYNC, SEM_UNPACK, WHILE_MAX);
        TTI_SEMPOST(SEM_UNPACK);
        cfg_set(4, THCON_SEC0_REG3_Base_address_ADDR32 + context, unit_address(a));
        cfg_set(5, THCON_SEC1_REG3_Base_address_ADDR32 + context, unit_address(b));
        TTI_STALLWAIT(HOLD_UNPACK, UNTIL_THCON_IDLE);
        TT_SETC16(UNPACK_MISC_CFG_CfgContextOffset_0_ADDR32, context * 0x0101);
        TTI_SETADCZW(COUNTERS_UNPACK, 0, 0, 0, 0, 15);
    }

    void finish() {
        TTI_STALLWAIT(HOLD_SYNC, UNTIL_UNPACK_IDLE);
        TTI_SEMGET(SEM_UNPACK);
        context ^= 1u;
    }
};

/* The whole unpack thread of a kernel with one operand, which goes to SrcA tile by tile. */
template <class Parameters> void unpack_tiles_a(const Parameters &params) {
    unpack_context context;
    unpack_configure(params.formats);
    unpack_mop_a();
    for (u32 i = 0; i < params.TILES; i++) {
        u32 a = params.A + i * params.A_BYTES;
        context.start(a, a);
        TTI_MOP(1, 0, 0);
        context.finish();
    }
}

} // namespace own
