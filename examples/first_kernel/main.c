/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - y = gelu(x * w + b) on two tiles, compared with double arithmetic: a core, its L1 and
 * three threads. */
#include <math.h>
#include <stdio.h>

#include "common/threads.h"
#include "common/tiles.h"
#include "kernel.h"

enum { ROWS = 32, COLS = 32 * TILES, COUNT = ROWS * COLS };

static uint8_t l1[0x10000] __attribute__((aligned(16)));
static float x[COUNT], w[COUNT], b[COUNT];

static struct first_kernel prepare(void) {
    struct first_kernel k = {.x = 0x1000};
    uint32_t seed = 1;
    k.w = k.x + COUNT * BF16_BYTES;
    k.b = k.w + COUNT * BF16_BYTES;
    k.zero = k.b + COUNT * BF16_BYTES; /* L1 is zeroed at the start */
    k.y = k.zero + TILE_DATUMS * BF16_BYTES;
    matrix_random(x, COUNT, &seed);
    matrix_random(w, COUNT, &seed);
    matrix_random(b, COUNT, &seed);
    matrix_tilize(l1 + k.x, x, ROWS, COLS);
    matrix_tilize(l1 + k.w, w, ROWS, COLS);
    matrix_tilize(l1 + k.b, b, ROWS, COLS);
    return k;
}

static bool run(struct first_kernel *k) {
    struct threads threads = {"first_kernel", first_unpack, first_math, first_pack, k};
    return threads_run(&threads, l1, sizeof l1);
}

static double gelu(double v) {
    return v / 2 * (1 + erf(v / sqrt(2)));
}

int main(void) {
    struct first_kernel k = prepare();
    double largest = 0;
    if (!run(&k)) {
        printf("FAILED\n");
        return 1;
    }
    for (unsigned r = 0; r < ROWS; r++) {
        for (unsigned c = 0; c < COLS; c++) {
            unsigned i = r * COLS + c;
            double wanted = gelu((double)x[i] * w[i] + b[i]);
            double error = fabs(tiled_at(l1 + k.y, COLS, r, c, true) - wanted);
            largest = fmax(largest, error / fmax(1, fabs(wanted)));
            if (r == 0 && c < 4) {
                printf("gelu(%8.5f * %8.5f + %8.5f) = %8.5f, double %8.5f\n", x[i], w[i], b[i],
                       tiled_at(l1 + k.y, COLS, r, c, true), wanted);
            }
        }
    }
    printf("%u numbers, largest error %.4f, allowed 0.0060\n", COUNT, largest);
    printf("%s\n", largest <= 0.006 ? "passed" : "FAILED");
    return largest <= 0.006 ? 0 : 1;
}
