/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What the strict policy refuses of the FPU, and that the silicon policy goes on (SPEC 4, 6, D.1).
 */
#include "insn/fpu.h"

/* A word, and what each of its rows has to be a multiple of. */
static const struct word {
    uint32_t word;
    unsigned srca, srcb, dst;
} words[] = {
    {TT_OP_MVMUL(0, 0, 0, 0), 8, 8, 8},      {TT_OP_DOTPV(0, 0, 0, 0, 0), 8, 8, 8},
    {TT_OP_GAPOOL(0, 0, 0, 0, 0), 8, 8, 4},  {TT_OP_ELWADD(0, 0, 0, 0, 0), 8, 8, 8},
    {TT_OP_ELWSUB(0, 0, 0, 0, 0), 8, 8, 8},  {TT_OP_ELWMUL(0, 0, 0, 0, 0), 8, 8, 8},
    {TT_OP_GMPOOL(0, 0, 0, 0, 0), 16, 8, 4}, {TT_OP_ELWADD(0, 0, 2, 0, 0), 8, 1, 8},
    {TT_OP_MPOOL3S1(0, 0, 0, 0), 1, 1, 4},   {TT_OP_MPOOL3S2(0, 0, 0, 0), 1, 1, 4},
    {TT_OP_MOVA2D(0, 0, 0, 2, 0), 8, 1, 8},  {TT_OP_MOVA2D(0, 0, 0, 0, 0), 1, 1, 1},
    {TT_OP_MOVB2D(0, 0, 0, 0, 0), 1, 1, 1},  {TT_OP_MOVB2D(0, 0, 0, 2, 0), 1, 1, 8},
    {TT_OP_MOVB2D(0, 0, 0, 4, 0), 1, 4, 4},  {TT_OP_MOVB2A(0, 0, 2, 0), 4, 4, 1},
    {TT_OP_MOVD2A(0, 0, 0, 2, 0), 4, 1, 4},  {TT_OP_MOVD2A(0, 0, 0, 0, 0), 1, 1, 1},
    {TT_OP_MOVD2B(0, 0, 0, 2, 0), 1, 4, 4},  {TT_OP_MOVD2B(0, 0, 0, 0, 0), 1, 1, 1},
    {TT_OP_CONV3S1(0, 0, 0, 0), 1, 1, 1},    {TT_OP_APOOL3S1(0, 0, 0, 0), 1, 1, 1},
    {TT_OP_ZEROACC(0, 0, 0, 0, 0), 1, 1, 1}, {TT_OP_SHIFTXB(0, 0, 0), 1, 1, 1},
};
#define WORDS (sizeof words / sizeof words[0])
#define COMPUTING 10u /* of these; the moves follow */

static void runs_under_the_silicon_policy(uint32_t word, enum stx_rule rule) {
    uint16_t broken = core.broken[rule];
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    EXECUTE(word);
    CHECK_EQ(core.broken[rule], broken + 1);
}

static void check_row(uint32_t word, unsigned row, unsigned multiple) {
    if (row % multiple == 0) {
        EXECUTE(word);
    } else {
        EXPECT_FAULT(word, UNALIGNED_ROW);
        runs_under_the_silicon_policy(word, STX_RULE_UNALIGNED_ROW);
    }
}

TEST(rows_that_are_not_aligned) {
    for (unsigned i = 0; i < WORDS * 16 && !test_bad; i++) {
        const struct word *w = &words[i / 16];
        unsigned row = i % 16;
        start(BF16, BF16);
        core.rwc[0].srca = (uint8_t)row;
        check_row(w->word, row, w->srca);
        start(BF16, BF16);
        core.rwc[0].srcb = (uint8_t)row;
        check_row(w->word, row, w->srcb);
        start(BF16, BF16);
        core.rwc[0].dst = (uint16_t)row;
        check_row(w->word, row, w->dst);
    }
}

/* Its rows are d, d + 2, d + 4, d + 6 with d = row & 0x3F9. */
TEST(the_broadcasting_mvmul_wants_bits_1_and_2_of_dst_clear) {
    for (unsigned row = 0; row < 16; row++) {
        start(BF16, BF16);
        core.rwc[0].srcb = 3;
        check_row(TT_OP_MVMUL(0, 1, 0, row), row % 8 / 2, 4);
    }
}

/* Wider fields would hide a wrong row: the offset and the base count as well. */
TEST(a_row_is_field_and_offset_and_base_together) {
    start(BF16, BF16);
    core.tcfg[0][MATH_OFFSET] = 3;
    core.rwc[0].dst = 4;
    core.cfg[0][6] = 8;
    EXPECT_FAULT(TT_OP_MVMUL(0, 0, 0, 0), UNALIGNED_ROW);
    EXECUTE(TT_OP_MVMUL(0, 0, 0, 1));
}

static bool wide(uint32_t format) {
    return !five_bits(format);
}

static void check_formats(uint32_t word, bool good) {
    if (good) {
        EXECUTE(word);
    } else {
        EXPECT_FAULT(word, MIXED_FORMATS);
        runs_under_the_silicon_policy(word, STX_RULE_MIXED_FORMATS);
    }
}

TEST(computing_formats_have_exponents_of_one_width) {
    for (unsigned i = 0; i < COMPUTING * 256 && !test_bad; i++) {
        uint32_t a = i % 16, b = i / 16 % 16;
        bool known = a / 2 != 6 && b / 2 != 6;
        start(a, b);
        check_formats(words[i / 256].word, known && wide(a) == wide(b));
    }
}

TEST(integers_are_int8_or_bfp2_in_srcb) {
    for (unsigned i = 0; i < COMPUTING * 256 && !test_bad; i++) {
        uint32_t a = i % 16, b = i / 16 % 16;
        start(a, b);
        set_int8();
        check_formats(words[i / 256].word, a == INT8 && (b == INT8 || b == 15));
    }
}

/* FP16A_FORCE decides about exponents whatever the formats say. */
TEST(forced_fp16_takes_any_mixture) {
    for (unsigned i = 0; i < COMPUTING * 256 && !test_bad; i++) {
        uint32_t a = i % 16, b = i / 16 % 16;
        bool known = a / 2 != 6 && b / 2 != 6;
        start(a, b);
        core.tcfg[0][FORCE_FP16] = 1;
        check_formats(words[i / 256].word, known);
    }
}

TEST(moves_know_all_formats_but_12_and_13) {
    for (unsigned i = COMPUTING; i < WORDS - 5; i++) {
        bool b_to_a = words[i].word >> 24 == 0x0B; /* takes bits as they are */
        start(12, 12);
        core.tcfg[0][2] = core.tcfg[0][3] = 1;
        check_formats(words[i].word, b_to_a);
    }
}

TEST(moves_in_modes_1_and_3) {
    static const uint32_t odd[] = {
        TT_OP_MOVA2D(0, 0, 0, 1, 0), TT_OP_MOVA2D(0, 0, 0, 3, 0), TT_OP_MOVD2A(0, 0, 0, 1, 0),
        TT_OP_MOVD2A(0, 0, 0, 3, 0), TT_OP_MOVD2B(0, 0, 0, 1, 0), TT_OP_MOVD2B(0, 0, 0, 3, 0),
        TT_OP_MOVB2A(0, 0, 1, 0),    TT_OP_MOVB2A(0, 0, 3, 0),
    };
    for (unsigned i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        start(BF16, BF16);
        EXPECT_FAULT(odd[i], UNDEFINED_MODE);
        runs_under_the_silicon_policy(odd[i], STX_RULE_UNDEFINED_MODE);
    }
}

TEST(shiftxa_without_a_direction) {
    start(BF16, BF16);
    EXPECT_FAULT(TT_OP_SHIFTXA(0, 1), UNDEFINED_MODE);
    runs_under_the_silicon_policy(TT_OP_SHIFTXA(0, 1), STX_RULE_UNDEFINED_MODE);
}

/* The tile index of ZEROACC leaves the base out; no source says so. */
TEST(zeroacc_of_sixteen_rows_with_a_base) {
    start(BF16, BF16);
    core.cfg[0][6] = 16;
    EXECUTE(TT_OP_ZEROACC(0, 0, 0, 0, 0));
    EXECUTE(TT_OP_ZEROACC(2, 0, 0, 0, 0));
    EXPECT_FAULT(TT_OP_ZEROACC(1, 0, 0, 0, 0), UNDEFINED_MODE);
    runs_under_the_silicon_policy(TT_OP_ZEROACC(1, 0, 0, 0, 0), STX_RULE_UNDEFINED_MODE);
}

int main(void) {
    RUN(rows_that_are_not_aligned);
    RUN(the_broadcasting_mvmul_wants_bits_1_and_2_of_dst_clear);
    RUN(a_row_is_field_and_offset_and_base_together);
    RUN(computing_formats_have_exponents_of_one_width);
    RUN(integers_are_int8_or_bfp2_in_srcb);
    RUN(forced_fp16_takes_any_mixture);
    RUN(moves_know_all_formats_but_12_and_13);
    RUN(moves_in_modes_1_and_3);
    RUN(shiftxa_without_a_direction);
    RUN(zeroacc_of_sixteen_rows_with_a_base);
    return test_summary();
}
