/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul.cpp - RESULT[m][n] = sum over k of A[m][k] * B[k][n], on matrices of tiles in row-major
 * order. MVMUL needs B in SrcA and A in SrcB; the product of two tiles takes 16 MVMULs for each
 * fidelity phase.
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

void run_kernel(RUNTIME_PARAMETERS params) {
    const own::u32 replay = TT_OP_REPLAY(0, 16, 0, 0);
    own::dst_half half;
    own::math_configure(params.formats);
    own::product_addr_mods();
    own::record_product();
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
    own::pack_tiles(params, params.TILES_M * params.TILES_N);
}

#endif
