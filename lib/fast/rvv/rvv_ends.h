/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_ends.h - the end of sums, a row of Dst at a time (finish_sum.h says what is computed). */
#ifndef STX_FAST_RVV_RVV_ENDS_H
#define STX_FAST_RVV_RVV_ENDS_H

#include "fast/common/product_rows.h"
#include "private.h"

/* A word of SrcB: a number whose low half is its exponent + RVV_BIAS. */
typedef union {
    float number;
    int16_t exponent;
} __attribute__((may_alias)) rvv_word;

/* Two groups of products for each element of a row: value * 2^(exponent + adjust - 127 - 10), where
 * only the low half of a value counts. */
struct rvv_sums {
    int16_t exponent[2][PRODUCT_ROWS][STX_COLS];
    int32_t value[2][PRODUCT_ROWS][STX_COLS];
};
enum {
    RVV_SUMS_STEP = STX_COLS,                /* distance from row to row */
    RVV_SUMS_OTHER = PRODUCT_ROWS * STX_COLS /* distance to the other group */
};

struct rvv_end {
    int32_t adjust;        /* added to the exponents of sums */
    int32_t none;          /* if a sum's exponent plus `adjust` is less, all its products are 0 */
    int32_t zero_exponent; /* the exponent that such a sum gets */
    bool ordinary;         /* only sums without products have exponents <= 0, and these add
                            * nothing */
};

/* Adds nothing to the columns in the mask `cols` in all rows of the block, for exponents of eight
 * bits, which may change elements (rows_add_nothing()). Not when compiled for size. */
void rvv_nothing(const struct rows *r, uint32_t cols);

/* Adds the sums of all rows to Dst. */
void rvv_ends(const struct rows *r, const struct rvv_sums *sums, const struct rvv_end *end);

/* The same for one column, whose sums in all rows stand side by side (rvv_column.c). */
void rvv_column_sums(const struct vector_a *a, const struct vector_b *b,
                     const struct product_block *block, struct rvv_sums *sums);
void rvv_column_ends(const struct rows *r, const struct rvv_sums *sums, const struct rvv_end *end,
                     unsigned col);

#endif
