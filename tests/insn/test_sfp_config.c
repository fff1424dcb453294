/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * SFPCONFIG and the backdoor for templates (SPEC 7, 8.10). */
#include "sfpu.h"

#define ALL UINT32_MAX
enum { SEQUENCE = 4, MISC = 8, CONSTANT = 11, LANE_CONFIG = 15 };

static void begin(void) {
    start();
    enable(ALL);
}

TEST(constants_from_lreg0_column_by_column) {
    begin();
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        core.sfpu.lreg[0][lane] = 1000 + lane;
    }
    for (unsigned reg = 11; reg <= 14; reg++) {
        RUN_WORDS(TT_OP_SFPCONFIG(0, reg, 0));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            CHECK_EQ(lane_of(reg, lane), 1000 + lane % 8); /* row 0 for all rows */
        }
    }
}

TEST(constants_from_an_immediate_are_the_defaults) {
    static const uint32_t constant[] = {0xBF800000u, 0x3B000000u, 0xBF2CC4C7u, 0xBEB08FF9u};
    begin();
    for (unsigned i = 0; i < 4; i++) {
        set_all(CONSTANT + i, 0);
        RUN_WORDS(TT_OP_SFPCONFIG(0x1234, CONSTANT + i, 1));
        CHECK(all_are(CONSTANT + i, constant[i]));
    }
}

TEST(only_columns_whose_lane_of_row_0_is_on) {
    begin();
    set_all(11, 5);
    set_all(0, 7);
    enable(0xFFFFFF0Fu);
    RUN_WORDS(TT_OP_SFPCONFIG(0, 11, 0));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(lane_of(11, lane), lane % 8 < 4 ? 7 : 5);
    }
}

TEST(only_columns_of_the_mask) {
    begin();
    set_all(11, 5);
    set_all(0, 7);
    RUN_WORDS(TT_OP_SFPCONFIG(1u << 0 | 1u << 6, 11, 8)); /* columns 0 and 3 */
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(lane_of(11, lane), lane % 8 == 0 || lane % 8 == 3 ? 7 : 5);
    }
}

/* Columns 0, 2, 4 and 7 by the mask, of which the flags disable 0 and 2; the flags of the other
 * rows do not count. */
TEST(columns_of_the_mask_that_the_flags_of_row_0_disable_stay) {
    for (unsigned simulator = 0; simulator < 2; simulator++) {
        begin();
        stx_departure_set_all(&core, simulator ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        set_all(11, 5);
        set_all(0, 7);
        enable(0x0F0FF0FAu); /* row 0: columns 1 and 3..7 */
        RUN_WORDS(TT_OP_SFPCONFIG(1u << 0 | 1u << 4 | 1u << 8 | 1u << 14, 11, 8));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            bool named = 0x95u >> lane % 8 & 1u;
            bool written = named && (simulator || (0xFAu >> lane % 8 & 1u));
            CHECK_EQ(lane_of(11, lane), written ? 7 : 5);
        }
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_SFPCONFIG_MASK_FLAGS), 1);
        enable(ALL);
        RUN_WORDS(TT_OP_SFPCONFIG(1, 11, 8));
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_SFPCONFIG_MASK_FLAGS), 1);
    }
}

TEST(lane_config_is_written_or_set_or_masked_or_inverted) {
    begin();
    RUN_WORDS(TT_OP_SFPCONFIG(0x00F0, LANE_CONFIG, 1));
    CHECK_EQ(core.sfpu.lane_config[7], 0x00F0);
    RUN_WORDS(TT_OP_SFPCONFIG(0x0F00, LANE_CONFIG, 1 | 2));
    CHECK_EQ(core.sfpu.lane_config[7], 0x0FF0);
    RUN_WORDS(TT_OP_SFPCONFIG(0x03C0, LANE_CONFIG, 1 | 4));
    CHECK_EQ(core.sfpu.lane_config[7], 0x03C0);
    RUN_WORDS(TT_OP_SFPCONFIG(0x0180, LANE_CONFIG, 1 | 6));
    CHECK_EQ(core.sfpu.lane_config[7], 0x0240);
}

TEST(lane_config_has_18_bits_and_immediates_keep_the_upper_two) {
    begin();
    set_all(0, ALL & ~0xF000u); /* without ROW_MASK */
    RUN_WORDS(TT_OP_SFPCONFIG(0, LANE_CONFIG, 0));
    CHECK_EQ(core.sfpu.lane_config[0], 0x30FFF);
    RUN_WORDS(TT_OP_SFPCONFIG(2, LANE_CONFIG, 1));
    CHECK_EQ(core.sfpu.lane_config[0], 0x30002);
}

TEST(sequences_and_misc) {
    begin();
    set_all(0, 0x87654321u);
    for (unsigned i = 0; i < 4; i++) {
        RUN_WORDS(TT_OP_SFPCONFIG(0, SEQUENCE + i, 0));
        CHECK_EQ(core.sfpu.sequence[i], 0x87654321u);
        RUN_WORDS(TT_OP_SFPCONFIG(0xABCD, SEQUENCE + i, 1)); /* Round and Store become 0 */
        CHECK_EQ(core.sfpu.sequence[i], 0xABCDu);
    }
    RUN_WORDS(TT_OP_SFPCONFIG(0xF770, MISC, 1));
    CHECK_EQ(core.sfpu.misc, 0x770);
    RUN_WORDS(TT_OP_SFPCONFIG(0x00F, MISC, 3));
    CHECK_EQ(core.sfpu.misc, 0x77F);
    RUN_WORDS(TT_OP_SFPCONFIG(0xFF0, MISC, 5));
    CHECK_EQ(core.sfpu.misc, 0x770);
    RUN_WORDS(TT_OP_SFPCONFIG(0x0FF, MISC, 7));
    CHECK_EQ(core.sfpu.misc, 0x78F);
}

TEST(templates_from_lreg0_whatever_the_immediate) {
    begin();
    set_all(0, 0x920000E1u);
    for (unsigned i = 0; i < 4; i++) {
        RUN_WORDS(TT_OP_SFPCONFIG(0x1234, i, i & 1u));
        CHECK_EQ(core.sfpu.templates[i], 0x920000E1u);
    }
}

/* Instructions whose VD says 12..15 become templates and do nothing else. */
TEST(the_backdoor_stores_the_word_itself) {
    static const uint32_t word[] = {TT_OP_SFPMAD(1, 2, 3, 12, 0),
                                    TT_OP_SFPIADD(1, 2, 13, 0),
                                    TT_OP_SFPENCC(3, 0, 14, 10),
                                    TT_OP_SFPPUSHC(0, 0, 15, 0),
                                    TT_OP_SFP_STOCH_RND(1, 0, 0, 1, 12, 0),
                                    TT_OP_SFPSTORE(13, 6, 0, 0),
                                    TT_OP_SFPLUT(14, 0, 0),
                                    TT_OP_SFPCAST(1, 15, 1)};
    for (unsigned i = 0; i < sizeof word / sizeof word[0]; i++) {
        static struct stx_sfpu expected;
        begin();
        enable(0);
        expected = core.sfpu;
        expected.templates[i % 4] = word[i];
        RUN_WORDS(word[i]);
        CHECK(memcmp(&core.sfpu, &expected, sizeof expected) == 0);
    }
}

TEST(a_store_that_becomes_a_template_moves_the_counter) {
    begin();
    core.tcfg[0][28 + 3] = 4;
    RUN_WORDS(TT_OP_SFPSTORE(12, 6, 3, 0));
    CHECK_EQ(core.rwc[0].dst, 4);
}

TEST(a_store_to_the_stack_that_becomes_a_template_pushes) {
    for (unsigned vd = 12; vd < 16; vd++) {
        begin();
        core.tcfg[0][36] = 8; /* STACK_Incr */
        RUN_WORDS(TT_OP_SFPSTORE(vd, 10, 0, 0));
        CHECK_EQ(core.rwc[0].sp, 8);
    }
}

TEST(the_backdoor_can_be_shut) {
    begin();
    set_all(1, 3);
    for (unsigned col = 0; col < 8; col++) {
        core.sfpu.lane_config[col] = 2; /* DISABLE_BACKDOOR_LOAD */
    }
    set_all(13, 77);
    RUN_WORDS(TT_OP_SFPIADD(1, 1, 13, 1), TT_OP_SFPSTORE(13, 6, 0, 0)); /* 12..15 can be stored */
    CHECK_EQ(core.sfpu.templates[1], 0);
    CHECK(all_are(13, 77));         /* the result is dropped */
    CHECK_EQ(core.sfpu.flags, ALL); /* no flags for VD above 7 */
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 77);
}

TEST(sfpnop_does_nothing) {
    static struct stx_sfpu before;
    begin();
    before = core.sfpu;
    RUN_WORDS(TT_OP_SFPNOP);
    CHECK(memcmp(&core.sfpu, &before, sizeof before) == 0);
}

int main(void) {
    RUN(constants_from_lreg0_column_by_column);
    RUN(constants_from_an_immediate_are_the_defaults);
    RUN(only_columns_whose_lane_of_row_0_is_on);
    RUN(only_columns_of_the_mask);
    RUN(columns_of_the_mask_that_the_flags_of_row_0_disable_stay);
    RUN(lane_config_is_written_or_set_or_masked_or_inverted);
    RUN(lane_config_has_18_bits_and_immediates_keep_the_upper_two);
    RUN(sequences_and_misc);
    RUN(templates_from_lreg0_whatever_the_immediate);
    RUN(the_backdoor_stores_the_word_itself);
    RUN(a_store_that_becomes_a_template_moves_the_counter);
    RUN(a_store_to_the_stack_that_becomes_a_template_pushes);
    RUN(the_backdoor_can_be_shut);
    RUN(sfpnop_does_nothing);
    return test_summary();
}
