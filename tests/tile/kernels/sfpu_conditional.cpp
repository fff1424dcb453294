/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_conditional.cpp - two functions of examples/llk/sfpu_conditional.cpp as one call. */
#include "calls.h"

#ifdef LLK_TRISC_MATH

static_assert(FUNCTION == 4 || FUNCTION == 5, "x/4 below 0, and the square");

void run_kernel(RUNTIME_PARAMETERS params) {
    const stx_tensor a = calls::tensor(params.A, params.formats.unpack_A_src, params.TILES);
    const stx_tensor out = calls::tensor(params.RESULT, params.formats.pack_dst, params.TILES);
    const calls::u32 quarter = 0x3E800000;
    stx_tiles t = calls::start();
    calls::expect(stx_tile_unary(&t, FUNCTION == 4 ? STX_TILE_LEAKY_RELU : STX_TILE_SQUARE, quarter,
                                 &out, &a));
}

#endif
