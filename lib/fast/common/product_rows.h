/* SPDX-License-Identifier: Apache-2.0
 *
 * product_rows.h - what the fast kernels share: row by row of SrcB, two groups for each of sixteen
 * columns, then the row of Dst. How a group is summed differs from method to method
 * (product_loops.h). */
#ifndef STX_FAST_COMMON_PRODUCT_ROWS_H
#define STX_FAST_COMMON_PRODUCT_ROWS_H

#include "fast/common/operands.h"
#include "regs/dst.h"
#include "private.h"

/* Where size counts: bfloat16 elements do not end with the second half of a row, as 32-bit ones do,
 * loops are not unrolled, and a row of SrcB is multiplied in two passes whatever the registers. */
#ifdef __OPTIMIZE_SIZE__
#define ROWS_END_BF16 0
#define ROWS_INLINE static
#define ROWS_UNROLLED 1
#define ROWS_BOTH 0
#else
#define ROWS_END_BF16 1
#define ROWS_INLINE FINISH_INLINE
#define ROWS_UNROLLED 2
#define ROWS_BOTH (STX_KERNEL == STX_KERNEL_FLOAT)
#endif

/* The exponent of a group that is left to the slow form. */
#define ROWS_SLOW INT32_MIN

/* What does not change in a block. */
struct rows {
    struct stx_core *core;
    const struct fpu_plan *plan;
    const struct product_block *block;
    struct operand_a *a;
};

/* Sums of half a row: those of exponent <= 0 become nothing, slow ones are computed. row: of SrcB.
 */
void rows_repair(const struct rows *r, unsigned half, unsigned row);

/* A row of Dst += both sums of each column. */
void rows_finish(const struct rows *r, unsigned physical);

/* One element. */
void rows_finish_one(const struct rows *r, unsigned physical, unsigned col,
                     const struct kernel_group *x, const struct kernel_group *y);

/* The same for columns whose second sum is marked as slow, 32-bit or bfloat16 elements; leaves no
 * mark. ROWS_BOTH: the first one may be slow too. */
void rows_finish_slow(const struct rows *r, unsigned row, unsigned physical);

/* The physical row of a Dst row as software names it. */
unsigned rows_physical(const struct rows *r, unsigned row);

/* Makes a row of Dst zeros that was invalid. */
void rows_validate(const struct rows *r, unsigned physical);

/* Row i of the block, made valid: `row` of Dst. physical: of row i - 1; rows 4 n .. 4 n + 3 lie
 * side by side. */
static inline unsigned row_open(const struct rows *r, unsigned i, unsigned row, unsigned physical) {
    if (i == 0 || (row & 3u) < r->block->d_step) {
        physical = rows_physical(r, row);
    } else {
        physical += r->block->d_step;
    }
    if (!dst_valid(r->core, physical)) {
        rows_validate(r, physical);
    }
    return physical;
}

#endif
