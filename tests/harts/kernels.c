/* SPDX-License-Identifier: Apache-2.0
 *
 * kernels.c - products of examples/matmul: 32x64 times 64x64 with one fidelity phase and with four.
 */
#include "kernels.h"

#include "first.h"
#include "matmul/data.h"

enum { TILES_M = 1, TILES_K = 2, TILES_N = 2 };
enum { ROWS = 32 * TILES_M, INNER = 32 * TILES_K, COLS = 32 * TILES_N };

uint32_t words_issued[3];
static struct matmul p;

static void matmul(struct coop *coop, uint8_t *l1, unsigned phases) {
    static float a[ROWS * INNER], b[INNER * COLS];
    uint32_t seed = 1;
    p = (struct matmul){TILES_M, TILES_K, TILES_N, 0x1000, 0, 0, phases, false, 0};
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

static void matmul_lofi(struct coop *coop, uint8_t *l1) {
    matmul(coop, l1, 1);
}

static void matmul_hifi4(struct coop *coop, uint8_t *l1) {
    matmul(coop, l1, 4);
}

const struct kernel kernels[] = {
    {"matmul LoFi", matmul_lofi},
    {"matmul HiFi4", matmul_hifi4},
#if STX_ARCH == STX_ARCH_BLACKHOLE
    {"gelu(x * w + b)", first_start},
#endif
};
const unsigned kernel_count = sizeof kernels / sizeof kernels[0];
