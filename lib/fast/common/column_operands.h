/* SPDX-License-Identifier: Apache-2.0
 *
 * column_operands.h - operands for many columns at once, for hosts whose vectors shift each element
 * by its own amount (fast/simd) and for RISC-V's vector extension (fast/rvv). */
#ifndef STX_FAST_COMMON_COLUMN_OPERANDS_H
#define STX_FAST_COMMON_COLUMN_OPERANDS_H

#include "fast/forms.h"
#include "private.h"

typedef int16_t vector_exponent;

/* SrcA has rows of sixteen columns, SrcB rows of sixteen k. Each datum is stored as a number, as
 * float_sums.c uses it, and an exponent, which is VECTOR_NONE for a zero. lowest and highest are
 * the extreme exponents of the data that are not zero. column: the only column of SrcA that is not
 * all zeros, or one of the values of vector_columns; only in fast/rvv. */
enum { VECTOR_NONE = -2048 };
enum vector_columns { VECTOR_NO_COLUMN = -1, VECTOR_COLUMNS = STX_COLS };
struct vector_a {
    uint32_t value[PRODUCT_DEPTH][STX_COLS];
    vector_exponent exponent[PRODUCT_DEPTH][STX_COLS];
    vector_exponent lowest, highest;
#if STX_METHOD == STX_METHOD_RVV
    vector_exponent column;
#endif
};
struct vector_b {
    uint32_t value[PRODUCT_ROWS]
                  [STX_COLS]; /* in fast/rvv a word also contains the exponent (rvv_operands.c) */
#if STX_METHOD != STX_METHOD_RVV
    uint32_t exponent[PRODUCT_ROWS][STX_COLS]; /* the same exponent in both halves */
#endif
    vector_exponent lowest, highest;
};

/* The same for integers (fast/simd/simd_int8_operands.c): slices of magnitudes with their sign.
 * SrcB's stand in both halves of a word. */
struct integer_a {
    int16_t value[PRODUCT_DEPTH][STX_COLS];
};
struct integer_b {
    uint32_t value[PRODUCT_ROWS][PRODUCT_DEPTH];
};

/* Decodes sixteen rows of SrcA, or rows of SrcB, which are in one aligned group of eight; of
 * integers always the whole group. Row n of SrcB goes to place n % 8. mask selects the bits of a
 * datum that are used (fpu_plan.h). */
void vector_a_decode(struct vector_a *to, const struct stx_src *src, unsigned row, uint32_t mask,
                     bool fine);
void vector_b_decode(struct vector_b *to, const struct stx_src *src, unsigned row, unsigned rows,
                     uint32_t mask, bool fine);
void integer_a_decode(struct integer_a *to, const struct stx_src *src, unsigned row, bool fine);
void integer_b_decode(struct integer_b *to, const struct stx_src *src, unsigned row, bool fine,
                      bool keep_denormal);

#endif
