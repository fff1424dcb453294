/* SPDX-License-Identifier: Apache-2.0
 *
 * functions_model.h - the functions of one number once more, as arithmetic on one number instead of
 * words of the vector unit: the formulas that docs/tile.md names, in the order in which they are
 * added and rounded. Coefficients are those that tools/tile_polynomials.py prints. */
#ifndef TESTS_TILE_FUNCTIONS_MODEL_H
#define TESTS_TILE_FUNCTIONS_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "num/sfpu_int.h"
#include "num/sfpu_mad.h"
#include "num/sfpu_recip.h"

#define M_SIGN 0x80000000u
#define M_ONE 0x3F800000u
#define M_HALF 0x3F000000u
#define M_INF 0x7F800000u
#define M_NAN 0x7FC00000u
#define M_LARGEST 0x7F7FFFFFu  /* the largest finite number */
#define M_SMALLEST 0x00800000u /* 2^-126 */
#define M_ROUNDER 0x4B400000u  /* 1.5 2^23 */

/* Constants that a number, and not a formula, says. */
struct model_constants {
    uint32_t exp[5], tanh[5], erfc[5], log[8], sin[4];
    uint32_t log2_e, ln2_high, ln2_low, exp_largest, exp_smallest, tanh_small;
    uint32_t erfc_p, sqrt_half, minus_half, gelu_low;
    uint32_t sqrt_2, bias, one_over_pi, pi[3], root, three_halves;
};
static const struct model_constants model = {
    .exp = {0x3AB6DE32, 0x3C0920A4, 0x3D2AAA2A, 0x3E2AAA43, 0x3F000000},
    .tanh = {0xBBBAF0D4, 0x3CA91349, 0xBD5C1E2C, 0x3E088393, 0xBEAAAA99},
    .log = {0xBD9C5A66, 0x3E02ADA3, 0xBE06C2A9, 0x3E116D11, 0xBE2A3922, 0x3E4CD004, 0xBE800114,
            0x3EAAAAAA},
    .sin = {0x362ED9D3, 0xB94FB7A7, 0x3C088768, 0xBE2AAAA6},
    /* 1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592, halved: Abramowitz and
     * Stegun 7.1.26 */
    .erfc = {0x3F07DC22, 0xBF3A00E3, 0x3F35F0E3, 0xBE11A98E, 0x3E027906},
    .erfc_p = 0x3EA7BA05,    /* 0.3275911 */
    .sqrt_half = 0x3F3504F3, /* sqrt(1/2) */
    .minus_half = 0xBF000000,
    .gelu_low = 0xC1800000, /* -16 */
    .log2_e = 0x3FB8AA3B,   /* 1.4426950 */
    .ln2_high = 0x3F317200, /* 0.69314575, and the rest of log 2 */
    .ln2_low = 0x35BFBE8E,
    .exp_largest = 0x42B17217,  /* 88.72283 = log of the largest number */
    .exp_smallest = 0xC2AEAC4F, /* -87.33654 = log of 2^-126 */
    .tanh_small = 0x3F200000,   /* 5/8 */
    .sqrt_2 = 0x3FB504F3,
    .bias = 0x42FE0000, /* 127 */
    .one_over_pi = 0x3EA2F983,
    .pi = {0x40490000, 0x3A7DA000, 0x34222169}, /* 3.140625, 9.6750259e-4, 1.5099580e-7 */
    .root = 0x5F3759DF,
    .three_halves = 0x3FC00000,
};

static uint32_t m_mad(uint32_t a, uint32_t b, uint32_t c) {
    return stx_sfpu_mad_plain(a, b, c);
}
static uint32_t m_mul(uint32_t a, uint32_t b) {
    return m_mad(a, b, 0);
}
static uint32_t m_add(uint32_t a, uint32_t b) {
    return m_mad(M_ONE, a, b);
}
/* c - a b. */
static uint32_t m_rest(uint32_t c, uint32_t a, uint32_t b) {
    return m_mad(a ^ M_SIGN, b, c);
}
static uint32_t m_sub(uint32_t a, uint32_t b) {
    return m_rest(a, M_ONE, b);
}
/* A NaN keeps its sign. */
static uint32_t m_abs(uint32_t a) {
    return (a & ~M_SIGN) > M_INF ? a : a & ~M_SIGN;
}

/* Is a above b in the order of sign and magnitude, where -0 is below 0? */
static bool m_above(uint32_t a, uint32_t b) {
    int64_t x = a & M_SIGN ? -(int64_t)(a & ~M_SIGN) - 1 : (int64_t)a;
    int64_t y = b & M_SIGN ? -(int64_t)(b & ~M_SIGN) - 1 : (int64_t)b;
    return x > y;
}

static uint32_t m_polynomial(const uint32_t *c, unsigned count, uint32_t x) {
    uint32_t p = c[0];
    for (unsigned i = 1; i < count; i++) {
        p = m_mad(p, x, c[i]);
    }
    return p;
}

/* Blackhole has a word for it. On Wormhole: 2^-e (1 - f / 2) of 2^e (1 + f), at least 0. */
static uint32_t m_estimate_of_reciprocal(uint32_t x) {
    uint32_t y = 0x7F000000 - x;
    return STX_ARCH == STX_ARCH_BLACKHOLE ? sfpu_recip(x) : m_above(0, y) ? 0 : y;
}

/* An estimate, then three times y = y + y (1 - x y), and on Wormhole once more. */
static uint32_t m_reciprocal_of_ordinary(uint32_t x) {
    uint32_t y = m_estimate_of_reciprocal(x);
    for (unsigned i = 0; i < (STX_ARCH == STX_ARCH_BLACKHOLE ? 3 : 4); i++) {
        y = m_mad(m_rest(M_ONE, x, y), y, y);
    }
    return y;
}

static uint32_t model_reciprocal(uint32_t x) {
    uint32_t size = x & ~M_SIGN, y = m_reciprocal_of_ordinary(size);
    y = size >= 0x7E800000 ? 0 : size < M_SMALLEST ? M_INF : y;
    return y | (x & M_SIGN);
}

/* x = k ln 2 + r; 2^k (1 + r + r^2 P(r)). */
static uint32_t model_exp(uint32_t x) {
    uint32_t rounded = m_mad(x, model.log2_e, M_ROUNDER), k = m_sub(rounded, M_ROUNDER);
    uint32_t r = m_rest(m_rest(x, k, model.ln2_high), k, model.ln2_low);
    uint32_t p = m_mul(m_polynomial(model.exp, 5, r), r);
    p = m_add(m_mad(p, r, r), M_ONE) + (rounded << 23);
    return m_above(x, model.exp_largest) ? M_INF : m_above(model.exp_smallest, x) ? 0 : p;
}

static uint32_t model_sigmoid(uint32_t x) {
    uint32_t e = model_exp(m_abs(x) ^ M_SIGN), y = m_reciprocal_of_ordinary(m_add(e, M_ONE));
    return x & M_SIGN ? m_mul(y, e) : y;
}

static uint32_t model_silu(uint32_t x) {
    return m_above(model.exp_smallest, x) ? 0 : m_mul(model_sigmoid(x), x);
}

static uint32_t model_tanh(uint32_t x) {
    uint32_t size = m_abs(x), square = m_mul(x, x);
    if (m_above(model.tanh_small, size)) { /* x + x^3 P(x^2) */
        return m_mad(m_mul(m_polynomial(model.tanh, 5, square), square), x, x);
    }
    uint32_t e = model_exp(m_add(size, size) ^ M_SIGN);
    uint32_t y = m_mul(m_reciprocal_of_ordinary(m_add(e, M_ONE)), m_sub(M_ONE, e));
    return (y & ~M_SIGN) | (x & M_SIGN);
}

/* x (1 - erfc(x / sqrt 2) / 2); for negative x: x erfc(-x / sqrt 2) / 2. */
static uint32_t model_gelu(uint32_t x) {
    uint32_t e = model_exp(m_mul(m_mul(x, x), model.minus_half));
    uint32_t z = m_mul(m_abs(x), model.sqrt_half);
    uint32_t u = m_reciprocal_of_ordinary(m_mad(z, model.erfc_p, M_ONE));
    uint32_t p = m_mul(m_mul(m_polynomial(model.erfc, 5, u), u), e);
    uint32_t y = m_mul(x & M_SIGN ? p : m_sub(M_ONE, p), x);
    return m_above(x, M_LARGEST) ? x : m_above(model.gelu_low, x) ? 0 : y;
}

/* x = 2^k (1 + z); k ln 2 + z - z^2 / 2 + z^3 P(z), the smallest parts first. */
static uint32_t model_log(uint32_t x) {
    uint32_t k = m_sub(sfpu_sm32_to_f32_rne(x >> 23 & 0xFF), model.bias);
    uint32_t z = (x & 0x807FFFFF) | M_ONE;
    if (m_above(z, model.sqrt_2)) {
        z = m_mul(z, M_HALF);
        k = m_add(k, M_ONE);
    }
    z = m_sub(z, M_ONE);
    uint32_t p = m_mul(m_polynomial(model.log, 8, z), z);
    p = m_mul(m_sub(p, M_HALF), m_mul(z, z));
    p = m_add(m_mad(k, model.ln2_low, p), z);
    p = m_mad(k, model.ln2_high, p);
    return (x & ~M_SIGN) < M_SMALLEST ? M_INF | M_SIGN : x & M_SIGN ? M_NAN : x >= M_INF ? x : p;
}

/* 1 / sqrt(x): an estimate, then three times y = y (3/2 - x y^2 / 2). */
static uint32_t m_estimated_root(uint32_t x) {
    uint32_t y = model.root - (x >> 1);
    for (unsigned i = 0; i < 3; i++) {
        y = m_mul(y, m_rest(model.three_halves, m_mul(m_mul(x, y), y), M_HALF));
    }
    return y;
}

/* s + (x - s^2) y / 2 with s = x y. */
static uint32_t model_sqrt(uint32_t x) {
    uint32_t y = m_estimated_root(x), s = m_mul(x, y);
    y = m_mad(m_rest(x, s, s), m_mul(y, M_HALF), s);
    return (x & ~M_SIGN) < M_SMALLEST ? 0 : x & M_SIGN ? M_NAN : x >= M_INF ? x : y;
}

/* y + (1 - x y^2) y / 2. */
static uint32_t model_rsqrt(uint32_t x) {
    uint32_t y = m_estimated_root(x);
    y = m_mad(m_rest(M_ONE, m_mul(x, y), y), m_mul(y, M_HALF), y);
    return (x & ~M_SIGN) < M_SMALLEST ? M_INF : x & M_SIGN ? M_NAN : x >= M_INF ? 0 : y;
}

/* x = n pi + r; r + r^3 P(r^2), with the other sign if n is odd. Of the cosine n counts halves. */
static uint32_t m_wave(uint32_t x, uint32_t half) {
    uint32_t rounded = m_add(m_mad(x, model.one_over_pi, half), M_ROUNDER);
    uint32_t n = m_sub(rounded, M_ROUNDER);
    n = half ? m_sub(n, half) : n;
    for (unsigned i = 0; i < 3; i++) {
        x = m_rest(x, n, model.pi[i]);
    }
    uint32_t square = m_mul(x, x);
    uint32_t y = m_mad(m_mul(m_polynomial(model.sin, 4, square), square), x, x);
    return y ^ rounded << 31;
}
static uint32_t model_sin(uint32_t x) {
    return m_wave(x, 0);
}
static uint32_t model_cos(uint32_t x) {
    return m_wave(x, M_HALF);
}

#endif
