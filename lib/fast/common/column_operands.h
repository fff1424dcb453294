/* SPDX-License-Identifier: Apache-2.0
 *
 * column_operands.h - operands for many columns at once: hosts with variable shifts of vector
 * elements (fast/simd) and RISC-V's vector extension (fast/rvv). */
#ifndef STX_FAST_COMMON_COLUMN_OPERANDS_H
#define STX_FAST_COMMON_COLUMN_OPERANDS_H

#include "fast/forms.h"
#include "private.h"

typedef int16_t vector_exponent;

/* SrcA by rows of sixteen columns, SrcB by rows of sixteen k: numbers as float_sums.c wants them
 * and exponents, VECTOR_NONE for zeros. lowest, highest: exponents of data that are not zero. */
#define VECTOR_NONE (-2048)
struct vector_a {
    uint32_t value[PRODUCT_DEPTH][STX_COLS];
    vector_exponent exponent[PRODUCT_DEPTH][STX_COLS];
    vector_exponent lowest, highest;
};
struct vector_b {
    uint32_t value[PRODUCT_ROWS][STX_COLS]; /* with fast/rvv, exponents too (rvv_operands.c) */
#if STX_KERNEL != STX_KERNEL_RVV
    uint32_t exponent[PRODUCT_ROWS][STX_COLS]; /* twice in 16 bits */
#endif
    vector_exponent lowest, highest;
};

/* Sixteen rows of SrcA, eight of SrcB. mask: the bits that count (fpu_plan.h). */
void vector_a_decode(struct vector_a *to, const struct stx_src *src, unsigned row, uint32_t mask,
                     bool fine);
void vector_b_decode(struct vector_b *to, const struct stx_src *src, unsigned row, uint32_t mask,
                     bool fine);

#endif
