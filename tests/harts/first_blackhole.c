/* SPDX-License-Identifier: Apache-2.0
 *
 * first_blackhole.c - y = gelu(x * w + b) of examples/first_kernel, on numbers in tiles. */
#include "first.h"

#include "common/tiles.h"
#include "first_kernel/kernel.h"

enum { ROWS = 32, COLS = 32 * TILES, BYTES = ROWS * COLS * BF16_BYTES };

static void fill(uint8_t *l1, uint32_t address, uint32_t *seed) {
    static float v[ROWS * COLS];
    matrix_random(v, ROWS * COLS, seed);
    matrix_tilize(l1 + address, v, ROWS, COLS);
}

void first_start(struct coop *coop, uint8_t *l1) {
    static struct first_kernel k;
    uint32_t seed = 1;
    k = (struct first_kernel){.x = 0x1000};
    k.w = k.x + BYTES;
    k.b = k.w + BYTES;
    k.zero = k.b + BYTES;
    k.y = k.zero + TILE_DATUMS * BF16_BYTES;
    fill(l1, k.x, &seed);
    fill(l1, k.w, &seed);
    fill(l1, k.b, &seed);
    coop_add(coop, "unpack", 0, first_unpack, &k);
    coop_add(coop, "math", 1, first_math, &k);
    coop_add(coop, "pack", 2, first_pack, &k);
}
