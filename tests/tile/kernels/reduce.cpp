/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.cpp - the maxima of examples/llk/reduce.cpp as one call. The call writes its results to
 * every row, or every column, of the tile; the kernel writes zeros beside the first, so those are
 * written here by hand. */
#include "calls.h"

#ifdef LLK_TRISC_MATH

static_assert(MAXIMUM, "sums are rounded otherwise by the matrix unit, which the kernel uses");

void run_kernel(RUNTIME_PARAMETERS params) {
    const stx_tensor a = calls::tensor(params.A, params.formats.unpack_A_src, 1);
    const stx_tensor out = calls::tensor(params.RESULT, params.formats.pack_dst, 1);
    stx_tiles t = calls::start();
    calls::expect(
        stx_tile_reduce(&t, STX_TILE_MAX, ROWS ? STX_TILE_ROWS : STX_TILE_COLUMNS, &out, &a));
    const calls::u32 bytes = params.RESULT_BYTES / 1024;
    for (calls::u32 i = 0; i < 1024; i++) {
        const calls::u32 face = i / 256, row = i % 256 / 16, column = i % 16;
        const bool kept = ROWS ? face % 2 == 0 && column == 0 : face < 2 && row == 0;
        for (calls::u32 j = 0; j < bytes && !kept; j++) {
            stx_bound()->l1[params.RESULT + i * bytes + j] = 0;
        }
    }
}

#endif
