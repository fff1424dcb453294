/* SPDX-License-Identifier: Apache-2.0
 *
 * small_product.h - products of slices, without calls of library functions on cores that have no
 * multiplier. */
#ifndef STX_FAST_COMMON_SMALL_PRODUCT_H
#define STX_FAST_COMMON_SMALL_PRODUCT_H

#include "softensix/config.h"

/* |a| < 32 */
static inline int32_t small_product(int32_t a, int32_t b) {
#if STX_METHOD == STX_METHOD_TABLE
    int32_t p = (a & 1 ? b : 0) + (a & 2 ? b * 2 : 0) + (a & 4 ? b * 4 : 0);
    p += (a & 8 ? b * 8 : 0) + (a & 16 ? b * 16 : 0);
    return p - (a & 32 ? b * 32 : 0);
#else
    return a * b;
#endif
}

#endif
