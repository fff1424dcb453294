/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Condition codes: SFPSETCC, SFPENCC, SFPPUSHC, SFPPOPC, SFPCOMPC (SPEC 8.3). Expected values are
 * truth tables written from the text. */
#include "sfpu.h"

#define ALL UINT32_MAX

/* Lanes whose number has this bit set. */
static uint32_t lanes_with_bit(unsigned bit) {
    static const uint32_t mask[] = {0xAAAAAAAAu, 0xCCCCCCCCu, 0xF0F0F0F0u, 0xFF00FF00u,
                                    0xFFFF0000u};
    return mask[bit];
}

/* Bit i of the table in the lanes with number i modulo 4. */
static uint32_t by_table(uint32_t table) {
    return (table & 15u) * 0x11111111u;
}

static void set_stack(uint32_t flags, uint32_t use) {
    core.sfpu.depth = 1;
    core.sfpu.stack[0].flags = flags;
    core.sfpu.stack[0].use = use;
}

TEST(setcc_compares_with_zero_as_an_integer) {
    static const uint32_t value[] = {0, 1, 0xFFFFFFFFu, 0x80000000u, 0x7FFFFFFFu, 0x3F800000u};
    static const struct {
        unsigned mod;
        uint8_t set; /* bit i: value[i] sets the flag */
    } row[] = {{0, 0x0C}, {2, 0x3E}, {4, 0x33}, {6, 0x01}};
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned v = 0; v < 6; v++) {
            start();
            enable(ALL);
            set_all(3, value[v]);
            RUN_WORDS(TT_OP_SFPSETCC(0, 3, 0, row[i].mod));
            CHECK_EQ(core.sfpu.flags, row[i].set >> v & 1u ? ALL : 0);
        }
    }
}

TEST(setcc_leaves_lanes_that_are_off_alone) {
    start();
    enable(0x0F0F0F0Fu);
    set_all(3, 0);
    RUN_WORDS(TT_OP_SFPSETCC(0, 3, 0, 2)); /* != 0: false in the lanes that are on */
    CHECK_EQ(core.sfpu.flags, 0);
    enable(0x0F0F0F0Fu);
    RUN_WORDS(TT_OP_SFPSETCC(0, 3, 0, 6));
    CHECK_EQ(core.sfpu.flags, 0x0F0F0F0Fu);
}

TEST(setcc_with_an_immediate_and_without_flags_in_use) {
    start();
    enable(ALL);
    RUN_WORDS(TT_OP_SFPSETCC(0, 3, 0, 1));
    CHECK_EQ(core.sfpu.flags, 0);
    enable(ALL);
    RUN_WORDS(TT_OP_SFPSETCC(1, 3, 0, 1));
    CHECK_EQ(core.sfpu.flags, ALL);
    RUN_WORDS(TT_OP_SFPSETCC(1, 3, 0, 8));
    CHECK_EQ(core.sfpu.flags, 0);
    core.sfpu.use = 0xFFFFu; /* the other lanes do not use flags: all are on, their flags fall */
    core.sfpu.flags = ALL;
    RUN_WORDS(TT_OP_SFPSETCC(1, 3, 0, 1));
    CHECK_EQ(core.sfpu.flags, 0xFFFFu);
}

TEST(setcc_modes_without_a_rule) {
    static const unsigned mode[] = {3, 5, 7, 9, 10, 11, 12, 13, 14, 15};
    start();
    enable(ALL);
    for (unsigned i = 0; i < sizeof mode / sizeof mode[0]; i++) {
        CHECK(undefined(TT_OP_SFPSETCC(0, 3, 0, mode[i]), STX_RULE_SFPU_MODE));
    }
}

TEST(encc_sets_use_and_flag_in_all_lanes) {
    for (unsigned mod = 0; mod < 16; mod++) {
        for (unsigned imm = 0; imm < 4; imm++) {
            start();
            core.sfpu.use = lanes_with_bit(0);
            core.sfpu.flags = lanes_with_bit(1);
            RUN_WORDS(TT_OP_SFPENCC(imm, 0, 0, mod));
            uint32_t use = mod & 2u   ? (imm & 1u ? ALL : 0)
                           : mod & 1u ? ~lanes_with_bit(0)
                                      : lanes_with_bit(0);
            CHECK_EQ(core.sfpu.use, use);
            CHECK_EQ(core.sfpu.flags, !(mod & 8u) || (imm & 2u) ? ALL : 0);
        }
    }
}

/* Bit (2 A + B): the functions 1..12. */
static const uint8_t function[13] = {0, 0xA, 0x5, 0x8, 0xE, 0x4, 0xD, 0x2, 0xB, 0x1, 0x7, 0x6, 0x9};

TEST(pushc_combines_the_top_with_the_flags) {
    for (unsigned mod = 1; mod <= 12; mod++) {
        start();
        set_stack(lanes_with_bit(1), 0); /* A */
        core.sfpu.flags = lanes_with_bit(0);
        core.sfpu.use = lanes_with_bit(4);
        RUN_WORDS(TT_OP_SFPPUSHC(0, 0, 0, mod));
        CHECK_EQ(core.sfpu.stack[0].flags, by_table(function[mod]));
        CHECK_EQ(core.sfpu.stack[0].use, lanes_with_bit(4));
        CHECK_EQ(core.sfpu.flags, lanes_with_bit(0));
        CHECK_EQ(core.sfpu.depth, 1);
    }
}

TEST(popc_combines_the_flags_with_the_top) {
    for (unsigned mod = 1; mod <= 12; mod++) {
        start();
        set_stack(lanes_with_bit(0), lanes_with_bit(3)); /* B */
        core.sfpu.flags = lanes_with_bit(1);
        core.sfpu.use = lanes_with_bit(4);
        RUN_WORDS(TT_OP_SFPPOPC(0, 0, 0, mod));
        CHECK_EQ(core.sfpu.flags, by_table(function[mod]));
        CHECK_EQ(core.sfpu.use, lanes_with_bit(3));
        CHECK_EQ(core.sfpu.stack[0].flags, lanes_with_bit(0));
        CHECK_EQ(core.sfpu.depth, 1);
    }
}

TEST(pushc_13_to_15) {
    start();
    set_stack(0, 0);
    core.sfpu.flags = lanes_with_bit(2);
    core.sfpu.use = lanes_with_bit(4);
    RUN_WORDS(TT_OP_SFPPUSHC(0, 0, 0, 13));
    CHECK_EQ(core.sfpu.flags, ~lanes_with_bit(2));
    CHECK_EQ(core.sfpu.stack[0].flags, ~lanes_with_bit(2));
    CHECK_EQ(core.sfpu.stack[0].use, lanes_with_bit(4));
    RUN_WORDS(TT_OP_SFPPUSHC(0, 0, 0, 14));
    CHECK_EQ(core.sfpu.stack[0].flags, ALL);
    CHECK_EQ(core.sfpu.stack[0].use, ALL);
    RUN_WORDS(TT_OP_SFPPUSHC(0, 0, 0, 15));
    CHECK_EQ(core.sfpu.stack[0].flags, 0);
    CHECK_EQ(core.sfpu.stack[0].use, ALL);
}

TEST(popc_13_to_15) {
    start();
    set_stack(0, 0);
    core.sfpu.flags = lanes_with_bit(2);
    core.sfpu.use = lanes_with_bit(4);
    RUN_WORDS(TT_OP_SFPPOPC(0, 0, 0, 13));
    CHECK_EQ(core.sfpu.flags, ~lanes_with_bit(2));
    CHECK_EQ(core.sfpu.use, lanes_with_bit(4));
    RUN_WORDS(TT_OP_SFPPOPC(0, 0, 0, 14));
    CHECK_EQ(core.sfpu.flags & core.sfpu.use, ALL);
    RUN_WORDS(TT_OP_SFPPOPC(0, 0, 0, 15));
    CHECK_EQ(core.sfpu.flags, 0);
    CHECK_EQ(core.sfpu.use, ALL);
    CHECK_EQ(core.sfpu.depth, 1);
}

TEST(eight_entries_come_back_in_reverse_order) {
    start();
    for (unsigned i = 0; i < 8; i++) {
        core.sfpu.flags = 0x01010101u << i;
        core.sfpu.use = ~core.sfpu.flags;
        RUN_WORDS(TT_OP_SFPPUSHC(0, 0, 0, 0));
    }
    CHECK(undefined(TT_OP_SFPPUSHC(0, 0, 0, 0), STX_RULE_SFPU_STACK));
    for (unsigned i = 8; i-- > 0;) {
        RUN_WORDS(TT_OP_SFPPOPC(0, 0, 0, 0));
        CHECK_EQ(core.sfpu.flags, 0x01010101u << i);
        CHECK_EQ(core.sfpu.use, ~(0x01010101u << i));
    }
}

TEST(a_full_stack_loses_its_oldest_entry) {
    start();
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    for (unsigned i = 0; i < 9; i++) {
        core.sfpu.flags = i;
        RUN_WORDS(TT_OP_SFPPUSHC(0, 0, 0, 0));
    }
    CHECK_EQ(core.sfpu.depth, 8);
    CHECK_EQ(core.sfpu.stack[0].flags, 1);
    CHECK_EQ(core.sfpu.stack[7].flags, 8);
}

TEST(an_empty_stack_is_an_error_and_reads_as_false) {
    start();
    enable(ALL);
    for (unsigned mod = 1; mod < 16; mod++) {
        CHECK(undefined(TT_OP_SFPPUSHC(0, 0, 0, mod), STX_RULE_SFPU_STACK));
    }
    CHECK(undefined(TT_OP_SFPPOPC(0, 0, 0, 0), STX_RULE_SFPU_STACK));
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    RUN_WORDS(TT_OP_SFPPOPC(0, 0, 0, 0));
    CHECK_EQ(core.sfpu.flags, 0);
    CHECK_EQ(core.sfpu.use, 0);
    CHECK_EQ(core.sfpu.depth, 0);
}

TEST(compc_is_the_else_branch) {
    start();
    set_stack(lanes_with_bit(1), ALL); /* the condition outside */
    core.sfpu.use = ALL;
    core.sfpu.flags = lanes_with_bit(0) & lanes_with_bit(1);
    RUN_WORDS(TT_OP_SFPCOMPC(0, 0, 0, 0));
    CHECK_EQ(core.sfpu.flags, lanes_with_bit(1) & ~lanes_with_bit(0));
    core.sfpu.use = lanes_with_bit(2); /* where flags are not in use: false */
    core.sfpu.flags = 0;
    RUN_WORDS(TT_OP_SFPCOMPC(0, 0, 0, 0));
    CHECK_EQ(core.sfpu.flags, lanes_with_bit(1) & lanes_with_bit(2));
    start();
    enable(0x00FF00FFu); /* nothing outside: the complement */
    RUN_WORDS(TT_OP_SFPCOMPC(0, 0, 0, 0));
    CHECK_EQ(core.sfpu.flags, 0xFF00FF00u);
}

/* if (x < 0) y = 1; else if (x == 0) y = 2; else y = 3; */
TEST(nested_branches_choose_lane_by_lane) {
    static const uint32_t x[] = {0xC0000000u, 0, 0x40000000u, 0xFF800000u};
    static const uint32_t y[] = {1, 2, 3, 1};
    start();
    enable(ALL);
    set_cycle(0, x, 4);
    RUN_WORDS(TT_OP_SFPPUSHC(0, 0, 0, 0), TT_OP_SFPSETCC(0, 0, 0, 0), TT_OP_SFPLOADI(1, 2, 1),
              TT_OP_SFPCOMPC(0, 0, 0, 0), TT_OP_SFPPUSHC(0, 0, 0, 0), TT_OP_SFPSETCC(0, 0, 0, 6),
              TT_OP_SFPLOADI(1, 2, 2), TT_OP_SFPCOMPC(0, 0, 0, 0), TT_OP_SFPLOADI(1, 2, 3),
              TT_OP_SFPPOPC(0, 0, 0, 0), TT_OP_SFPPOPC(0, 0, 0, 0));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(lane_of(1, lane), y[lane % 4]);
    }
    CHECK_EQ(core.sfpu.flags, ALL);
}

TEST(row_mask_switches_rows_of_a_column_off) {
    start();
    enable(ALL);
    core.sfpu.lane_config[2] = 0x5000; /* rows 0 and 2 of column 2 */
    set_all(1, 7);
    RUN_WORDS(TT_OP_SFPLOADI(1, 2, 9));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        bool off = lane % 8 == 2 && (lane / 8) % 2 == 0;
        CHECK_EQ(lane_of(1, lane), off ? 7 : 9);
    }
}

int main(void) {
    RUN(setcc_compares_with_zero_as_an_integer);
    RUN(setcc_leaves_lanes_that_are_off_alone);
    RUN(setcc_with_an_immediate_and_without_flags_in_use);
    RUN(setcc_modes_without_a_rule);
    RUN(encc_sets_use_and_flag_in_all_lanes);
    RUN(pushc_combines_the_top_with_the_flags);
    RUN(popc_combines_the_flags_with_the_top);
    RUN(pushc_13_to_15);
    RUN(popc_13_to_15);
    RUN(eight_entries_come_back_in_reverse_order);
    RUN(a_full_stack_loses_its_oldest_entry);
    RUN(an_empty_stack_is_an_error_and_reads_as_false);
    RUN(compc_is_the_else_branch);
    RUN(nested_branches_choose_lane_by_lane);
    RUN(row_mask_switches_rows_of_a_column_off);
    return test_summary();
}
