/* SPDX-License-Identifier: Apache-2.0
 *
 * model.c - an independent model of the FPU that computes one element of the product exactly,
 * written from the description of the arithmetic alone (SPEC B.1), without registers, faces or
 * banks. It shares no code with the library. */
#include "data.h"

#include <string.h>

/* sign, exponent field, magnitude */
struct term {
    int32_t sign, e, m;
};

static struct term term_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (struct term){(int32_t)(bits >> 31), (int32_t)(bits >> 23 & 255),
                         (int32_t)(bits & 0x7FFFFF)};
}

static int32_t max(int32_t x, int32_t y) {
    return x > y ? x : y;
}

/* x / 2^n rounded half up, x >= 0. */
static int32_t round_half_up(int32_t x, int32_t n) {
    return n == 0 ? x : (x + (1 << (n - 1))) >> n;
}

/* One product: 5 bits of the SrcA operand times 7 bits of the SrcB operand, chosen by the phase. */
static struct term product(struct term a, struct term b, unsigned phase) {
    int32_t ma = 1024 | a.m >> 13, mb = 1024 | b.m >> 13;
    int32_t slice_a = phase & 1 ? ma >> 1 & 31 : ma >> 6;
    int32_t slice_b = phase & 2 ? (mb & 15) << 3 : mb >> 4;
    if (a.e == 0 || b.e == 0) {
        return (struct term){0, 0, 0};
    }
    return (struct term){a.sign ^ b.sign,
                         a.e + b.e - 127 - (phase & 1 ? 5 : 0) - (phase & 2 ? 7 : 0),
                         slice_a * slice_b};
}

/* The sum of eight products, each rounded to the largest exponent; |sum| <= 8 * 2^12, so m <
 * 2^29. */
static struct term group(const struct term p[8]) {
    int32_t e = p[0].e, sum = 0;
    for (unsigned k = 1; k < 8; k++) {
        e = max(e, p[k].e);
    }
    if (e <= 0) {
        return (struct term){0, 0, 0};
    }
    for (unsigned k = 0; k < 8; k++) {
        int32_t shift = e - p[k].e < 30 ? e - p[k].e : 30, m = round_half_up(p[k].m, shift);
        sum += p[k].sign ? -m : m;
    }
    return (struct term){sum < 0, e, (sum < 0 ? -sum : sum) << 13};
}

/* A term aligned to exponent e. Ties round away from zero, those of negative groups towards
 * zero. */
static int32_t aligned(struct term t, int32_t e, bool is_group, bool fp32) {
    int32_t d = e - t.e, down = is_group ? t.sign : 0, m = t.m;
    if (d > 0) {
        m = d < 31 ? (m + (1 << (d - 1)) - down) >> d : 0;
    }
    if (!fp32) {
        m = (m + 4096 - down) & ~0x1FFF;
    }
    return t.sign ? -m : m;
}

/* Adds two groups to the sum so far (a binary32 word). */
static uint32_t accumulate(uint32_t word, struct term g0, struct term g1, bool fp32) {
    struct term dst = term_of(float_of_bits(word));
    dst.m = dst.e ? dst.m | 1 << 23 : 0;
    int32_t e = max(max(g0.e, g1.e), dst.e);
    int32_t sum = e <= 0 ? 0
                         : aligned(g0, e, true, fp32) + aligned(g1, e, true, fp32) +
                               aligned(dst, e, false, fp32);
    int32_t m = sum < 0 ? -sum : sum, excess = -24, drop;
    for (int32_t rest = m; rest; rest >>= 1) {
        excess++;
    }
    drop = fp32 ? excess : excess + 16; /* keep 24 or 8 significant bits */
    m = drop > 0 ? round_half_up(m, drop) : m << -drop;
    m = fp32 ? m : m << 16;
    e += excess + (m >> 24);
    if (sum == 0 || e <= 0) {
        return 0;
    }
    uint32_t low = e >= 255 ? 255u << 23 : (uint32_t)e << 23 | ((uint32_t)m & 0x7FFFFF);
    return (sum < 0 ? 1u << 31 : 0) | low;
}

uint32_t model_element(const float *a, const float *b, unsigned inner, unsigned cols, unsigned row,
                       unsigned col, unsigned phases, bool fp32) {
    uint32_t word = 0;
    for (unsigned tile = 0; tile < inner; tile += 32) {
        for (unsigned step = 0; step < 2 * phases; step++) {
            unsigned first = tile + step % 2 * 16;
            struct term p[16];
            for (unsigned k = 0; k < 16; k++) {
                p[k] = product(term_of(b[(first + k) * cols + col]),
                               term_of(a[row * inner + first + k]), step / 2);
            }
            word = accumulate(word, group(p), group(p + 8), fp32);
        }
    }
    return word;
}
