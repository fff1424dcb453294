/* SPDX-License-Identifier: Apache-2.0
 *
 * eltwise.cpp - relu(A op B), tile by tile, two at a time. Define OP as add_tiles, sub_tiles or
 * mul_tiles, and OP_INIT as its _init. Argument: pairs of tiles. */
#include "compute/api.h"

void kernel_main() {
    constexpr u32 cb_a = 0, cb_b = 1, cb_out = 16;
    binary_op_init_common(cb_a, cb_b, cb_out);
    OP_INIT(cb_a, cb_b);
    for (u32 i = 0; i < get_arg_val<u32>(0); i++) {
        cb_wait_front(cb_a, 2);
        cb_wait_front(cb_b, 2);
        tile_regs_acquire();
        for (u32 tile = 0; tile < 2; tile++) {
            OP(cb_a, cb_b, tile, tile, tile);
            relu_tile(tile);
        }
        tile_regs_commit();
        cb_pop_front(cb_a, 2);
        cb_pop_front(cb_b, 2);
        tile_regs_wait();
        cb_reserve_back(cb_out, 2);
        pack_tile(0, cb_out);
        pack_tile(1, cb_out);
        push_tiles(cb_out, 2);
        tile_regs_release();
    }
}
