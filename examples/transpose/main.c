/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - a picture of 32 rows and 96 columns, transposed: tiles change places in L1, and the FPU
 * transposes each of them. Nothing is rounded, so every bit has to be right. */
#include <math.h>
#include <stdio.h>

#include "common/job.h"
#include "common/tiles.h"
#include "transpose.h"

enum { ROWS = 32, COLS = 96, TILES_R = ROWS / 32, TILES_C = COLS / 32, BYTES = 2 };

static float picture[ROWS * COLS], result[COLS * ROWS];

/* A growing wave with a grid over it. */
static void make(void) {
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLS; c++) {
            double wave = 16 - (3 + c / 8.0) * sin(c / 7.0);
            double value = exp(-pow((r - wave) / 2, 2));
            value = value < 0.01 ? 0 : value; /* moves flush denormals to 0 */
            picture[r * COLS + c] = bf16_value(fmax(value, c % 16 == 0 || r % 16 == 0 ? 0.15 : 0));
        }
    }
}

static struct job prepare(void) {
    struct job job = {.name = "transpose",
                      .math = transpose_math,
                      .loads = TILES_R * TILES_C,
                      .outputs = TILES_R * TILES_C,
                      .rows_a = 16,
                      .rows_b = 16};
    uint32_t in = job_alloc(ROWS * COLS * BYTES), out = job_alloc(ROWS * COLS * BYTES);
    matrix_tilize(job_l1 + in, picture, ROWS, COLS);
    for (unsigned i = 0; i < job.loads; i++) {
        unsigned row = i / TILES_C, col = i % TILES_C;
        job.a[i] = job.b[i] = in + i * 1024 * BYTES;
        job.out[i] = out + (col * TILES_R + row) * 1024 * BYTES;
    }
    return job;
}

int main(void) {
    unsigned wrong = 0;
    make();
    struct job job = prepare();
    if (!job_run(&job)) {
        return 1;
    }
    for (unsigned r = 0; r < COLS; r++) {
        for (unsigned c = 0; c < ROWS; c++) {
            result[r * ROWS + c] = tiled_at(job_l1 + job.out[0], ROWS, r, c, false);
            wrong += result[r * ROWS + c] != picture[c * COLS + r];
        }
    }
    printf("%d rows, %d columns:\n", ROWS, COLS);
    matrix_show(picture, ROWS, COLS);
    printf("\nand transposed:\n");
    matrix_show(result, COLS, ROWS);
    printf("%s: %u of %d elements are not where they belong\n", wrong ? "FAILED" : "passed", wrong,
           ROWS * COLS);
    return wrong ? 1 : 0;
}
