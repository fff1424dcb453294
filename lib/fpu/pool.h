/* SPDX-License-Identifier: Apache-2.0
 *
 * pool.h - the largest of sixteen rows of SrcA and a row of Dst, in plain form. */
#ifndef STX_FPU_POOL_H
#define STX_FPU_POOL_H

#include "fpu/fpu_plan.h"
#include "private.h"

/* forms.h says what is computed, and names the arguments; false where that is undefined. */
pool_form pool_plain;

#endif
