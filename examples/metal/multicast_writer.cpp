/* SPDX-License-Identifier: Apache-2.0
 *
 * multicast_writer.cpp - writes the tile that a core has computed. Arguments: tensor, number of the
 * tile. */
#include "dataflow/api.h"

void kernel_main() {
    const u32 tile = get_arg_val<u32>(1), bytes = get_tile_size(16);
    cb_wait_front(16, 1);
    noc_async_write(get_read_ptr(16), bank_of(tile),
                    address_of_page(get_arg_val<u32>(0), tile, bytes), bytes);
    noc_async_write_barrier();
    cb_pop_front(16, 1);
}
