/* SPDX-License-Identifier: Apache-2.0
 *
 * fused.c - which products of a recording are rounded with a sum, on recordings written by hand:
 * x * x and c, where x is 1 + 2^-12. x * x is 1 + 2^-11 + 2^-24, rounded 1 + 2^-11. */
#include <string.h>

#include "program.h"
#include "test.h"

#define LANES 32u
#define X 0x3F800800u           /* 1 + 2^-12 */
#define MINUS_SQUARE "bf801000" /* -(1 + 2^-11), which BF16 has not */
#define SMALL 0x33800000u       /* 2^-24 */

#define LOAD "v 7000e000 0 16 - 0 - - - - - - - - 0 3\n"
#define STORE(v) "v 7200e000 0 99 - 1 " v " - - - - - - - 0 3\n"
#define PRODUCT(out, a, b) "v 86001900 0 " out " - 0 " a " " b " - - - - - -\n"
#define SUM(out, a, b) "v 850a0100 0 " out " - 0 " a " " b " - - - - - -\n"
#define NEGATIVE(out, a) "v 7c000011 1 " out " - 0 " a " " a " - - - - - -\n"
#define CONSTANT(out, bits) "c " out " " bits "\n"
#define SELECT(out, old, now) "s " out " " old " " now "\n"
#define PUSH "w 87000000 0 0\n"
#define POP "w 88000000 0 0\n"
#define WHERE_POSITIVE "m 90 3 16\nf 90\n"

static struct ulp_program p;

/* The result for X; how many products were fused is left in p.fused. */
static uint32_t run(const char *body, bool fused) {
    static uint32_t in[LANES], out[LANES];
    static char text[4096];
    const char *wrong;
    snprintf(text, sizeof text, "STXREC 1\ndst 32\nreg 10 3f800000\n" LOAD "%send\n", body);
    FILE *from = fmemopen(text, strlen(text), "r");
    for (unsigned i = 0; i < LANES; i++) {
        in[i] = X;
    }
    bool good = ulp_program_read(&p, from, fused, &wrong) && ulp_program_run(&p, in, out, 1);
    fclose(from);
    ulp_program_free(&p);
    return good ? out[7] : 0xBAD;
}

#define SIMPLE PRODUCT("17", "16", "16") CONSTANT("18", MINUS_SQUARE) SUM("19", "17", "18")

TEST(a_product_and_its_sum_are_rounded_once) {
    CHECK_EQ(run(SIMPLE STORE("19"), false), 0);
    CHECK_EQ(p.words, 4);
    CHECK_EQ(run(SIMPLE STORE("19"), true), SMALL);
    CHECK_EQ(p.fused, 1);
    CHECK_EQ(p.words, 3);
}

TEST(the_product_may_be_the_second_operand) {
    CHECK_EQ(run(PRODUCT("17", "16", "16") CONSTANT("18", MINUS_SQUARE) SUM("19", "18", "17")
                     STORE("19"),
                 true),
             SMALL);
}

TEST(of_two_products_the_first_one_is_fused) { /* x * x - (x * x rounded): not 0 */
    static const char body[] = PRODUCT("17", "16", "16") CONSTANT("18", "bf800800")
        PRODUCT("20", "16", "18") SUM("19", "17", "20") STORE("19");
    CHECK_EQ(run(body, false), 0);
    CHECK_EQ(run(body, true), SMALL);
    CHECK_EQ(p.fused, 1);
}

TEST(a_product_that_is_used_again_stays) {
    CHECK_EQ(run(SIMPLE SUM("20", "19", "17") STORE("20"), true), 0x3F801000u);
    CHECK_EQ(p.fused, 0);
}

TEST(a_condition_in_between_keeps_them_apart) {
    CHECK_EQ(run(PRODUCT("17", "16", "16") CONSTANT("18", MINUS_SQUARE)
                     PUSH WHERE_POSITIVE SUM("19", "17", "18") STORE("19") POP,
                 true),
             0);
    CHECK_EQ(p.fused, 0);
}

TEST(a_constant_of_bf16_is_a_summand_like_another) {
    static const char body[] =
        PRODUCT("17", "16", "16") CONSTANT("18", "bf800000") SUM("19", "17", "18") STORE("19");
    CHECK_EQ(run(body, true), 0x3A000400u); /* 2^-11 + 2^-24 */
    CHECK_EQ(p.fused, 1);
}

TEST(a_constant_of_bf16_is_a_factor_like_another) { /* 3 * (1 + 2^-23) is rounded to 3 + 2^-21 */
    static const char body[] = CONSTANT("17", "3f800001") CONSTANT("18", "40400000")
        PRODUCT("19", "17", "18") CONSTANT("20", "c0400001") SUM("21", "19", "20") STORE("21");
    CHECK_EQ(run(body, false), 0x34800000u); /* 2^-21 - 2^-22 */
    CHECK_EQ(run(body, true), 0x34000000u);  /* 3 * 2^-23 - 2^-22 */
    CHECK_EQ(p.fused, 1);
}

TEST(a_copy_of_the_product_does_not_count) {
    static const char same[] = CONSTANT("18", MINUS_SQUARE) CONSTANT("21", "0")
        PRODUCT("17", "16", "16") SELECT("20", "21", "17") SUM("19", "20", "18") STORE("19");
    static const char fewer[] = CONSTANT("18", MINUS_SQUARE) CONSTANT("21", "0")
        PUSH WHERE_POSITIVE PRODUCT("17", "16", "16") SELECT("20", "21", "17") SUM("19", "20", "18")
            STORE("19") POP;
    CHECK_EQ(run(same, true), SMALL);
    CHECK_EQ(p.fused, 1);
    CHECK_EQ(run(fewer, true), 0);
    CHECK_EQ(p.fused, 0);
}

TEST(a_difference_is_a_sum) {
    static const char body[] = PRODUCT("17", "16", "16") NEGATIVE("20", "17")
        CONSTANT("18", "3f801000") SUM("19", "18", "20") STORE("19");
    CHECK_EQ(run(body, false), 0);
    uint32_t once = run(body, true); /* Wormhole's SFPMAD cannot change a sign */
    CHECK_EQ(once, STX_ARCH == STX_ARCH_BLACKHOLE ? SMALL | 0x80000000u : 0);
    CHECK_EQ(p.words, STX_ARCH == STX_ARCH_BLACKHOLE ? 3 : 5);
}

/* Wormhole's NaN has the product's sign, Blackhole's always the same. */
TEST(of_a_difference_the_subtrahend_is_the_product) {
    static const char body[] =
        CONSTANT("17", "7f800000") NEGATIVE("18", "17") SUM("19", "17", "18") STORE("19");
    bool wormhole = STX_ARCH == STX_ARCH_WORMHOLE;
    CHECK_EQ(run(body, false), wormhole ? 0x7F800001u : 0x7FC00000u);
    CHECK_EQ(run(body, true), wormhole ? 0xFF800001u : 0x7FC00000u);
}

int main(void) {
    RUN(a_product_and_its_sum_are_rounded_once);
    RUN(the_product_may_be_the_second_operand);
    RUN(of_two_products_the_first_one_is_fused);
    RUN(a_product_that_is_used_again_stays);
    RUN(a_condition_in_between_keeps_them_apart);
    RUN(a_constant_of_bf16_is_a_summand_like_another);
    RUN(a_constant_of_bf16_is_a_factor_like_another);
    RUN(a_copy_of_the_product_does_not_count);
    RUN(a_difference_is_a_sum);
    RUN(of_a_difference_the_subtrahend_is_the_product);
    return test_summary();
}
