/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul.cpp - examples/llk/matmul.cpp as one call. */
#include "calls.h"

#ifdef LLK_TRISC_MATH

void run_kernel(RUNTIME_PARAMETERS params) {
    const stx_tensor a =
        calls::tensor(params.A, params.formats.unpack_B_src, params.TILES_M, params.TILES_K);
    const stx_tensor b =
        calls::tensor(params.B, params.formats.unpack_A_src, params.TILES_K, params.TILES_N);
    const stx_tensor out =
        calls::tensor(params.RESULT, params.formats.pack_dst, params.TILES_M, params.TILES_N);
    stx_tile_product options{};
    options.fidelity = PHASES;
    options.dst16 = !is_fp32_dest_acc_en;
    stx_tiles t = calls::start();
    calls::expect(stx_tile_matmul(&t, &out, &a, &b, &options));
}

#endif
