/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversions of the vector unit against the host's arithmetic: integers, halves, roundings,
 * reciprocals. An argument sets the step through 2^32 operands (make soak: 1, all of them). */
#include <math.h>
#include <stdlib.h>

#include "num/prng.h"
#include "num/sfpu_int.h"
#include "num/sfpu_mem.h"
#include "num/sfpu_recip.h"
#include "num/sfpu_round.h"
#include "floats.h"
#include "test.h"

#define SIGN 0x80000000u
#define NEAREST 0x400000u

static uint64_t step = 4099; /* prime: all low bits occur */

TEST(integers_become_the_nearest_float) {
    for (uint64_t i = 0; i < 1ull << 32; i += step) {
        uint32_t v = (uint32_t)i;
        CHECK_EQ(sfpu_sm32_to_f32_rne(v), bits((float)(v & ~SIGN)) | (v & SIGN));
    }
    for (uint32_t v = 0; v < 1u << 16; v++) { /* ties: 25 significant bits */
        uint32_t tie = 0x1000001u | v << 1;
        CHECK_EQ(sfpu_sm32_to_f32_rne(tie), bits((float)tie));
        CHECK_EQ(sfpu_sm32_to_f32_rne(v), bits((float)v));
    }
}

TEST(stochastic_conversion_gives_a_neighbour_and_rounds_up_as_often_as_it_should) {
    uint32_t v = 0x40000030u; /* 48 of 128 of the way to the next float: bits 5:0 of N are 0x30 */
    uint32_t down = bits((float)0x40000000u), ups = 0;
    for (uint32_t random = 0; random < 256; random++) {
        uint32_t got = sfpu_sm32_to_f32_random(v, random);
        CHECK(got == down || got == down + 1);
        ups += got == down + 1;
    }
    CHECK_EQ(ups, 0x60); /* N = 0x60: random & 0xFE below it */
    CHECK_EQ(sfpu_sm32_to_f32_random(SIGN, 0), SIGN);
    CHECK_EQ(sfpu_sm32_to_f32_random(5, 0), bits(5));
}

TEST(twos_complement_and_sign_magnitude) {
    for (uint64_t i = 0; i < 1ull << 32; i += step) {
        uint32_t v = (uint32_t)i, swapped = sfpu_sm32_swap(v);
        uint32_t want = v & SIGN ? (0u - v) | SIGN : v;
        CHECK_EQ(swapped, want);
        CHECK_EQ(sfpu_sm32_swap(swapped), v == SIGN ? SIGN : v);
    }
}

TEST(every_half_becomes_its_value) {
    for (uint32_t h = 0; h < 0x10000u; h++) {
        uint32_t e = h >> 10 & 31u, m = h & 0x3FFu, got = sfpu_f32_from_f16(h, 0);
        if (e) { /* exponent 31 is a number like any other */
            float value = ldexpf(1.0f + (float)m / 1024, (int)e - 15);
            CHECK_EQ(got, bits(value) | (h & 0x8000u) << 16);
            CHECK_EQ(sfpu_f32_to_f16(got), h);
        } else { /* exponent 0 stays 0 */
            CHECK_EQ(got, (h & 0x8000u) << 16 | m << 13);
            CHECK_EQ(sfpu_f32_to_f16(got), h & 0x8000u);
        }
    }
    CHECK_EQ(sfpu_f32_from_f16(0xFFFF, 1), 0xFF800000);
    CHECK_EQ(sfpu_f32_from_f16(0x7FFE, 1), bits(130944.0f));
}

TEST(floats_become_halves_by_truncation_between_the_limits) {
    for (uint64_t i = 0; i < 1ull << 31; i += step) {
        float value = as_float((uint32_t)i);
        uint32_t got = sfpu_f32_to_f16((uint32_t)i);
        if (!(value >= ldexpf(1, -14))) {
            CHECK_EQ(got, isnan(value) ? 0x7FFF : 0);
        } else if (value >= 131072.0f) {
            CHECK_EQ(got, 0x7FFF);
        } else {
            float back = as_float(sfpu_f32_from_f16(got, 0));
            CHECK(back <= value && value - back < ldexpf(1, ilogbf(value) - 10));
        }
    }
}

/* SFP_STOCH_RND modes 0 and 1: to 10 or 7 bits, ties away from zero. */
TEST(floats_round_to_short_mantissas) {
    for (uint64_t i = 0x800000; i < 0x7F800000u; i += step) {
        uint32_t v = (uint32_t)i, r10 = sfpu_round_f32(v, 13, NEAREST);
        CHECK_EQ(r10, (v + 0x1000u) & ~0x1FFFu);
        CHECK_EQ(sfpu_round_f32(v | SIGN, 16, NEAREST), ((v + 0x8000u) & ~0xFFFFu) | SIGN);
        uint32_t never = sfpu_round_f32(v, 16, 0x7FFFFF); /* but for all ones */
        CHECK_EQ(never, (v & 0xFFFFu) == 0xFFFF ? v + 1 : v & ~0xFFFFu);
    }
    CHECK_EQ(sfpu_round_f32(0x80000001u, 13, NEAREST), 0);
    CHECK_EQ(sfpu_round_f32(0xFFC00001u, 16, NEAREST), 0xFF800000);
}

static uint32_t to_int(float value, double max) {
    double rounded = floor(fabs((double)value) + 0.5);
    uint32_t magnitude = (uint32_t)(rounded > max ? max : rounded);
    return magnitude && value < 0 ? magnitude | SIGN : magnitude;
}

TEST(floats_become_clamped_integers_ties_away) {
    static const uint32_t max[] = {255, 127, 65535, 32767};
    for (uint64_t i = 0; i < 1ull << 32; i += step) {
        uint32_t v = (uint32_t)i;
        float value = as_float(v);
        if (isnan(value)) {
            value = v & SIGN ? -INFINITY : INFINITY;
        }
        for (unsigned k = 0; k < 4; k++) {
            CHECK_EQ(sfpu_round_to_int(v, max[k], NEAREST), to_int(value, max[k]));
        }
    }
}

TEST(integers_are_scaled_down_and_clamped) {
    for (uint64_t i = 0; i < 1ull << 32; i += step) {
        uint32_t v = (uint32_t)i, shift = v * 2654435761u >> 27;
        double rounded = floor(ldexp(v & ~SIGN, -(int)shift) + 0.5);
        uint32_t magnitude = (uint32_t)(rounded > 127 ? 127 : rounded);
        CHECK_EQ(sfpu_round_sm32(v, shift, 127, NEAREST), magnitude ? magnitude | (v & SIGN) : 0);
    }
}

TEST(shifts_by_signed_amounts) {
    CHECK_EQ(sfpu_shift_logical(0x80000001u, 4), 0x10);
    CHECK_EQ(sfpu_shift_logical(0x80000001u, 0u - 4), 0x08000000);
    CHECK_EQ(sfpu_shift_logical(5, 32), 5); /* 5 bits of the amount count */
    CHECK_EQ(sfpu_shift_arithmetic(0x80000000u, 0u - 31), 0xFFFFFFFF);
    CHECK_EQ(sfpu_shift_arithmetic(0x40000000u, 0u - 30), 1);
    CHECK_EQ(sfpu_shift_arithmetic(0x80000000u, 0u - 32), 0x80000000);
}

TEST(reciprocals_are_off_by_less_than_one_percent) {
    for (uint32_t x = 0x00800000u; x < 0x7E800000u; x += 0x8001) {
        double product = (double)as_float(x) * as_float(sfpu_recip(x));
        CHECK(fabs(product - 1) < 0.01);
    }
    CHECK_EQ(sfpu_recip(0x3F800000), 0x3F7F0000); /* L[0] = 127 */
    CHECK_EQ(sfpu_recip(0x40400000), 0x3EAA0000); /* L[64] = floor(131457 / 770) - 128 = 42 */
    CHECK_EQ(sfpu_recip(0x007FFFFF), 0x7F800000);
    CHECK_EQ(sfpu_recip(0x7E800000), 0);
}

TEST(exponentials_are_off_by_less_than_two_percent) {
    for (uint32_t x = 0x3C800000u; x < 0x40000000u; x += 0x101) {
        double want = exp(as_float(x)), got = as_float(sfpu_exp(x));
        CHECK(fabs(got / want - 1) < 0.02);
    }
    CHECK_EQ(sfpu_exp(0x007FFFFF), 0x3F800000);
    CHECK_EQ(sfpu_exp(0x3C7FABCD), 0x3F81ABCD);
    CHECK_EQ(sfpu_exp(0x40001234), 0x40801234);
}

/* SPEC 7: shift right, new top bit = even parity of bits 31, 21, 1, 0. */
TEST(the_generator_steps_by_hand) {
    CHECK_EQ(prng_next(0), 0x80000000);
    CHECK_EQ(prng_next(1), 0);
    CHECK_EQ(prng_next(3), 0x80000001);
    CHECK_EQ(prng_next(0x80000000u), 0x40000000);
    CHECK_EQ(prng_next(0x80200000u), 0xC0100000);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        step = strtoul(argv[1], NULL, 0);
    }
    RUN(integers_become_the_nearest_float);
    RUN(stochastic_conversion_gives_a_neighbour_and_rounds_up_as_often_as_it_should);
    RUN(twos_complement_and_sign_magnitude);
    RUN(every_half_becomes_its_value);
    RUN(floats_become_halves_by_truncation_between_the_limits);
    RUN(floats_round_to_short_mantissas);
    RUN(floats_become_clamped_integers_ties_away);
    RUN(integers_are_scaled_down_and_clamped);
    RUN(shifts_by_signed_amounts);
    RUN(reciprocals_are_off_by_less_than_one_percent);
    RUN(exponentials_are_off_by_less_than_two_percent);
    RUN(the_generator_steps_by_hand);
    return test_summary();
}
