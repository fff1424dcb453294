/* SPDX-License-Identifier: Apache-2.0
 *
 * packed.cpp - packs a page and reads it after four others, with WAITS behind a wait for it. The
 * other pages let the packer come first. */
#include "compute/rows.h"

constexpr u32 cb_in = 0, cb_between = 24, cb_others = 25, cb_out = 16, others = 4;

static void copy_to(u32 cb, u32 from) {
    tile_regs_acquire();
    copy_tile_init(from);
    copy_tile(from, 0, 0);
    finish(cb);
}

void kernel_main() {
    start_up(cb_in, cb_in, cb_out);
    cb_wait_front(cb_in, 1);
    copy_to(cb_between, cb_in);
    for (u32 i = 0; i < others; i++) {
        copy_to(cb_others, cb_in);
    }
    cb_pop_front(cb_in, 1);
#if WAITS
    cb_wait_front(cb_between, 1);
#endif
    copy_to(cb_out, cb_between);
}
