// SPDX-License-Identifier: Apache-2.0
// remote_receiver.cpp - writes the pages of a global circular buffer to DRAM, tile by tile. Arguments: tensor, number of its first
// tile, rounds, pages of a round, and for each tensor of a round the tiles of a page.
#include "api/dataflow/dataflow_api.h"
#include "api/remote_circular_buffer.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto out = TensorAccessor(args, get_arg_val<uint32_t>(0), 2048);
    uint32_t tile = get_arg_val<uint32_t>(1);
    const uint32_t rounds = get_arg_val<uint32_t>(2), pages = get_arg_val<uint32_t>(3), tensors = get_arg_val<uint32_t>(4);
    for (uint32_t round = 0; round < rounds * tensors; round++) {
        const uint32_t tiles = get_arg_val<uint32_t>(5 + round % tensors);
        experimental::resize_remote_receiver_cb_interface<true>(31, tiles * 2048, noc_index);
        for (uint32_t page = 0; page < pages; page++) {
            experimental::remote_cb_wait_front(31, 1);
            const uint32_t at = get_remote_receiver_cb_interface(31).fifo_rd_ptr;
            for (uint32_t i = 0; i < tiles; i++) {
                noc_async_write_tile(tile++, out, at + i * 2048);
            }
            noc_async_write_barrier();
            experimental::remote_cb_pop_front(31, 1);
        }
    }
    experimental::update_remote_cb_config_in_l1(31);
    noc_async_atomic_barrier();
}
