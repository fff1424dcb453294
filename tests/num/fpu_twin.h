/* SPDX-License-Identifier: Apache-2.0
 *
 * fpu_twin.h - the FPU's arithmetic a second time, slowly: written from the words of SPEC B.1 with
 * signed 64-bit integers, floor division and loops, to be compared with lib/num and lib/fpu. Only
 * here may it be wrong in its own way. */
#ifndef TESTS_NUM_FPU_TWIN_H
#define TESTS_NUM_FPU_TWIN_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/arch.h"

struct twin {
    bool acc32, e8;
    unsigned phase;
    bool drops; /* the simulator's side of INFINITY_STAYS */
};

/* value * 2^(exponent - 127 - 23) */
struct twin_term {
    int64_t exponent, value;
};

static inline int64_t twin_power(int64_t n) {
    return (int64_t)1 << n;
}

static inline int64_t twin_floor(int64_t x, int64_t y) {
    int64_t q = x / y;
    return x % y < 0 ? q - 1 : q;
}

/* Nearest integer to x / 2^k: of two nearest the upper one; of negative x likewise. */
static inline int64_t twin_nearest_up(int64_t x, int64_t k) {
    return twin_floor(2 * x + twin_power(k), twin_power(k + 1));
}

/* Nearest integer to x / 2^k, half away from zero. */
static inline int64_t twin_nearest_away(int64_t x, int64_t k) {
    return x < 0 ? -twin_nearest_up(-x, k) : twin_nearest_up(x, k);
}

static inline int64_t twin_exponent(uint32_t datum) {
    return datum / 0x800000u % 256u;
}

/* Hidden bit and ten mantissa bits. */
static inline int64_t twin_significand(uint32_t datum) {
    return 1024 + datum / 0x2000u % 1024u;
}

static inline int64_t twin_sign(uint32_t datum) {
    return datum >= 0x80000000u ? -1 : 1;
}

static inline int64_t twin_adjust(const struct twin *t) {
    int64_t bias = t->e8 ? -127 : t->acc32 ? 127 - 30 : -15;
    return bias - (t->phase % 2 ? 5 : 0) - (t->phase / 2 ? 7 : 0);
}

static inline int64_t twin_zero_exponent(const struct twin *t) {
    return twin_adjust(t) > 0 ? twin_adjust(t) : 0;
}

/* The slices of a phase: five bits of SrcA, seven of SrcB. */
static inline int64_t twin_slices(const struct twin *t, uint32_t b, uint32_t a) {
    int64_t ma = twin_significand(a), mb = twin_significand(b);
    int64_t sa = t->phase % 2 ? ma / 2 % 32 : ma / 64;
    int64_t sb = t->phase / 2 ? mb % 16 * 8 : mb / 16;
    return sa * sb;
}

/* keep_b: the data of SrcB with exponent 0 are numbers like others, 2^-127 and more. */
static inline struct twin_term twin_group(const struct twin *t, const uint32_t *b,
                                          const uint32_t *a, bool keep_b) {
    struct twin_term group = {INT64_MIN, 0};
    int64_t e[8];
    bool zero[8];
    for (int k = 0; k < 8; k++) {
        zero[k] = twin_exponent(a[k]) == 0 || (twin_exponent(b[k]) == 0 && !keep_b);
        e[k] = zero[k] ? twin_zero_exponent(t)
                       : twin_exponent(a[k]) + twin_exponent(b[k]) + twin_adjust(t);
        group.exponent = e[k] > group.exponent ? e[k] : group.exponent;
    }
    if (group.exponent <= 0) {
        return (struct twin_term){0, 0};
    }
    for (int k = 0; k < 8; k++) {
        if (!zero[k]) {
            int64_t d = group.exponent - e[k] > 30 ? 30 : group.exponent - e[k];
            int64_t p = twin_sign(a[k]) * twin_sign(b[k]) * twin_slices(t, b[k], a[k]);
            group.value += twin_nearest_away(p, d);
        }
    }
    group.value *= 0x2000;
    return group;
}

static inline struct twin_term twin_product(const struct twin *t, uint32_t b, uint32_t a,
                                            bool keep_b) {
    int64_t e = twin_exponent(a) + twin_exponent(b) + twin_adjust(t);
    if (twin_exponent(a) == 0 || (twin_exponent(b) == 0 && !keep_b) || e <= 0) {
        return (struct twin_term){twin_zero_exponent(t), 0};
    }
    return (struct twin_term){e, twin_sign(a) * twin_sign(b) * twin_slices(t, b, a) * 0x2000};
}

/* a + b; a phase scales the sum (SPEC D.1). */
static inline struct twin_term twin_sum(const struct twin *t, uint32_t a, uint32_t b, bool keep_b) {
    int64_t ma = twin_exponent(a) ? twin_significand(a) : 0;
    int64_t mb = twin_exponent(b) || keep_b ? twin_significand(b) : 0;
    if (twin_exponent(b) > twin_exponent(a) || (twin_exponent(b) == twin_exponent(a) && mb > ma)) {
        uint32_t swap = a;
        int64_t m = ma;
        a = b, b = swap, ma = mb, mb = m;
    }
    int64_t ea = twin_exponent(a), d = ea - twin_exponent(b);
    mb = d < 12 ? twin_nearest_up(mb, d) : 0;
    int64_t sum = twin_sign(a) * ma + twin_sign(b) * mb;
    if (t->acc32 && !t->e8) {
        ea = ea ? ea + 112 : 97;
    }
    ea -= (t->phase % 2 ? 5 : 0) + (t->phase / 2 ? 7 : 0);
    return (struct twin_term){ea, sum * 0x2000};
}

static inline int64_t twin_align_term(const struct twin *t, struct twin_term x, int64_t top) {
    int64_t d = top - x.exponent;
    int64_t v = d > 30 ? 0 : twin_nearest_up(x.value, d);
    return t->acc32 ? v : twin_nearest_up(v, 13) * 0x2000;
}

static inline int64_t twin_align_dst(const struct twin *t, uint32_t dst, int64_t top) {
    int64_t d = top - twin_exponent(dst);
    int64_t m = twin_exponent(dst) ? 0x800000 + dst % 0x800000u : 0;
    int64_t v = d > 30 ? 0 : twin_nearest_away(twin_sign(dst) * m, d);
    return t->acc32 ? v : twin_nearest_away(v, 13) * 0x2000;
}

/* sum * 2^(exponent - 150), sum not 0, to the precision of Dst. */
static inline uint32_t twin_round(const struct twin *t, int64_t exponent, int64_t sum) {
    uint32_t sign = sum < 0 ? 0x80000000u : 0;
    int64_t m = sum < 0 ? -sum : sum, bits = 0;
    int64_t precision = t->acc32 ? 24 : t->e8 ? 8 : 11;
    while (m >= twin_power(bits)) {
        bits++;
    }
    exponent += bits - 24;
    m = bits > precision ? twin_nearest_up(m, bits - precision) : m * twin_power(precision - bits);
    if (m == twin_power(precision)) {
        m /= 2;
        exponent++;
    }
    if (exponent <= 0) {
        return 0;
    }
    if (!t->acc32 && !t->e8 && exponent >= 32) {
        return sign | 31u << 23 | 0x3FFu << 13;
    }
    if ((t->acc32 || t->e8) && exponent >= 255) {
        return sign | 255u << 23;
    }
    uint32_t fraction = (uint32_t)((m - twin_power(precision - 1)) * twin_power(24 - precision));
    return sign | (uint32_t)exponent << 23 | fraction;
}

static inline uint32_t twin_accumulate(const struct twin *t, struct twin_term x, struct twin_term y,
                                       uint32_t dst) {
    int64_t top = twin_exponent(dst);
    top = x.exponent > top ? x.exponent : top;
    top = y.exponent > top ? y.exponent : top;
    if (top <= 0) {
        return 0;
    }
    int64_t sum =
        twin_align_term(t, x, top) + twin_align_term(t, y, top) + twin_align_dst(t, dst, top);
    if (STX_SUM_OF_MINUS_1 && t->acc32 && sum == -1) { /* shifted right by 4, not left by 23 */
        return 0x80000000u | (uint32_t)(top + 4 < 255 ? top + 4 : 255) << 23;
    }
    bool infinite = (t->acc32 || t->e8) && twin_exponent(dst) == 255 && !t->drops;
    if (!sum && infinite && twin_align_dst(t, dst, top) == 0) {
        return (dst >= 0x80000000u ? 0x80000000u : 0) + 0x7F800000u;
    }
    return sum ? twin_round(t, top, sum) : 0;
}

/* Integers: sign and 10-bit magnitude; magnitude bits in mask count. */
static inline int64_t twin_integer(uint32_t datum, int64_t low, int64_t high, bool keep) {
    if (twin_exponent(datum) == 0 && !keep) {
        return 0;
    }
    int64_t magnitude = datum / 0x2000u % 1024u; /* bits low..high - 1 of it */
    return twin_sign(datum) * (magnitude % twin_power(high) / twin_power(low) * twin_power(low));
}

static inline int64_t twin_integer_product(unsigned phase, uint32_t b, uint32_t a, bool keep_b) {
    int64_t x = phase % 2 ? twin_integer(a, 0, 5, false) : twin_integer(a, 5, 8, false);
    int64_t y = phase / 2 ? twin_integer(b, 0, 4, keep_b) : twin_integer(b, 4, 10, keep_b);
    return x * y;
}

static inline uint32_t twin_accumulate_integer(uint32_t dst, int64_t value) {
    int64_t sum = twin_sign(dst) * (int64_t)(dst % 0x80000000u) + value;
    if (sum > INT32_MAX) {
        return 0x7FFFFFFFu;
    }
    if (sum < -(int64_t)INT32_MAX) {
        return 0xFFFFFFFFu;
    }
    return sum < 0 ? 0x80000000u + (uint32_t)-sum : (uint32_t)sum;
}

#endif
