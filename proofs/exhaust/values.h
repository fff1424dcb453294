/* SPDX-License-Identifier: Apache-2.0
 *
 * values.h - the numbers that datums stand for. */
#ifndef STX_PROOFS_VALUES_H
#define STX_PROOFS_VALUES_H

#include "exhaust.h"

#define SIGN_BIT 0x80000000u

/* The number that a binary32 stands for, where the largest exponent is one like any other. */
static inline double value_of(uint32_t v) {
    const uint64_t e = v >> 23 & 255u, m = (uint64_t)(v & 0x7FFFFFu) << 29;
    uint64_t bits = (uint64_t)(v >> 31) << 63 | (e + 896) << 52 | m;
    double d;
    memcpy(&d, &bits, sizeof d);
    return e ? d : (v >> 31 ? -0x1p-149 : 0x1p-149) * (double)(v & 0x7FFFFFu);
}

static inline double size_of(uint32_t v) {
    return value_of(v & ~SIGN_BIT);
}

static inline bool is_nan_bits(uint32_t v) {
    return (v & ~SIGN_BIT) > 0x7F800000u;
}

/* What a result has to be: true for a range of numbers of one sign and exponent, if for any. */
typedef bool rule(uint32_t v, uint32_t r);

/* The same of numbers in their order. Of those with the same result, sign and exponent the first
 * and the last are compared: the others lie between. */
static inline void in_range(uint32_t *last, rule *right, uint32_t v, uint32_t which, uint32_t r) {
    const uint32_t m = v & 0x7FFFFFu;
    points++;
#ifdef SCATTERED
    (void)last;
    holds(right(v, r), v, which, r);
#else
    if (r != *last && m != 0) {
        holds(right(v - 1, *last), v - 1, which, *last);
    }
    if (r != *last || m == 0 || m == 0x7FFFFFu) {
        holds(right(v, r), v, which, r);
    }
    *last = r;
#endif
}

#endif
