/* SPDX-License-Identifier: Apache-2.0
 *
 * detour.cpp - (A + B) + B, tile by tile; the sum in the middle leaves by one buffer and comes back
 * by another, as rows of a cache do that a data-movement kernel changes. Argument: tiles. */
#include "compute/api.h"

constexpr u32 cb_a = 0, cb_b = 1, cb_back = 2, cb_out = 16, cb_away = 24;

static void add(u32 cb, u32 to) {
    add_tiles_init(cb, cb_b);
    tile_regs_acquire();
    add_tiles(cb, cb_b, 0, 0, 0);
    tile_regs_commit();
    cb_pop_front(cb, 1);
    tile_regs_wait();
    cb_reserve_back(to, 1);
    pack_tile(0, to);
    push_tiles(to, 1);
    tile_regs_release();
}

void kernel_main() {
    binary_op_init_common(cb_a, cb_b, cb_out);
    for (u32 i = 0; i < get_arg_val<u32>(0); i++) {
        cb_wait_front(cb_a, 1);
        cb_wait_front(cb_b, 1);
        add(cb_a, cb_away);
        cb_wait_front(cb_back, 1);
        add(cb_back, cb_out);
        cb_pop_front(cb_b, 1);
    }
}
