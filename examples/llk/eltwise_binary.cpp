/* SPDX-License-Identifier: Apache-2.0
 *
 * eltwise_binary.cpp - SrcA + SrcB, SrcA - SrcB or SrcA * SrcB, tile by tile; the second operand
 * may be one column or one row of each tile, which is used for all columns or rows.
 *
 * Constants: is_fp32_dest_acc_en, OPERATION (0 add, 1 subtract, 2 multiply), BROADCAST (0 none,
 * 1 column, 2 row), PHASES (1 to 4, of a multiplication). Parameters: formats, TILES, A, A_BYTES,
 * B, B_BYTES, RESULT, RESULT_BYTES. */
#include "kernel.h"

#ifdef LLK_TRISC_UNPACK

#include "thread_unpack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    own::unpack_context context;
    own::unpack_configure(params.formats);
    own::unpack_mop_both();
    for (own::u32 i = 0; i < params.TILES; i++) {
        context.start(params.A + i * params.A_BYTES, params.B + i * params.B_BYTES);
        TTI_MOP(0, 3, 0x8);
        context.finish();
    }
}

#endif

#ifdef LLK_TRISC_MATH

#include "thread_math.h"

enum : own::u32 { ADD, SUBTRACT, MULTIPLY };
enum : own::u32 { NONE, COLUMN, ROW };

/* How SrcB advances after 8 rows of SrcA and Dst. Each broadcast needs at most four of these. */
enum : own::u32 { B_NEXT, B_BACK, B_SET_32, B_STAY = B_NEXT, B_NEXT_16 = B_SET_32, NEXT_PHASE };

static void set_addr_mods() {
    const own::u32 next = own::rows(8);
    own::addr_mod(B_BACK, next, own::set_rows(0), 8);
    if (BROADCAST == ROW) {
        own::addr_mod(B_STAY, next, own::rows(0), 8);
        own::addr_mod(B_NEXT_16, next, own::rows(16), 8);
    } else {
        own::addr_mod(B_NEXT, next, own::rows(8), 8);
        own::addr_mod(B_SET_32, next, own::set_rows(32), 8);
    }
    own::addr_mod(NEXT_PHASE, own::ROWS_CLEAR, own::ROWS_CLEAR,
                  own::DST_CLEAR | (OPERATION == MULTIPLY ? own::PHASE_NEXT : 0));
}

static void eight_rows(own::u32 addr_mod) {
    if (OPERATION == ADD) {
        TT_ELWADD(0, 0, BROADCAST, addr_mod, 0);
    } else if (OPERATION == SUBTRACT) {
        TT_ELWSUB(0, 0, BROADCAST, addr_mod, 0);
    } else {
        TT_ELWMUL(0, 0, BROADCAST, addr_mod, 0);
    }
}

/* Faces 0 1 / 2 3 in order. A column serves two faces side by side, a row two faces one above the
 * other. */
static void record_tile() {
    static constexpr std::uint8_t after[3][7] = {
        {B_NEXT, B_NEXT, B_NEXT, B_NEXT, B_NEXT, B_NEXT, B_NEXT},
        {B_NEXT, B_BACK, B_NEXT, B_SET_32, B_NEXT, B_BACK, B_NEXT},
        {B_STAY, B_NEXT_16, B_STAY, B_BACK, B_STAY, B_NEXT_16, B_STAY},
    };
    TTI_REPLAY(0, 8, 0, 1);
    for (own::u32 i = 0; i < 7; i++) {
        eight_rows(after[BROADCAST][i]);
    }
    eight_rows(NEXT_PHASE);
}

void run_kernel(RUNTIME_PARAMETERS params) {
    const own::u32 replay = TT_OP_REPLAY(0, 8, 0, 0);
    own::dst_half half;
    own::math_configure(params.formats);
    set_addr_mods();
    record_tile();
    own::mop_loops(1, PHASES, replay, replay, replay, TT_OP_SETRWC(3, 0, 0, 0, 0, 15));
    for (own::u32 i = 0; i < params.TILES; i++) {
        half.wait();
        TTI_MOP(1, 0, 0);
        half.done();
    }
}

#endif

#ifdef LLK_TRISC_PACK

#include "thread_pack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    own::pack_tiles(params, params.TILES);
}

#endif
