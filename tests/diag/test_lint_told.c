/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What the lint hears of and what it tells: threads that are not there, words that wait, both
 * instructions of a finding. */
#include "diag/found.h"
#include "heard.h"

TEST(accesses_of_a_thread_that_is_not_there_are_ignored) {
    static struct {
        struct stx_lint lint;
        struct stx_lint_thread behind;
    } guarded, same;
    start();
    memset(&guarded, 0xFF, sizeof guarded);
    guarded.lint.core = &core;
    guarded.lint.listener = lint.listener;
    same = guarded;
    for (unsigned i = 0; i < 2; i++) {
        unsigned thread = i ? UINT32_MAX / 8 : STX_THREADS;
        heard_access(&guarded.lint.listener, thread, STX_MOP_WINDOW, 0, true);
        heard_done(&core, &guarded.lint.listener, thread, NOP);
        stx_lint_sync(&guarded.lint, thread);
        CHECK(!memcmp(&guarded, &same, sizeof same));
    }
}

TEST(words_that_wait_are_no_instructions) {
    start();
    heard_done(&core, &lint.listener, 1, MVMUL(0));
    for (unsigned i = 0; i < 5; i++) {
        heard_word(&lint.listener, 1, TT_OP_SEMWAIT(1, 2, 1), STX_WAIT);
        heard_done(&core, &lint.listener, 3, NOP);
    }
    heard_done(&core, &lint.listener, 1, SFPLOAD(0));
    CHECK_EQ(stx_lint_total(&lint), 1);
}

TEST(findings_are_told_with_both_instructions) {
    static const struct stx_lint_finding findings[] = {
        {STX_LINT_SFPCONFIG_BACKDOOR, 1, TT_OP_NOP, TT_OP_SFPNOP, 1, 0, NULL, NULL, 1},
        {STX_LINT_MOP_REWRITE, 2, TT_OP_MOP(1, 0, 0), 0xFFB80004, 0, 0, NULL, NULL, 1},
        {STX_LINT_MOVD2A_BANK, 0, 0, TT_OP_NOP, 0, 0, NULL, NULL, 1}};
    capture_clear();
    for (unsigned i = 0; i < 3; i++) {
        stx_lint_print(&findings[i], capture, NULL);
    }
    CHECK(captured_has("lint: thread 1: no SFPNOP after SFPCONFIG has changed "
                       "DISABLE_BACKDOOR_LOAD (SFPCONFIG_BACKDOOR)\n  02000000 NOP\n  ... 1 "
                       "instruction\n  8f000000 SFPNOP\n"));
    CHECK(
        captured_has("(MOP_REWRITE)\n  01800000 MOP mop_type=1 loop_count=0 "
                     "zmask_lo16_or_loop_count=0\n  ... 0 instructions\n  store to 0xffb80004\n"));
    CHECK(captured_has("(MOVD2A_BANK)\n  02000000 NOP\n"));
    const struct stx_lint_finding gap = {
        STX_LINT_DST_SFPLOAD, 1, MVMUL(0), SFPLOAD(0), 1, 0, NULL, NULL, 1};
    stx_lint_print(&gap, capture, NULL);
    CHECK(captured_has("  add: 2 instructions between them, NOP or SFPNOP for example, or "
                       "STALLWAIT(STALL_SFPU, MATH)\n"));
    CHECK(captured_has("  add: STALLWAIT(STALL_MATH, MATH | SRCA_VLD)\n"));
    for (unsigned r = 0; r < STX_LINTS; r++) {
        const struct stx_lint_finding worst = {
            (enum stx_lint_rule)r, 1, NOP, NOP, 0, 0, NULL, NULL, 1};
        CHECK(stx_lint_missing(&worst) || stx_lint_remedy((enum stx_lint_rule)r));
        CHECK(strlen(stx_lint_reference((enum stx_lint_rule)r)) > 4);
    }
}

int main(void) {
    RUN(accesses_of_a_thread_that_is_not_there_are_ignored);
    RUN_IF(STX_THREADS == 3, words_that_wait_are_no_instructions);
    RUN(findings_are_told_with_both_instructions);
    return test_summary();
}
