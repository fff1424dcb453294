/* SPDX-License-Identifier: Apache-2.0
 *
 * add_lanes.c - sums of all lanes. If terms and result are normal numbers, the vector unit's result
 * is the correctly rounded one: no bit is lost before the sum, and a term that vanishes is too
 * small to matter. All other sums are computed with the plain form. */
#include "fast/lanes/lane_floats.h"
#include "fast/forms.h"

#if LANES_BY_LOOPS

/* The plain form for one lane. It is not part of the loop below and reads its operands from memory,
 * so that the compiler need not keep registers free for a rare call. */
static __attribute__((noinline)) uint32_t with_care(const uint32_t *a, const uint32_t *b) {
    return stx_sfpu_mad_plain(LANES_ONE, *a, *b);
}

#if defined LANES_FLOAT
void add_lanes_scalar(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    for (const uint32_t *end = a + lanes; a != end; a++, b++, out++) {
        uint32_t r = lanes_bits(lanes_float(*a) + lanes_float(*b));
        if (*a & LANES_EXPONENT && *b & LANES_EXPONENT && lanes_sure(r)) {
            *out = r;
        } else {
            *out = with_care(a, b);
        }
    }
}

#else
/* Rounds m / 2^n to nearest. In a tie the exact value decides: it rounds down if that is less than
 * m, up if it is more, and otherwise to even. */
ALWAYS_INLINE uint32_t rounded(uint32_t m, unsigned n, uint32_t hidden, bool exact, bool less) {
    if (UNLIKELY(m << (32 - n) == hidden) && (exact || less)) {
        return (m >> n) + (exact & m >> n);
    }
    return (m + (1u << (n - 1))) >> n;
}

/* Normalises m to 24 bits, where m < 2^29 and its lowest six bits are 0. e is the exponent of bit
 * 30. */
ALWAYS_INLINE uint32_t normalised(uint32_t m, uint32_t e) {
#ifdef BITS_CLZ_FAST
    uint32_t n = bits_clz32(m) - 3;
#else
    uint32_t high = m >> 21, n = high ? bits_clz8[high] : bits_clz32(m) - 3;
#endif
    return e - (n << 23) - 3 * LANES_UNIT + (m >> 6 << (n + 1));
}

struct add_constants {
    uint32_t field, sign, first, unit, above, below;
};

/* x + y with |x| >= |y|, both normal, with exponents d apart. */
ALWAYS_INLINE bool add_ordered(const struct add_constants *k, uint32_t x, uint32_t y, uint32_t d,
                               uint32_t *out) {
    uint32_t mx = (x << 8 >> 1) | k->first, my = (y << 8 >> 1) | k->first, kept = my >> d, m;
    uint32_t e = x & k->field;
    if ((int32_t)(x ^ y) >= 0) {
        m = mx + kept;
        if ((int32_t)m < 0) {
            m = e + rounded(m, 8, k->sign, kept << d == my, false);
        } else {
            m = e - k->unit + rounded(m, 7, k->sign, kept << d == my, false);
        }
    } else {
        m = mx - kept;
        if (e < k->below || m == 0) {
            return false;
        } else if (m & k->first) {
            m = e - k->unit + rounded(m, 7, k->sign, kept << d == my, true);
        } else if (m >> 29) {
            m = e - 2 * k->unit + rounded(m, 6, k->sign, kept << d == my, true);
        } else {
            m = normalised(m, e);
        }
    }
    *out = m | (x & k->sign);
    return true;
}

/* x + y, if terms and result are normal and far from the ends of the range. False otherwise. */
ALWAYS_INLINE bool add(const struct add_constants *k, uint32_t x, uint32_t y, uint32_t *out) {
    uint32_t t = x, d, e;
    if (x << 1 < y << 1) {
        x = y;
        y = t;
    }
    e = x & k->field;
    d = (e - (y & k->field)) >> 23;
    if ((y & k->field) == 0 || e >= k->above) {
        return false;
    }
    if (d > 26) {
        *out = x;
        return true;
    }
    return add_ordered(k, x, y, d, out);
}

void add_lanes_scalar(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    struct add_constants k = {LANES_EXPONENT, SIGN_BIT,         1u << 30,
                              LANES_UNIT,     253 * LANES_UNIT, 32 * LANES_UNIT};
    OPAQUE(k.field);
    OPAQUE(k.sign);
    OPAQUE(k.first);
    OPAQUE(k.unit);
    OPAQUE(k.above);
    OPAQUE(k.below);
    for (const uint32_t *end = a + lanes; a != end; a++, b++, out++) {
        if (!add(&k, *a, *b, out)) {
            *out = with_care(a, b);
        }
    }
}
#endif

#endif
