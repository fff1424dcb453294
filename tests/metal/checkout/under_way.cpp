/* SPDX-License-Identifier: Apache-2.0
 *
 * under_way.cpp - a reader of tiles: it waits for each before it asks for the next one. With
 * UNDER_WAY it asks for a tile before it waits for the one before, by two transaction ids. */
#include "api/dataflow/dataflow_api.h"

constexpr uint32_t buffer = 0, room = 4;
#ifdef UNDER_WAY
constexpr uint32_t most = 2;
#else
constexpr uint32_t most = 1;
#endif

void kernel_main() {
    constexpr auto layout = TensorAccessorArgs<0>();
    const uint32_t tiles = get_arg_val<uint32_t>(1), bytes = get_tile_size(buffer);
    const auto source = TensorAccessor(layout, get_arg_val<uint32_t>(0), bytes);
    const uint32_t first = get_write_ptr(buffer);
    for (uint32_t tile = 0; tile < tiles + most - 1; tile++) {
        if (tile < tiles) {
            cb_reserve_back(buffer, tile + 1 < most ? 1 : most);
            noc_async_read_set_trid(1 + tile % most);
            noc_async_read_tile(tile, source, first + tile % room * bytes);
        }
        if (tile + 1 >= most) {
            noc_async_read_barrier_with_trid(1 + (tile + 1 - most) % most);
            cb_push_back(buffer, 1);
        }
    }
    noc_async_read_set_trid(0);
}
