/* SPDX-License-Identifier: Apache-2.0
 *
 * multicast_reader.cpp - the reader of a matrix product on several cores (multicast.grid): each
 * core computes one tile of C and needs a row of tiles of A and a column of tiles of B. A core of
 * the first column reads a tile of A from DRAM and multicasts it along its row; a core of the first
 * row does so with B, along its column. Arguments: inner tiles, then for A and for B:
 *
 *   tensor, number of the first tile, distance of tiles, 1 if this core sends
 *   first and last core of those that receive (x, y, x, y), how many they are
 *   the core that sends (x, y), semaphore of the sender, semaphore of the receivers */
#include "dataflow/api.h"

enum { TENSOR, FIRST, STEP, SENDS, X0, Y0, X1, Y1, RECEIVERS, X, Y, ASKED, THERE, WORDS };

/* The receivers have room, and get the tile and then the word that says so. */
static void send(u32 cb, u32 at, u32 tile) {
    const u32 asked = get_semaphore(get_arg_val<u32>(at + ASKED));
    const u32 there = get_semaphore(get_arg_val<u32>(at + THERE));
    const u32 receivers = get_arg_val<u32>(at + RECEIVERS), bytes = get_tile_size(cb);
    const u32 to = rectangle_of(get_arg_val<u32>(at + X0), get_arg_val<u32>(at + Y0),
                                get_arg_val<u32>(at + X1), get_arg_val<u32>(at + Y1));
    noc_async_read(bank_of(tile), address_of_page(get_arg_val<u32>(at + TENSOR), tile, bytes),
                   get_write_ptr(cb), bytes);
    noc_async_read_barrier();
    if (receivers) {
        noc_semaphore_wait(asked, receivers);
        noc_semaphore_set(asked, 0);
        noc_async_write_multicast(get_write_ptr(cb), to, get_write_ptr(cb), bytes, receivers);
        noc_async_writes_flushed();
        noc_semaphore_set(there, 1);
        noc_semaphore_set_multicast(there, to, there, receivers);
        noc_async_write_barrier();
    }
}

static void receive(u32 at) {
    const u32 asked = get_semaphore(get_arg_val<u32>(at + ASKED));
    const u32 there = get_semaphore(get_arg_val<u32>(at + THERE));
    noc_semaphore_set(there, 0);
    noc_semaphore_inc(place_of(get_arg_val<u32>(at + X), get_arg_val<u32>(at + Y)), asked, 1);
    noc_semaphore_wait(there, 1);
}

static void fetch(u32 cb, u32 at, u32 i) {
    cb_reserve_back(cb, 1);
    if (get_arg_val<u32>(at + SENDS)) {
        send(cb, at, get_arg_val<u32>(at + FIRST) + i * get_arg_val<u32>(at + STEP));
    } else {
        receive(at);
    }
    cb_push_back(cb, 1);
}

void kernel_main() {
    const u32 inner = get_arg_val<u32>(0);
    for (u32 i = 0; i < inner; i++) {
        fetch(0, 1, i);
        fetch(1, 1 + WORDS, i);
    }
    noc_async_atomic_barrier();
}
