/* SPDX-License-Identifier: Apache-2.0
 *
 * math.h - thread 1: the FPU's part of each operation as a program for the MOP expander. A half of
 * Dst is divided into tiles of 64 rows. */
#pragma once

#include "../../llk/thread_math.h"
#include "buffers.h"

namespace own {

enum : u32 { ADD, SUBTRACT, MULTIPLY };
enum : u32 { NO_BROADCAST, COLUMN };

constexpr u32 phases() {
    return MATH_FIDELITY == ckernel::MathFidelity::LoFi ? 1 : u32(MATH_FIDELITY);
}

static u32 math_half;

inline void math_start_up(u32 cb) {
    const u32 format = unpack_dst_format[cb];
    math_configure({0, 0, 0, 0, format, format, 0});
    addr_mod(VECTOR_STAY, rows(0), rows(0), 0);
}

inline void math_acquire() {
    TTI_SEMWAIT(HOLD_MATH | HOLD_SFPU | HOLD_SYNC, SEM_DST, WHILE_MAX);
}

inline void math_commit() {
    TTI_STALLWAIT(HOLD_SYNC, UNTIL_MATH_IDLE | UNTIL_SFPU_IDLE);
    TTI_SEMPOST(SEM_DST);
    math_half ^= 1u;
}

inline void math_tile(u32 tile) {
    TT_SETC16(DEST_TARGET_REG_CFG_MATH_Offset_ADDR32, math_half * DST_HALF_ROWS + tile * TILE_ROWS);
}

inline void math_run(u32 tile) {
    math_tile(tile);
    TTI_MOP(1, 0, 0);
}

/* The MOP replays the recorded words once for each fidelity phase, then releases both sources. */
inline void math_program(u32 words, u32 rounds) {
    const u32 replay = TT_OP_REPLAY(0, words, 0, 0);
    mop_loops(1, rounds, replay, replay, replay, TT_OP_SETRWC(3, 0, 0, 0, 0, 15));
}

/* Multiplies faces of SrcB (the left matrix) by those of SrcA, 8 rows at a time. */
inline void math_product() {
    product_addr_mods();
    record_product();
    math_program(16, phases());
}

inline void eight_rows(u32 operation, u32 broadcast, u32 addr_mod) {
    if (operation == ADD) {
        TT_ELWADD(0, 0, broadcast, addr_mod, 0);
    } else if (operation == SUBTRACT) {
        TT_ELWSUB(0, 0, broadcast, addr_mod, 0);
    } else {
        TT_ELWMUL(0, 0, broadcast, addr_mod, 0);
    }
}

/* Faces 0 1 / 2 3 in order; a column of SrcB serves two faces side by side. */
inline void math_binary(u32 operation, u32 broadcast) {
    enum : std::uint8_t { B_NEXT, B_BACK, B_SET_32, NEXT_PHASE };
    static constexpr std::uint8_t after[2][7] = {
        {B_NEXT, B_NEXT, B_NEXT, B_NEXT, B_NEXT, B_NEXT, B_NEXT},
        {B_NEXT, B_BACK, B_NEXT, B_SET_32, B_NEXT, B_BACK, B_NEXT},
    };
    addr_mod(B_NEXT, rows(8), rows(8), 8);
    addr_mod(B_BACK, rows(8), set_rows(0), 8);
    addr_mod(B_SET_32, rows(8), set_rows(32), 8);
    addr_mod(NEXT_PHASE, ROWS_CLEAR, ROWS_CLEAR,
             DST_CLEAR | (operation == MULTIPLY ? PHASE_NEXT : 0));
    TTI_REPLAY(0, 8, 0, 1);
    for (u32 i = 0; i < 7; i++) {
        eight_rows(operation, broadcast, after[broadcast][i]);
    }
    eight_rows(operation, broadcast, NEXT_PHASE);
    math_program(8, operation == MULTIPLY ? phases() : 1);
}

inline void math_copy() {
    enum : u32 { NEXT_8_ROWS, FIRST_ROW };
    const u32 move = TT_OP_MOVA2D(0, 0, NEXT_8_ROWS, 2, 0);
    addr_mod(NEXT_8_ROWS, rows(8), rows(0), 8);
    addr_mod(FIRST_ROW, ROWS_CLEAR, ROWS_CLEAR, DST_CLEAR);
    mop_loops(1, 8, move, move, TT_OP_MOVA2D(0, 0, FIRST_ROW, 2, 0),
              TT_OP_SETRWC(1, 0, 0, 0, 0, 15));
}

/* SrcA holds transposed faces; faces 1 and 2 are exchanged. */
inline void math_transpose() {
    enum : u32 { STAY };
    static constexpr u32 face_of_dst[FACES] = {0, 2, 1, 3};
    const u32 replay = TT_OP_REPLAY(0, 8, 0, 0);
    addr_mod(STAY, rows(0), rows(0), 0);
    TTI_REPLAY(0, 8, 0, 1);
    for (u32 row = 0; row < TILE_ROWS; row += 8) {
        TT_MOVA2D(0, row, STAY, 2, 16 * face_of_dst[row / 16] + row % 16);
    }
    mop_loops(1, 1, replay, replay, replay, TT_OP_SETRWC(1, 0, 0, 0, 0, 15));
}

/* Sums or maxima of columns, over faces 0 2 and 1 3, go to row 0 of Dst's faces 0 and 1. Those of
 * rows, as columns of the transposed faces 0 1 and 2 3, go to row 0 of faces 0 and 2. */
enum : u32 { POOL_STAY, POOL_NEXT, POOL_BACK, POOL_FOUR_ROWS = POOL_BACK, POOL_FIRST };

inline void pool_face(bool maximum, u32 addr_mod) {
    if (maximum) {
        TT_GMPOOL(0, 1, addr_mod, 0, 0);
    } else {
        TT_GAPOOL(0, 1, addr_mod, 0, 0);
    }
}

inline void math_pool(bool maximum, bool of_rows) {
    const u32 replay = TT_OP_REPLAY(0, 4, 0, 0);
    addr_mod(POOL_STAY, rows(16), rows(0), 0);
    addr_mod(POOL_NEXT, rows(16), rows(0), of_rows ? 32 : 16);
    addr_mod(POOL_FIRST, ROWS_CLEAR, ROWS_CLEAR, DST_CLEAR | (maximum ? 0 : PHASE_NEXT));
    if (of_rows) {
        addr_mod(POOL_FOUR_ROWS, rows(0), rows(0), 4);
    } else {
        addr_mod(POOL_BACK, rows(16), rows(0), DST_CLEAR);
    }
    TTI_REPLAY(0, 4, 0, 1);
    pool_face(maximum, of_rows ? POOL_STAY : POOL_NEXT);
    pool_face(maximum, of_rows ? POOL_NEXT : POOL_BACK);
    pool_face(maximum, of_rows ? POOL_STAY : POOL_NEXT);
    pool_face(maximum, POOL_FIRST);
    mop_loops(1, maximum ? 1 : phases(), replay, replay, replay);
}

/* Transposes row 0 of a face of Dst into its column 0, through rows 16 to 31 of SrcB. */
inline void math_transpose_face(u32 dst) {
    TTI_SETRWC(0, 0, 0, 0, 0, 15);
    for (u32 row = 0; row < 16; row += 4) {
        TT_MOVD2B(0, 16 + row, POOL_STAY, 2, dst + row);
    }
    TTI_TRNSPSRCB;
    for (u32 row = 0; row < 16; row += 4) {
        TT_MOVB2D(0, 16 + row, POOL_FOUR_ROWS, 4, dst);
    }
}

inline void math_run_pool(u32 tile, bool of_rows) {
    math_run(tile);
    if (of_rows) {
        math_transpose_face(0);
        math_transpose_face(32);
    }
    TTI_SETRWC(3, 0, 0, 0, 0, 15);
}

} // namespace own
