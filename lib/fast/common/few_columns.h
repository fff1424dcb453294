/* SPDX-License-Identifier: Apache-2.0
 *
 * few_columns.h - rows of products in which most columns of SrcA, or a whole row of SrcB, are
 * zeros, as in padding, or when rows are summed by multiplying with a single column of ones.
 * Columns that are not zeros are computed one by one; nothing is added to the elements of the
 * others. product_loops.h includes this file. It applies to exponents of eight bits, for which the
 * sum of zeros has the exponent 0. */
#ifndef STX_FAST_COMMON_FEW_COLUMNS_H
#define STX_FAST_COMMON_FEW_COLUMNS_H

#if !IS_SMALL
/* The sum of the products of half a column and half a row; base as in row_half(). */
ALWAYS_INLINE struct group_sum group_alone(const struct rows *r, unsigned half, unsigned row,
                                           unsigned col, const struct operand_half *b) {
    const struct operand_half *a = &r->a->column[half][col].half;
    const int32_t base = b->top + r->plan->mode.adjust;
    struct group_sum sum = {0, 0};
    struct row loaded;
    if (!a->levels || !b->levels) {
        return sum;
    }
    row_load(&loaded, a, b, base);
    if (!row_fits(r->a, half, b) || !row_sum(&loaded, a, base, false, &sum)) {
        rows_group(r, half, row, col, &sum);
    }
    return sum.exponent > 0 ? sum : (struct group_sum){0, 0};
}

static __attribute__((noinline)) void row_of_few(const struct rows *r, unsigned row,
                                                 const struct operand_half *b, unsigned physical) {
    uint32_t used = b[0].levels | b[1].levels ? r->a->used : 0;
    rows_add_nothing(r, physical, OPERAND_ALL_COLUMNS & ~used);
    for (unsigned col = 0; used; col++, used >>= 1) {
        if (used & 1u) {
            struct group_sum x = group_alone(r, 0, row, col, &b[0]);
            struct group_sum y = group_alone(r, 1, row, col, &b[1]);
            rows_finish_one(r, physical, col, &x, &y);
        }
    }
}

static void group_few(const struct rows *r, const struct operand_b *operands, struct row_group g) {
    for (; g.count; g.count--) {
        const struct operand_half *b = operands->half[g.row % PRODUCT_ROWS];
        row_of_few(r, g.row, b, g.physical);
        g.row += r->block->b_step;
        g.physical += r->block->d_step;
    }
}
#endif

#endif
