/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.h - a tile to one number: its sum, its average, its maximum; and where in each column the
 * maximum is. */
#ifndef REDUCE_H
#define REDUCE_H

enum reduction { SUM, AVERAGE, MAXIMUM, ARGMAX };

/* Parameters of a job: enum reduction. SrcB holds a tile of the scale; its first row counts.
 *
 * reduce_tile_math: Dst row 0 is the reduction of each column of 16, all four faces together;
 * element 0 of row 8 that of the tile.
 * reduce_argmax_math: two loads make one output, blocks of 8 rows. Row 0 of the left and right face
 * (Dst rows 0 and 16) holds for each column the maximum as BF16 in the high half and its index in
 * the low half. */
void reduce_tile_math(void *job);
void reduce_argmax_math(void *job);

#endif
