/* SPDX-License-Identifier: Apache-2.0
 *
 * product_loops.h - the loops of a kernel. Included once, after:
 *
 *   struct row         half a row of SrcB as the kernel wants it
 *   row_load(row, a, b, base)    makes it
 *   row_fits(a, half, b)         may these be multiplied this way at all?
 *   row_sum(row, a, base, sum)   sum of half a column; false if it is left to the slow form */
#include "fast/common/product_rows.h"

/* Sums of half a row; true if some are slow. */
static bool row_sums(struct operand_column *a, const struct operand_half *b, int32_t base) {
    struct row row;
    bool slow = false;
    row_load(&row, &a->half, b, base);
    for (const struct operand_column *end = a + STX_COLS; a != end; a++) {
        if (!row_sum(&row, &a->half, base, &a->sum)) {
            a->sum.exponent = ROWS_SLOW;
            slow = true;
        }
    }
    return slow;
}

/* The second half of a row, and its elements of Dst; true if some are slow. */
FINISH_INLINE bool row_ends(struct operand_column *a, const struct operand_half *b, int32_t base,
                            uint16_t *cell, bool dst32, bool raw) {
    struct row row;
    bool slow = false;
    row_load(&row, &a->half, b, base);
    for (const struct operand_column *end = a + STX_COLS; a != end; a++, cell++) {
        struct kernel_group sum;
        if (!row_sum(&row, &a->half, base, &sum)) {
            a->sum.exponent = ROWS_SLOW;
            slow = true;
        } else if (dst32) {
            finish_f32(cell, a[-(int)STX_COLS].sum, sum);
        } else {
            finish_bf16(cell, raw, true, a[-(int)STX_COLS].sum, sum);
        }
    }
    return slow;
}

static bool row_ends_f32(struct operand_column *a, const struct operand_half *b, int32_t base,
                         uint16_t *cell) {
    return row_ends(a, b, base, cell, true, false);
}

static inline bool row_ends_bf16(struct operand_column *a, const struct operand_half *b,
                                 int32_t base, uint16_t *cell, bool raw) {
    return row_ends(a, b, base, cell, false, raw);
}

static void row_half(const struct rows *r, unsigned half, unsigned row,
                     const struct operand_half *b) {
    int32_t base = b->top + r->plan->mode.adjust;
    bool fits = row_fits(r->a, half, b);
    if (!fits) {
        rows_mark(r, half);
    }
    if (!fits || row_sums(r->a->column[half], b, base) || base + r->a->lowest[half] <= 3) {
        rows_repair(r, half, row);
    }
}

static void row_multiply(const struct rows *r, unsigned row, const struct operand_half *b,
                         unsigned physical) {
    int32_t base = b[1].top + r->plan->mode.adjust;
    uint16_t *cell = r->core->dst.cell[physical];
    struct operand_column *a = r->a->column[1];
    row_half(r, 0, row, &b[0]);
    if (!(r->plan->dst32 || (ROWS_END_BF16 && r->plan->style == FPU_E8)) ||
        base + r->a->lowest[1] <= 3 || !row_fits(r->a, 1, &b[1])) {
        row_half(r, 1, row, &b[1]);
        rows_finish(r, physical);
    } else if (!ROWS_END_BF16 || r->plan->dst32
                   ? row_ends_f32(a, &b[1], base, cell)
                   : row_ends_bf16(a, &b[1], base, cell, dst_row_is_raw(physical))) {
        rows_finish_slow(r, row, physical);
    }
}

static void rows_multiply(struct stx_core *core, const struct fpu_plan *plan,
                          const struct product_block *block) {
    OPERAND_ROOM_A(room_a);
    OPERAND_ROOM_B(room_b);
    struct rows r = {core, plan, block, &operand_a_get(core, plan, block->a0, room_a)->real};
    const struct operand_b *b = &operand_b_get(core, plan, block->b0 & 0x38u, room_b)->real;
    unsigned physical = 0, row = block->b0, dst_row = block->d0;
    for (unsigned i = 0; i < block->rows; i++, row += block->b_step, dst_row += block->d_step) {
        physical = row_open(&r, i, dst_row, physical);
        row_multiply(&r, row, b->half[row % PRODUCT_ROWS], physical);
    }
}
