/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul_writer.c - the writer of matmul.cpp: writes the tiles of C in the order in which they
 * arrive. Argument: how many. */
#include "metal/mover.h"

void kernel_main(void) {
    const uint32_t tiles = get_arg(0);
    for (uint32_t i = 0; i < tiles; i++) {
        cb_wait_front(16, 1);
        write_page(16, i, get_read_ptr(16));
        cb_pop_front(16, 1);
    }
}
