/* SPDX-License-Identifier: Apache-2.0
 *
 * attn_matmul_reader.c - of ttnn's product for attention: row r of A times matrix r of B. The
 * kernel computes all rows with each of 32 matrices and hands the products over as rows; one of
 * each is taken, and the tile of 32 goes back. Arguments: tiles between, tiles across. */
#include "metal/mover.h"

enum { A = 0, B = 1, PRODUCT = 3, COLLECTED = 4, ROWS = 32 };

static void send(uint32_t cb, uint32_t page) {
    cb_reserve_back(cb, 1);
    read_page(cb, page, get_write_ptr(cb));
    cb_push_back(cb, 1);
}

static void collect(uint32_t row) {
    uint32_t bytes = get_tile_size(PRODUCT) / ROWS;
    cb_wait_front(PRODUCT, 1);
    const uint8_t *from = get_read_ptr(PRODUCT) + row * bytes;
    uint8_t *to = get_write_ptr(COLLECTED) + row * bytes;
    for (uint32_t i = 0; i < bytes; i++) {
        to[i] = from[i];
    }
    cb_pop_front(PRODUCT, 1);
}

void kernel_main(void) {
    const uint32_t inner = get_arg(0), across = get_arg(1);
    for (uint32_t n = 0; n < across; n++) {
        for (uint32_t k = 0; k < inner; k++) {
            send(A, k);
        }
        cb_reserve_back(COLLECTED, 1);
        for (uint32_t row = 0; row < ROWS; row++) {
            for (uint32_t k = 0; k < inner; k++) {
                send(B, (row * inner + k) * across + n);
            }
            collect(row);
        }
        cb_push_back(COLLECTED, 1);
    }
}
