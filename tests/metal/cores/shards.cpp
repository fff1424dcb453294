/* SPDX-License-Identifier: Apache-2.0
 *
 * shards.cpp - writes the tile that this core has. Arguments: tensor, number of the tile. */
#include "dataflow/api.h"

void kernel_main() {
    const u32 tile = get_arg_val<u32>(1), bytes = get_tile_size(0);
    noc_async_write(get_read_ptr(0), bank_of(tile),
                    address_of_page(get_arg_val<u32>(0), tile, bytes), bytes);
    noc_async_write_barrier();
}
