/* SPDX-License-Identifier: Apache-2.0
 *
 * product_loops.h - the loops of a product. A file includes this once, after it has defined:
 *
 *   struct row half a row of SrcB in the form that the method uses
 *   row_load(row, a, b, base) fills it in
 *   row_fits(a, half, b) true if the method can multiply these at all
 *   row_sum(row, a, base, alone, sum) the sum of half a column; false if it is left to the slow
 *   form;
 *                                alone: the loop does nothing else
 *
 * On machines with enough registers (ROWS_BOTH) both halves of a row of SrcB are multiplied in one
 * pass. On others the sums of the first half are stored with the columns of SrcA. */
#include "fast/common/product_rows.h"

ALWAYS_INLINE void column_sum(struct row *row, struct operand_column *a, int32_t base, bool *slow) {
    if (UNLIKELY(!row_sum(row, &a->half, base, true, &a->sum))) {
        a->sum.exponent = ROWS_SLOW;
        *slow = true;
    }
}

/* Computes the sums of half a row. True if some are left to the slow form. */
static IN_CALLERS bool row_sums(struct operand_column *a, const struct operand_half *b,
                                int32_t base) {
    struct row row;
    bool slow = false;
    row_load(&row, &a->half, b, base);
    for (const struct operand_column *end = a + STX_COLS; a != end; a += ROWS_UNROLLED) {
        column_sum(&row, a, base, &slow);
        if (ROWS_UNROLLED == 2) {
            column_sum(&row, a + 1, base, &slow);
        }
    }
    return slow;
}

/* Leaves all sums of half a row to the slow form. */
static void rows_mark(const struct rows *r, unsigned half) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        r->a->column[half][col].sum.exponent = ROWS_SLOW;
    }
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

/* Up to four adjacent rows of Dst, and their first row of SrcB. */
struct row_group {
    unsigned physical, count, row;
};

#include "fast/common/few_columns.h"

/* Computes a row, whatever its exponents are. */
static __attribute__((noinline)) void
row_with_care(const struct rows *r, unsigned row, const struct operand_half *b, unsigned physical) {
#if !IS_SMALL
    if (r->plan->style == FPU_E8 && (b[0].levels | b[1].levels) == 0) {
        rows_add_nothing(r, physical, OPERAND_ALL_COLUMNS);
        return;
    }
#endif
    row_half(r, 0, row, &b[0]);
    row_half(r, 1, row, &b[1]);
    rows_finish(r, physical);
}

/* The kinds of elements that a row may have. */
enum row_end { END_F32, END_BF16, END_BF16_RAW, END_OTHER };

/* What the elements of a row have in common. */
struct row_pair {
    struct row row[2];
    const struct fpu_mode *mode;
    int32_t base[2];
    enum row_end end;
    bool slow; /* some elements are left to the slow form */
};

/* Computes the second sum of an element, or both, and the element. */
ALWAYS_INLINE void element_ends(struct row_pair *p, struct operand_column *a, uint16_t *cell) {
    struct group_sum x = a->sum, y;
    if (UNLIKELY((ROWS_BOTH && !row_sum(&p->row[0], &a->half, p->base[0], false, &x)) ||
                 !row_sum(&p->row[1], &a[STX_COLS].half, p->base[1], false, &y))) {
        a[STX_COLS].sum.exponent = ROWS_SLOW;
        p->slow = true;
    } else if (p->end == END_F32) {
        finish_f32(p->mode, cell, x, y);
    } else {
        FINISH_KNOWN(y.exponent >
                     0); /* row_multiply() ensures it; only a slow sum may add nothing */
        finish_bf16(p->mode, cell, p->end == END_BF16_RAW, true, x, y);
    }
}

/* Computes the second half of a row, or both, and its elements of Dst. True if some are left to the
 * slow form. */
ALWAYS_INLINE bool row_ends(const struct fpu_mode *mode, struct operand_column *a,
                            const struct operand_half *b, const int32_t base[2], uint16_t *cell,
                            enum row_end end) {
    struct row_pair p = {.mode = mode, .base = {base[0], base[1]}, .end = end};
    if (ROWS_BOTH) {
        row_load(&p.row[0], &a->half, &b[0], base[0]);
    }
    row_load(&p.row[1], &a[STX_COLS].half, &b[1], base[1]);
    for (const struct operand_column *last = a + STX_COLS; a != last; a += ROWS_UNROLLED) {
        element_ends(&p, a, cell);
        if (ROWS_UNROLLED == 2) {
            element_ends(&p, a + 1, cell + 1);
        }
        cell += ROWS_UNROLLED;
    }
    return p.slow;
}

ALWAYS_INLINE void row_multiply(const struct rows *r, unsigned row, const struct operand_half *b,
                                unsigned physical, enum row_end end) {
    const struct fpu_mode *mode = &r->plan->mode;
    const int32_t base[2] = {b[0].top + mode->adjust, b[1].top + mode->adjust};
    struct operand_column *a = r->a->column[0];
    if ((IS_SMALL ? !r->plan->dst32 : end == END_OTHER) || base[0] + r->a->lowest[0] <= 3 ||
        base[1] + r->a->lowest[1] <= 3 || !row_fits(r->a, 0, &b[0]) || !row_fits(r->a, 1, &b[1])) {
        row_with_care(r, row, b, physical);
        return;
    }
    if (!ROWS_BOTH && row_sums(a, &b[0], base[0])) {
        rows_repair(r, 0, row);
    }
    if (row_ends(mode, a, b, base, r->core->dst.cell[physical], end)) {
        rows_finish_slow(r, row, physical);
    }
}

ALWAYS_INLINE void group_multiply(const struct rows *r, const struct operand_b *operands,
                                  struct row_group g, enum row_end end) {
    for (; g.count; g.count--) {
        if (!ROWS_TOGETHER) {
            row_validate(r, g.physical);
        }
        row_multiply(r, g.row, operands->half[g.row % PRODUCT_ROWS], g.physical, end);
        g.row += r->block->b_step;
        g.physical += r->block->d_step;
    }
}

/* These are separate functions so that the compiler allocates registers for each loop separately.
 * When compiled for size there is only one. */
typedef void group_form(const struct rows *r, const struct operand_b *b, struct row_group g);
#define GROUP_FORM(name, end)                                                                   \
    static __attribute__((noinline)) void name(const struct rows *r, const struct operand_b *b, \
                                               struct row_group g) {                            \
        group_multiply(r, b, g, end);                                                           \
    }

GROUP_FORM(group_f32, END_F32)
#if !IS_SMALL
GROUP_FORM(group_bf16, END_BF16)
GROUP_FORM(group_raw, END_BF16_RAW)
GROUP_FORM(group_other, END_OTHER)

static group_form *form_of(const struct rows *r, unsigned physical) {
    const struct fpu_plan *plan = r->plan;
#if !IS_SMALL
    if (r->a->used != OPERAND_ALL_COLUMNS && plan->style == FPU_E8) {
        return group_few;
    }
#endif
    if (plan->dst32) {
        return group_f32;
    }
    if (plan->style != FPU_E8) {
        return group_other;
    }
    return dst_row_is_raw(physical) ? group_raw : group_bf16;
}
#else
static group_form *form_of(const struct rows *r, unsigned physical) {
    (void)r, (void)physical;
    return group_f32;
}
#endif

static void rows_multiply(struct stx_core *core, const struct fpu_plan *plan,
                          const struct product_block *block) {
    OPERAND_ROOM_A(room_a);
    OPERAND_ROOM_B(room_b);
    const struct rows r = {core, plan, block, &operand_a_get(core, plan, block->a0, room_a)->real};
    const struct operand_b *b = &operand_b_get(core, plan, rows_of_b(block), room_b)->real;
    for (unsigned i = 0, count; i < block->rows; i += count) {
        count = rows_side_by_side(block, i);
        struct row_group g = {rows_physical(&r, block->d0 + i * block->d_step), count,
                              block->b0 + i * block->b_step};
        if (ROWS_TOGETHER) {
            rows_open(&r, g.physical, count);
        }
        form_of(&r, g.physical)(&r, b, g);
    }
}
