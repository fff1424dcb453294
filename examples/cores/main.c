/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - a product on four cores: each has a quarter of the inner dimension, and adds its part to
 * the sum that the core before it has sent. The last core has the whole product, which is compared
 * with double arithmetic. Cores, and words between them: port/coop/cores.h. */
#include <math.h>
#include <stdio.h>

#include "common/tiles.h"
#include "coop/cores.h"
#include "softensix/tile.h"

enum { CORES = COOP_CORES, INNER = 32 * CORES };
/* Addresses in the L1 of each core: operands, the sum that arrives and to which the core adds, the
 * word that says how many sums have arrived, and memory for the tile functions. */
enum { A = 0x1000, B = 0x2000, SUM = 0x3000, COUNT = 0x5000, SCRATCH = 0x6000, L1_BYTES = 0xF000 };

static struct stx_core core[CORES];
static struct coop coop[CORES];
static struct coop_cores cores;
static uint8_t l1[CORES][L1_BYTES] __attribute__((aligned(16)));
static float a[32 * INNER], b[INNER * 32];

static const struct stx_tensor left = {A, 1, 1, STX_TILE_BF16}, right = {B, 1, 1, STX_TILE_BF16};
static const struct stx_tensor sum = {SUM, 1, 1, STX_TILE_FP32};

/* What each core runs: one thread, which issues the words of all units (softensix/tile.h). */
static void kernel(void *argument) {
    struct coop *self = argument;
    const unsigned number = (unsigned)(self - coop);
    struct stx_tiles tiles;
    stx_tiles_init(&tiles, self->core, 1, SCRATCH, STX_TILE_SCRATCH);
    if (number) {
        coop_await(self, 1, COUNT, 1);
    }
    stx_tile_matmul(&tiles, &sum, &left, &right,
                    &(struct stx_tile_product){.accumulate = number != 0});
    if (number + 1 < CORES) {
        coop_send(self, SUM, &coop[number + 1], SUM, stx_tile_bytes(STX_TILE_FP32));
        coop_post(self, &coop[number + 1], COUNT, 1);
    }
}

/* Column block k of A and row block k of B go to core k. */
static void prepare(void) {
    static float block[32 * 32];
    uint32_t seed = 1;
    matrix_random(a, 32 * INNER, &seed);
    matrix_random(b, INNER * 32, &seed);
    for (unsigned k = 0; k < CORES; k++) {
        for (unsigned i = 0; i < 32 * 32; i++) {
            block[i] = a[i / 32 * INNER + 32 * k + i % 32];
        }
        matrix_tilize(l1[k] + A, block, 32, 32);
        matrix_tilize(l1[k] + B, b + 32 * 32 * k, 32, 32);
    }
}

static double product_at(unsigned row, unsigned column) {
    double wanted = 0;
    for (unsigned k = 0; k < INNER; k++) {
        wanted += (double)a[row * INNER + k] * (double)b[k * 32 + column];
    }
    return wanted;
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static bool run(void) {
    coop_cores_init(&cores);
    for (unsigned i = 0; i < CORES; i++) {
        coop_start(&coop[i], &core[i], l1[i], L1_BYTES);
        coop_add(&coop[i], "kernel", 1, kernel, &coop[i]);
        coop_cores_add(&cores, &coop[i]);
    }
    const bool good = coop_cores_run(&cores) == COOP_DONE;
    if (!good) {
        coop_cores_report(&cores, print, NULL);
    }
    return good;
}

/* The matrix unit adds to a sum twice in each of four phases for a tile of the inner dimension;
 * each addition may round by 2^-12 of the largest sum, and roundings add up like random steps. */
static double allowed(double largest) {
    return largest / 4096 * sqrt(2.0 * 4 * CORES);
}

int main(void) {
    double error = 0, largest = 0;
    prepare();
    if (!run()) {
        printf("FAILED\n");
        return 1;
    }
    for (unsigned i = 0; i < 32 * 32; i++) {
        const double wanted = product_at(i / 32, i % 32);
        const float got = tiled_at(l1[CORES - 1] + SUM, 32, i / 32, i % 32, true);
        error = fmax(error, fabs((double)got - wanted));
        largest = fmax(largest, fabs(wanted));
    }
    printf("%u cores, 32 x %u times %u x 32: largest error %.4f, allowed %.4f\n", CORES, INNER,
           INNER, error, allowed(largest));
    printf("%s\n", error <= allowed(largest) ? "passed" : "FAILED");
    return error <= allowed(largest) ? 0 : 1;
}
