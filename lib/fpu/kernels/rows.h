/* SPDX-License-Identifier: Apache-2.0
 *
 * rows.h - what the fast kernels share: row by row of SrcB, two groups of sixteen columns, then the
 * row of Dst. A kernel is a function for the groups of half a row. */
#ifndef STX_FPU_ROWS_H
#define STX_FPU_ROWS_H

#include "fpu/kernels/finish.h"
#include "fpu/kernels/int8.h"
#include "fpu/kernels/operands.h"

/* One group a column: half a row of SrcB times sixteen half columns of SrcA; exponents plus base.
 * Exponents <= 0 are not looked at. Groups that the kernel leaves to the slow form get the exponent
 * ROWS_SLOW; true if there is one. */
typedef bool rows_groups(const struct operand_half a[STX_COLS], const struct operand_half *b,
                         int32_t base, struct kernel_group out[STX_COLS]);
#define ROWS_SLOW INT32_MIN

/* Groups of exponent <= 0 are nothing; slow ones are computed. */
void rows_repair(const struct stx_core *core, const struct fpu_plan *plan,
                 const struct kernel_block *block, unsigned half, unsigned row,
                 struct kernel_group out[STX_COLS]);

/* Makes a row of Dst that was invalid zeros. row as software names it; returns the physical one. */
unsigned rows_open(struct stx_core *core, const struct fpu_plan *plan, unsigned row);

/* A row of Dst += two groups a column. */
void rows_finish(struct stx_core *core, const struct fpu_plan *plan, unsigned physical,
                 const struct kernel_group x[STX_COLS], const struct kernel_group y[STX_COLS]);

FINISH_INLINE void rows_multiply(struct stx_core *core, const struct fpu_plan *plan,
                                 const struct kernel_block *block, rows_groups *groups) {
    struct operand_a room_a;
    struct operand_b room_b;
    struct kernel_group out[2][STX_COLS];
    if (plan->style == FPU_INT8) {
        kernel_int8(core, plan, block);
        return;
    }
    const struct operand_a *a = operand_a_get(core, plan, block->a0, &room_a);
    const struct operand_b *b = operand_b_get(core, plan, block->b0 & 0x38u, &room_b);
    for (unsigned i = 0; i < block->rows; i++) {
        unsigned row = block->b0 + i * block->b_step;
        for (unsigned half = 0; half < 2; half++) {
            const struct operand_half *row_b = &b->half[row % KERNEL_ROWS][half];
            int32_t base = row_b->top + plan->mode.adjust;
            bool slow = groups(a->half[half], row_b, base, out[half]);
            if (slow || base + a->lowest[half] <= 3) {
                rows_repair(core, plan, block, half, row, out[half]);
            }
        }
        unsigned physical = rows_open(core, plan, block->d0 + i * block->d_step);
        rows_finish(core, plan, physical, out[0], out[1]);
    }
}

#endif
