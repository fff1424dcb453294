/* SPDX-License-Identifier: Apache-2.0
 *
 * data.h - what the product has to be. */
#ifndef MATMUL_DATA_H
#define MATMUL_DATA_H

#include "common/tiles.h"
#include "kernel.h"

struct comparison {
    double pcc;           /* Pearson correlation over the whole matrix */
    double lowest_pcc;    /* the lowest over blocks of 8x16, what one MVMUL computes */
    double largest_error; /* absolute */
    unsigned block_row, block_col;
};

/* got in tiles against the double-precision product of a (rows x inner) and b (inner x cols). */
struct comparison compare_product(const uint8_t *got, bool fp32, const float *a, const float *b,
                                  unsigned rows, unsigned inner, unsigned cols);

double product_at(const float *a, const float *b, unsigned inner, unsigned cols, unsigned row,
                  unsigned col);

/* The bits that the FPU has to produce, as a binary32 word (model.c). */
uint32_t model_element(const float *a, const float *b, unsigned inner, unsigned cols, unsigned row,
                       unsigned col, unsigned phases, bool fp32);

#endif
