/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_operands.h - a constant for rvv_operands.c and rvv_sums.c. */
#ifndef STX_FAST_RVV_RVV_OPERANDS_H
#define STX_FAST_RVV_RVV_OPERANDS_H

#include "fast/common/column_operands.h"

/* Added to exponents of SrcB, so that sums with a zero are below all others. */
enum { RVV_BIAS = 512 };

#endif
