/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - a picture plus, minus and times another, element by element, with all four broadcasts.
 * Each result is compared with that of double arithmetic. */
#include <math.h>
#include <stdio.h>

#include "common/job.h"
#include "common/tiles.h"
#include "eltwise.h"

enum { SIZE = 64, TILES = SIZE / 32, BF16_BYTES = 2, FP32_BYTES = 4 };

static float picture[SIZE * SIZE], light[SIZE * SIZE], result[SIZE * SIZE];

/* Rings, and a light that falls off from left to right and a little downwards. A broadcast uses
 * only the first row, column or element of each tile of the light. */
static void make(void) {
    for (int r = 0; r < SIZE; r++) {
        for (int c = 0; c < SIZE; c++) {
            double x = (c - 31.5) / 32, y = (r - 31.5) / 32;
            picture[r * SIZE + c] = bf16_value(0.5 + 0.5 * cos(9 * sqrt(x * x + y * y)));
            light[r * SIZE + c] = bf16_value(1.1 - c / 70.0 - r / 400.0);
        }
    }
}

/* The element of b that is combined with the element of a at row r, column c. */
static double other(enum broadcast broadcast, unsigned r, unsigned c) {
    r = broadcast & ROW ? r / 32 * 32 : r;
    c = broadcast & COLUMN ? c / 32 * 32 : c;
    return light[r * SIZE + c];
}

static double expected(const struct eltwise *e, unsigned r, unsigned c) {
    double a = picture[r * SIZE + c], b = other(e->broadcast, r, c);
    return e->operation == ADD ? a + b : e->operation == SUB ? a - b : a * b;
}

/* A sum shifts the smaller operand to the larger one's exponent and keeps 11 bits of it, rounded.
 * The four phases of a product together are exact. */
static double allowed(const struct eltwise *e, unsigned r, unsigned c) {
    double a = fabs(picture[r * SIZE + c]), b = fabs(other(e->broadcast, r, c));
    return e->operation == MUL ? 0 : (a > b ? a : b) / 2048;
}

static struct job prepare(const struct eltwise *e) {
    struct job job = {.name = "eltwise",
                      .math = eltwise_math,
                      .loads = TILES * TILES,
                      .outputs = TILES * TILES,
                      .rows_a = 16,
                      .rows_b = 16,
                      .fp32 = true,
                      .parameters = e};
    job_reset();
    uint32_t a = job_alloc(SIZE * SIZE * BF16_BYTES), b = job_alloc(SIZE * SIZE * BF16_BYTES);
    uint32_t out = job_alloc(SIZE * SIZE * FP32_BYTES);
    matrix_tilize(job_l1 + a, picture, SIZE, SIZE);
    matrix_tilize(job_l1 + b, light, SIZE, SIZE);
    for (unsigned i = 0; i < job.loads; i++) {
        job.a[i] = a + i * 1024 * BF16_BYTES;
        job.b[i] = b + i * 1024 * BF16_BYTES;
        job.out[i] = out + i * 1024 * FP32_BYTES;
    }
    return job;
}

/* How many elements differ by more than is allowed. */
static unsigned compare(const struct eltwise *e, const uint8_t *out, double *largest) {
    unsigned wrong = 0;
    for (unsigned r = 0; r < SIZE; r++) {
        for (unsigned c = 0; c < SIZE; c++) {
            result[r * SIZE + c] = tiled_at(out, SIZE, r, c, true);
            double error = fabs(result[r * SIZE + c] - expected(e, r, c));
            *largest = fmax(*largest, error);
            wrong += !(error <= allowed(e, r, c));
        }
    }
    return wrong;
}

static unsigned run(enum operation operation, enum broadcast broadcast) {
    static const char *const operations[] = {"+", "-", "*"};
    static const char *const broadcasts[] = {"light", "its column 0", "its row 0", "its element 0"};
    struct eltwise e = {operation, broadcast};
    struct job job = prepare(&e);
    double largest = 0;
    if (!job_run(&job)) {
        return 1;
    }
    unsigned wrong = compare(&e, job_l1 + job.out[0], &largest);
    printf("picture %s %-14s largest error %.8f, %u elements too far off\n", operations[operation],
           broadcasts[broadcast], largest, wrong);
    return wrong;
}

int main(void) {
    unsigned wrong = 0;
    make();
    printf("element by element, %d tiles of 32x32, compared with double precision\n\n",
           TILES * TILES);
    for (unsigned i = 0; i < 12; i++) {
        wrong += run((enum operation)(i / 4), (enum broadcast)(i % 4));
    }
    printf("\nthe picture:\n");
    matrix_show(picture, SIZE, SIZE);
    wrong += run(MUL, NONE);
    printf("\nand in that light:\n");
    matrix_show(result, SIZE, SIZE);
    printf("%s: sums within 2^-11 of the larger operand, products exact\n",
           wrong ? "FAILED" : "passed");
    return wrong ? 1 : 0;
}
