/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Integer and bit operations of the vector unit (SPEC 8.4): SFPIADD, SFPSHFT, SFPSHFT2, SFPAND, OR,
 * XOR, NOT, SFPLZ, SFPABS, SFPGT, SFPLE. Expected values are C arithmetic on int64_t. */
#include "sfpu.h"

#define ALL UINT32_MAX
#define IMM(v) ((uint32_t)(v)&0xFFFu)

static const uint32_t values[] = {0,           1,           2,           31,          0x7FFu,
                                  0x7FFFFFFFu, 0x80000000u, 0x80000001u, 0xFFFFFFFFu, 0x12345678u,
                                  0xFFFFFFE0u, 0x3F800000u, 0xBF800000u, 0x00800000u};
enum { VALUES = sizeof values / sizeof values[0] };

/* Runs a word on VC = LReg1 = c and VD = LReg2 = d, and VB = LReg3 = b. */
static bool run_on(uint32_t word, uint32_t c, uint32_t d, uint32_t b) {
    start();
    enable(ALL);
    set_all(1, c);
    set_all(2, d);
    set_all(3, b);
    return run(word) == STX_DONE;
}

/* for every pair of values */
#define EACH_PAIR(c, d)                 \
    for (uint32_t i_ = 0, c = 0, d = 0; \
         i_ < VALUES * VALUES && (c = values[i_ / VALUES], d = values[i_ % VALUES], 1); i_++)

/* Flag after an operation with result r, by mod bits 3:2, from a true flag. */
static uint32_t sum_flag(uint32_t r, unsigned mod) {
    bool flag = mod & 4u ? true : r >> 31;
    return (mod & 8u ? !flag : flag) ? ALL : 0;
}

TEST(iadd_adds_and_subtracts_and_sets_the_flag) {
    for (unsigned mod = 0; mod < 16; mod++) {
        EACH_PAIR(c, d) {
            uint32_t sum = mod & 1u ? c - 5 : mod & 2u ? c - d : c + d;
            CHECK(run_on(TT_OP_SFPIADD(IMM(-5), 1, 2, mod), c, d, 0));
            CHECK(all_are(2, sum));
            CHECK_EQ(core.sfpu.flags, sum_flag(sum, mod));
        }
    }
}

TEST(iadd_to_a_constant_has_no_effect) {
    start();
    enable(ALL);
    set_all(1, 0x80000000u);
    RUN_WORDS(TT_OP_SFPIADD(0, 1, 9, 0));
    CHECK(all_are(9, 0));
    CHECK_EQ(core.sfpu.flags, ALL);
}

/* v times 2 to the amount as the shifter does it. */
static uint32_t shifted(uint32_t v, int32_t amount, bool arithmetic) {
    if (amount >= 0) {
        return (uint32_t)((uint64_t)v << (amount & 31));
    }
    int64_t wide = arithmetic ? (int64_t)(int32_t)v : (int64_t)v;
    return (uint32_t)(wide >> (-(int64_t)amount & 31));
}

TEST(shft_by_a_register) {
    EACH_PAIR(c, d) {
        for (unsigned mod = 0; mod <= 2; mod += 2) {
            CHECK(run_on(TT_OP_SFPSHFT(0, 1, 2, mod), c, d, 0));
            CHECK(all_are(2, shifted(d, (int32_t)c, mod == 2)));
        }
    }
}

TEST(shft_by_an_immediate_of_vd_or_of_vc) {
    for (int32_t amount = -40; amount <= 40; amount++) {
        for (unsigned i = 0; i < VALUES; i++) {
            for (unsigned mod = 1; mod <= 7; mod += 2) {
                CHECK(run_on(TT_OP_SFPSHFT(IMM(amount), 1, 2, mod), values[i], 0xC0FFEE11u, 0));
                uint32_t from = mod & 4u ? values[i] : 0xC0FFEE11u;
                CHECK(all_are(2, shifted(from, amount, mod & 2u)));
            }
        }
    }
}

TEST(shft2_5_and_6_shift_logically_by_register_and_immediate) {
    EACH_PAIR(c, b) {
        CHECK(run_on(TT_OP_SFPSHFT2(3, 1, 2, 5), c, 0, b));
        CHECK(all_are(2, shifted(b, (int32_t)c, false)));
        CHECK(run_on(TT_OP_SFPSHFT2(IMM(-13 * 16 + 3), 0, 2, 6), 0, 0, b));
        CHECK(all_are(2, shifted(b, (int32_t)(-13 * 16 + 3), false)));
    }
}

/* Register r holds 100 r + lane. */
static void number_registers(void) {
    start();
    enable(ALL);
    for (unsigned reg = 0; reg < 8; reg++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            core.sfpu.lreg[reg][lane] = 100 * reg + lane;
        }
    }
}

/* VC = LReg5 rotated by one column within its row. */
static uint32_t rotated(unsigned lane) {
    return 500 + (lane & 24u) + (lane + 7) % 8;
}

TEST(shft2_0_to_2_move_registers_down) {
    for (unsigned mod = 0; mod <= 2; mod++) {
        number_registers();
        RUN_WORDS(TT_OP_SFPSHFT2(0, 5, 6, mod));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            uint32_t last = mod == 0 ? 0 : mod == 2 ? rotated(lane) : lane < 24 ? lane + 8 : 0;
            for (unsigned reg = 0; reg < 3; reg++) {
                CHECK_EQ(lane_of(reg, lane), 100 * (reg + 1) + lane);
            }
            CHECK_EQ(lane_of(3, lane), last);
            CHECK_EQ(lane_of(6, lane), 600 + lane);
        }
    }
}

TEST(shft2_3_and_4_move_columns) {
    for (unsigned mod = 3; mod <= 4; mod++) {
        number_registers();
        RUN_WORDS(TT_OP_SFPSHFT2(0, 5, 6, mod));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            CHECK_EQ(lane_of(6, lane), mod == 4 && lane % 8 == 0 ? 0 : rotated(lane));
        }
    }
}

TEST(and_or_xor_not) {
    EACH_PAIR(c, d) {
        uint32_t b = 0x0FF0F00Fu;
        CHECK(run_on(TT_OP_SFPAND(0, 1, 2, 0), c, d, b) && all_are(2, d & c));
        CHECK(run_on(TT_OP_SFPAND(3, 1, 2, 1), c, d, b) && all_are(2, b & c));
        CHECK(run_on(TT_OP_SFPOR(0, 1, 2, 0), c, d, b) && all_are(2, d | c));
        CHECK(run_on(TT_OP_SFPOR(3, 1, 2, 1), c, d, b) && all_are(2, b | c));
        CHECK(run_on(TT_OP_SFPXOR(0, 1, 2, 0), c, d, b) && all_are(2, d ^ c));
        CHECK(run_on(TT_OP_SFPNOT(0, 1, 2, 0), c, d, b) && all_are(2, ~c));
        CHECK_EQ(core.sfpu.flags, ALL);
    }
}

static uint32_t leading_zeros(uint32_t v) {
    uint32_t n = 0;
    for (; n < 32 && !(v >> (31 - n) & 1u); n++) {
    }
    return n;
}

TEST(lz_counts_and_compares_with_zero) {
    for (unsigned mod = 0; mod < 16; mod++) {
        for (unsigned i = 0; i < VALUES; i++) {
            uint32_t c = mod & 4u ? values[i] & 0x7FFFFFFFu : values[i];
            bool flag = mod & 2u ? c != 0 : true;
            CHECK(run_on(TT_OP_SFPLZ(0, 1, 2, mod), values[i], 0, 0));
            CHECK(all_are(2, leading_zeros(c)));
            CHECK_EQ(core.sfpu.flags, (mod & 8u ? !flag : flag) ? ALL : 0);
        }
    }
}

TEST(abs_of_integers_and_floats) {
    static const uint32_t in[] = {0,           5,           0xFFFFFFFBu, 0x80000000u, 0x7FFFFFFFu,
                                  0xFF800000u, 0xFF800001u, 0xFFFFFFFFu, 0x7FC00000u, 0xBF800000u};
    static const uint32_t integer[] = {0,           5,           5, 0x80000000u, 0x7FFFFFFFu,
                                       0x00800000u, 0x007FFFFFu, 1, 0x7FC00000u, 0x40800000u};
    static const uint32_t real[] = {0,           5,           0xFFFFFFFBu, 0,
                                    0x7FFFFFFFu, 0x7F800000u, 0xFF800001u, 0xFFFFFFFFu,
                                    0x7FC00000u, 0x3F800000u};
    for (unsigned i = 0; i < sizeof in / sizeof in[0]; i++) {
        CHECK(run_on(TT_OP_SFPABS(0, 1, 2, 0), in[i], 0, 0) && all_are(2, integer[i]));
        CHECK(run_on(TT_OP_SFPABS(0, 1, 2, 1), in[i], 0, 0) && all_are(2, real[i]));
    }
}

/* The order of sign-magnitude numbers, -0 below +0. */
static int64_t order(uint32_t v) {
    int64_t magnitude = v & 0x7FFFFFFFu;
    return v >> 31 ? -magnitude - 1 : magnitude;
}

TEST(gt_and_le_write_flag_and_register) {
    EACH_PAIR(c, d) {
        bool greater = order(d) > order(c);
        CHECK(run_on(TT_OP_SFPGT(0, 1, 2, 9), c, d, 0));
        CHECK(all_are(2, greater ? ALL : 0));
        CHECK_EQ(core.sfpu.flags, greater ? ALL : 0);
        CHECK(run_on(TT_OP_SFPLE(0, 1, 2, 9), c, d, 0));
        CHECK(all_are(2, greater ? 0 : ALL));
        CHECK_EQ(core.sfpu.flags, greater ? 0 : ALL);
        CHECK(run_on(TT_OP_SFPGT(0, 1, 2, 1), c, d, 0));
        CHECK(all_are(2, d));
    }
}

TEST(gt_and_le_combine_with_the_top_of_the_stack) {
    static const uint32_t low_high[] = {1, 9};
    for (unsigned le = 0; le < 2; le++) {
        for (unsigned mod = 2; mod <= 6; mod += 4) {
            start();
            enable(ALL);
            set_all(1, 5);
            set_cycle(2, low_high, 2); /* VD > VC in the odd lanes */
            core.sfpu.depth = 1;
            core.sfpu.stack[0].flags = 0xCCCCCCCCu;
            RUN_WORDS(le ? TT_OP_SFPLE(0, 1, 2, mod) : TT_OP_SFPGT(0, 1, 2, mod));
            uint32_t r = le ? 0x55555555u : 0xAAAAAAAAu;
            CHECK_EQ(core.sfpu.stack[0].flags, mod & 4u ? 0xCCCCCCCCu | r : 0xCCCCCCCCu & r);
            CHECK_EQ(core.sfpu.flags, ALL);
        }
    }
}

TEST(lanes_that_are_off_keep_their_register_and_flag) {
    start();
    enable(0x0000FFFFu);
    set_all(1, 3);
    set_all(2, 4);
    RUN_WORDS(TT_OP_SFPIADD(0, 1, 2, 8)); /* 7 >= 0 */
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(lane_of(2, lane), lane < 16 ? 7 : 4);
    }
    CHECK_EQ(core.sfpu.flags, 0x0000FFFFu);
}

int main(void) {
    RUN(iadd_adds_and_subtracts_and_sets_the_flag);
    RUN(iadd_to_a_constant_has_no_effect);
    RUN(shft_by_a_register);
    RUN(shft_by_an_immediate_of_vd_or_of_vc);
    RUN(shft2_5_and_6_shift_logically_by_register_and_immediate);
    RUN(shft2_0_to_2_move_registers_down);
    RUN(shft2_3_and_4_move_columns);
    RUN(and_or_xor_not);
    RUN(lz_counts_and_compares_with_zero);
    RUN(abs_of_integers_and_floats);
    RUN(gt_and_le_write_flag_and_register);
    RUN(gt_and_le_combine_with_the_top_of_the_stack);
    RUN(lanes_that_are_off_keep_their_register_and_flag);
    return test_summary();
}
