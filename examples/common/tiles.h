/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles.h - matrices on the host: filling, conversion to and from tiles of 32x32, and drawing. */
#ifndef EXAMPLES_TILES_H
#define EXAMPLES_TILES_H

#include <stdbool.h>
#include <stdint.h>

/* Fills `count` values of BF16 precision, roughly normal (sums of uniform numbers), seeded. */
void matrix_random(float *matrix, unsigned count, uint32_t *seed);

/* The BF16 bits of a value, truncated, and the float of 32 bits. */
uint16_t bf16_bits(float value);
float float_of_bits(uint32_t bits);

/* Converts a row-major matrix to BF16 tiles of 32x32 at l1. */
void matrix_tilize(uint8_t *l1, const float *matrix, unsigned rows, unsigned cols);

/* One element of a tiled matrix, BF16 or FP32. */
float tiled_at(const uint8_t *l1, unsigned cols, unsigned row, unsigned col, bool fp32);

/* The bits of one element of a tiled FP32 matrix. */
uint32_t tiled_word(const uint8_t *l1, unsigned cols, unsigned row, unsigned col);

/* A value rounded towards zero to BF16. */
float bf16_value(double value);

/* Draws values 0..1, one line for every other row. */
void matrix_show(const float *matrix, unsigned rows, unsigned cols);

#endif
