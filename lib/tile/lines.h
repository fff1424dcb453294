/* SPDX-License-Identifier: Apache-2.0
 *
 * lines.h - sums, maxima and copies along the rows and columns of a slot of Dst. */
#ifndef STX_TILE_LINES_H
#define STX_TILE_LINES_H

#include "tile/tensor.h"

/* True if these formats can be combined: both operands are of one kind; integer operands are INT8;
 * the result holds integers if and only if the operands do. */
enum stx_tile_result stx_tile_check_operands(const struct stx_tensor *out,
                                             const struct stx_tensor *a,
                                             const struct stx_tensor *b);

/* A whole number from 1 to 2^24 - 1 as binary32. */
uint32_t stx_tile_f32_of(uint32_t n);

/* Four rows of a tile make up a group of four vectors: the even columns of the left face, its odd
 * ones, and both of the right face. stx_tile_vector() is the number of such a vector in its slot.
 */
enum { GROUPS = 8, GROUP_VECTORS = 4 };
unsigned stx_tile_vector(unsigned group, unsigned which);
/* Moves the numbers of a register by one lane within each row of eight lanes; the last one comes
 * first. */
void stx_tile_rotate(struct stx_tiles *t, unsigned reg);

/* Copies row 0 of a slot to all its rows. */
void stx_tile_spread_row(struct stx_tiles *t, unsigned slot);
/* Adds row 0 of the other slot to every row of this one. All rows of the other slot become its row
 * 0. */
void stx_tile_add_row(struct stx_tiles *t, unsigned slot, unsigned other);

/* How two numbers become one, in binary32. */
enum combine { COMBINE_SUM, COMBINE_MAX, COMBINE_MIN };
/* Combines each number of a slot with that of the other slot. */
void stx_tile_combine(struct stx_tiles *t, enum combine how, unsigned slot, unsigned other);
/* Replaces each number of a slot by the sum, maximum or minimum of its row, or of its column. */
void stx_tile_reduce_rows(struct stx_tiles *t, enum combine how, unsigned slot);
void stx_tile_reduce_columns(struct stx_tiles *t, enum combine how, unsigned slot);

#endif
