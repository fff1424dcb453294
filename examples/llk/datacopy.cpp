/* SPDX-License-Identifier: Apache-2.0
 *
 * datacopy.cpp - tiles from L1 through SrcA and Dst back to L1, with conversions of the format on
 * the way.
 *
 * Constants: is_fp32_dest_acc_en. Parameters: formats, TILES, A, A_BYTES, RESULT, RESULT_BYTES. */
#include "kernel.h"

#ifdef LLK_TRISC_UNPACK

#include "thread_unpack.h"

/* MOVA2D writes 16 bits unless the source is TF32. For 32 bits of other formats, ELWADD of a zero
 * is used instead, which is as fast. */
static bool needs_zero(RUNTIME_PARAMETERS params) {
    return is_fp32_dest_acc_en &&
           params.formats.unpack_A_dst != static_cast<own::u32>(DataFormat::Tf32);
}

void run_kernel(RUNTIME_PARAMETERS params) {
    own::unpack_context context;
    own::unpack_configure(params.formats);
    own::unpack_mop_a();
    for (own::u32 i = 0; i < params.TILES; i++) {
        own::u32 a = params.A + i * params.A_BYTES;
        context.start(a, a);
        if (needs_zero(params)) {
            own::unpack_zeros_b<true>();
        }
        TTI_MOP(1, 0, 0);
        context.finish();
    }
}

#endif

#ifdef LLK_TRISC_MATH

#include "thread_math.h"

enum : own::u32 { NEXT_8_ROWS = 0, FIRST_ROW = 1 };

static void copy_by_move() {
    const own::u32 move = TT_OP_MOVA2D(0, 0, NEXT_8_ROWS, 2, 0);
    own::mop_loops(1, 8, move, move, TT_OP_MOVA2D(0, 0, FIRST_ROW, 2, 0),
                   TT_OP_SETRWC(1, 0, 0, 0, 0, 15));
}

static void copy_by_addition() {
    const own::u32 add = TT_OP_ELWADD(0, 0, 0, NEXT_8_ROWS, 0);
    own::mop_loops(1, 8, add, add, TT_OP_ELWADD(3, 0, 0, FIRST_ROW, 0));
}

void run_kernel(RUNTIME_PARAMETERS params) {
    own::dst_half half;
    own::math_configure(params.formats);
    own::addr_mod(NEXT_8_ROWS, own::rows(8), own::rows(0), 8);
    own::addr_mod(FIRST_ROW, own::ROWS_CLEAR, own::ROWS_CLEAR, own::DST_CLEAR);
    if (is_fp32_dest_acc_en && params.formats.math != static_cast<own::u32>(DataFormat::Tf32)) {
        copy_by_addition();
    } else {
        copy_by_move();
    }
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
