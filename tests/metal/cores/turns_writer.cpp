/* SPDX-License-Identifier: Apache-2.0
 *
 * turns_writer.cpp - pushes a page, then writes and pops the one that the pack thread has put into
 * its place. The wait for the buffer ends at once, because of the page that this kernel has pushed
 * itself; that for the other buffer is the one that counts. Arguments: tensors. */
#include "dataflow/api.h"

void kernel_main() {
    const u32 bytes = get_tile_size(16);
    cb_reserve_back(16, 1);
    noc_async_read(bank_of(0), address_of_page(get_arg_val<u32>(0), 0, bytes), get_write_ptr(16),
                   bytes);
    noc_async_read_barrier();
    cb_push_back(16, 1);
    cb_wait_front(16, 1);
    cb_wait_front(17, 1);
    noc_async_write(get_read_ptr(16), bank_of(0), address_of_page(get_arg_val<u32>(1), 0, bytes),
                    bytes);
    noc_async_write_barrier();
    cb_pop_front(16, 1);
#if KIND == 2
    cb_pop_front(16, 1);
#endif
    cb_pop_front(17, 1);
}
