/* SPDX-License-Identifier: Apache-2.0
 *
 * int8_sums.h - products of integers, two columns in one word. */
#ifndef STX_FAST_INT8_INT8_SUMS_H
#define STX_FAST_INT8_INT8_SUMS_H

#include "fast/forms.h"
#include "private.h"

#if STX_RVV /* fast/rvv/rvv_int8.c: numbers, row by row */
struct int8_a {
    int16_t value[PRODUCT_DEPTH][STX_COLS];
};
struct int8_b {
    int16_t value[PRODUCT_ROWS][PRODUCT_DEPTH];
};
#else
enum { INT8_PAIRS = STX_COLS / 2 };

/* A face of SrcA. Columns 2 j and 2 j + 1 of row k are one word, low + 2^16 high. A sum of 16
 * products fits in 16 bits: 31 * 63 * 16 < 2^15. */
struct int8_a {
    int32_t pair[PRODUCT_DEPTH][INT8_PAIRS];
};

/* Eight rows of SrcB as numbers. On cores without a multiplier they are kept as bits in two's
 * complement: for each of seven places, highest first, and each four successive k, the four bits
 * are stored as 4 * (16 * (k / 4) + bits), a byte offset into a table of sums. */
enum { INT8_PLACES = 7 };
struct int8_b {
#if STX_METHOD == STX_METHOD_TABLE
    uint8_t at[PRODUCT_ROWS][INT8_PLACES][PRODUCT_DEPTH / 4];
#else
    int32_t value[PRODUCT_DEPTH][PRODUCT_ROWS];
#endif
};

/* Computes the sums of products of INT8_ROWS rows of SrcB, from row `first` on, and all columns. */
enum { INT8_ROWS = BY_TABLE ? 8 : 4 };
void int8_sums(const struct int8_a *a, const struct int8_b *b, unsigned first,
               int32_t sums[INT8_ROWS][INT8_PAIRS]);
#endif

void int8_a_decode(struct int8_a *to, const struct stx_src *src, unsigned row, bool fine);
void int8_b_decode(struct int8_b *to, const struct stx_src *src, unsigned row, bool fine,
                   bool keep_denormal);

#endif
