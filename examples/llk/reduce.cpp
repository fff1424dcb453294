/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.cpp - sums or maxima of the columns of each tile go to row 0 of the result, or those of
 * the rows to its column 0; the rest of the result is 0. Row 0 of the first face of the tile SCALE
 * holds the factor of sums (1 for maxima).
 *
 * Constants: is_fp32_dest_acc_en (must be false for rows), MAXIMUM, ROWS, PHASES (1 to 4, of a
 * sum). Parameters: formats, TILES, A, A_BYTES, SCALE, RESULT, RESULT_BYTES. */
#include "kernel.h"

#ifdef LLK_TRISC_UNPACK

#include "thread_unpack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    own::unpack_context context;
    own::unpack_configure(params.formats);
    /* Rows are reduced as columns of transposed faces. */
    own::cfg_field<THCON_SEC0_REG2_Haloize_mode_RMW>(ROWS);
    own::unpack_mop_a();
    for (own::u32 i = 0; i < params.TILES; i++) {
        context.start(params.A + i * params.A_BYTES, params.SCALE);
        own::unpack_zeros_b<false>();
        TT_UNPACR(own::UNPACK_B, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1);
        TTI_MOP(1, 0, 0);
        context.finish();
    }
}

#endif

#ifdef LLK_TRISC_MATH

#include "thread_math.h"

/* Which face of Dst is next. Faces 0 1 / 2 3 of SrcA are summed in Dst's faces 0 and 1 for columns,
 * in 0 and 2 for rows. Columns need DST_BACK, rows FOUR_ROWS. */
enum : own::u32 { DST_STAY, DST_NEXT, DST_BACK, FOUR_ROWS = DST_BACK, NEXT_PHASE };

static void set_addr_mods() {
    own::addr_mod(DST_STAY, own::rows(16), own::rows(0), 0);
    own::addr_mod(DST_NEXT, own::rows(16), own::rows(0), ROWS ? 32 : 16);
    own::addr_mod(NEXT_PHASE, own::ROWS_CLEAR, own::ROWS_CLEAR,
                  own::DST_CLEAR | (MAXIMUM ? 0 : own::PHASE_NEXT));
    if (ROWS) {
        own::addr_mod(FOUR_ROWS, own::rows(0), own::rows(0), 4);
    } else {
        own::addr_mod(DST_BACK, own::rows(16), own::rows(0), own::DST_CLEAR);
    }
}

static void pool(own::u32 addr_mod) {
    if (MAXIMUM) {
        TT_GMPOOL(0, 1, addr_mod, 0, 0);
    } else {
        TT_GAPOOL(0, 1, addr_mod, 0, 0);
    }
}

static void record_tile() {
    TTI_REPLAY(0, 4, 0, 1);
    pool(ROWS ? DST_STAY : DST_NEXT);
    pool(ROWS ? DST_NEXT : DST_BACK);
    pool(ROWS ? DST_STAY : DST_NEXT);
    pool(NEXT_PHASE);
}

/* Transposes row 0 of a face of Dst into its column 0, through rows 16 to 31 of SrcB. */
static void transpose_face(own::u32 dst) {
    TTI_SETRWC(0, 0, 0, 0, 0, 15);
    TT_MOVD2B(0, 16, DST_STAY, 2, dst);
    TT_MOVD2B(0, 20, DST_STAY, 2, dst + 4);
    TT_MOVD2B(0, 24, DST_STAY, 2, dst + 8);
    TT_MOVD2B(0, 28, DST_STAY, 2, dst + 12);
    TTI_TRNSPSRCB;
    TT_MOVB2D(0, 16, FOUR_ROWS, 4, dst);
    TT_MOVB2D(0, 20, FOUR_ROWS, 4, dst);
    TT_MOVB2D(0, 24, FOUR_ROWS, 4, dst);
    TT_MOVB2D(0, 28, FOUR_ROWS, 4, dst);
}

void run_kernel(RUNTIME_PARAMETERS params) {
    const own::u32 replay = TT_OP_REPLAY(0, 4, 0, 0);
    own::dst_half half;
    own::math_configure(params.formats);
    set_addr_mods();
    record_tile();
    own::mop_loops(1, PHASES, replay, replay, replay);
    for (own::u32 i = 0; i < params.TILES; i++) {
        half.wait();
        TTI_MOP(1, 0, 0);
        if (ROWS) {
            transpose_face(0);
            transpose_face(32);
        }
        TTI_SETRWC(3, 0, 0, 0, 0, 15);
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
