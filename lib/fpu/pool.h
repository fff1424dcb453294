/* SPDX-License-Identifier: Apache-2.0
 *
 * pool.h - the plain form of the pool: the largest of sixteen rows of SrcA and a row of Dst. */
#ifndef STX_FPU_POOL_H
#define STX_FPU_POOL_H

#include "fpu/fpu_plan.h"
#include "private.h"

/* fast/forms.h describes what is computed and names the arguments. False if the operands are
 * undefined. */
pool_form pool_plain;

#endif
