/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversions of the unpacker: every 8- and 16-bit pattern, by value, against arithmetic in double
 * (SPEC 11.4). */
#include <math.h>
#include <stdbool.h>

#include "num/unpack_datum.h"
#include "test.h"

static double power(int e) {
    return ldexp(1.0, e);
}

/* Value of a source datum with an 8-bit or a 5-bit exponent; no infinities, 0 if exponent 0. */
static double value8(uint32_t d) {
    int e = (int)(d >> 23 & 255u);
    double v = e ? (1 + (d & 0x7FFFFFu) * power(-23)) * power(e - 127) : 0;
    return d >> 31 ? -v : v;
}

static double value5(uint32_t d) {
    int e = (int)(d >> 23 & 31u);
    double v = e ? (1 + (d & 0x7FFFFFu) * power(-23)) * power(e - 15) : 0;
    return d >> 31 ? -v : v;
}

/* A small float: mantissa bits m, exponent bits e, bias; exponent 0 counts as 0. */
static double small_float(uint32_t v, int m, int e, int bias) {
    int exponent = (int)(v >> m) & ((1 << e) - 1);
    double r = exponent ? (1 + (v & ((1u << m) - 1)) * power(-m)) * power(exponent - bias) : 0;
    return v >> (m + e) & 1u ? -r : r;
}

TEST(fp16_keeps_its_value_exponent_31_included) {
    for (uint32_t v = 0; v < 0x10000; v++) {
        CHECK(value5(unpack_fp16(v)) == small_float(v, 10, 5, 15));
        CHECK_EQ(unpack_fp16(v) >> 31, v >> 15);
        CHECK_EQ(unpack_fp16(v) & 0xF0001FFFu & 0x7FFFFFFFu, 0);
    }
}

TEST(bf16_is_the_high_half_of_a_binary32) {
    for (uint32_t v = 0; v < 0x10000; v++) {
        CHECK_EQ(unpack_bf16(v), v * 65536u);
    }
}

TEST(int16_is_opaque_and_lossless) {
    for (uint32_t v = 0; v < 0x10000; v++) {
        uint32_t d = unpack_int16(v);
        CHECK_EQ((d >> 31) * 0x8000u + (d >> 16 & 0x7Fu) * 0x100u + (d >> 23 & 0xFFu), v);
        CHECK_EQ(d & 0xFFFFu, 0);
    }
}

/* Wormhole knows no exception for all ones of E5M2. */
TEST(fp8_keeps_its_value_and_the_largest_becomes_the_largest) {
    uint32_t largest = STX_ARCH == STX_ARCH_BLACKHOLE ? 0x7FFF : 0x7F00;
    for (uint32_t v = 0; v < 256; v++) {
        double e5m2 = value5(unpack_fp8_e5m2(v)), e4m3 = value5(unpack_fp8_e4m3(v));
        if ((v & 0x7Fu) == 0x7Fu) {
            CHECK(fabs(e5m2) == small_float(largest, 10, 5, 15));
            CHECK(fabs(e4m3) == small_float(0x5FFF, 10, 5, 15));
        } else {
            CHECK(e5m2 == small_float(v, 2, 5, 15));
            CHECK(e4m3 == small_float(v, 3, 4, 7));
        }
        CHECK_EQ(unpack_fp8_e5m2(v) >> 31, v >> 7);
        CHECK_EQ(unpack_fp8_e4m3(v) >> 31, v >> 7);
    }
}

TEST(integers_are_a_magnitude_with_exponent_16) {
    for (uint32_t v = 0; v < 256; v++) {
        uint32_t s = unpack_int8(v), u = unpack_uint8(v);
        CHECK_EQ(s >> 13 & 0x3FFu, v % 128);
        CHECK_EQ(s >> 23, (v / 128) * 256 + (v % 128 ? 16 : 0));
        CHECK_EQ(u >> 13 & 0x3FFu, v);
        CHECK_EQ(u >> 23, v ? 16 : 0);
    }
}

/* field = sign, magnitude of width - 1 bits, whose top bit weighs 2^(exponent - bias). */
static double block_value(uint32_t field, unsigned width, int exponent) {
    uint32_t magnitude = field & ((1u << (width - 1)) - 1u);
    double v = magnitude * power(exponent - (int)(width - 2));
    return field >> (width - 1) ? -v : v;
}

TEST(block_formats_keep_their_value_and_minus_zero_is_minus_infinity) {
    static const unsigned widths[] = {8, 4, 2};
    for (unsigned w = 0; w < 3; w++) {
        for (uint32_t field = 0; field < 1u << widths[w]; field++) {
            bool minus_zero = field == 1u << (widths[w] - 1);
            for (uint32_t e = 7; e < 256; e++) {
                uint32_t d = unpack_bfp(field, widths[w], e);
                CHECK(minus_zero ? d == 0xFF800000u
                                 : value8(d) == block_value(field, widths[w], (int)e - 127));
            }
            for (uint32_t e = 7; e < 32; e++) {
                uint32_t d = unpack_bfp_a(field, widths[w], e);
                CHECK(minus_zero ? d == 0x8F800000u
                                 : value5(d) == block_value(field, widths[w], (int)e - 15));
            }
        }
    }
}

TEST(block_exponent_wraps_below_zero) {
    CHECK_EQ(unpack_bfp(0x01, 8, 3), ((3u - 6u) & 255u) << 23);
    CHECK_EQ(unpack_bfp_a(0x01, 8, 3), ((3u - 6u) & 31u) << 23);
}

TEST(binary32_truncates_to_bf16_and_tf32_and_saturates_to_fp16) {
    for (uint32_t high = 0; high < 0x10000; high++) {
        for (uint32_t low = 0; low < 0x10000; low += 0x3333) {
            uint32_t v = high << 16 | low, e = high >> 7 & 255u, h = unpack_f32_to_fp16(v);
            CHECK_EQ(unpack_f32_to_bf16(v), e ? high << 16 : (high & 0x8000u) << 16);
            CHECK_EQ(unpack_f32_to_tf32(v), v / 0x2000u * 0x2000u);
            CHECK_EQ(h >> 31, v >> 31);
            if (e > 112 && e <= 143) {
                CHECK(value5(h) == value8(v / 0x2000u * 0x2000u));
            } else if (e != 112) {
                CHECK_EQ(h & 0x7FFFFFFFu, e < 112 ? 0 : 0x0FFFE000u);
            }
        }
    }
}

int main(void) {
    RUN(fp16_keeps_its_value_exponent_31_included);
    RUN(bf16_is_the_high_half_of_a_binary32);
    RUN(int16_is_opaque_and_lossless);
    RUN(fp8_keeps_its_value_and_the_largest_becomes_the_largest);
    RUN(integers_are_a_magnitude_with_exponent_16);
    RUN(block_formats_keep_their_value_and_minus_zero_is_minus_infinity);
    RUN(block_exponent_wraps_below_zero);
    RUN(binary32_truncates_to_bf16_and_tf32_and_saturates_to_fp16);
    return test_summary();
}
