/* SPDX-License-Identifier: Apache-2.0
 *
 * ordered.cpp - copies a tile; without WAITS the packer does not wait for the math thread, without
 * ITS_INIT the address modes of the copy are those that an earlier kernel has left. */
#include "compute/api.h"

void kernel_main() {
    constexpr u32 cb_in = 0, cb_out = 16;
    binary_op_init_common(cb_in, cb_in, cb_out);
    if (ITS_INIT) {
        copy_tile_init(cb_in);
    }
    tile_regs_acquire();
    copy_tile(cb_in, 0, 0);
    tile_regs_commit();
    if (WAITS) {
        tile_regs_wait();
    }
    cb_reserve_back(cb_out, 1);
    pack_tile(0, cb_out);
    push_tiles(cb_out, 1);
    tile_regs_release();
}
