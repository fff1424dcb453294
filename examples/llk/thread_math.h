/* SPDX-License-Identifier: Apache-2.0
 *
 * thread_math.h - thread 1: what every kernel's math thread begins and ends a tile with. */
#pragma once

#include "kernel.h"

namespace own {

/* How a counter of source rows moves: by so many rows, or from the row where it was last set. */
constexpr u32 rows(u32 by) {
    return by;
}

constexpr u32 set_rows(u32 by) {
    return by | 1u << 6;
}

constexpr u32 ROWS_CLEAR = 1u << 7;
constexpr u32 DST_CLEAR = 1u << 11;
constexpr u32 PHASE_NEXT = 1u << 13;
constexpr u32 PHASE_CLEAR = 1u << 15;

/* What an instruction that names index does to the counters afterwards. */
inline void addr_mod(u32 index, u32 a, u32 b, u32 dst) {
    TT_SETC16(ADDR_MOD_AB_SEC0_SrcAIncr_ADDR32 + index, a | b << 8);
    TT_SETC16(ADDR_MOD_DST_SEC0_DestIncr_ADDR32 + index, dst);
}

/* Formats of the sources come with their data; this is Dst's. */
inline void math_configure(const FormatConfig &formats) {
    cfg_field<ALU_FORMAT_SPEC_REG0_SrcA_RMW>(code_of(formats.math));
    cfg_field<ALU_FORMAT_SPEC_REG1_SrcB_RMW>(code_of(formats.math));
    cfg_field<ALU_FORMAT_SPEC_REG2_Dstacc_RMW>(code_of(formats.pack_src));
    cfg_field<ALU_ACC_CTRL_Fp32_enabled_RMW>(is_fp32_dest_acc_en);
    cfg_field<ALU_ACC_CTRL_SFPU_Fp32_enabled_RMW>(is_fp32_dest_acc_en);
    TTI_SEMINIT(2, 0, SEM_DST);
    TTI_ZEROACC(3, 0, 0, 0, 0);
    TTI_SETRWC(0, 0, 0, 0, 0, 15);
}

/* A half of Dst for each tile: math fills one while pack empties the other. */
class dst_half {
    u32 half = 0;

  public:
    void wait() const {
        TTI_SEMWAIT(HOLD_MATH | HOLD_SFPU | HOLD_SYNC, SEM_DST, WHILE_MAX);
        begin_at(0);
    }

    /* Rows of Dst that instructions name count from this row of the half on. */
    void begin_at(u32 row) const {
        TT_SETC16(DEST_TARGET_REG_CFG_MATH_Offset_ADDR32, half * DST_HALF_ROWS + row);
    }

    void done() {
        TTI_STALLWAIT(HOLD_SYNC, UNTIL_MATH_IDLE | UNTIL_SFPU_IDLE);
        TTI_SEMPOST(SEM_DST);
        half ^= 1u;
    }
};

} // namespace own
