/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise.h - the arithmetic of ELWADD, ELWSUB, ELWMUL on a block of eight rows. */
#ifndef STX_FPU_ELWISE_H
#define STX_FPU_ELWISE_H

#include "fpu/fpu_plan.h"

#define ELWISE_ROWS 8u
enum elwise_operation { ELWISE_ADD, ELWISE_SUB, ELWISE_MUL };

struct elwise_block {
    enum elwise_operation op;
    unsigned a, b, b_step, dst; /* first rows; b_step 0: one row of SrcB for all */
    bool one_column;            /* column 0 of SrcB for all */
    bool accumulate;
};

typedef void elwise_function(struct stx_core *core, const struct fpu_plan *plan,
                             const struct elwise_block *block);

elwise_function elwise_plain; /* step by step as in SPEC 6.5; the measure of the other */
elwise_function elwise_fast;  /* the same bits; not for integers, nor for kept denormals */

#endif
