/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise.h - the arithmetic of ELWADD, ELWSUB, ELWMUL on a block of eight rows. */
#ifndef STX_FPU_ELWISE_H
#define STX_FPU_ELWISE_H

#include "fpu/fpu_plan.h"
#include "private.h"

/* Computes step by step as SPEC 6.5 describes it. */
void elwise_plain(struct stx_core *core, const struct fpu_plan *plan,
                  const struct elwise_block *block);

#endif
