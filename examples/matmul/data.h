/* SPDX-License-Identifier: Apache-2.0
 *
 * data.h - reference results for the product, and the comparison with them. */
#ifndef MATMUL_DATA_H
#define MATMUL_DATA_H

#include "common/tiles.h"
#include "kernel.h"

/* A product in L1, in tiles: a (rows x inner) and b (inner x cols) in BF16, and the result in BF16
 * or FP32. */
struct product {
    const uint8_t *a, *b, *out;
    unsigned rows, inner, cols;
    bool fp32;
};

struct comparison {
    double pcc;           /* Pearson correlation over the whole matrix */
    double lowest_pcc;    /* the lowest of all blocks of 8x16, which is what one MVMUL computes */
    double largest_error; /* absolute */
    unsigned block_row, block_col;
};

/* Compares the result with the product in double precision. */
struct comparison compare_product(const struct product *p);

double product_at(const struct product *p, unsigned row, unsigned col);

/* The exact result that the FPU has to produce, as a binary32 word (model.c). */
uint32_t model_element(const float *a, const float *b, unsigned inner, unsigned cols, unsigned row,
                       unsigned col, unsigned phases, bool fp32);

#endif
