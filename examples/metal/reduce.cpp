/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.cpp - reduces each row of tiles to one tile. Define REDUCE as reduce_sum_columns or
 * another one of api.h, and REDUCE_INIT as its _init. Arguments: number of results, tiles for
 * each. */
#include "compute/api.h"

void kernel_main() {
    constexpr u32 cb_in = 0, cb_scaler = 1, cb_out = 16;
    start_up(cb_in, cb_scaler, cb_out);
    REDUCE_INIT(cb_in, cb_scaler);
    cb_wait_front(cb_scaler, 1);
    for (u32 i = 0; i < get_arg_val<u32>(0); i++) {
        tile_regs_acquire();
        for (u32 tile = 0; tile < get_arg_val<u32>(1); tile++) {
            cb_wait_front(cb_in, 1);
            REDUCE(cb_in, cb_scaler, 0, 0);
            cb_pop_front(cb_in, 1);
        }
        tile_regs_commit();
        tile_regs_wait();
        cb_reserve_back(cb_out, 1);
        pack_tile(0, cb_out);
        push_tiles(cb_out, 1);
        tile_regs_release();
    }
}
