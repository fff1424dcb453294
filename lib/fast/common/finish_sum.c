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

/* A 32-bit element that is not zero, in the same units, without its sign. */
static int32_t element_aligned(uint32_t dst, int32_t top) {
    return shifted((int32_t)(((dst << 8) | SIGN_BIT) >> 7), top - (int32_t)(dst >> 23 & 255u));
}

/* A group in units of 2^(top - 127 - 10): as in the plain form, first aligned to the largest
 * exponent and then rounded. */
static int32_t group_in_units(struct group_sum x, int32_t top) {
    return (group_aligned(x, top) + 4096) >> 13;
}

/* The top is at least 0, because elements have no smaller exponent. */
static int32_t top_of(struct group_sum a, struct group_sum b, int32_t dst) {
    return finish_larger(finish_larger(a.exponent, b.exponent), dst);
}

/* Finishes a result that is, or may be, too small or too large for a binary32. u is in
 * 2^23..2^24. */
static __attribute__((noinline)) uint32_t finish_range(uint32_t sign, int32_t exponent,
                                                       uint32_t u) {
    exponent += (int32_t)(u >> 24);
    if (exponent <= 0) {
        return 0;
    }
    return exponent >= 255 ? sign | 0x7F800000u : sign | (uint32_t)exponent << 23 | (u & 0x7FFFFFu);
}

/* An infinity that a larger exponent has pushed out of a sum of 0. A call of it is a tail call, so
 * that its callers save no registers. */
static __attribute__((noinline)) uint32_t infinity_left(const struct fpu_mode *mode,
                                                        uint32_t infinity, uint32_t sign) {
    return fpu_dropped_infinity(mode, false) ? infinity | sign : 0;
}

/* The element after a sum * 2^(top - 127 - 23). */
ALWAYS_INLINE uint32_t rounded_f32(const struct fpu_mode *mode, int32_t sum, int32_t top,
                                   uint32_t dst) {
    sum = fpu_sum_as_seen(sum);
    uint32_t sign = (uint32_t)sum & SIGN_BIT, m = finish_magnitude(sum);
    if (m == 0) {
        bool lost = (dst & 0x7F800000u) == 0x7F800000u && fpu_drops_infinity(true, top);
        return lost ? infinity_left(mode, 0x7F800000u, dst & SIGN_BIT) : 0;
    }
    int32_t left = (int32_t)bits_clz32(m) - 3, below = top + 4 - left; /* the exponent minus 1 */
    uint32_t u = ((m << left >> 4) + 1) >> 1; /* a carry to 2^24 increments the exponent */
    return (uint32_t)below < 253u ? sign | (((uint32_t)below << 23) + u)
                                  : finish_range(sign, below + 1, u);
}

uint32_t finish32_far(const struct fpu_mode *mode, struct group_sum a, struct group_sum b,
                      uint32_t dst) {
    int32_t exponent = (int32_t)(dst >> 23 & 255u), top = top_of(a, b, exponent), sum = 0;
    if (top == 0) {
        return 0;
    }
    if (exponent) {
        sum = element_aligned(dst, top);
        sum = dst & SIGN_BIT ? -sum : sum;
    }
    return rounded_f32(mode, sum + group_aligned(a, top) + group_aligned(b, top), top, dst);
}

/* The element after a sum * 2^(top - 127 - 10). */
ALWAYS_INLINE uint32_t rounded_16(const struct fpu_mode *mode, int32_t sum, int32_t top,
                                  const struct finish_element *dst, unsigned bits) {
    const int32_t hidden = 1 << bits, limit = (int32_t)FINISH_EXPONENTS(bits) * hidden;
    uint32_t sign = (uint32_t)sum & SIGN_BIT, m = finish_magnitude(sum);
    if (m == 0) {
        bool lost = dst->exponent == 255 && fpu_drops_infinity(false, top);
        return lost ? infinity_left(mode, 0x7F80u, (uint32_t)dst->negative << 31) : 0;
    }
    int32_t left = (int32_t)bits_clz32(m) - 16;
    m = ((m << left) + (1u << (14 - bits))) >> (15 - bits);
    int32_t r = (top + 4 - left) * hidden + (int32_t)m;
    if ((uint32_t)(r - hidden) < (uint32_t)(limit - hidden)) {
        return sign | (uint32_t)r;
    }
    return r < hidden ? 0 : sign | (bits == 7 ? 0x7F80u : 0x7FFFu);
}

uint32_t finish16_far(const struct fpu_mode *mode, const struct group_sum groups[2],
                      const struct finish_element *dst, unsigned bits) {
    int32_t top = top_of(groups[0], groups[1], dst->exponent), sum = 0;
    if (top == 0) {
        return 0;
    }
    if (dst->exponent) {
        sum = shifted(dst->significand * 2, top - dst->exponent);
        sum = dst->negative ? -sum : sum;
    }
    sum += group_in_units(groups[0], top) + group_in_units(groups[1], top);
    return rounded_16(mode, sum, top, dst, bits);
}
