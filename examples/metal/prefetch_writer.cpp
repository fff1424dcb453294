/* SPDX-License-Identifier: Apache-2.0
 *
 * prefetch_writer.cpp - the writer beside prefetch_sender.cpp: it pushes a tile to each receiver of
 * a global circular buffer. Arguments: rows of tiles, how many cores receive. */
#include "dataflow/remote.h"

void kernel_main() {
    const u32 inner = get_arg_val<u32>(0), receivers = get_arg_val<u32>(1);
    for (u32 k = 0; k < inner; k++) {
        cb_wait_front(0, receivers);
        remote_cb_reserve_back(31, 1);
        remote_cb_push_back_and_write_pages(31, get_read_ptr(0), 1);
        cb_pop_front(0, receivers);
    }
    remote_cb_sender_barrier(31);
    noc_async_atomic_barrier();
}
