/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Modifiers of the multiply-add family, the tables and the reciprocal (SPEC 8.5, 8.6, 8.8, 8.9).
 * The numbers are small enough that the host's float arithmetic is exact; the multiply-add itself
 * is tested in tests/num/test_sfpu_mad.c. */
#include <math.h>

#include "floats.h"
#include "num/sfpu_mad.h"
#include "sfpu.h"

#define ALL UINT32_MAX

/* LReg1 = 3, LReg2 = 5, LReg3 = 7, LReg4 = 100, LReg7 = index. */
static void prepare(uint32_t index) {
    start();
    enable(ALL);
    set_all(1, bits(3));
    set_all(2, bits(5));
    set_all(3, bits(7));
    set_all(4, bits(100));
    set_all(7, index);
}

TEST(mad_negates_and_looks_up) {
    for (unsigned mod = 0; mod < 8; mod++) {
        float a = mod & 4u ? 5 : 3, c = mod & 2u ? -7 : 7; /* indirect: LReg2 */
        prepare(0xFFFFFFF2u);
        RUN_WORDS(TT_OP_SFPMAD(1, 2, 3, 4, mod));
        CHECK(all_are(4, bits((mod & 1u ? -a : a) * 5 + c)));
    }
}

/* x * -1.0 + y for any bits, and with one lane in which LReg11 is something else. */
TEST(mad_with_lreg11_is_the_plain_multiply_add) {
    uint32_t seed = 0x511u, x[STX_LANES], y[STX_LANES];
    for (unsigned n = 0; n < 4000; n++) {
        start();
        enable(ALL);
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            x[lane] = test_random(&seed);
            y[lane] = n % 2 ? test_random(&seed) : x[lane] ^ test_random(&seed) % 16;
        }
        set_cycle(0, x, STX_LANES);
        set_cycle(1, y, STX_LANES);
        if (n % 5 == 0) {
            core.sfpu.lreg[11][n % STX_LANES] = test_random(&seed);
        }
        RUN_WORDS(TT_OP_SFPMAD(0, 11, 1, n % 3, 0));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            CHECK_EQ(lane_of(n % 3, lane),
                     stx_sfpu_mad_plain(x[lane], core.sfpu.lreg[11][lane], y[lane]));
        }
    }
}

TEST(mad_writes_where_lreg7_says_lane_by_lane) {
    static const uint32_t where[] = {4, 5, 9, 15}; /* 9 and 15: dropped */
    start();
    enable(ALL);
    for (unsigned reg = 1; reg < 7; reg++) {
        set_all(reg, bits((float)reg));
    }
    set_cycle(7, where, 4);
    RUN_WORDS(TT_OP_SFPMAD(1, 2, 3, 6, 8));
    CHECK(all_are(6, bits(6)));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(lane_of(4, lane), bits(lane % 4 == 0 ? 5 : 4));
        CHECK_EQ(lane_of(5, lane), bits(5)); /* lane % 4 == 1: 1 * 2 + 3 */
    }
}

TEST(add_and_mul_are_multiply_adds) {
    prepare(0);
    RUN_WORDS(TT_OP_SFPADD(10, 2, 3, 4, 0));
    CHECK(all_are(4, bits(12)));
    RUN_WORDS(TT_OP_SFPADD(10, 2, 3, 4, 1)); /* -1 * 5 + 7 */
    CHECK(all_are(4, bits(2)));
    RUN_WORDS(TT_OP_SFPMUL(1, 2, 9, 4, 0));
    CHECK(all_are(4, bits(15)));
    RUN_WORDS(TT_OP_SFPMUL(1, 2, 3, 4, 2)); /* VC is not ignored */
    CHECK(all_are(4, bits(8)));
}

TEST(addi_and_muli_take_a_bf16_immediate) {
    prepare(0);
    RUN_WORDS(TT_OP_SFPADDI(0x4000, 2, 0)); /* 5 + 2 */
    CHECK(all_are(2, bits(7)));
    RUN_WORDS(TT_OP_SFPMULI(0xBFC0, 2, 0)); /* 7 * -1.5 */
    CHECK(all_are(2, bits(-10.5f)));
    RUN_WORDS(TT_OP_SFPADDI(0x4000, 2, 2)); /* 10.5 + 2 */
    CHECK(all_are(2, bits(12.5f)));
    RUN_WORDS(TT_OP_SFPMULI(0x4000, 2, 7)); /* bits 0 and 2 are ignored */
    CHECK(all_are(2, bits(-25)));
    prepare(3);
    RUN_WORDS(TT_OP_SFPADDI(0x4000, 1, 8)); /* LReg3 = LReg1 + 2 */
    CHECK(all_are(1, bits(3)) && all_are(3, bits(5)));
}

TEST(mul24_gives_low_and_high_halves) {
    static const uint32_t value[] = {0,        1,        2,           0x7FFFFF,
                                     0x400000, 0x123456, 0xFFFFFFFFu, 0xFF800003u};
    for (unsigned i = 0; i < 64; i++) {
        uint64_t a = value[i / 8] & 0x7FFFFFu, b = value[i % 8] & 0x7FFFFFu;
        prepare(0);
        set_all(1, value[i / 8]);
        set_all(2, value[i % 8]);
        RUN_WORDS(TT_OP_SFPMUL24(1, 2, 9, 4, 0), TT_OP_SFPMUL24(1, 2, 9, 5, 1));
        CHECK(all_are(4, (uint32_t)(a * b) & 0x7FFFFFu));
        CHECK(all_are(5, (uint32_t)(a * b >> 23)));
    }
}

TEST(mul24_with_vc_shifts_its_mantissa_in) {
    prepare(0);
    set_all(1, 6);
    set_all(2, 7);
    /* exponent 129 = that of the product: no shift; 1.5 -> (2^23 + 2^22) * 8 is added to 42, then
     * 2^16 is not, as nothing was shifted out. */
    set_all(3, 129u << 23 | 0x400000u);
    RUN_WORDS(TT_OP_SFPMUL24(1, 2, 3, 4, 0));
    CHECK(all_are(4, (42u + 0x6000000u) & 0x7FFFFFu));
    set_all(3, 154u << 23); /* r_e = 154: 42 >> 25 = 0, VC's 2^26 is not shifted */
    RUN_WORDS(TT_OP_SFPMUL24(1, 2, 3, 4, 0));
    CHECK(all_are(4, 0));
    set_all(3, 103u << 23); /* 2^26 >> 26 = 1 */
    RUN_WORDS(TT_OP_SFPMUL24(1, 2, 3, 4, 0));
    CHECK(all_are(4, 43));
    set_all(3, 102u << 23); /* 2^26 >> 27 = 0: as it is */
    RUN_WORDS(TT_OP_SFPMUL24(1, 2, 3, 4, 0));
    CHECK(all_are(4, 42));
}

/* Pieces 2x + 1 below 1, x / 2 - 1 below 2, -x from 2 on, in the 8-bit code of SFPLUT. */
static void small_table(void) {
    /* sign, 127 - exponent in 3 bits, 4 bits of mantissa: 1.0 = 00, 0.5 = 10, 1.75 = 0C */
    start();
    enable(ALL);
    set_all(0, 0x1000); /* 0.5 x + 1 */
    set_all(1, 0x0C90); /* 1.75 x - 0.5 */
    set_all(2, 0x80FF); /* -x + 0 */
}

TEST(lut_is_piecewise_linear_in_the_absolute_value) {
    static const float x[] = {0, 0.5f, -0.75f, 1, 1.5f, -1.75f, 2, -3, 100};
    for (unsigned i = 0; i < sizeof x / sizeof x[0]; i++) {
        float b = fabsf(x[i]), y = b < 1 ? 0.5f * b + 1 : b < 2 ? 1.75f * b - 0.5f : -b;
        small_table();
        set_all(3, bits(x[i]));
        RUN_WORDS(TT_OP_SFPLUT(4, 0, 0), TT_OP_SFPLUT(5, 4, 0));
        CHECK(all_are(4, bits(y)));
        CHECK(all_are(5, bits(copysignf(y, x[i]))));
    }
}

TEST(lutfp32_with_three_entries) {
    static const float x[] = {0.25f, -0.75f, 1, -1.5f, 2, 9};
    for (unsigned i = 0; i < sizeof x / sizeof x[0]; i++) {
        float b = fabsf(x[i]), y = b < 1 ? 2 * b + 10 : b < 2 ? 3 * b + 20 : 4 * b + 30;
        start();
        enable(ALL);
        for (unsigned k = 0; k < 3; k++) {
            set_all(k, bits(2.0f + k));
            set_all(4 + k, bits(10.0f * (k + 1)));
        }
        set_all(3, bits(x[i]));
        RUN_WORDS(TT_OP_SFPLUTFP32(7, 0));
        CHECK(all_are(7, bits(y)));
        RUN_WORDS(TT_OP_SFPLUTFP32(7, 4));
        CHECK(all_are(7, bits(copysignf(y, x[i]))));
    }
}

/* binary16 of a small whole number. */
static uint32_t half_of(unsigned n) {
    uint32_t f = bits((float)n);
    return n ? ((f >> 23) - 112) << 10 | (f >> 13 & 0x3FFu) : 0;
}

TEST(lutfp32_with_six_entries) {
    static const float edge[2][6] = {{0, 0.5f, 1, 1.5f, 2, 3}, {0, 0.5f, 1, 1.5f, 2, 4}};
    for (unsigned cut = 0; cut < 2; cut++) {
        for (unsigned k = 0; k < 6; k++) {
            float x = -(edge[cut][k] + 0.25f);
            start();
            enable(ALL);
            for (unsigned r = 0; r < 3; r++) {
                set_all(r, half_of(2 * r + 1) | half_of(2 * r + 2) << 16);
                set_all(4 + r, half_of(20 * r + 10) | half_of(20 * r + 20) << 16);
            }
            set_all(3, bits(x));
            RUN_WORDS(TT_OP_SFPLUTFP32(7, 2 | cut));
            CHECK(all_are(7, bits((float)(k + 1) * -x + 10.0f * (float)(k + 1))));
        }
    }
}

TEST(lutfp32_10_has_three_entries_of_halves_and_an_indirect_result) {
    start();
    enable(ALL);
    for (unsigned r = 0; r < 3; r++) {
        set_all(r, half_of(r + 2) << 16 | half_of(r + 5));
    }
    set_all(3, bits(1.5f));
    set_all(7, 6);
    RUN_WORDS(TT_OP_SFPLUTFP32(0, 10));
    CHECK(all_are(6, bits(3 * 1.5f + 6)));
    CHECK(all_are(0, half_of(2) << 16 | half_of(5)));
}

TEST(arecip_is_within_a_seventh_bit) {
    for (uint32_t v = 0x01000000u; v < 0x7E000000u; v += 0x00012345u) {
        start();
        enable(ALL);
        set_all(1, v | 0x80000000u);
        RUN_WORDS(TT_OP_SFPARECIP(0, 1, 2, 0));
        float x = -as_float(v), r = as_float(lane_of(2, 0));
        CHECK(r < 0 && fabs((double)r * x - 1) < 1.0 / 128);
        v += 0x00345678u;
    }
}

TEST(arecip_of_the_ends_of_the_range) {
    static const uint32_t in[] = {0, 0x80000000u, 0x007FFFFFu, 0x7E800000u, 0xFF800000u};
    static const uint32_t out[] = {0x7F800000u, 0xFF800000u, 0x7F800000u, 0, 0x80000000u};
    for (unsigned i = 0; i < 5; i++) {
        start();
        enable(ALL);
        set_all(1, in[i]);
        RUN_WORDS(TT_OP_SFPARECIP(0, 1, 2, 0));
        CHECK(all_are(2, out[i]));
    }
}

TEST(arecip_1_acts_where_vb_is_negative) {
    static const uint32_t vb[] = {0x80000000u, 0};
    start();
    enable(ALL);
    set_all(1, bits(-4));
    set_cycle(3, vb, 2);
    RUN_WORDS(TT_OP_SFPARECIP(3, 1, 2, 1), TT_OP_SFPARECIP(0, 1, 4, 0));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        uint32_t reciprocal = lane_of(4, lane) & 0x7FFFFFFFu;
        CHECK_EQ(lane_of(2, lane), lane % 2 ? bits(-4) : reciprocal);
    }
}

TEST(arecip_2_is_the_exponential_to_seven_bits) {
    for (float x = 1.0f / 64; x < 1.3f; x += 0.0117f) {
        start();
        enable(ALL);
        uint32_t v = bits(x) & 0xFFFF0000u; /* the low half is passed on */
        set_all(1, v);
        RUN_WORDS(TT_OP_SFPARECIP(0, 1, 2, 2));
        double y = exp((double)as_float(v)), got = (double)as_float(lane_of(2, 0));
        CHECK(got <= y && y < got * (1 + 1.0 / 127));
    }
}

int main(void) {
    RUN(mad_negates_and_looks_up);
    RUN(mad_with_lreg11_is_the_plain_multiply_add);
    RUN(mad_writes_where_lreg7_says_lane_by_lane);
    RUN(add_and_mul_are_multiply_adds);
    RUN(addi_and_muli_take_a_bf16_immediate);
    RUN(mul24_gives_low_and_high_halves);
    RUN(mul24_with_vc_shifts_its_mantissa_in);
    RUN(lut_is_piecewise_linear_in_the_absolute_value);
    RUN(lutfp32_with_three_entries);
    RUN(lutfp32_with_six_entries);
    RUN(lutfp32_10_has_three_entries_of_halves_and_an_indirect_result);
    RUN(arecip_is_within_a_seventh_bit);
    RUN(arecip_of_the_ends_of_the_range);
    RUN(arecip_1_acts_where_vb_is_negative);
    RUN(arecip_2_is_the_exponential_to_seven_bits);
    return test_summary();
}
