/* SPDX-License-Identifier: Apache-2.0
 *
 * tile.h - a core with L1 and the tile functions, numbers to try them with, and units of error. */
#ifndef TESTS_TILE_H
#define TESTS_TILE_H

#include <math.h>
#include <stdlib.h>

#include "floats.h"
#include "softensix/softensix.h"
#include "softensix/names/config.h"
#include "softensix/tile.h"
#include "test.h"

enum { F_ONE = 0x3F800000, F_INF = 0x7F800000, F_NAN = 0x7FC00000 };
#define F_NEG 0x80000000u
enum { SIDE = 64, COUNT = SIDE * SIDE }; /* two by two tiles */
enum { A_AT = 0x2000, B_AT = 0x8000, OUT_AT = 0xE000, ROW_AT = 0x14000, L1_BYTES = 0x20000 };

static struct stx_core core;
static uint8_t l1[L1_BYTES];
static struct stx_tiles tiles;
static uint32_t seed = 1;

static inline void tile_start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    (void)stx_tiles_init(&tiles, &core, STX_THREADS > 1 ? 1 : 0, 0x100, STX_TILE_SCRATCH);
}

static inline double uniform(double low, double high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (seed >> 8) / 16777216.0;
}

enum { WORMHOLE = STX_ARCH == STX_ARCH_WORMHOLE };

/* Fills a tensor with random numbers; values: what it holds then, as bits. */
static inline bool fill(const struct stx_tensor *x, uint32_t *values, double low, double high) {
    for (unsigned i = 0; i < COUNT; i++) {
        values[i] = bits((float)uniform(low, high));
    }
    return stx_tile_write(&tiles, x, values, SIDE) == STX_TILE_OK &&
           stx_tile_read(&tiles, x, values, SIDE) == STX_TILE_OK;
}

struct format {
    const char *name;
    uint8_t code, mantissa, shared; /* bits below the leading one; numbers that share an exponent */
};
static const struct format formats[] = {
    {"FP32", STX_TILE_FP32, 23, 0},  {"TF32", STX_TILE_TF32, 10, 0},
    {"BF16", STX_TILE_BF16, 7, 0},   {"FP16", STX_TILE_FP16, 10, 0},
    {"FP8", STX_TILE_FP8, 2, 0},     {"BFP8", STX_TILE_BFP8, 6, 1},
    {"BFP8a", STX_TILE_BFP8A, 6, 1}, {"BFP4", STX_TILE_BFP4, 2, 1},
    {"BFP4a", STX_TILE_BFP4A, 2, 1}, {"BFP2", STX_TILE_BFP2, 0, 1},
    {"BFP2a", STX_TILE_BFP2A, 0, 1},
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

/* The worth of a format's last place in a number of this size. */
static inline double last_place(const struct format *f, double size) {
    int exponent;
    (void)frexp(size, &exponent);
    return ldexp(1, exponent - 1 - f->mantissa);
}

/* The main function of a test that can also print a table of docs/tile.md: with any argument. */
static inline int tile_main(int argc, char **argv, void (*run_tests)(void),
                            void (*print_table)(void)) {
    (void)argv;
    tile_start();
    if (argc > 1) {
        print_table();
        return 0;
    }
    run_tests();
    return test_summary();
}

#endif
