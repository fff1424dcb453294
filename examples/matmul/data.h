/* SPDX-License-Identifier: Apache-2.0
 *
 * data.h - matrices: made, laid out in tiles, read back, compared. */
#ifndef MATMUL_DATA_H
#define MATMUL_DATA_H

#include "kernel.h"

/* Fills rows * cols values of BF16 precision, roughly normal (sum of uniforms), seeded. */
void matrix_random(float *matrix, unsigned count, uint32_t *seed);

/* The bits of a value that BF16 can hold, and back. */
uint16_t bf16_bits(float value);
float float_of_bits(uint32_t bits);

/* Row by row -> tiles of 32x32 BF16 at l1. */
void matrix_tilize(uint8_t *l1, const float *matrix, unsigned rows, unsigned cols);

/* One element of a matrix in tiles, BF16 or FP32. */
float tiled_at(const uint8_t *l1, unsigned cols, unsigned row, unsigned col, bool fp32);

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
