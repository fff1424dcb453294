/* SPDX-License-Identifier: Apache-2.0
 *
 * prefetch_sender.cpp - the reader of a core that reads weights from DRAM before they are needed,
 * and sends them to the cores that compute (prefetch.grid). Arguments: tensor, its tiles down, how
 * many cores receive. */
#include "dataflow/remote.h"

void kernel_main() {
    const u32 tensor = get_arg_val<u32>(0), inner = get_arg_val<u32>(1);
    const u32 receivers = get_arg_val<u32>(2), bytes = get_tile_size(0);
    for (u32 k = 0; k < inner; k++) {
        cb_reserve_back(0, receivers);
        for (u32 i = 0; i < receivers; i++) {
            const u32 tile = k * receivers + i;
            noc_async_read(bank_of(tile), address_of_page(tensor, tile, bytes),
                           get_write_ptr(0) + i * bytes, bytes);
        }
        noc_async_read_barrier();
        cb_push_back(0, receivers);
    }
}
