/* SPDX-License-Identifier: Apache-2.0
 *
 * The fast multiply-adds, products and sums of lanes against the plain form where they are most
 * likely to differ: terms far apart, ties of the rounding, cancellation, ends of the range; and
 * where mad_ordinary.h answers at all. Conversions and shifts of integers too. */
#include <string.h>

#include "fast/chosen.h"
#include "fast/lanes/mad_ordinary.h"
#include "num/sfpu_int.h"
#include "sfpu/multiply_add.h"
#include "softensix/softensix.h"
#include "test.h"

enum { LANES = 32, TRIES = 6000 };

static struct stx_core core;
static uint32_t seed = 0x5EED1A9Eu;

static uint32_t random32(void) {
    return test_random(&seed);
}

static uint32_t exponent_of(uint32_t v) {
    return v >> 23 & 255u;
}

/* A mantissa of anything, of few bits at the top, of few at the bottom, or of ones. */
static uint32_t random_mantissa(void) {
    uint32_t r = random32(), m = random32() & 0x7FFFFFu;
    return (r & 3u) == 0   ? m & 0x7FFC00u >> (r >> 8 & 7u) << (r >> 8 & 7u)
           : (r & 3u) == 1 ? m & (r & 4u ? 0x700000u : 0x600000u)
           : (r & 3u) == 2 ? (r & 4u ? m & 7u : 0x7FFFFFu - (m & 3u))
                           : m;
}

static uint32_t number(uint32_t exponent) {
    return (random32() & 0x80000000u) | (exponent & 255u) << 23 | random_mantissa();
}

/* An exponent in the middle, or near one of those at which the forms decide. */
static uint32_t random_exponent(void) {
    static const uint8_t edges[] = {0, 1, 2, 30, 31, 32, 33, 63, 64, 65, 127};
    static const uint8_t upper[] = {190, 191, 192, 193, 250, 251, 252, 253, 254, 255, 128};
    uint32_t r = random32();
    if (r & 7u) {
        return 100 + (r >> 8) % 50;
    }
    return r & 8u ? edges[(r >> 8) % sizeof edges] : upper[(r >> 8) % sizeof upper];
}

/* The sum of the exponents as a product has it, or one beside it, up to 40 places away. */
static uint32_t beside(int32_t exponent) {
    uint32_t r = random32();
    int32_t away = (int32_t)(r & 1u ? r >> 8 & 3u : (r >> 8) % 40);
    exponent += r & 2u ? away : -away;
    return exponent < 0 ? 0 : exponent > 255 ? 255 : (uint32_t)exponent;
}

static void random_operands(uint32_t *x, uint32_t *y, uint32_t *z) {
    *x = number(random_exponent());
    *y = number(random_exponent());
    int32_t p = (int32_t)(exponent_of(*x) + exponent_of(*y)) - 127;
    *z = number(random32() % 8 ? beside(p) : random_exponent());
}

/* Ordinary operands: factors that are neither 0 nor infinite, a product and an addend with
 * exponents up to 251; a difference needs one of 32 or more, and must not be 0. */
static bool is_ordinary(uint32_t x, uint32_t y, uint32_t z, uint32_t result) {
    int32_t ex = (int32_t)exponent_of(x), ey = (int32_t)exponent_of(y);
    int32_t ez = (int32_t)exponent_of(z), p = ex + ey - 127;
    if (ex < 1 || ex > 254 || ey < 1 || ey > 254 || ez < 1 || ez > 251 || p < 0 || p > 251) {
        return false;
    }
    bool difference = (x ^ y ^ z) >> 31;
    return !difference || ((p >= 32 || ez >= 32) && result << 1 != 0);
}

TEST(multiply_adds_of_ordinary_operands_are_answered_and_right) {
    for (unsigned n = 0; n < LANES * TRIES; n++) {
        const struct mad_constants k = mad_constants();
        uint32_t x, y, z, r = 0;
        random_operands(&x, &y, &z);
        uint32_t want = stx_sfpu_mad_plain(x, y, z);
        bool answered = mad_ordinary(&k, x, y, z, &r);
        CHECK_EQ(answered, is_ordinary(x, y, z, want));
        CHECK(!answered || r == want);
    }
}

/* Lanes of one kind in most blocks of eight, so that those forms run that do not look at lanes one
 * by one. */
TEST(lanes_of_multiply_adds_are_those_of_the_plain_form) {
    for (unsigned n = 0; n < TRIES; n++) {
        uint32_t a[LANES], b[LANES], c[LANES], out[LANES];
        for (unsigned i = 0; i < LANES; i++) {
            random_operands(&a[i], &b[i], &c[i]);
            if (i >= 8) { /* ordinary */
                a[i] = number(100 + random32() % 50);
                b[i] = number(100 + random32() % 50);
                c[i] = number(beside((int32_t)(exponent_of(a[i]) + exponent_of(b[i])) - 127));
            }
            if (i == 8 + n % 24) {
                (n & 32u ? a : n & 64u ? b : c)[i] = number(random_exponent());
            }
        }
        unsigned lanes = n % 4 ? LANES : 1 + n / 4 % LANES;
        memset(out, 0, sizeof out);
        sfpu_mad_lanes(&core, a, b, c, out, lanes);
        for (unsigned i = 0; i < LANES; i++) {
            CHECK_EQ(out[i], i < lanes ? stx_sfpu_mad_plain(a[i], b[i], c[i]) : 0);
        }
    }
}

/* The exponents of eight neighbours are ordinary, or all but one are. */
static void fill_pairs(uint32_t *a, uint32_t *b, unsigned n, bool sums) {
    for (unsigned i = 0; i < LANES; i++) {
        uint32_t e = i < 8 ? random_exponent() : 80 + random32() % 90;
        a[i] = number(e);
        b[i] = number(sums ? beside((int32_t)e) : random_exponent() % 128 + 64);
        if (i == 8 + n % 24) {
            (n & 32u ? a : b)[i] = n & 64u ? n << 31 : number(random_exponent());
        }
    }
    for (unsigned i = 0; i < 4; i++) { /* sums that cancel, all or nearly so; zeros */
        b[8 * i + n % 8] = sums ? (a[8 * i + n % 8] ^ 0x80000000u) + (n / 8 & 1u) : n << 31;
    }
}

static void check_lanes_of_pairs(bool sums) {
    for (unsigned n = 0; n < TRIES; n++) {
        uint32_t a[LANES], b[LANES], out[LANES] = {0};
        unsigned lanes = n % 4 ? LANES : 1 + n / 4 % LANES;
        fill_pairs(a, b, n, sums);
        if (sums) {
            sfpu_add_lanes(&core, a, b, out, lanes);
        } else {
            sfpu_mul_lanes(&core, a, b, out, lanes);
        }
        for (unsigned i = 0; i < LANES; i++) {
            uint32_t want =
                sums ? stx_sfpu_mad_plain(SFPU_ONE, a[i], b[i]) : stx_sfpu_mad_plain(a[i], b[i], 0);
            CHECK_EQ(out[i], i < lanes ? want : 0);
        }
    }
}

/* Zeros, infinities, NaN with any mantissa, and ordinary numbers. */
static uint32_t number_or_none(void) {
    uint32_t r = random32(), sign = r & 0x80000000u;
    switch (r % 6) {
    case 0:
        return sign;
    case 1:
        return sign | 0x7F800000u;
    case 2:
        return sign | 0x7F800000u | random32() >> 9;
    default:
        return number(80 + random32() % 90);
    }
}

TEST(infinities_and_nan_go_through_sums_and_products_as_in_the_plain_form) {
    for (unsigned n = 0; n < TRIES; n++) {
        uint32_t a[LANES], b[LANES], sum[LANES], product[LANES];
        for (unsigned i = 0; i < LANES; i++) {
            a[i] = number_or_none();
            b[i] = random32() % 8 ? number_or_none() : a[i] ^ 0x80000000u;
        }
        sfpu_add_lanes(&core, a, b, sum, LANES);
        sfpu_mul_lanes(&core, a, b, product, LANES);
        for (unsigned i = 0; i < LANES; i++) {
            CHECK_EQ(sum[i], stx_sfpu_mad_plain(SFPU_ONE, a[i], b[i]));
            CHECK_EQ(product[i], stx_sfpu_mad_plain(a[i], b[i], 0));
        }
    }
}

TEST(lanes_of_sums_are_those_of_the_plain_form) {
    check_lanes_of_pairs(true);
}

TEST(lanes_of_products_are_those_of_the_plain_form) {
    check_lanes_of_pairs(false);
}

/* Integers of every length, with all that can decide about the rounding; 0, -0; and in place. */
TEST(integers_become_the_floats_of_the_plain_form) {
    for (unsigned n = 0; n < TRIES && fast.cast_lanes; n++) {
        uint32_t v[LANES], out[LANES];
        for (unsigned i = 0; i < LANES; i++) {
            uint32_t length = (n + i) % 32, r = random32();
            uint32_t low = r & 1u ? 0x80u >> (r >> 8 & 7u) : r & 2u ? 0xFFu : random32();
            v[i] =
                (r & 0x80000000u) | ((length ? 1u << (length - 1) : 0) |
                                     ((random_mantissa() << 8 | low) & ((1u << length) / 2 - 1)));
        }
        v[n % LANES] = n << 31;
        fast.cast_lanes(v, out);
        for (unsigned i = 0; i < LANES; i++) {
            CHECK_EQ(out[i], sfpu_sm32_to_f32_rne(v[i]));
        }
        fast.cast_lanes(v, v);
        CHECK(!memcmp(v, out, sizeof v));
    }
}

/* A zero as a factor, an addend without an exponent, and both. */
TEST(multiply_adds_of_zeros_are_those_of_the_plain_form) {
    for (unsigned n = 0; n < TRIES; n++) {
        uint32_t a[LANES], b[LANES], c[LANES], out[LANES];
        for (unsigned i = 0; i < LANES; i++) {
            uint32_t kinds = random32();
            a[i] = kinds & 1u ? kinds & 0x80000000u : number(64 + random32() % 128);
            b[i] = kinds & 2u ? random32() & 0x80000000u : number(64 + random32() % 128);
            c[i] = number(kinds & 12u ? random_exponent() : 0);
            c[i] &= kinds & 16u ? UINT32_MAX : 0x80000000u;
        }
        sfpu_mad_lanes(&core, a, b, c, out, LANES);
        for (unsigned i = 0; i < LANES; i++) {
            CHECK_EQ(out[i], stx_sfpu_mad_plain(a[i], b[i], c[i]));
        }
    }
}

/* Every amount, with anything above the bits that count. */
TEST(shifts_of_lanes_are_those_of_the_plain_form) {
    for (unsigned n = 0; n < TRIES && fast.shift_lanes; n++) {
        uint32_t v[LANES], by[LANES], out[LANES];
        for (unsigned i = 0; i < LANES; i++) {
            v[i] = random32();
            by[i] = n % 2 ? random32() : n / 2 + i - 64;
        }
        fast.shift_lanes(v, by, out);
        for (unsigned i = 0; i < LANES; i++) {
            CHECK_EQ(out[i], sfpu_shift_logical(v[i], by[i]));
        }
        fast.shift_lanes(v, by, by);
        CHECK(!memcmp(by, out, sizeof by));
    }
}

int main(void) {
    stx_init(&core, NULL, 0, NULL);
    RUN(multiply_adds_of_ordinary_operands_are_answered_and_right);
    RUN(lanes_of_multiply_adds_are_those_of_the_plain_form);
    RUN(lanes_of_sums_are_those_of_the_plain_form);
    RUN(infinities_and_nan_go_through_sums_and_products_as_in_the_plain_form);
    RUN(lanes_of_products_are_those_of_the_plain_form);
    RUN(integers_become_the_floats_of_the_plain_form);
    RUN(multiply_adds_of_zeros_are_those_of_the_plain_form);
    RUN(shifts_of_lanes_are_those_of_the_plain_form);
    return test_summary();
}
