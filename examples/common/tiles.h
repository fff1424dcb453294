/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles.h - matrices on the host: made, laid out in tiles of 32x32, read back, shown. */
#ifndef EXAMPLES_TILES_H
#define EXAMPLES_TILES_H

#include <stdbool.h>
#include <stdint.h>

/* Fills rows * cols values of BF16 precision, roughly normal (sum of uniforms), seeded. */
void matrix_random(float *matrix, unsigned count, uint32_t *seed);

/* The bits of a value that BF16 can hold, and back. */
uint16_t bf16_bits(float value);
float float_of_bits(uint32_t bits);

/* Row by row -> tiles of 32x32 BF16 at l1. */
void matrix_tilize(uint8_t *l1, const float *matrix, unsigned rows, unsigned cols);

/* One element of a matrix in tiles, BF16 or FP32. */
float tiled_at(const uint8_t *l1, unsigned cols, unsigned row, unsigned col, bool fp32);

/* The same as 32 bits. */
uint32_t tiled_word(const uint8_t *l1, unsigned cols, unsigned row, unsigned col);

/* The nearest value that BF16 can hold, towards zero. */
float bf16_value(double value);

/* A picture of values 0..1, two rows a line. */
void matrix_show(const float *matrix, unsigned rows, unsigned cols);

#endif
