/* SPDX-License-Identifier: Apache-2.0
 *
 * product.h - Dst += SrcB x SrcA in several forms that give the same bits (docs/perf.md). Which one
 * runs is decided here and nowhere else. */
#ifndef STX_FPU_KERNEL_H
#define STX_FPU_KERNEL_H

#include "fpu/fpu_plan.h"

#define KERNEL_DEPTH 16u /* products summed for one element */
#define KERNEL_ROWS 8u   /* most rows of a block */

/* A product of rows of SrcB and 16 rows of SrcA. */
struct kernel_block {
    unsigned a0;         /* first row of SrcA, a multiple of 8 */
    unsigned b0, b_step; /* rows of SrcB; they do not leave an aligned group of 8 */
    unsigned d0, d_step; /* rows of Dst as software names them */
    unsigned rows;       /* 4 or 8 */
};

typedef void kernel_function(struct stx_core *core, const struct fpu_plan *plan,
                             const struct kernel_block *block);

kernel_function kernel_plain;    /* step by step as in SPEC 6.3; what the others are measured by */
kernel_function kernel_multiply; /* cores with a multiplier */
kernel_function kernel_table;    /* cores without */
kernel_function kernel_float;    /* cores with binary32 */
kernel_function kernel_vector;   /* hosts with variable shifts of vectors */
kernel_function kernel_int8;     /* integers */

#if STX_KERNEL == STX_KERNEL_PLAIN
#define kernel_chosen kernel_plain
#define kernel_chosen_int8 kernel_plain
#elif STX_KERNEL == STX_KERNEL_TABLE
#define kernel_chosen kernel_table
#define kernel_chosen_int8 kernel_int8
#elif STX_KERNEL == STX_KERNEL_VECTOR
#define kernel_chosen kernel_vector
#define kernel_chosen_int8 kernel_int8
#elif STX_KERNEL == STX_KERNEL_FLOAT
#define kernel_chosen kernel_float
#define kernel_chosen_int8 kernel_int8
#else
#define kernel_chosen kernel_multiply
#define kernel_chosen_int8 kernel_int8
#endif

#endif
