/* SPDX-License-Identifier: Apache-2.0
 *
 * datacopy.cpp - examples/llk/datacopy.cpp as one call. */
#include "calls.h"

#ifdef LLK_TRISC_MATH

void run_kernel(RUNTIME_PARAMETERS params) {
    const stx_tensor a = calls::tensor(params.A, params.formats.unpack_A_src, params.TILES);
    const stx_tensor out = calls::tensor(params.RESULT, params.formats.pack_dst, params.TILES);
    stx_tiles t = calls::start();
    calls::expect(stx_tile_convert(&t, &out, &a));
}

#endif
