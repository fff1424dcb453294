/* SPDX-License-Identifier: Apache-2.0
 *
 * thread_math.h - thread 1: how every kernel's math thread begins and ends a tile. */
#pragma once

#include <initializer_list>

#include "kernel.h"

namespace own {

/* How a counter of source rows advances: by this many rows, or to this many rows after the last row
 * to which it was set in this way. */
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

/* An address modifier. bias: Wormhole's words name one of four modifiers, and this bit switches
 * later words to the other four of the eight. */
struct modifier {
    u32 ab, dst, bias;
};

inline void addr_mod_set(u32 index, const modifier &m) {
    constexpr u32 stride = ADDR_MOD_AB_SEC1_SrcAIncr_ADDR32 - ADDR_MOD_AB_SEC0_SrcAIncr_ADDR32;
    TT_SETC16(ADDR_MOD_AB_SEC0_SrcAIncr_ADDR32 + stride * index, m.ab);
    TT_SETC16(ADDR_MOD_DST_SEC0_DestIncr_ADDR32 + index, m.dst);
#ifdef ARCH_WORMHOLE
    TT_SETC16(ADDR_MOD_BIAS_SEC0_BiasIncr_ADDR32 + index, m.bias);
#endif
}

/* The FPU's modifier with the same index as that of the vector unit, which Wormhole's FPU words
 * need too. */
static modifier at_vector_stay;

/* Sets what an instruction that names index does to the counters afterwards. */
inline void addr_mod(u32 index, u32 a, u32 b, u32 dst, u32 bias = 0) {
    const modifier m = {a | b << 8, dst, bias};
    if (index == VECTOR_STAY) {
        at_vector_stay = m;
    }
    addr_mod_set(index, m);
}

/* MVMULs of a tile, eight rows at a time: each face of SrcB is multiplied by two faces of SrcA. The
 * halves differ in what follows: after the first, k = 16 to 31 (SrcB's right faces, SrcA's lower
 * ones, Dst from its start); after the second, the next phase. On Wormhole each half has four
 * modifiers of its own, and the last word of each half switches to those of the other. */
enum : u32 { LOWER_ROWS, NEXT_A, NEXT_B, OTHER_HALF };
#ifdef ARCH_BLACKHOLE
enum : u32 { SECOND_HALF = 0, TILE_DONE = 4, LAST = TILE_DONE, TO_OTHERS = 0 };
#else
enum : u32 { SECOND_HALF = 4, TILE_DONE = 7, LAST = OTHER_HALF, TO_OTHERS = 1 };
#endif

inline void product_addr_mods() {
    for (u32 half = 0; half <= SECOND_HALF; half += 4) {
        addr_mod(half + LOWER_ROWS, rows(0), rows(8), 8);
        addr_mod(half + NEXT_A, rows(16), set_rows(0), 8);
        addr_mod(half + NEXT_B, set_rows(0), set_rows(32), 8);
    }
    addr_mod(OTHER_HALF, set_rows(32), set_rows(48), DST_CLEAR, TO_OTHERS);
    addr_mod(TILE_DONE, ROWS_CLEAR, ROWS_CLEAR, DST_CLEAR | PHASE_NEXT, TO_OTHERS);
}

inline void record_product() {
    TTI_REPLAY(0, 16, 0, 1);
    for (u32 last : {u32{OTHER_HALF}, u32{LAST}}) {
        for (u32 next : {u32{NEXT_A}, u32{NEXT_B}, u32{NEXT_A}, last}) {
            TTI_MVMUL(0, 0, LOWER_ROWS, 0);
            TT_MVMUL(0, 0, next, 0);
        }
    }
}

/* A destination of SFPCONFIG, and its mode that writes the immediate. */
enum : u32 { LANE_CONFIG = 15, TO_IMMEDIATE = 1 };

/* Sets the formats and, as after a reset, the vector unit's configuration; clears Dst and the
 * counters. The hardware takes the formats of sources from their data. */
inline void math_configure(const FormatConfig &formats) {
    cfg_field<ALU_FORMAT_SPEC_REG0_SrcA_RMW>(code_of(formats.math));
    cfg_field<ALU_FORMAT_SPEC_REG1_SrcB_RMW>(code_of(formats.math));
    cfg_field<ALU_FORMAT_SPEC_REG2_Dstacc_RMW>(code_of(formats.pack_src));
    cfg_field<ALU_ACC_CTRL_Fp32_enabled_RMW>(is_fp32_dest_acc_en);
    cfg_field<ALU_ACC_CTRL_SFPU_Fp32_enabled_RMW>(is_fp32_dest_acc_en);
    TTI_SFPCONFIG(0, LANE_CONFIG, TO_IMMEDIATE);
    TTI_SEMINIT(2, 0, SEM_DST);
    dst_clear();
    TTI_SETRWC(0, 0, 0, 0, 0, 15);
}

/* Each tile gets a half of Dst: math fills one while pack empties the other. */
class dst_half {
    u32 half = 0;

  public:
    void wait() const {
        TTI_SEMWAIT(HOLD_MATH | HOLD_SFPU | HOLD_SYNC, SEM_DST, WHILE_MAX);
        begin_at(0);
    }

    /* From now on, instructions count rows of Dst from this row of the half. */
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
