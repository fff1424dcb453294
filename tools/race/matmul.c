/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul.c - the kernels of examples/matmul, on matrices small enough for many runs. */
#include "matmul/data.h"
#include "race.h"

enum { TILES_M = 1, TILES_K = 2, TILES_N = 3 };
enum { ROWS = 32 * TILES_M, INNER = 32 * TILES_K, COLS = 32 * TILES_N };

uint32_t words_issued[3];

void matmul_start(void *ctx, struct coop *coop, uint8_t *l1) {
    (void)ctx;
    static struct matmul p = {TILES_M, TILES_K, TILES_N, 0x1000, 0, 0, 2, false, 0};
    static float a[ROWS * INNER], b[INNER * COLS];
    uint32_t seed = 1;
    p.b = p.a + TILES_M * TILES_K * TILE_BYTES;
    p.out = p.b + TILES_K * TILES_N * TILE_BYTES;
    matrix_random(a, ROWS * INNER, &seed);
    matrix_random(b, INNER * COLS, &seed);
    matrix_tilize(l1 + p.a, a, ROWS, INNER);
    matrix_tilize(l1 + p.b, b, INNER, COLS);
    coop_add(coop, "unpack", 0, matmul_unpack, &p);
    coop_add(coop, "math", 1, matmul_math, &p);
    coop_add(coop, "pack", 2, matmul_pack, &p);
}
