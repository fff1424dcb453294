/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul_reader.c - the reader of matmul.cpp: each tile of C needs a row of tiles of A and a column
 * of tiles of B, which are in memory in row-major order. Arguments: tiles of C down, inner tiles,
 * tiles of C across. */
#include "metal/mover.h"

static void send(uint32_t cb, uint32_t page) {
    cb_reserve_back(cb, 1);
    read_page(cb, page, get_write_ptr(cb));
    cb_push_back(cb, 1);
}

void kernel_main(void) {
    const uint32_t down = get_arg(0), inner = get_arg(1), across = get_arg(2);
    for (uint32_t m = 0; m < down; m++) {
        for (uint32_t n = 0; n < across; n++) {
            for (uint32_t k = 0; k < inner; k++) {
                send(0, m * inner + k);
                send(1, k * across + n);
            }
        }
    }
}
