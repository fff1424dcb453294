/* SPDX-License-Identifier: Apache-2.0
 *
 * turns.cpp - takes a page of a buffer, pushes its double into the same buffer, and a page without
 * contents into another one. */
#include "compute/api.h"

void kernel_main() {
    binary_op_init_common(16, 16, 16);
    add_tiles_init(16, 16);
#if KIND != 1
    tile_regs_acquire();
    cb_wait_front(16, 1);
    add_tiles(16, 16, 0, 0, 0);
    cb_pop_front(16, 1);
    tile_regs_commit();
#endif
    tile_regs_wait();
    cb_reserve_back(16, 1);
    pack_tile(0, 16);
    push_tiles(16, 1);
    tile_regs_release();
    cb_reserve_back(17, 1);
    push_tiles(17, 1);
}
