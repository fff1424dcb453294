/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversions of the packer against arithmetic in double and the host's binary32 adder (SPEC 12.4
 * to 12.7). 16-bit inputs: all; 32-bit inputs: all high halves with chosen low ones. */
#include <math.h>
#include <string.h>

#include "num/pack_datum.h"
#include "num/unpack_datum.h"
#include "floats.h"
#include "test.h"

static uint32_t seed = 0x1234567u;

static uint32_t as_bits(float f) {
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    return v;
}

/* Magnitude to a multiple of the unit of m mantissa bits, halves up; NaN and Inf to Inf. */
static uint32_t round_half_up(uint32_t v, int m) {
    uint32_t sign = v & 0x80000000u;
    int e;
    if ((v & 0x7F800000u) == 0x7F800000u) {
        return sign | 0x7F800000u;
    }
    double a = fabs((double)as_float(v));
    (void)frexp(a, &e);
    double unit = ldexp(1.0, (e < -125 ? -125 : e) - 1 - m);
    uint32_t r = sign | as_bits((float)(floor(a / unit + 0.5) * unit));
    return (r & 0x7F800000u) ? r : 0;
}

TEST(binary32_rounds_half_up_to_7_6_and_10_bits) {
    static const uint32_t low[] = {0, 1, 0x0FFF, 0x1000, 0x7FFF, 0x8000, 0x8001, 0xFFFF};
    for (uint32_t high = 0; high < 0x10000; high++) {
        for (unsigned i = 0; i < 8; i++) {
            uint32_t v = high << 16 | low[i], whole = v & 0xFFFF0000u;
            CHECK_EQ(pack_f32_to_b16(v) << 16, round_half_up(v, 7));
            CHECK_EQ(pack_f32_to_tf32(v), round_half_up(v, 10));
            CHECK_EQ(pack_f32_to_e8m6(v) << 16, round_half_up(whole, 6));
        }
    }
}

TEST(bf16_keeps_everything_but_nan_and_denormals) {
    for (uint32_t v = 0; v < 0x10000; v++) {
        uint32_t e = v >> 7 & 255u, nan = e == 255 && (v & 0x7Fu);
        CHECK_EQ(pack_bf16_to_b16(v), nan ? (v & 0x8000u) + 0x7F80u : e ? v : 0);
        CHECK_EQ(pack_b16_to_f32(v) >> 16, v);
        CHECK_EQ(unpack_bf16(v) >> 16, v);
        CHECK_EQ(pack_f32_to_bfp_input(v << 16 | 0x1234u), e ? v : 0);
    }
}

/* Value of sign, 5-bit exponent, 10-bit mantissa; exponent 31 is ordinary, exponent 0 counts as 0.
 */
static double value16(uint32_t v) {
    int e = (int)(v >> 10 & 31u);
    double r = e ? (1 + (v & 0x3FFu) / 1024.0) * ldexp(1.0, e - 15) : 0;
    return v & 0x8000u ? -r : r;
}

TEST(fp16_survives_the_way_through_source_and_back) {
    for (uint32_t v = 0; v < 0x10000; v++) {
        uint32_t d = unpack_fp16(v), h = (d >> 16 & 0x8000u) | (d >> 13 & 0x7FFFu);
        CHECK_EQ(h, v);
        CHECK_EQ(pack_fp16_to_h16(h), (v & 0x7C00u) ? v : 0);
    }
}

TEST(h16_widens_exactly_and_narrows_back) {
    for (uint32_t v = 0; v < 0x10000; v++) {
        if (v & 0x7C00u) {
            CHECK(as_float(pack_h16_to_f32(v)) == value16(v));
            CHECK_EQ(pack_f32_to_fp16(pack_h16_to_f32(v)), v);
            CHECK_EQ(pack_h16_to_b16(v), pack_h16_to_f32(v) >> 16);
        } else {
            CHECK_EQ(pack_h16_to_b16(v), 0);
        }
    }
}

TEST(h16_truncates_to_fp8) {
    for (uint32_t v = 0; v < 0x10000; v++) {
        double a = fabs(value16(v));
        uint32_t sign = (v >> 15) * 128u, r = pack_h16_to_e4m3(v);
        CHECK_EQ(pack_h16_to_e5m2(v), v / 256);
        CHECK_EQ(r & 0x80u, sign);
        if (a < ldexp(1.0, -6)) {
            CHECK_EQ(r, sign);
        } else if (a >= 512) {
            CHECK_EQ(r, sign | 0x7Fu);
        } else {
            double back = (1 + (r & 7u) / 8.0) * ldexp(1.0, (int)(r >> 3 & 15u) - 7);
            CHECK(back <= a && a - back < back / 8);
        }
    }
}

TEST(bf16_to_h16_keeps_the_value_or_saturates) {
    for (uint32_t v = 0; v < 0x10000; v++) {
        uint32_t e = v >> 7 & 255u, r = pack_bf16_to_h16(v);
        CHECK_EQ(r & 0x8000u, v & 0x8000u);
        if (e > 112 && e <= 143) {
            CHECK(value16(r) == as_float(v << 16));
        } else if (e != 112) {
            CHECK_EQ(r & 0x7FFFu, e < 112 ? 0 : 0x7FFF);
        }
        CHECK_EQ(pack_b16_to_fp16(v), r);
    }
}

TEST(int32_clamps_to_int8_and_uint8) {
    for (uint32_t v = 0; v < 0x400; v++) {
        CHECK_EQ(pack_int32_to_int8(v), v > 127 ? 127 : v);
        CHECK_EQ(pack_int32_to_int8(v | 0x80000000u), 128 + (v > 127 ? 127 : v));
        CHECK_EQ(pack_int32_to_uint8(v), v > 255 ? 255 : v);
        CHECK_EQ(pack_int32_to_uint8(v | 0x80000000u), 0);
        CHECK_EQ(pack_int32_to_uint8_raw(v), v % 256);
        CHECK_EQ(pack_int32_to_int8_raw(v | 0x80000000u), 128 + v % 128);
    }
    for (unsigned bit = 8; bit < 31; bit++) {
        CHECK_EQ(pack_int32_to_int8(1u << bit), 127);
        CHECK_EQ(pack_int32_to_int8(1u << bit | 0x80000000u), 255);
        CHECK_EQ(pack_int32_to_uint8(1u << bit), 255);
    }
}

/* The block rule in arithmetic: round(|v| / unit) halves up to 7 bits, then drop low bits. */
static uint32_t block_field(double v, int top, unsigned width, int sign) {
    double unit = ldexp(1.0, top - 127 - 6), q = floor(fabs(v) / unit + 0.5);
    uint32_t m = (uint32_t)(q > 127 ? 127 : q) >> (8 - width);
    return m ? m | (uint32_t)sign << (width - 1) : 0;
}

static void check_block(const uint32_t in[16], unsigned width) {
    uint8_t field[16];
    uint32_t top = 0;
    for (unsigned i = 0; i < 16; i++) {
        top = (in[i] >> 7 & 255u) > top ? in[i] >> 7 & 255u : top;
    }
    CHECK_EQ(pack_bfp_group(in, false, width, field), top);
    for (unsigned i = 0; i < 16; i++) {
        double v = as_float(in[i] << 16);
        int gap = (int)top - (int)(in[i] >> 7 & 255u);
        CHECK_EQ(field[i], gap >= 8 ? 0 : block_field(v, (int)top, width, in[i] >> 15));
    }
}

TEST(blocks_share_the_largest_exponent_and_round_half_up) {
    static const unsigned widths[] = {8, 4, 2};
    for (unsigned round = 0; round < 30000 && !test_bad; round++) {
        uint32_t in[16], base = 20 + test_random(&seed) % 220;
        for (unsigned i = 0; i < 16; i++) {
            uint32_t r = test_random(&seed);
            in[i] = (r >> 8 & 0x807Fu) | (base + (r >> 4 & 15u) % 12) << 7;
        }
        check_block(in, widths[round % 3]);
    }
}

static uint32_t flush(uint32_t v) {
    return (v & 0x7F800000u) ? v : v & 0x80000000u;
}

TEST(accumulation_in_fp32_is_the_ieee_sum_without_denormals) {
    for (unsigned i = 0; i < 2000000; i++) {
        uint32_t x = test_random(&seed), y = test_random(&seed);
        y = i % 2 ? (y & 0x807FFFFFu) | (x & 0x7F800000u) : y; /* equal exponents: cancellation */
        float sum = as_float(flush(x)) + as_float(flush(y));
        CHECK_EQ(pack_add_f32(x, y), isnan(sum) ? 0x7FC00000u : flush(as_bits(sum)));
    }
}

/* 53 bits are enough that rounding twice does no harm. */
static uint32_t sum_bf16(uint32_t x, uint32_t y) {
    double s = (double)as_float(flush(x << 16)) + as_float(flush(y << 16));
    int e;
    (void)frexp(s, &e);
    double unit = ldexp(1.0, e - 8), r = nearbyint(s / unit) * unit;
    if (fabs(r) >= ldexp(1.0, 128)) {
        return r < 0 ? 0xFF80u : 0x7F80u;
    }
    if (fabs(r) < ldexp(1.0, -126)) {
        return signbit(s) ? 0x8000u : 0;
    }
    return as_bits((float)r) >> 16;
}

TEST(accumulation_in_bf16_is_the_exact_sum_rounded_to_even) {
    for (unsigned i = 0; i < 2000000; i++) {
        uint32_t r = test_random(&seed), x = r & 0xFFFFu, y = r >> 16;
        y = i % 2 ? (y & 0x81FFu) | (x & 0x7E00u) : y;
        if ((x & 0x7F80u) != 0x7F80u && (y & 0x7F80u) != 0x7F80u) {
            CHECK_EQ(pack_add_bf16(x, y), sum_bf16(x, y));
        }
    }
    CHECK_EQ(pack_add_bf16(0x7F80, 0xFF80), 0x7FC0);
    CHECK_EQ(pack_add_bf16(0xFFC1, 0x3F80), 0xFF80);
    CHECK_EQ(pack_add_bf16(0xFFC1, 0x7F80), 0x7F80);
}

TEST(six_bits_of_mantissa_are_rounded_half_up) {
    for (uint32_t v = 0; v < 65536; v++) {
        uint32_t sign = v & 0x8000u, m = v & 0x7FFFu, b = m > 0x7F80 ? 0x7F80 : m;
        uint32_t h = m > 0x7FF7 ? 0x7FF0 : (m + 8) / 16 * 16;
        CHECK_EQ(pack_bf16_to_e8m6(v), m < 0x80 ? 0 : sign + (b + 1) / 2 * 2);
        CHECK_EQ(pack_fp16_to_e5m6(v), h < 0x400 ? 0 : sign + h);
        CHECK_EQ(pack_f32_truncate(v << 16 | 0xFFFFu), v);
    }
    CHECK_EQ(pack_t19_to_h16(1u << 18 | 127u << 10 | 5u), 0x8000u | 15u << 10 | 5u);
    CHECK_EQ(pack_t19_to_h16(128u << 10 | 0x3FFu), 16u << 10 | 0x3FFu);
}

TEST(special_sums_in_fp32_and_bf16_are_those_of_the_rules) {
    static const uint32_t one = 0x3F800000, inf = 0x7F800000, nan = 0x7F800001;
    CHECK_EQ(pack_add_f32(inf, one), inf);
    CHECK_EQ(pack_add_f32(one, 0xFF800000), 0xFF800000);
    CHECK_EQ(pack_add_f32(0xFF800000, 0xFF800000), 0xFF800000);
    CHECK_EQ(pack_add_f32(inf, 0xFF800000), 0x7FC00000);
    CHECK_EQ(pack_add_f32(nan, one), 0x7FC00000);
    CHECK_EQ(pack_add_f32(one, nan | 0x80000000u), 0x7FC00000);
    CHECK_EQ(pack_add_f32(0x807FFFFF, 0x80000001), 0x80000000); /* denormals: zeros, signs stay */
    CHECK_EQ(pack_add_f32(0x807FFFFF, 0x007FFFFF), 0);
    CHECK_EQ(pack_add_f32(0x7F7FFFFF, 0x7F7FFFFF), inf);
    CHECK_EQ(pack_add_bf16(0x3F80, 0xFF80), 0xFF80);
    CHECK_EQ(pack_add_bf16(0x7FC1, 0xBF80), 0x7F80);
    CHECK_EQ(pack_add_bf16(0x3F80, 0x7FC0), 0x7F80); /* 1.5 * 2^128 is too large */
    CHECK_EQ(pack_add_bf16(0xFF7F, 0x7FC0), 0x7F01); /* (384 - 255) * 2^120 */
    CHECK_EQ(pack_add_bf16(0x807F, 0x8001), 0x8000);
}

static double value_of_fp16(uint32_t v) {
    int e = (int)(v >> 10 & 31u);
    double m = e ? ldexp(1024 + (v & 0x3FFu), e - 25) : 0;
    return v >> 15 ? -m : m;
}

/* Exponent 31 is an ordinary one; e: the sum's before the final rounding. */
static uint32_t sum_fp16(uint32_t x, uint32_t y) {
    double s = value_of_fp16(x) + value_of_fp16(y);
    uint32_t sign = s < 0 ? 0x8000u : 0;
    int e;
    if (s == 0) {
        return (x & y & 0x8000u) | ((x >> 10 & 31u) >= 30 ? 0x7FFFu : 0);
    }
    (void)frexp(s, &e);
    uint32_t r = (uint32_t)nearbyint(ldexp(fabs(s), 11 - e));
    e += 14;
    if (e < 0 || e > 31) {
        return sign | 0x7FFFu;
    }
    r += ((uint32_t)e << 10) - 1024;
    return e == 0 ? sign : sign | (r > 0x7FFFu ? 0x7FFFu : r);
}

TEST(accumulation_in_fp16_is_the_exact_sum_rounded_to_even) {
    for (unsigned i = 0; i < 400000; i++) {
        uint32_t r = test_random(&seed), x = r & 0xFFFFu, y = r >> 16;
        y = i % 4 == 0 ? y : i % 4 == 1 ? (y & 0x87FFu) | (x & 0x7800u) : x ^ (y & 0x8003u);
        CHECK_EQ(pack_add_fp16(x, y), sum_fp16(x, y));
    }
}

int main(void) {
    RUN(binary32_rounds_half_up_to_7_6_and_10_bits);
    RUN(bf16_keeps_everything_but_nan_and_denormals);
    RUN(fp16_survives_the_way_through_source_and_back);
    RUN(h16_widens_exactly_and_narrows_back);
    RUN(h16_truncates_to_fp8);
    RUN(bf16_to_h16_keeps_the_value_or_saturates);
    RUN(int32_clamps_to_int8_and_uint8);
    RUN(blocks_share_the_largest_exponent_and_round_half_up);
    RUN(accumulation_in_fp32_is_the_ieee_sum_without_denormals);
    RUN(accumulation_in_bf16_is_the_exact_sum_rounded_to_even);
    RUN(six_bits_of_mantissa_are_rounded_half_up);
    RUN(special_sums_in_fp32_and_bf16_are_those_of_the_rules);
    RUN(accumulation_in_fp16_is_the_exact_sum_rounded_to_even);
    return test_summary();
}
