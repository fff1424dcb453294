/* SPDX-License-Identifier: Apache-2.0
 *
 * mad_wormhole.h - Wormhole's multiply-add as its seven rules say, slowly and in 64 bits: a NaN is
 * kept aside while the numbers are added as if they were finite. */
#ifndef TESTS_NUM_MAD_WORMHOLE_H
#define TESTS_NUM_MAD_WORMHOLE_H

#include <stdint.h>

struct wormhole_sum {
    int product_negative, pe, ez, z_negative;
    int64_t product, addend;
    uint32_t nan; /* 0: there is none */
};

static inline int wormhole_nan(uint32_t v) {
    return v << 1 > 0xFF000000u;
}

static inline int wormhole_infinity(uint32_t v) {
    return v << 1 == 0xFF000000u;
}

/* Rule 2; true: *result is all. */
static inline int wormhole_special(struct wormhole_sum *s, uint32_t x, uint32_t y, uint32_t z,
                                   uint32_t *result) {
    int ex = (int)(x << 1 >> 24), ey = (int)(y << 1 >> 24);
    if (ex != 255 && ey != 255 && s->ez != 255 && s->pe < 255) {
        return 0;
    }
    int infinite_product = ex == 255 || ey == 255 || s->pe >= 255;
    int opposite = wormhole_infinity(z) && s->z_negative != s->product_negative;
    if (wormhole_nan(x) || wormhole_nan(y) || (wormhole_infinity(x) && ey == 0) ||
        (wormhole_infinity(y) && ex == 0) || (infinite_product && opposite)) {
        s->nan = s->product_negative ? 0xFF800001u : 0x7F800001u;
    } else if (wormhole_nan(z)) {
        s->nan = s->z_negative ? 0xFF800001u : 0x7F800001u;
    } else {
        *result = wormhole_infinity(z) ? z : s->product_negative ? 0xFF800000u : 0x7F800000u;
        return 1;
    }
    s->pe = s->pe > 255 ? 255 : s->pe;
    return 0;
}

/* Rule 4. */
static inline int64_t wormhole_aligned(int64_t v, int by) {
    int64_t kept = by >= 32 ? 0 : v / ((int64_t)1 << by);
    return kept && kept * ((int64_t)1 << by) != v && kept % 2 == 0 ? kept + 1 : kept;
}

/* Rules 6 and 7; r > 0. */
static inline uint32_t wormhole_rounded(const struct wormhole_sum *s, int negative, int e,
                                        int64_t r) {
    int n = 0;
    uint32_t sign = negative ? 0x80000000u : 0;
    for (; r >> (n + 27); n++) {
    }
    for (; !(r >> (n + 26)); n--) {
    }
    e += n;
    if (e >= 255) {
        return s->nan ? s->nan : sign + 0x7F800000u;
    }
    if (e < 0) {
        return s->nan;
    }
    if (n > 0) {
        int64_t lowest = r % 2;
        r /= (int64_t)1 << n;
        r += lowest && r % 2 == 0;
    } else {
        r *= (int64_t)1 << -n;
    }
    int64_t d = e * (int64_t)0x800000 + r / 8 % 0x800000;
    d += r % 8 + d % 2 > 4;
    if (d < 0x800000) {
        return s->nan;
    }
    return (uint32_t)d | (s->nan ? s->nan : sign);
}

static inline uint32_t wormhole_reference(uint32_t x, uint32_t y, uint32_t z) {
    int ex = (int)(x << 1 >> 24), ey = (int)(y << 1 >> 24);
    struct wormhole_sum s = {
        (int)((x ^ y) >> 31), ex + ey - 127, (int)(z << 1 >> 24), (int)(z >> 31), 0, 0, 0};
    int64_t mx = ex ? 0x800000 + x % 0x800000u : 0, my = ey ? 0x800000 + y % 0x800000u : 0;
    s.product = mx * my / 0x100000;
    s.product += mx * my % 0x100000 != 0 && s.product % 2 == 0;
    s.addend = s.ez ? (0x800000 + z % 0x800000u) * 8 : 0;
    uint32_t result;
    if (wormhole_special(&s, x, y, z, &result)) {
        return result;
    }
    if (s.product == 0 || s.pe < 0) {
        if (!s.nan) {
            return s.addend ? z : 0;
        }
        s.product = s.pe = 0;
    }
    int e = s.pe > s.ez ? s.pe : s.ez;
    int64_t p = wormhole_aligned(s.product, e - s.pe), c = wormhole_aligned(s.addend, e - s.ez);
    int64_t sum = (s.product_negative ? -p : p) + (s.z_negative ? -c : c);
    if (sum == 0) {
        return s.nan;
    }
    return wormhole_rounded(&s, sum < 0, e, sum < 0 ? -sum : sum);
}

#endif
