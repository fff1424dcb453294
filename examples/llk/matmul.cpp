/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul.cpp - RESULT[m][n] = sum over k of A[m][k] * B[k][n], matrices of tiles row by row. B goes
 * to SrcA and A to SrcB, as MVMUL wants them; a tile product is 16 MVMULs a fidelity phase.
 *
 * Constants: is_fp32_dest_acc_en, PHASES (1 to 4). Parameters: formats (A in L1 is unpack_B_src),
 * TILES_M, TILES_K, TILES_N, A, A_BYTES, B, B_BYTES, RESULT, RESULT_BYTES. */
#include "kernel.h"

#ifdef LLK_TRISC_UNPACK

#include "thread_unpack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    own::unpack_context context;
    own::unpack_configure(params.formats);
    own::unpack_mop_both();
    for (own::u32 i = 0; i < params.TILES_M * params.TILES_N; i++) {
        own::u32 m = i / params.TILES_N, n = i % params.TILES_N;
        for (own::u32 k = 0; k < params.TILES_K; k++) {
            context.start(params.B + (k * params.TILES_N + n) * params.B_BYTES,
                          params.A + (m * params.TILES_K + k) * params.A_BYTES);
            TTI_MOP(0, 3, 0x8);
            context.finish();
        }
    }
}

#endif

#ifdef LLK_TRISC_MATH

#include "thread_math.h"

/* Each face of SrcB (A) meets two faces of SrcA (B), 8 of its rows at a time. */
enum : own::u32 {
    LOWER_ROWS, /* the other 8 rows of SrcB's face */
    NEXT_A,     /* the same face of SrcB, the next one of SrcA */
    NEXT_B,     /* two faces on in SrcB, SrcA from where it was set */
    RIGHT_HALF, /* k = 16 to 31: SrcB's right faces, SrcA's lower ones, Dst from its start */
    NEXT_PHASE
};

static void set_addr_mods() {
    own::addr_mod(LOWER_ROWS, own::rows(0), own::rows(8), 8);
    own::addr_mod(NEXT_A, own::rows(16), own::set_rows(0), 8);
    own::addr_mod(NEXT_B, own::set_rows(0), own::set_rows(32), 8);
    own::addr_mod(RIGHT_HALF, own::set_rows(32), own::set_rows(48), own::DST_CLEAR);
    own::addr_mod(NEXT_PHASE, own::ROWS_CLEAR, own::ROWS_CLEAR, own::DST_CLEAR | own::PHASE_NEXT);
}

static void record_tile() {
    TTI_REPLAY(0, 16, 0, 1);
    for (own::u32 last : {own::u32{RIGHT_HALF}, own::u32{NEXT_PHASE}}) {
        TTI_MVMUL(0, 0, LOWER_ROWS, 0);
        TTI_MVMUL(0, 0, NEXT_A, 0);
        TTI_MVMUL(0, 0, LOWER_ROWS, 0);
        TTI_MVMUL(0, 0, NEXT_B, 0);
        TTI_MVMUL(0, 0, LOWER_ROWS, 0);
        TTI_MVMUL(0, 0, NEXT_A, 0);
        TTI_MVMUL(0, 0, LOWER_ROWS, 0);
        TT_MVMUL(0, 0, last, 0);
    }
}

void run_kernel(RUNTIME_PARAMETERS params) {
    const own::u32 replay = TT_OP_REPLAY(0, 16, 0, 0);
    own::dst_half half;
    own::math_configure(params.formats);
    set_addr_mods();
    record_tile();
    own::mop_loops(1, PHASES, replay, replay, replay, TT_OP_SETRWC(3, 0, 0, 0, 0, 15));
    for (own::u32 i = 0; i < params.TILES_M * params.TILES_N; i++) {
        half.wait();
        for (own::u32 k = 0; k < params.TILES_K; k++) {
            TTI_MOP(1, 0, 0);
        }
        half.done();
    }
}

#endif

#ifdef LLK_TRISC_PACK

#include "thread_pack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    own::pack_configure(params.formats);
    own::pack_tiles(params.TILES_M * params.TILES_N, params.RESULT, params.RESULT_BYTES);
}

#endif
