/* SPDX-License-Identifier: Apache-2.0
 *
 * product_rows.h - the common part of the fast products. For each row of SrcB they sum two groups
 * for each of sixteen columns and then finish the row of Dst. Each method sums a group in its own
 * way (product_loops.h). */
#ifndef STX_FAST_COMMON_PRODUCT_ROWS_H
#define STX_FAST_COMMON_PRODUCT_ROWS_H

#include "fast/common/operands.h"
#include "regs/dst.h"
#include "private.h"

/* When compiled for size, bfloat16 elements are not finished together with the second half of a
 * row, loops are not unrolled, a row of SrcB is always multiplied in two passes, and each row of
 * Dst is made valid separately. */
enum {
    ROWS_UNROLLED = IS_SMALL ? 1 : 2,
    ROWS_BOTH = IS_SMALL ? 0 : BY_FLOAT,
    ROWS_TOGETHER = IS_SMALL ? 0 : 1,
};

/* This exponent marks a group that is left to the slow form. */
enum { ROWS_SLOW = INT32_MIN };

/* Values that are the same for a whole block. */
struct rows {
    struct stx_core *core;
    const struct fpu_plan *plan;
    const struct product_block *block;
    struct operand_a *a;
};

/* Completes the sums of half a row of SrcB. Sums with an exponent <= 0 are replaced by a sum that
 * adds nothing, and slow ones are computed. */
void rows_repair(const struct rows *r, unsigned half, unsigned row);

/* The same for one sum, whatever its exponents are. */
void rows_group(const struct rows *r, unsigned half, unsigned row, unsigned col,
                struct group_sum *sum);

/* Adds both sums of each column to a row of Dst. */
void rows_finish(const struct rows *r, unsigned physical);

/* The same for one element. */
void rows_finish_one(const struct rows *r, unsigned physical, unsigned col,
                     const struct group_sum *x, const struct group_sum *y);

/* The same for the columns whose second sum is marked as slow; with ROWS_BOTH the first sum may be
 * marked as well. Elements have 32 bits or are bfloat16. The marks are removed. */
void rows_finish_slow(const struct rows *r, unsigned row, unsigned physical);

/* Adds nothing to the elements of the columns in the mask `cols`, for exponents of eight bits. This
 * still changes some elements: those with the exponent 0 become +0, and NaNs become infinities. */
void rows_add_nothing(const struct rows *r, unsigned physical, uint32_t cols);

/* The physical row of a row of Dst. */
unsigned rows_physical(const struct rows *r, unsigned row);

/* Makes an invalid row of Dst valid; its elements become zeros. */
void rows_validate(const struct rows *r, unsigned physical);

/* The same unless it is valid. */
static inline void row_validate(const struct rows *r, unsigned physical) {
    if (!dst_valid(r->core, physical)) {
        rows_validate(r, physical);
    }
}

/* The same for `count` adjacent rows of the block, from this one on. */
static inline void rows_open(const struct rows *r, unsigned physical, unsigned count) {
    if (dst_valid_four(r->core, physical)) {
        return;
    }
    for (; count; count--, physical += r->block->d_step) {
        row_validate(r, physical);
    }
}

/* The number of adjacent rows of Dst from row i of the block on. Rows 4 n .. 4 n + 3 are adjacent;
 * a hart that shares rows has only some of them. */
static inline unsigned rows_side_by_side(const struct product_block *block, unsigned i) {
#if STX_HARTS
    unsigned row = block->d0 + i * block->d_step, left = block->rows - i;
    unsigned count = (4 - row % 4 + block->d_step - 1) / block->d_step;
    return count < left ? count : left;
#else
    return (void)i, 4 / block->d_step;
#endif
}

/* Makes row i of the block valid; it is row `row` of Dst. physical is the physical row of row i -
 * 1. Rows 4 n .. 4 n + 3 are adjacent. */
static inline unsigned row_open(const struct rows *r, unsigned i, unsigned row, unsigned physical) {
    if (i == 0 || (row & 3u) < r->block->d_step) {
        physical = rows_physical(r, row);
    } else {
        physical += r->block->d_step;
    }
    row_validate(r, physical);
    return physical;
}

#endif
