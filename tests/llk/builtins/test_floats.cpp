/* SPDX-License-Identifier: Apache-2.0
 *
 * test_floats.cpp - builtins that compute: multiply-add, tables, approximations, rounding. Inputs
 * of few bits give results that a float holds exactly; where it does not, the last bit may differ,
 * because the multiply-add of the hardware does not round as IEEE 754 wants (SPEC 8.5). */
#include "builtins.h"

static u32 rounded(double exact) {
    return bits_of((float)exact);
}

static double f(u32 word) {
    return float_of(word);
}

static double magnitude(double x) {
    return x < 0 ? -x : x;
}

TEST(add_mul_and_mad_of_short_floats_are_exact) {
    REPEAT {
        vec a = floats(2, 7), b = floats(2, 7), c = floats(2, 7);
        CHECK_LANES(__builtin_rvtt_sfpadd(a, b, 0),
                    each([&](unsigned i) { return rounded(f(a[i]) + f(b[i])); }));
        CHECK_LANES(__builtin_rvtt_sfpmul(a, b, 0),
                    each([&](unsigned i) { return rounded(f(a[i]) * f(b[i]) + 0.0); }));
        CHECK_LANES(__builtin_rvtt_sfpmad(a, b, c, 0),
                    each([&](unsigned i) { return rounded(f(a[i]) * f(b[i]) + f(c[i])); }));
        CHECK_LANES(__builtin_rvtt_sfpmad(a, b, c, 1),
                    each([&](unsigned i) { return rounded(-f(a[i]) * f(b[i]) + f(c[i])); }));
        CHECK_LANES(__builtin_rvtt_sfpmad(a, b, c, 2),
                    each([&](unsigned i) { return rounded(f(a[i]) * f(b[i]) - f(c[i])); }));
    }
}

TEST(mad_of_longer_floats_keeps_26_bits_of_the_product) {
    REPEAT {
        vec a = floats(8, 15), b = floats(8, 15), c = floats(8, 15);
        vec got = __builtin_rvtt_sfpmad(a, b, c, 0);
        for (unsigned i = 0; i < LANES; i++) {
            double product = f(a[i]) * f(b[i]), exact = product + f(c[i]);
            double error = magnitude(f(got[i]) - exact);
            CHECK(error <= magnitude(exact) / (1 << 23) + magnitude(product) / (1 << 26));
        }
    }
}

TEST(infinities_and_what_is_no_number) {
    const u32 inf = 0x7F800000, nan = 0x7FC00000, one = 0x3F800000, minus = 0x80000000;
    CHECK_LANES(__builtin_rvtt_sfpadd(same(inf), same(one), 0), same(inf));
    CHECK_LANES(__builtin_rvtt_sfpadd(same(inf), same(inf | minus), 0), same(nan));
    CHECK_LANES(__builtin_rvtt_sfpmul(same(inf), same(0), 0), same(nan));
    CHECK_LANES(__builtin_rvtt_sfpmul(same(inf), same(one | minus), 0), same(inf | minus));
    CHECK_LANES(__builtin_rvtt_sfpmad(same(nan), same(one), same(one), 0), same(nan));
    CHECK_LANES(__builtin_rvtt_sfpmul(same(0x7F000000), same(0x7F000000), 0), same(inf));
    CHECK_LANES(__builtin_rvtt_sfpmul(same(0x00800000), same(0x00800000), 0), same(0));
    CHECK_LANES(__builtin_rvtt_sfpmul(same(0x00400000), same(one), 0), same(0)); /* denormal */
}

TEST(reciprocal_is_an_approximation_of_seven_bits) {
    REPEAT {
        vec v = floats(60, 23);
        vec got = __builtin_rvtt_sfparecip(v, 0), conditional = __builtin_rvtt_sfparecip(v, 1);
        for (unsigned i = 0; i < LANES; i++) {
            double x = float_of(v[i]), y = float_of(got[i]);
            CHECK(x == 0 ? (got[i] & 0x7FFFFFFFu) == 0x7F800000u : x * y > 0.99 && x * y < 1.01);
            /* Only negative lanes are inverted, without their sign. */
            CHECK_EQ(conditional[i], v[i] >> 31 ? got[i] & 0x7FFFFFFFu : v[i]);
        }
    }
}

TEST(exponential_of_the_reciprocal_instruction) {
    /* Of magnitudes in [2^-6, 2): the power's mantissa above its own low bits. */
    for (unsigned step = 0; step < 28; step++) {
        double x = 1 / 64.0, e = 1, term = 1;
        u32 word = 0;
        for (unsigned k = 0; k < step; k++) {
            x *= 1.1892071150027210667; /* the fourth root of 2 */
        }
        word = bits_of((float)x) & 0xFFFF0000u;
        x = float_of(word);
        for (int n = 1; n < 40; n++) {
            term *= x / n;
            e += term;
        }
        vec got = __builtin_rvtt_sfparecip(same(word), 2);
        double y = float_of(got[0]);
        CHECK_LANES(got, same(got[0]));
        CHECK(y <= e * 1.01 && y >= e / 2.02);
    }
}

/* Rounds to so many mantissa bits: nearest, ties away from zero; denormals become +0. */
static u32 fewer_bits(u32 v, unsigned drop) {
    u32 exponent = v >> 23 & 255u;
    if (exponent == 0) {
        return 0;
    }
    if (exponent == 255) {
        return (v & 0x80000000u) | 0x7F800000u;
    }
    return (v + (1u << (drop - 1))) & ~((1u << drop) - 1u);
}

TEST(rounding_to_shorter_floats) {
    REPEAT {
        vec v = words();
        CHECK_LANES(__builtin_rvtt_sfpstochrnd_i(BUFFER, v, 0, 0, 0, 0, 0),
                    each([&](unsigned i) { return fewer_bits(v[i], 13); }));
        CHECK_LANES(__builtin_rvtt_sfpstochrnd_i(BUFFER, v, 0, 0, 0, 1, 0),
                    each([&](unsigned i) { return fewer_bits(v[i], 16); }));
    }
}

TEST(random_rounding_is_one_of_two_neighbours) {
    REPEAT {
        vec v = floats(20, 23), got = __builtin_rvtt_sfpstochrnd_i(BUFFER, v, 0, 0, 0, 1, 1);
        for (unsigned i = 0; i < LANES; i++) {
            u32 low = v[i] & 0xFFFF0000u;
            CHECK(got[i] == low || got[i] == low + 0x10000u);
            CHECK((v[i] & 0xFFFFu) != 0 || got[i] == low);
        }
    }
}

/* A float to an integer of sign and magnitude: nearest, ties away from zero, clamped. */
static u32 to_integer(u32 v, u32 limit, bool with_sign) {
    double x = float_of(v & 0x7FFFFFFFu);
    u32 exponent = v >> 23 & 255u;
    u32 magnitude = exponent >= 127 + 16 || x > limit ? limit : (u32)(x + 0.5);
    magnitude = magnitude > limit ? limit : magnitude;
    return magnitude | (with_sign && magnitude ? v & 0x80000000u : 0);
}

TEST(rounding_of_floats_to_integers) {
    static const struct {
        unsigned mod;
        u32 limit;
        bool with_sign;
    } kinds[] = {{2, 255, false}, {3, 127, true}, {6, 65535, false}, {7, 32767, true}};
    REPEAT {
        vec v = each([](unsigned) { return short_float(18, 23); }), none = same(0);
        for (const auto &k : kinds) {
            vec expected = each([&](unsigned i) { return to_integer(v[i], k.limit, k.with_sign); });
            CHECK_LANES(__builtin_rvtt_sfpstochrnd_i(BUFFER, v, 0, 0, 0, k.mod, 0), expected);
            CHECK_LANES(__builtin_rvtt_sfpstochrnd_v(v, none, k.mod, 0), expected);
        }
    }
}

/* Sign and magnitude divided by 2^shift: nearest, ties away from zero, clamped. */
static u32 descaled(u32 v, u32 shift, u32 limit, bool with_sign) {
    std::uint64_t magnitude = v & 0x7FFFFFFFu;
    magnitude = shift ? (magnitude + (1ull << (shift - 1))) >> shift : magnitude;
    u32 clamped = magnitude > limit ? limit : (u32)magnitude;
    return clamped | (with_sign && clamped ? v & 0x80000000u : 0);
}

TEST(descaling_of_integers) {
    REPEAT {
        vec v = words(), by = each([](unsigned) { return random_word() % 32; });
        u32 k = random_word() % 32;
        for (unsigned mod : {4u, 5u}) {
            u32 limit = mod == 4 ? 255 : 127;
            CHECK_LANES(__builtin_rvtt_sfpstochrnd_i(BUFFER, v, k, 0, 0, mod, 0),
                        each([&](unsigned i) { return descaled(v[i], k, limit, mod == 5); }));
            CHECK_LANES(__builtin_rvtt_sfpstochrnd_v(v, by, mod, 0),
                        each([&](unsigned i) { return descaled(v[i], by[i], limit, mod == 5); }));
        }
    }
}

/* One byte of a table: sign, three bits of a negative exponent, four of the mantissa. */
static double byte_value(u32 b) {
    double m = (1 + (b & 15u) / 16.0) / (double)(1u << (b >> 4 & 7u));
    return (b & 255u) == 255 ? 0 : b & 128u ? -m : m;
}

static unsigned third(u32 v) {
    double x = float_of(v & 0x7FFFFFFFu);
    return x < 1 ? 0 : x < 2 ? 1 : 2;
}

static u32 keep_sign(u32 result, u32 of, bool keep) {
    return keep ? (result & 0x7FFFFFFFu) | (of & 0x80000000u) : result;
}

TEST(lut_is_a_line_for_each_range) {
    REPEAT {
        vec t[3] = {words(), words(), words()}, v = floats(2, 5);
        for (unsigned mod : {0u, 4u}) {
            CHECK_LANES(__builtin_rvtt_sfplut(t[0], t[1], t[2], v, mod), each([&](unsigned i) {
                            u32 e = t[third(v[i])][i];
                            double x = float_of(v[i] & 0x7FFFFFFFu);
                            double y = byte_value(e >> 8) * x + byte_value(e);
                            return keep_sign(rounded(y), v[i], mod == 4);
                        }));
        }
    }
}

/* An FP16 without infinities; exponent 0 is zero. */
static double half_value(u32 h) {
    int exponent = (int)(h >> 10 & 31u) - 15;
    double m = 1 + (h & 1023u) / 1024.0;
    for (; exponent > 0; exponent--)
        m *= 2;
    for (; exponent < 0; exponent++)
        m /= 2;
    return (h & 0x7FFFu) == 0 ? 0 : h & 0x8000u ? -m : m;
}

/* Two FP16 numbers from 1/4 to 4. */
static vec halves() {
    return each([](unsigned) {
        u32 r = random_word(), s = random_word();
        u32 low = (13 + r % 4) << 10 | (r >> 8 & 0x83FFu),
            high = (13 + s % 4) << 10 | (s >> 8 & 0x83FFu);
        return high << 16 | low;
    });
}

TEST(lutfp32_of_three_floats) {
    REPEAT {
        vec a[3] = {floats(2, 7), floats(2, 7), floats(2, 7)},
            b[3] = {floats(2, 7), floats(2, 7), floats(2, 7)};
        vec v = floats(2, 5);
        for (unsigned mod : {0u, 4u}) {
            vec got = __builtin_rvtt_sfplutfp32_6r(a[0], a[1], a[2], b[0], b[1], b[2], v, mod);
            CHECK_LANES(got, each([&](unsigned i) {
                            unsigned k = third(v[i]);
                            double x = float_of(v[i] & 0x7FFFFFFFu);
                            double y = x * float_of(a[k][i]) + float_of(b[k][i]);
                            return keep_sign(rounded(y), v[i], mod == 4);
                        }));
        }
    }
}

TEST(lutfp32_of_six_halves) {
    REPEAT {
        vec a[3] = {halves(), halves(), halves()}, b[3] = {halves(), halves(), halves()};
        vec v = floats(2, 5);
        for (unsigned mod : {2u, 3u, 6u, 7u}) {
            vec got = __builtin_rvtt_sfplutfp32_6r(a[0], a[1], a[2], b[0], b[1], b[2], v, mod);
            double cut = mod & 1u ? 4 : 3;
            CHECK_LANES(got, each([&](unsigned i) {
                            unsigned k = third(v[i]);
                            double x = float_of(v[i] & 0x7FFFFFFFu);
                            bool high = k == 0 ? x >= 0.5 : k == 1 ? x >= 1.5 : x >= cut;
                            double slope = half_value(a[k][i] >> (high ? 16 : 0) & 0xFFFFu);
                            double offset = half_value(b[k][i] >> (high ? 16 : 0) & 0xFFFFu);
                            return keep_sign(rounded(x * slope + offset), v[i], mod & 4u);
                        }));
        }
    }
}

TEST(lutfp32_of_three_pairs_of_halves) {
    REPEAT {
        vec t[3] = {halves(), halves(), halves()}, v = floats(2, 5);
        for (unsigned mod : {10u, 14u}) {
            vec got = __builtin_rvtt_sfplutfp32_3r(t[0], t[1], t[2], v, mod);
            CHECK_LANES(got, each([&](unsigned i) {
                            u32 e = t[third(v[i])][i];
                            double x = float_of(v[i] & 0x7FFFFFFFu);
                            double y = x * half_value(e >> 16) + half_value(e & 0xFFFFu);
                            return keep_sign(rounded(y), v[i], mod == 14);
                        }));
        }
    }
}

int main() {
    start();
    RUN(add_mul_and_mad_of_short_floats_are_exact);
    RUN(mad_of_longer_floats_keeps_26_bits_of_the_product);
    RUN(infinities_and_what_is_no_number);
    RUN(reciprocal_is_an_approximation_of_seven_bits);
    RUN(exponential_of_the_reciprocal_instruction);
    RUN(rounding_to_shorter_floats);
    RUN(random_rounding_is_one_of_two_neighbours);
    RUN(rounding_of_floats_to_integers);
    RUN(descaling_of_integers);
    RUN(lut_is_a_line_for_each_range);
    RUN(lutfp32_of_three_floats);
    RUN(lutfp32_of_six_halves);
    RUN(lutfp32_of_three_pairs_of_halves);
    return test_summary();
}
