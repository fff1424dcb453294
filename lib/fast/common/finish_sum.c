/* SPDX-License-Identifier: Apache-2.0
 *
 * finish_sum.c - the end of a sum with exponents far apart, or near the ends of the range. */
#include "fast/common/finish_sum.h"

/* Too small or too large for a binary32, or nearly so. u: 2^23..2^24. */
static inline uint32_t finish_range(uint32_t sign, int32_t exponent, uint32_t u) {
    exponent += (int32_t)(u >> 24);
    if (exponent <= 0) {
        return 0;
    }
    return exponent >= 255 ? sign | 0x7F800000u : sign | (uint32_t)exponent << 23 | (u & 0x7FFFFFu);
}

uint32_t finish32_far(int32_t value_a, int32_t exponent_a, int32_t value_b, int32_t exponent_b,
                      uint32_t dst) {
    const struct kernel_group a = {value_a, exponent_a}, b = {value_b, exponent_b};
    int32_t exponent = (int32_t)(dst >> 23 & 255u), top = finish_top(a, b, exponent);
    int32_t sum = 0;
    if (top <= 0) {
        return 0;
    }
    if (exponent) {
        sum = (int32_t)(((dst << 8) | 0x80000000u) >> 7);
        sum = finish_shift(sum, (uint32_t)(top - exponent));
        sum = (int32_t)dst < 0 ? -sum : sum;
    }
    sum += finish_shift(finish_wide(a), (uint32_t)(top - a.exponent));
    sum += finish_shift(finish_wide(b), (uint32_t)(top - b.exponent));
    uint32_t sign = (uint32_t)sum & 0x80000000u, m = (uint32_t)(sum < 0 ? -sum : sum);
    if (m == 0) {
        return 0;
    }
    int32_t left = finish_left(m), below = top + 4 - left;
    return finish_range(sign, below + 1, ((m << left >> 4) + 1) >> 1);
}
