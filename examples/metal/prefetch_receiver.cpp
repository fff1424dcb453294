/* SPDX-License-Identifier: Apache-2.0
 *
 * prefetch_receiver.cpp - the reader of a core that computes a column of tiles of A x B
 * (prefetch.grid). Tiles of A come from DRAM. Those of B come through a global circular buffer,
 * whose memory circular buffer 1 uses: a page that has been sent is pushed there, and is given back
 * to the sender when the compute kernel has popped it. Arguments: tensor, inner tiles. */
#include "dataflow/remote.h"

static void fetch(u32 tensor, u32 tile) {
    cb_reserve_back(0, 1);
    noc_async_read(bank_of(tile), address_of_page(tensor, tile, get_tile_size(0)), get_write_ptr(0),
                   get_tile_size(0));
    noc_async_read_barrier();
    cb_push_back(0, 1);
}

/* The compute kernel has at most this many pages of buffer 1 left. */
static void wait_until_left(u32 pages) {
    while (own::filled(1) > pages) {
    }
}

void kernel_main() {
    const u32 tensor = get_arg_val<u32>(0), inner = get_arg_val<u32>(1);
    for (u32 k = 0; k < inner; k++) {
        fetch(tensor, k);
        cb_reserve_back(1, 1);
        remote_cb_wait_front(31, k ? 2 : 1);
        cb_push_back(1, 1);
        if (k) {
            wait_until_left(1);
            remote_cb_pop_front(31, 1);
        }
    }
    wait_until_left(0);
    remote_cb_pop_front(31, 1);
    noc_async_atomic_barrier();
}
