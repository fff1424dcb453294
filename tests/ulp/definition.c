/* SPDX-License-Identifier: Apache-2.0
 *
 * definition.c - the unit in the last place and the nearest number, on cases that were worked out
 * by hand. */
#include <math.h>

#include "measure.h"
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
               {"digamma(x)", 1, -0.5772156649},
               {"0x10 * x / 16", 3, 3},
               {"0x.8p1 * x + 0XfF", 3, 258},
               {"1.5e1 + .5 * x", 3, 16.5},
               {"010 * x", 3, 30}};
    struct ulp_reference r;
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        CHECK(!ulp_reference_read(&r, row[i].text, &ulp_fp32));
        double value = ulp_reference_exact(&r, row[i].x).value;
        CHECK(fabs(value - row[i].value) <= 1e-9 * fabs(row[i].value));
    }
}

TEST(nonsense_is_no_expression) {
    static const char *const text[] = {"",       "x x", "foo(x)", "exp x", "exp(x",    "min(x)",
                                       "min(1,", "1 +", "(x",     "x)",    "exp(x,1)", "#",
                                       ".",      "0x",  "0xg",    "1e",    "x + .",    "0b1"};
    struct ulp_reference r;
    for (unsigned i = 0; i < sizeof text / sizeof text[0]; i++) {
        CHECK(ulp_reference_read(&r, text[i], &ulp_fp32));
    }
}

/* What is measured of one input and result of BF16, with bounds of 1000 ulp. */
static struct ulp_measure one(const char *text, uint32_t input, uint32_t result) {
    static struct ulp_reference r;
    struct ulp_measure m;
    ulp_measure_begin(&m);
    if (ulp_reference_read(&r, text, &BF)) {
        return m; /* and every test fails */
    }
    struct ulp_setting s = {.in = &BF, .out = &BF, .reference = &r, .bounds = {1000, -1}};
    s.at_zero = ulp_reference_exact(&r, 0).value;
    ulp_measure_one(&m, &s, input, result);
    return m;
}

TEST(the_histogram_has_bins_up_to_a_half_1_2_4) {
    static const struct {
        uint32_t result;
        unsigned bin;
    } row[] = {{0x3F80, 0}, {0x3F81, 2}, {0x3F82, 3}, {0x3F83, 4}, {0x3F84, 4},
               {0x3F85, 5}, {0x3F88, 5}, {0x3F89, 6}, {0x7F00, 35}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct ulp_measure m = one("x", 0x3F80, row[i].result);
        for (unsigned bin = 0; bin < ULP_BINS; bin++) {
            CHECK_EQ(m.bin[bin], bin == row[i].bin);
        }
    }
    CHECK_EQ(one("x * (1 + 2^(-8))", 0x3F80, 0x3F81).bin[1],
             1); /* a tie that went to the odd one */
    CHECK_EQ(one("x * (1 + 2^(-8))", 0x3F80, 0x3F80).bin[0], 1);
}

/* Case, and whether this result is right: it breaks every bound if not, and only then. */
TEST(wrong_results_where_the_value_is_not_ordinary_break_a_bound) {
    static const struct {
        const char *text;
        uint32_t input, result;
        enum ulp_case which;
        bool right;
    } row[] = {{"x * 2^200", 0x3F80, 0x7F80, CASE_OVERFLOW, true},
               {"x * 2^200", 0x3F80, 0x7F7F, CASE_OVERFLOW, true},
               {"x * 2^200", 0x3F80, 0xFF80, CASE_OVERFLOW, false}, /* the other infinity */
               {"x * 2^200", 0xBF80, 0xFF7F, CASE_OVERFLOW, true},
               {"x * 2^200", 0xBF80, 0x7F80, CASE_OVERFLOW, false},
               {"x * 2^200", 0x3F80, 0x7F7E, CASE_OVERFLOW, false},
               {"x * 2^200", 0x3F80, 0x7FC0, CASE_OVERFLOW, false},
               {"x / 2^200", 0x3F80, 0x0000, CASE_UNDERFLOW, true},
               {"x / 2^200", 0x3F80, 0x8080, CASE_UNDERFLOW, true}, /* the smallest normal number */
               {"x / 2^200", 0x3F80, 0x0081, CASE_UNDERFLOW, false},
               {"x / 2^200", 0x3F80, 0x7FC0, CASE_UNDERFLOW, false},
               {"exp(x) * 0", 0x3F80, 0x8000, CASE_EXACT_ZERO, true},
               {"exp(x) * 0", 0x3F80, 0x0001, CASE_EXACT_ZERO, false},
               {"exp(x) * 0", 0x3F80, 0x3F80, CASE_EXACT_ZERO, false},
               {"log(-1 - x * x)", 0x3F80, 0x7FC0, CASE_DOMAIN, true},
               {"log(-1 - x * x)", 0x3F80, 0x3F80, CASE_DOMAIN, false},
               {"log(-1 - x * x)", 0x3F80, 0x7F80, CASE_DOMAIN, false},
               {"x", 0x3F80, 0x7F80, CASE_NOT_FINITE, false},
               {"x", 0x3F80, 0x7FC0, CASE_NOT_FINITE, false}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct ulp_measure m = one(row[i].text, row[i].input, row[i].result);
        CHECK_EQ(m.cases[row[i].which].count, 1);
        CHECK_EQ(m.cases[row[i].which].right, row[i].right);
        CHECK_EQ(ulp_measure_within(&m, &(struct ulp_bounds){1000, -1}), row[i].right);
        CHECK(ulp_measure_within(&m, &(struct ulp_bounds){-1, -1}));
        CHECK_EQ(m.ordinary, 0);
    }
}

TEST(a_bound_holds_at_zero_where_there_is_a_value) {
    const struct ulp_bounds bounds = {1000, -1};
    static const struct {
        const char *text;
        uint32_t result;
        bool within;
    } row[] = {{"exp(x)", 0x3F80, true},  {"exp(x)", 0x3F81, true}, {"exp(x)", 0x4180, false},
               {"exp(x)", 0x7F80, false}, {"x", 0x0000, true},      {"x", 0x8000, true},
               {"x", 0x3F80, false},      {"1 / x", 0x3F80, true},  {"log(-1 - x)", 0, true},
               {"x / 2^200", 0, true},    {"2^(-200)", 0x80, true}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct ulp_measure m = one(row[i].text, 0, row[i].result);
        CHECK_EQ(ulp_measure_within(&m, &bounds), row[i].within);
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
    RUN(the_histogram_has_bins_up_to_a_half_1_2_4);
    RUN(wrong_results_where_the_value_is_not_ordinary_break_a_bound);
    RUN(a_bound_holds_at_zero_where_there_is_a_value);
    return test_summary();
}
