/* SPDX-License-Identifier: Apache-2.0
 *
 * zones.cpp - A + B with zones, one within another one: what each takes is told with the time. */
#include "compute/api.h"

static void add(u32 tile) {
    DeviceZoneScopedN("ADD");
    add_tiles(0, 1, tile, tile, tile);
}

void kernel_main() {
    binary_op_init_common(0, 1, 16);
    add_tiles_init(0, 1);
    DeviceZoneScopedN("ALL");
    cb_wait_front(0, 2);
    cb_wait_front(1, 2);
    tile_regs_acquire();
    add(0);
    add(1);
    tile_regs_commit();
    cb_pop_front(0, 2);
    cb_pop_front(1, 2);
    tile_regs_wait();
    cb_reserve_back(16, 2);
    pack_tile(0, 16);
    pack_tile(1, 16);
    push_tiles(16, 2);
    tile_regs_release();
}
