/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.h - reduces a tile to one number: its sum, average or maximum; and finds the maximum's row
 * in each column. */
#ifndef REDUCE_H
#define REDUCE_H

enum reduction { SUM, AVERAGE, MAXIMUM, ARGMAX };

/* Parameters of a job: enum reduction. SrcB holds a tile with the scale, of which only the first
 * row is used.
 *
 * reduce_tile_math: Dst row 0 holds the reductions of 16 columns over all four faces, element 0 of
 * row 8 that of the tile. reduce_argmax_math: two loads make one output, blocks of 8 rows. Row 0 of
 * the left and right face (Dst rows 0 and 16) holds for each column the maximum as BF16 in the high
 * half and its index in the low half. */
void reduce_tile_math(void *job);
void reduce_argmax_math(void *job);

#endif
