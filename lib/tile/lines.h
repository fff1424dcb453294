/* SPDX-License-Identifier: Apache-2.0
 *
 * lines.h - what several calls do with slots of Dst, and the checks that they share. */
#ifndef STX_TILE_LINES_H
#define STX_TILE_LINES_H

#include "tile/tensor.h"

/* Operands of one kind, INT8 if integers; integer results of integers only. */
enum stx_tile_result stx_tile_check_operands(const struct stx_tensor *out,
                                             const struct stx_tensor *a,
                                             const struct stx_tensor *b);

/* A whole number from 1 to 2^24 - 1 as binary32. */
uint32_t stx_tile_f32_of(uint32_t n);

/* Four rows of a tile are a group of four vectors: even and odd columns of the left face, and of
 * the right. The number of such a vector in its slot. */
enum { GROUPS = 8, GROUP_VECTORS = 4 };
unsigned stx_tile_vector(unsigned group, unsigned which);
/* Each lane of a register takes the number of the lane before it in its row of eight. */
void stx_tile_rotate(struct stx_tiles *t, unsigned reg);

/* Row 0 of a slot is copied to all its rows. */
void stx_tile_spread_row(struct stx_tiles *t, unsigned slot);
/* slot += row 0 of the other one; all rows of the other one become its row 0. */
void stx_tile_add_row(struct stx_tiles *t, unsigned slot, unsigned other);

/* How two numbers become one, in binary32: R0 = R0 op R1; R1 is lost. */
enum combine { COMBINE_SUM, COMBINE_MAX, COMBINE_MIN };
/* slot = slot op other, number by number. */
void stx_tile_combine(struct stx_tiles *t, enum combine how, unsigned slot, unsigned other);
/* Each number of a slot becomes the sum (maximum, minimum) of its row, or of its column. */
void stx_tile_reduce_rows(struct stx_tiles *t, enum combine how, unsigned slot);
void stx_tile_reduce_columns(struct stx_tiles *t, enum combine how, unsigned slot);

#endif
