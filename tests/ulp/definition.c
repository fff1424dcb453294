/* SPDX-License-Identifier: Apache-2.0
 *
 * definition.c - the unit in the last place and the nearest number, on cases that were worked out
 * by hand. */
#include <math.h>

#include "reference.h"
#include "test.h"

#define BF ulp_bf16
#define SAME(a, b) CHECK((a) == (b))

TEST(the_unit_doubles_at_a_power_of_two) {
    SAME(ulp_unit(&BF, 1.0), 0x1p-7);
    SAME(ulp_unit(&BF, nextafter(1.0, 0)), 0x1p-8);
    SAME(ulp_unit(&BF, -1.0), 0x1p-7);
    SAME(ulp_unit(&BF, 3.0), 0x1p-6);
    SAME(ulp_unit(&ulp_fp32, 1.5), 0x1p-23);
    SAME(ulp_unit(&ulp_fp16, 1.5), 0x1p-10);
}

TEST(below_the_normal_numbers_the_unit_stays) {
    SAME(ulp_unit(&BF, 0x1p-126), 0x1p-133);
    SAME(ulp_unit(&BF, 0x1p-127), 0x1p-133);
    SAME(ulp_unit(&BF, 0x1p-200), 0x1p-133);
    SAME(ulp_unit(&BF, 0), 0x1p-133);
    SAME(ulp_unit(&ulp_fp32, 0x1p-140), 0x1p-149);
}

TEST(the_error_at_a_border_counts_in_the_unit_of_the_exact_value) {
    SAME(ulp_error(&BF, 1.0, 1 - 0x1p-8), 0.5); /* one step down, of half the size */
    SAME(ulp_error(&BF, 1.0, 1 + 0x1p-7), 1.0); /* one step up */
    SAME(ulp_error(&BF, 1 - 0x1p-9, 1.0), 0.5); /* the exact value lies below the border */
    SAME(ulp_error(&BF, 2.0, -2.0), 256.0);
}

static uint32_t nearest(const struct ulp_format *f, const char *text, double x) {
    struct ulp_reference r;
    return ulp_reference_read(&r, text, f) ? 0xBAD : ulp_reference_exact(&r, x).rounded;
}

TEST(halfway_goes_to_the_even_one) {
    CHECK_EQ(nearest(&BF, "x", 1 + 0x1p-8), 0x3F80);
    CHECK_EQ(nearest(&BF, "x", 1 + 3 * 0x1p-8), 0x3F82);
    CHECK_EQ(nearest(&BF, "x", 1 - 0x1p-9), 0x3F80);
    CHECK_EQ(nearest(&BF, "x", -(1 + 0x1p-8)), 0xBF80);
}

TEST(nothing_is_rounded_twice) { /* binary64 would lose the last term and see a tie */
    CHECK_EQ(nearest(&BF, "x + 2^(-60)", 1 + 0x1p-8), 0x3F81);
    CHECK_EQ(nearest(&BF, "x - 2^(-60)", 1 + 3 * 0x1p-8), 0x3F81);
    CHECK_EQ(nearest(&ulp_fp32, "x + 2^(-90)", 1 + 0x1p-24), 0x3F800001);
}

TEST(denormals_are_kept_in_what_is_expected) {
    CHECK_EQ(nearest(&BF, "x", 0x1p-133), 1);
    CHECK_EQ(nearest(&BF, "x", 0x1p-134), 0); /* a tie with 0 */
    CHECK_EQ(nearest(&BF, "x", 3 * 0x1p-134), 2);
    CHECK_EQ(nearest(&BF, "x", 0x1p-126 - 0x1p-135), 0x80);
    SAME(ulp_error(&BF, 0x1p-133, 0), 1.0);
    SAME(ulp_error(&BF, 0x1p-126, 0), 128.0);
}

TEST(the_largest_number_and_infinity) {
    CHECK_EQ(nearest(&BF, "x", 0x1.FEp127), 0x7F7F);
    CHECK_EQ(nearest(&BF, "x", 0x1.FEFFFp127), 0x7F7F);
    CHECK_EQ(nearest(&BF, "x", 0x1.FFp127), 0x7F80); /* a tie with the number that is not there */
    CHECK_EQ(nearest(&BF, "-exp(x)", 100), 0xFF80);
    CHECK_EQ(nearest(&ulp_fp16, "x", 131008), 0x7FFF); /* Dst's binary16 has no infinity */
    CHECK_EQ(nearest(&ulp_fp16, "x", 1e9), 0x7FFF);
}

TEST(steps_cross_zero_and_borders) {
    CHECK_EQ(ulp_steps(&BF, 0x8000, 0x0000), 0);
    CHECK_EQ(ulp_steps(&BF, 0x8001, 0x0001), 2);
    CHECK_EQ(ulp_steps(&BF, 0x3F7F, 0x3F81), 2);
    CHECK_EQ(ulp_steps(&ulp_fp32, 0x7F7FFFFF, 0x7F800000), 1);
}

TEST(integers_have_a_unit_of_1) {
    SAME(ulp_unit(&ulp_int32, 0.25), 1.0);
    SAME(ulp_unit(&ulp_int32, -1e9), 1.0);
    SAME(ulp_error(&ulp_int32, 2.5, 4), 1.5);
    SAME(ulp_value(&ulp_int32, 0xFFFFFFFF), -1.0);
    CHECK_EQ(ulp_steps(&ulp_int32, 0xFFFFFFFF, 1), 2);
    CHECK_EQ(ulp_order(&ulp_int32, 0x80000000), 0);
    CHECK_EQ(ulp_pattern(&ulp_int32, ulp_order(&ulp_int32, 0xFFFFFFF9)), 0xFFFFFFF9);
    CHECK(ulp_classify(&ulp_int32, 0x7FC00000) == ULP_NORMAL);
}

TEST(the_nearest_integer) {
    CHECK_EQ(nearest(&ulp_int32, "x / 2", 5), 2); /* ties to even */
    CHECK_EQ(nearest(&ulp_int32, "x / 2", 7), 4);
    CHECK_EQ(nearest(&ulp_int32, "x / 3", -8), 0xFFFFFFFD);
    CHECK_EQ(nearest(&ulp_int32, "x", -2147483648.0), 0x80000000);
    CHECK_EQ(nearest(&ulp_int32, "x * 2", 2147483647.0), 0x7FFFFFFF);
    CHECK_EQ(nearest(&ulp_int32, "x * 2", -2147483648.0), 0x80000000);
    CHECK_EQ(nearest(&ulp_int32, "x + 2^(-60)", 16777217.0), 16777217);
}

TEST(the_order_of_patterns_is_that_of_values) {
    const struct ulp_format *all[] = {&ulp_bf16, &ulp_fp16};
    for (unsigned f = 0; f < 2; f++) {
        double before = -INFINITY;
        for (uint32_t i = 0; i < 1u << 16; i++) {
            uint32_t bits = ulp_pattern(all[f], i);
            CHECK_EQ(ulp_order(all[f], bits), i);
            if (ulp_classify(all[f], bits) != ULP_NAN) {
                CHECK(ulp_value(all[f], bits) >= before);
                before = ulp_value(all[f], bits);
            }
        }
    }
}

TEST(every_number_is_its_own_nearest) {
    for (uint32_t bits = 0; bits < 1u << 16; bits += 7) {
        if (ulp_classify(&BF, bits) != ULP_NAN) {
            CHECK_EQ(nearest(&BF, "x", ulp_value(&BF, bits)), bits);
        }
    }
}

TEST(binary64_and_mpfr_say_the_same) { /* where binary64 decides */
    struct ulp_reference r;
    static const char *const text[] = {"exp(x)", "1/x", "tanh(x)", "log(x)", "sqrt(x)", "rsqrt(x)"};
    for (unsigned f = 0; f < 6; f++) {
        CHECK(!ulp_reference_read(&r, text[f], &ulp_fp32));
        for (uint32_t i = 0; i < 6000; i++) {
            double x = ulp_value(&ulp_fp32, i * 0x9E3779B9u & (i % 8 ? 0xFF7FFFFFu : 0xC3FFFFFFu));
            struct ulp_exact fast = ulp_reference_at(&r, x), slow = ulp_reference_exact(&r, x);
            CHECK_EQ(fast.rounded, slow.rounded);
            CHECK((fast.value == 0) == (slow.value == 0) || fabs(fast.value) < 0x1p-1000);
        }
    }
}

/* Values from tables of functions, to seven digits. */
TEST(expressions_mean_what_they_say) {
    static const struct {
        const char *text;
        double x, value;
    } row[] = {{"2 + 3 * x ^ 2", 2, 14},
               {"-x ^ 2", 3, -9},
               {"2 ^ 3 ^ x", 2, 512},
               {"(1 - x) / 4 - 1", 3, -1.5},
               {"if_negative(x, 1, 2)", -1, 1},
               {"if_positive(x, 1, 2)", -1, 2},
               {"min(x, 1) + max(x, 1)", 5, 6},
               {"erfinv(x)", 0.5, 0.4769362762},
               {"erfinv(x)", -0.999, -2.326753765},
               {"erfinv(x)", 1e-9, 8.862269255e-10},
               {"x * erfc(-x / sqrt(2)) / 2", 1, 0.8413447461},
               {"log(abs(gamma(x)))", 10.5, 13.9406252194},
               {"digamma(x)", 1, -0.5772156649}};
    struct ulp_reference r;
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        CHECK(!ulp_reference_read(&r, row[i].text, &ulp_fp32));
        double value = ulp_reference_exact(&r, row[i].x).value;
        CHECK(fabs(value - row[i].value) <= 1e-9 * fabs(row[i].value));
    }
}

TEST(nonsense_is_no_expression) {
    static const char *const text[] = {"",       "x x", "foo(x)", "exp x", "exp(x",    "min(x)",
                                       "min(1,", "1 +", "(x",     "x)",    "exp(x,1)", "#"};
    struct ulp_reference r;
    for (unsigned i = 0; i < sizeof text / sizeof text[0]; i++) {
        CHECK(ulp_reference_read(&r, text[i], &ulp_fp32));
    }
}

int main(void) {
    RUN(the_unit_doubles_at_a_power_of_two);
    RUN(below_the_normal_numbers_the_unit_stays);
    RUN(the_error_at_a_border_counts_in_the_unit_of_the_exact_value);
    RUN(halfway_goes_to_the_even_one);
    RUN(nothing_is_rounded_twice);
    RUN(denormals_are_kept_in_what_is_expected);
    RUN(the_largest_number_and_infinity);
    RUN(steps_cross_zero_and_borders);
    RUN(integers_have_a_unit_of_1);
    RUN(the_nearest_integer);
    RUN(the_order_of_patterns_is_that_of_values);
    RUN(every_number_is_its_own_nearest);
    RUN(binary64_and_mpfr_say_the_same);
    RUN(expressions_mean_what_they_say);
    RUN(nonsense_is_no_expression);
    return test_summary();
}
