/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_operands.h - what is common to rvv_operands.c, rvv_sums.c and rvv_column.c. */
#ifndef STX_FAST_RVV_RVV_OPERANDS_H
#define STX_FAST_RVV_RVV_OPERANDS_H

#include "fast/common/column_operands.h"

/* Added to exponents of SrcB, so that sums with a zero are below all others. */
enum { RVV_BIAS = 512 };

/* The lowest sum of exponents for which a sum of products is exact. */
enum { RVV_LOWEST = 150 };

/* What is added to the exponents of data that the mask of their bits gives five bits of exponent:
 * it moves them to the middle of the range of eight. */
static inline int16_t rvv_added(uint32_t mask) {
    return mask >> 30 & 1u ? 0 : 112;
}

/* This plus an exponent << 23 is the bit pattern of 1.5 * 2^23 units (float_sums.c). */
#define RVV_START (int32_t)(0x400000u - ((RVV_BIAS + 104u) << 23))

#endif
