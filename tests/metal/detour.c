/* SPDX-License-Identifier: Apache-2.0
 *
 * detour.c - the reader of detour.cpp, or its writer: it hands back what comes by the buffer in the
 * middle, while the data mover does the other's part. Arguments: tiles, 1 for a writer. */
#include "metal/mover.h"

enum { A = 0, B = 1, BACK = 2, OUT = 16, AWAY = 24 };

static void send(uint32_t cb, uint32_t page) {
    cb_reserve_back(cb, 1);
    read_page(cb, page, get_write_ptr(cb));
    cb_push_back(cb, 1);
}

static void hand_back(void) {
    cb_wait_front(AWAY, 1);
    cb_reserve_back(BACK, 1);
    const uint8_t *from = get_read_ptr(AWAY);
    uint8_t *to = get_write_ptr(BACK);
    for (uint32_t i = 0; i < get_tile_size(AWAY); i++) {
        to[i] = from[i];
    }
    cb_push_back(BACK, 1);
    cb_pop_front(AWAY, 1);
}

void kernel_main(void) {
    const uint32_t tiles = get_arg(0), writes = get_arg(1);
    for (uint32_t i = 0; i < tiles; i++) {
        if (!writes) {
            send(A, i);
            send(B, i);
        }
        hand_back();
        if (writes) {
            cb_wait_front(OUT, 1);
            write_page(OUT, i, get_read_ptr(OUT));
            cb_pop_front(OUT, 1);
        }
    }
}
