/* SPDX-License-Identifier: Apache-2.0
 *
 * transpose.cpp - transposes each tile; the reader sends tiles in the order in which the writer
 * needs them. Argument: number of tiles. */
#include "compute/api.h"

void kernel_main() {
    constexpr u32 cb_in = 0, cb_out = 16;
    transpose_wh_init(cb_in, cb_out);
    for (u32 i = 0; i < get_arg_val<u32>(0); i++) {
        cb_wait_front(cb_in, 1);
        tile_regs_acquire();
        transpose_wh_tile(cb_in, 0, 0);
        tile_regs_commit();
        cb_pop_front(cb_in, 1);
        tile_regs_wait();
        cb_reserve_back(cb_out, 1);
        pack_tile(0, cb_out);
        push_tiles(cb_out, 1);
        tile_regs_release();
    }
}
