/* SPDX-License-Identifier: Apache-2.0
 *
 * product.h - Dst += SrcB x SrcA for a block of rows (mvmul.c). */
#ifndef STX_FPU_PRODUCT_H
#define STX_FPU_PRODUCT_H

#include "fpu/fpu_plan.h"
#include "private.h"

/* Computes step by step as SPEC 6.3 describes it. */
void product_plain(struct stx_core *core, const struct fpu_plan *plan,
                   const struct product_block *block);

/* Computes the same bits with the form that was chosen when the library was compiled. */
void product_of_block(struct stx_core *core, const struct fpu_plan *plan,
                      const struct product_block *block);

#endif
