/* SPDX-License-Identifier: Apache-2.0
 *
 * Findings of the lint as text, whole: both words, what lies between, what to add. */
#include "diag/capture.h"
#include "softensix/lint.h"
#include "test.h"

/* The words are SFPNOP and CLREXPHIST, which have no fields. */
static bool prints(enum stx_lint_rule rule, uint32_t first, unsigned between,
                   const char *expected) {
    struct stx_lint_finding finding = {
        .rule = rule, .thread = 2, .first = first, .second = 0x21000000, .between = between};
    capture_clear();
    stx_lint_print(&finding, capture, NULL);
    if (strcmp(captured, expected)) {
        printf("%s", captured);
    }
    return !strcmp(captured, expected);
}

TEST(a_finding_names_both_words_and_how_many_instructions_are_missing) {
    CHECK(prints(STX_LINT_DST_MOVB2D, 0x8F000000, 1,
                 "lint: thread 2: fewer than 3 instructions between MOVB2D and MOVD2A or MOVD2B of "
                 "the same rows of Dst (DST_MOVB2D)\n"
                 "  8f000000 SFPNOP\n"
                 "  ... 1 instruction\n"
                 "  21000000 CLREXPHIST\n"
                 "  add: 2 instructions between them, NOP or SFPNOP for example\n"));
    CHECK(prints(STX_LINT_DST_SFPLOAD, 0x8F000000, 2,
                 "lint: thread 2: fewer than 3 instructions between a write of the FPU to rows of "
                 "Dst and their SFPLOAD (DST_SFPLOAD)\n"
                 "  8f000000 SFPNOP\n"
                 "  ... 2 instructions\n"
                 "  21000000 CLREXPHIST\n"
                 "  add: 1 instruction between them, NOP or SFPNOP for example, or "
                 "STALLWAIT(STALL_SFPU, MATH)\n"));
}

TEST(a_semaphore_rule_names_the_bit_that_the_stallwait_lacks) {
    static const struct {
        enum stx_lint_rule rule;
        uint32_t first, stall;
        const char *lacks;
    } rows[] = {
        {STX_LINT_SEMAPHORE_MATH, 0x26000000, 0xA2010800, "MATH to wait_res"}, /* MVMUL */
        {STX_LINT_SEMAPHORE_MATH, 0x72000000, 0xA2010010, "WAIT_SFPU to wait_res"},
        {STX_LINT_SEMAPHORE_MATH, 0x26000000, 0xA2200010, "STALL_SYNC to stall_res"},
        {STX_LINT_SEMAPHORE_PACK, 0x41000000, 0xA2010010, "PACK to wait_res"},
        {STX_LINT_SEMAPHORE_MATH, 0x26000000, 0xA2008010, "STALL_SYNC to stall_res"},
        {STX_LINT_SEMAPHORE_PACK, 0x41000000, 0xA2200010, "PACK to wait_res"},
        {STX_LINT_SEMAPHORE_MATH, 0x26000000, 0, NULL},
        {STX_LINT_SEMAPHORE_MATH, 0, 0xA2200010, NULL}, /* 0 is no instruction */
        {STX_LINT_DST_SFPLOAD, 0x26000000, 0xA2010010, NULL},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stx_lint_finding f = {
            .rule = rows[i].rule, .first = rows[i].first, .stall = rows[i].stall};
        const char *lacks = stx_lint_lacks(&f);
        CHECK(rows[i].lacks ? lacks && !strcmp(lacks, rows[i].lacks) : !lacks);
    }
}

TEST(a_stallwait_that_lacks_a_bit_is_shown) {
    const struct stx_lint_finding finding = {
        STX_LINT_SEMAPHORE_MATH, 1, 0x8F000000, 0x21000000, 1, 0xA2010000, NULL, NULL, 1};
    capture_clear();
    stx_lint_print(&finding, capture, NULL);
    CHECK(captured_has("  8f000000 SFPNOP\n"
                       "  ... 1 instruction\n"
                       "  21000000 CLREXPHIST\n"
                       "  add: WAIT_SFPU to wait_res of the STALLWAIT between them:\n"
                       "  a2010000 STALLWAIT "));
}

TEST(a_finding_of_one_word_has_its_remedy_alone) {
    CHECK(prints(STX_LINT_SFPMUL24_VC, 0, 0,
                 "lint: thread 2: SFPMUL24 with VC other than LReg9: shifts and adds VC's mantissa "
                 "(SFPMUL24_VC)\n"
                 "  21000000 CLREXPHIST\n"
                 "  add: VC = 9, and SFPIADD after it for a sum\n"));
}

TEST(a_store_to_the_mop_configuration_is_told_by_its_address) {
    CHECK(prints(STX_LINT_MOP_REWRITE, 0x8F000000, 0,
                 "lint: thread 2: MOP configuration is written after a MOP without mop_sync or "
                 "tensix_sync (MOP_REWRITE)\n"
                 "  8f000000 SFPNOP\n"
                 "  ... 0 instructions\n"
                 "  store to 0x21000000\n"
                 "  add: mop_sync() or tensix_sync() before the store\n"));
}

TEST(what_is_missing_is_what_the_rule_wants_less_what_is_there) {
    for (unsigned between = 0; between < 6; between++) {
        struct stx_lint_finding three = {.rule = STX_LINT_DST_SFPSTORE, .between = between};
        struct stx_lint_finding one = {.rule = STX_LINT_SFPIADD_VD, .between = between};
        struct stx_lint_finding none = {.rule = STX_LINT_SEMAPHORE_PACK, .between = between};
        CHECK_EQ(stx_lint_missing(&three), between < 3 ? 3 - between : 0);
        CHECK_EQ(stx_lint_missing(&one), between == 0);
        CHECK_EQ(stx_lint_missing(&none), 0);
    }
}

TEST(places_stand_below_their_words_and_repetitions_behind_the_rule) {
    const struct stx_lint_finding finding = {.rule = STX_LINT_DST_MOVB2D,
                                             .thread = 1,
                                             .first = 0x8F000000,
                                             .second = 0x21000000,
                                             .between = 1,
                                             .first_where = "a.c:3",
                                             .where = "b.c:12",
                                             .times = 400};
    capture_clear();
    stx_lint_print(&finding, capture, NULL);
    CHECK(
        !strcmp(captured,
                "lint: thread 1: fewer than 3 instructions between MOVB2D and MOVD2A or MOVD2B of "
                "the same rows of Dst (DST_MOVB2D), 400 times\n"
                "  8f000000 SFPNOP\n"
                "    at a.c:3\n"
                "  ... 1 instruction\n"
                "  21000000 CLREXPHIST\n"
                "    at b.c:12\n"
                "  add: 2 instructions between them, NOP or SFPNOP for example\n"));
}

int main(void) {
    RUN(places_stand_below_their_words_and_repetitions_behind_the_rule);
    RUN(a_finding_names_both_words_and_how_many_instructions_are_missing);
    RUN(a_semaphore_rule_names_the_bit_that_the_stallwait_lacks);
    RUN(a_stallwait_that_lacks_a_bit_is_shown);
    RUN(a_finding_of_one_word_has_its_remedy_alone);
    RUN(a_store_to_the_mop_configuration_is_told_by_its_address);
    RUN(what_is_missing_is_what_the_rule_wants_less_what_is_there);
    return test_summary();
}
