/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul.cpp - C = A x B, matrices of tiles; a reader sends the tiles in the order of the loops.
 * Arguments: tiles of C down, inner tiles, tiles of C across. */
#include "compute/api.h"

void kernel_main() {
    constexpr u32 cb_a = 0, cb_b = 1, cb_out = 16;
    const u32 outputs = get_arg_val<u32>(0) * get_arg_val<u32>(2), inner = get_arg_val<u32>(1);
    mm_init(cb_a, cb_b, cb_out);
    for (u32 i = 0; i < outputs; i++) {
        tile_regs_acquire();
        for (u32 k = 0; k < inner; k++) {
            cb_wait_front(cb_a, 1);
            cb_wait_front(cb_b, 1);
            matmul_tiles(cb_a, cb_b, 0, 0, 0);
            cb_pop_front(cb_a, 1);
            cb_pop_front(cb_b, 1);
        }
        tile_regs_commit();
        tile_regs_wait();
        cb_reserve_back(cb_out, 1);
        pack_tile(0, cb_out);
        push_tiles(cb_out, 1);
        tile_regs_release();
    }
}
