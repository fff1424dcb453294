/* SPDX-License-Identifier: Apache-2.0
 *
 * finish_sum.c - the end of a sum whose exponents are far apart or near the ends of the range. */
#include "fast/common/finish_sum.h"

/* floor(twice / 2 / 2^d + 1/2); 0 from d = 31 on. */
static int32_t shifted(int32_t twice, int32_t d) {
    return ((twice >> (d < 31 ? d : 31)) + 1) >> 1;
}

/* A group in units of 2^(top - 127 - 23), as in the plain form. */
static int32_t group_aligned(struct group_sum x, int32_t top) {
    return shifted((x.value & -2) * 8192, top - x.exponent);
}

/* The top is at least 0, because elements have no smaller exponent. */
static int32_t top_of(struct group_sum a, struct group_sum b, int32_t dst) {
    return finish_larger(finish_larger(a.exponent, b.exponent), dst);
}

/* Finishes a result that is, or may be, too small or too large for a binary32. u is in
 * 2^23..2^24. */
static inline uint32_t finish_range(uint32_t sign, int32_t exponent, uint32_t u) {
    exponent += (int32_t)(u >> 24);
    if (exponent <= 0) {
        return 0;
    }
    return exponent >= 255 ? sign | 0x7F800000u : sign | (uint32_t)exponent << 23 | (u & 0x7FFFFFu);
}

uint32_t finish32_far(int32_t value_a, int32_t exponent_a, int32_t value_b, int32_t exponent_b,
                      uint32_t dst) {
    const struct group_sum a = {value_a, exponent_a}, b = {value_b, exponent_b};
    int32_t exponent = (int32_t)(dst >> 23 & 255u), top = top_of(a, b, exponent), sum = 0;
    if (top == 0) {
        return 0;
    }
    if (exponent) {
        sum = shifted((int32_t)(((dst << 8) | FINISH_SIGN) >> 7), top - exponent);
        sum = dst & FINISH_SIGN ? -sum : sum;
    }
    sum = fpu_sum_as_seen(sum + group_aligned(a, top) + group_aligned(b, top));
    uint32_t sign = (uint32_t)sum & FINISH_SIGN, m = (uint32_t)(sum < 0 ? -sum : sum);
    if (m == 0) {
        return 0;
    }
    int32_t left = (int32_t)bits_clz32(m) - 3;
    return finish_range(sign, top + 5 - left, ((m << left >> 4) + 1) >> 1);
}

/* As in the plain form, each group is first aligned to the largest exponent and then rounded to
 * whole units of the sum. */
uint32_t finish16_far(const struct group_sum groups[2], const struct finish_element *dst,
                      unsigned bits) {
    const int32_t hidden = 1 << bits, limit = (int32_t)FINISH_EXPONENTS(bits) * hidden;
    int32_t top = top_of(groups[0], groups[1], dst->exponent), sum = 0;
    if (top == 0) {
        return 0;
    }
    if (dst->exponent) {
        sum = shifted(dst->significand * 2, top - dst->exponent);
        sum = dst->negative ? -sum : sum;
    }
    sum += (group_aligned(groups[0], top) + 4096) >> 13;
    sum += (group_aligned(groups[1], top) + 4096) >> 13;
    uint32_t sign = (uint32_t)sum & FINISH_SIGN, m = finish_magnitude(sum);
    if (m == 0) {
        return 0;
    }
    int32_t left = (int32_t)bits_clz32(m) - 16;
    m = ((m << left) + (1u << (14 - bits))) >> (15 - bits);
    int32_t r = (top + 4 - left) * hidden + (int32_t)m;
    if (r < hidden) {
        return 0;
    }
    return sign | (r < limit ? (uint32_t)r : bits == 7 ? 0x7F80u : 0x7FFFu);
}
