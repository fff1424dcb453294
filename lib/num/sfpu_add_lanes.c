/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_add_lanes.c - sums of all lanes. Where terms and result are normal they are the correctly
 * rounded ones: no bit is lost before the sum, and a term that vanishes was too small to matter.
 * All others take the plain form. */
#include "num/sfpu_lanes.h"
#include "num/sfpu_mad_lanes.h"

#if STX_KERNEL != STX_KERNEL_VECTOR /* sfpu_lanes_vector.c */

/* Apart, and from memory, so that the loops below have nothing to prepare for it. */
static __attribute__((noinline)) uint32_t add_with_care(const uint32_t *a, const uint32_t *b) {
    return stx_sfpu_mad_plain(LANES_ONE, *a, *b);
}

#if STX_KERNEL == STX_KERNEL_PLAIN
void sfpu_add_lanes(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    for (unsigned i = 0; i < lanes; i++) {
        out[i] = add_with_care(&a[i], &b[i]);
    }
}

#elif defined LANES_FLOAT
MAD_INLINE uint32_t add(const uint32_t *a, const uint32_t *b) {
    uint32_t r = lanes_bits(lanes_float(*a) + lanes_float(*b));
    if (*a & LANES_EXPONENT && *b & LANES_EXPONENT && lanes_sure(r)) {
        return r;
    }
    return add_with_care(a, b);
}

void sfpu_add_lanes(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    for (const uint32_t *end = a + lanes; a != end; a++, b++, out++) {
        *out = add(a, b);
    }
}

#else
/* m / 2^n to nearest. In the middle: down if less than m is there, else up if more, else to even.
 */
MAD_INLINE uint32_t rounded(uint32_t m, unsigned n, uint32_t hidden, bool exact, bool less) {
    if (__builtin_expect(m << (32 - n) == hidden, 0) && (exact || less)) {
        return (m >> n) + (exact & m >> n);
    }
    return (m + (1u << (n - 1))) >> n;
}

/* m < 2^29, its lowest six bits 0, to 24 bits; the exponent of bit 30 is e. */
MAD_INLINE uint32_t normalised(uint32_t m, uint32_t e) {
#ifdef BITS_CLZ_FAST
    uint32_t n = bits_clz32(m) - 3;
#else
    uint32_t high = m >> 21, n = high ? bits_clz8[high] : bits_clz32(m) - 3;
#endif
    return e - (n << 23) - 3 * LANES_UNIT + (m >> 6 << (n + 1));
}

void sfpu_add_lanes(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    uint32_t field = LANES_EXPONENT, hidden = MAD_HIDDEN, first = 1u << 30, unit = LANES_UNIT,
             above = 253 * LANES_UNIT, below = 32 * LANES_UNIT;
    LANES_KEEP(field);
    LANES_KEEP(hidden);
    LANES_KEEP(first);
    LANES_KEEP(unit);
    LANES_KEEP(above);
    LANES_KEEP(below);
    for (const uint32_t *end = a + lanes; a != end; a++, b++, out++) {
        uint32_t x = *a, y = *b, t = x, e, ey, d, mx, my, kept, m;
        if (x << 1 < y << 1) {
            x = y;
            y = t;
        }
        e = x & field;
        ey = y & field;
        d = (e - ey) >> 23;
        if (ey == 0 || e >= above) {
            goto care;
        }
        if (d > 26) {
            *out = x;
            continue;
        }
        mx = (x << 8 >> 1) | first;
        my = (y << 8 >> 1) | first;
        kept = my >> d;
        if ((int32_t)(x ^ y) >= 0) {
            m = mx + kept;
            if ((int32_t)m < 0) {
                m = e + rounded(m, 8, hidden, kept << d == my, false);
            } else {
                m = e - unit + rounded(m, 7, hidden, kept << d == my, false);
            }
        } else {
            m = mx - kept;
            if (e < below || m == 0) {
                goto care;
            } else if (m & first) {
                m = e - unit + rounded(m, 7, hidden, kept << d == my, true);
            } else if (m >> 29) {
                m = e - 2 * unit + rounded(m, 6, hidden, kept << d == my, true);
            } else {
                m = normalised(m, e);
            }
        }
        *out = m | (x & hidden);
        continue;
    care:
        *out = add_with_care(a, b);
    }
}
#endif

#endif
