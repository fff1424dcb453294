/* SPDX-License-Identifier: Apache-2.0
 *
 * normalise.cpp - examples/llk/normalise.cpp as one call. */
#include "calls.h"

#ifdef LLK_TRISC_MATH

void run_kernel(RUNTIME_PARAMETERS params) {
    const calls::u32 rows = params.TILES / COLUMNS, epsilon = 0x3727C5AC; /* 1e-5 */
    const stx_tensor a = calls::tensor(params.A, params.formats.unpack_A_src, rows, COLUMNS);
    const stx_tensor out = calls::tensor(params.RESULT, params.formats.pack_dst, rows, COLUMNS);
    stx_tiles t = calls::start();
    calls::expect(LAYERNORM ? stx_tile_layernorm(&t, &out, &a, nullptr, nullptr, epsilon)
                            : stx_tile_softmax(&t, &out, &a));
}

#endif
