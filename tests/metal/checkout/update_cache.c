/* SPDX-License-Identifier: Apache-2.0
 *
 * update_cache.c - of ttnn's kernel that puts rows into a cache: blocks of the cache come as rows,
 * one row of each is replaced by the next one of the input, and they go back. As a writer it takes
 * what comes out too, as a reader it brings what goes in. Arguments: heads, blocks of a head, tiles
 * across, the row that is replaced, 1 for a writer. */
#include "metal/mover.h"

enum { CACHE = 0, INPUT = 1, OUT = 16, BLOCK = 24, CHANGED = 25, ROWS_IN = 26 };

static void send(uint32_t cb, uint32_t first, uint32_t pages) {
    for (uint32_t i = 0; i < pages; i++) {
        cb_reserve_back(cb, 1);
        read_page(cb, first + i, get_write_ptr(cb));
        cb_push_back(cb, 1);
    }
}

static void take(uint32_t first, uint32_t pages) {
    for (uint32_t i = 0; i < pages; i++) {
        cb_wait_front(OUT, 1);
        write_page(OUT, first + i, get_read_ptr(OUT));
        cb_pop_front(OUT, 1);
    }
}

/* A block passes; its row at offset becomes row number `row` of the input. */
static void change(uint32_t across, uint32_t offset, uint32_t row) {
    const uint32_t bytes = across * get_tile_size(BLOCK), width = bytes / 32;
    cb_wait_front(BLOCK, across);
    cb_reserve_back(CHANGED, across);
    const uint8_t *from = get_read_ptr(BLOCK), *new_row = get_read_ptr(ROWS_IN) + row * width;
    uint8_t *to = get_write_ptr(CHANGED);
    for (uint32_t i = 0; i < bytes; i++) {
        to[i] = i / width == offset ? new_row[i % width] : from[i];
    }
    cb_push_back(CHANGED, across);
    cb_pop_front(BLOCK, across);
}

void kernel_main(void) {
    const uint32_t heads = get_arg(0), blocks = get_arg(1), across = get_arg(2);
    const uint32_t offset = get_arg(3), writes = get_arg(4);
    for (uint32_t h = 0; h < heads; h++) {
        if (!writes) {
            send(INPUT, h * across, across);
        }
        cb_wait_front(ROWS_IN, across);
        for (uint32_t b = 0; b < blocks; b++) {
            if (!writes) {
                send(CACHE, (h * blocks + b) * across, across);
            }
            change(across, offset, b);
            if (writes) {
                take((h * blocks + b) * across, across);
            }
        }
        cb_pop_front(ROWS_IN, across);
    }
}
