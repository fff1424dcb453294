/* SPDX-License-Identifier: Apache-2.0
 *
 * eltwise_binary.cpp - examples/llk/eltwise_binary.cpp as one call. */
#include "calls.h"

#ifdef LLK_TRISC_MATH

void run_kernel(RUNTIME_PARAMETERS params) {
    const stx_tensor a = calls::tensor(params.A, params.formats.unpack_A_src, params.TILES);
    const stx_tensor b = calls::tensor(params.B, params.formats.unpack_B_src, params.TILES);
    const stx_tensor out = calls::tensor(params.RESULT, params.formats.pack_dst, params.TILES);
    stx_tiles t = calls::start();
    calls::expect(stx_tile_binary(&t, static_cast<stx_tile_operation>(OPERATION),
                                  calls::broadcast(BROADCAST), &out, &a, &b,
                                  static_cast<stx_tile_fidelity>(PHASES)));
}

#endif
