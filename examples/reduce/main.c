/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - a month of temperatures, 32 days of 32 readings in a tile for each of three places: sum,
 * average and maximum of the tile, and the warmest day for each time of day, compared with double
 * arithmetic. */
#include <math.h>
#include <stdio.h>

#include "common/job.h"
#include "common/tiles.h"
#include "reduce.h"

enum { PLACES = 3, DAYS = 32, READINGS = 32, BF16_BYTES = 2, FP32_BYTES = 4 };

static float temperature[PLACES][DAYS * READINGS];

/* Afternoons are warmest, there is a warm spell in the middle of the month, and random weather. */
static void make(void) {
    uint32_t seed = 2;
    for (unsigned p = 0; p < PLACES; p++) {
        float weather[DAYS * READINGS];
        matrix_random(weather, DAYS * READINGS, &seed);
        for (unsigned d = 0; d < DAYS; d++) {
            for (unsigned t = 0; t < READINGS; t++) {
                double spell = exp(-pow((d - 12.0 - 3 * p) / 5, 2));
                double day = sin((t - 10.0) / READINGS * 2 * 3.14159265);
                temperature[p][d * READINGS + t] =
                    bf16_value(18 + 4 * p + 6 * day + 5 * spell + weather[d * READINGS + t]);
            }
        }
    }
}

/* Fills a tile with `value` in the first `columns` columns of each face, and 0 elsewhere. */
static void fill_scale(uint8_t *tile, double value, unsigned columns) {
    float scale[32 * 32] = {0};
    for (unsigned i = 0; i < 32 * 32; i++) {
        scale[i] = i % 16 < columns ? bf16_value(value) : 0;
    }
    matrix_tilize(tile, scale, 32, 32);
}

/* loads: how many loads of SrcA each place takes; with 2, each load is half a tile. */
static struct job prepare(void (*math)(void *), const enum reduction *kind, unsigned loads) {
    struct job job = {.name = "reduce",
                      .math = math,
                      .loads = PLACES * loads,
                      .outputs = PLACES,
                      .rows_a = 16 / loads,
                      .rows_b = 16,
                      .fp32 = true,
                      .parameters = kind};
    job_reset();
    uint32_t scale = job_alloc(1024 * BF16_BYTES);
    for (unsigned p = 0; p < PLACES; p++) {
        uint32_t a = job_alloc(1024 * BF16_BYTES);
        matrix_tilize(job_l1 + a, temperature[p], DAYS, READINGS);
        job.out[p] = job_alloc(1024 * FP32_BYTES);
        for (unsigned i = 0; i < loads; i++) {
            job.a[p * loads + i] = a + i * 1024 * BF16_BYTES / loads;
            job.b[p * loads + i] = scale;
        }
    }
    /* The average is scaled twice, once for columns and once across them. In argmax only 8 of 16
     * rows count. */
    fill_scale(job_l1 + scale, *kind == AVERAGE ? 1.0 / 32 : 1.0, *kind == ARGMAX ? 8 : 16);
    return job;
}

static double expected(enum reduction kind, unsigned place) {
    double sum = 0, largest = -INFINITY;
    for (unsigned i = 0; i < DAYS * READINGS; i++) {
        sum += temperature[place][i];
        largest = fmax(largest, temperature[place][i]);
    }
    return kind == SUM ? sum : kind == AVERAGE ? sum / (DAYS * READINGS) : largest;
}

/* Between its two steps, a sum passes through SrcB as BF16, with 8 bits. A maximum is exact. */
static unsigned reduce(enum reduction kind) {
    static const char *const names[] = {"sum", "average", "maximum"};
    unsigned wrong = 0;
    struct job job = prepare(reduce_tile_math, &kind, 1);
    if (!job_run(&job)) {
        return 1;
    }
    printf("%-8s", names[kind]);
    for (unsigned p = 0; p < PLACES; p++) {
        double want = expected(kind, p), got = tiled_at(job_l1 + job.out[p], 32, 8, 0, true);
        wrong += !(fabs(got - want) <= (kind == MAXIMUM ? 0 : want / 128));
        printf("   %9.3f (%9.3f)", got, want);
    }
    printf("\n");
    return wrong;
}

/* GMPOOL numbers the rows of a block of eight 0 3 6 1 4 7 2 5, and blocks in steps of 16. */
static unsigned day_of(uint32_t index) {
    static const uint8_t row[8] = {0, 3, 6, 1, 4, 7, 2, 5}; /* its own inverse */
    return index / 16 * 8 + row[index % 8];
}

static double column_maximum(const float *tile, unsigned column) {
    double largest = -INFINITY;
    for (unsigned d = 0; d < DAYS; d++) {
        largest = fmax(largest, tile[d * READINGS + column]);
    }
    return largest;
}

/* Any of the days on which the maximum was reached is right. */
static unsigned warmest_days(void) {
    enum reduction kind = ARGMAX;
    unsigned wrong = 0;
    struct job job = prepare(reduce_argmax_math, &kind, 2);
    if (!job_run(&job)) {
        return 1;
    }
    printf("\nthe warmest day for each time of day\n");
    for (unsigned p = 0; p < PLACES; p++) {
        printf("place %u:", p);
        for (unsigned t = 0; t < READINGS; t++) {
            uint32_t word = tiled_word(job_l1 + job.out[p], 32, 0, t);
            unsigned day = day_of(word & 0xFFu);
            double largest = column_maximum(temperature[p], t);
            wrong += (double)float_of_bits(word & 0xFFFF0000u) != largest;
            wrong += day >= DAYS || temperature[p][day * READINGS + t] != largest;
            printf(" %2u", day);
        }
        printf("\n");
    }
    return wrong;
}

int main(void) {
    unsigned wrong = 0;
    make();
    printf("%d places, %d days, %d readings a day: Tensix (double precision)\n\n", PLACES, DAYS,
           READINGS);
    for (unsigned kind = SUM; kind <= MAXIMUM; kind++) {
        wrong += reduce((enum reduction)kind);
    }
    wrong += warmest_days();
    printf("\n%s: sums within 2^-7, maxima and their days exact\n", wrong ? "FAILED" : "passed");
    return wrong ? 1 : 0;
}
