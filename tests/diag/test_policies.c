/* SPDX-License-Identifier: Apache-2.0
 *
 * Rules, their policies and counters; the verdicts of the port; errata. */
#include <stdbool.h>
#include <string.h>

#include "diag/capture.h"
#include "softensix/dump.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static enum stx_verdict verdict;
static unsigned asked;
static struct stx_fault told;

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    asked++;
    told = *fault;
    return verdict;
}

static void start(void) {
    struct stx_port port = {.fault = on_fault};
    stx_init(&core, NULL, 0, &port);
    asked = 0;
    verdict = STX_STOP;
    capture_clear();
}

#define POST TT_OP_SEMPOST(1 << 3)
#define OVERFLOW STX_RULE_SEM_OVERFLOW

/* SEMPOST of a semaphore at 15: on silicon it stays there. */
static enum stx_result overflow(void) {
    core.sem[3].value = 15;
    return stx_issue(&core, 1, POST);
}

TEST(fault_records_and_asks_the_port) {
    start();
    CHECK_EQ(overflow(), STX_FAULT);
    CHECK_EQ(asked, 1);
    CHECK_EQ(told.rule, OVERFLOW);
    CHECK_EQ(told.kind, STX_FAULT_NON_CONTRACTUAL);
    CHECK_EQ(told.thread, 1);
    CHECK_EQ(told.word, POST);
    CHECK_EQ(stx_last_fault(&core)->rule, OVERFLOW);
    CHECK_EQ(stx_rule_count(&core, OVERFLOW), 1);
    stx_clear_fault(&core);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

TEST(the_port_decides_to_skip_or_to_continue) {
    start();
    verdict = STX_SKIP;
    CHECK_EQ(overflow(), STX_DONE);
    CHECK_EQ(core.retired, 1);
    verdict = STX_CONTINUE;
    CHECK_EQ(overflow(), STX_DONE);
    CHECK_EQ(core.sem[3].value, 15);
    CHECK_EQ(asked, 2);
    CHECK_EQ(stx_rule_count(&core, OVERFLOW), 2);
}

TEST(silicon_counts_and_asks_nobody) {
    start();
    stx_policy_set(&core, OVERFLOW, STX_POLICY_SILICON);
    CHECK_EQ(stx_policy_get(&core, OVERFLOW), STX_POLICY_SILICON);
    CHECK_EQ(overflow(), STX_DONE);
    CHECK_EQ(asked, 0);
    CHECK_EQ(stx_rule_count(&core, OVERFLOW), 1);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

TEST(skip_leaves_the_word_out) {
    start();
    stx_policy_set(&core, STX_RULE_RESERVED_BITS, STX_POLICY_SKIP);
    CHECK_EQ(stx_issue(&core, 1, POST | 1u), STX_DONE); /* bits 1:0 are reserved */
    CHECK_EQ(core.sem[3].value, 0);
    CHECK_EQ(asked, 0);
    stx_policy_set(&core, STX_RULE_RESERVED_BITS, STX_POLICY_SILICON);
    CHECK_EQ(stx_issue(&core, 1, POST | 1u), STX_DONE);
    CHECK_EQ(core.sem[3].value, 1);
    CHECK_EQ(stx_rule_count(&core, STX_RULE_RESERVED_BITS), 2);
}

TEST(hard_rules_can_be_skipped_but_not_ignored) {
    start();
    stx_policy_set(&core, STX_RULE_UNKNOWN_OPCODE, STX_POLICY_SILICON);
    CHECK_EQ(stx_policy_get(&core, STX_RULE_UNKNOWN_OPCODE), STX_POLICY_FAULT);
    CHECK_EQ(stx_issue(&core, 0, 0xFF000000), STX_FAULT);
    stx_policy_set(&core, STX_RULE_UNKNOWN_OPCODE, STX_POLICY_SKIP);
    CHECK_EQ(stx_issue(&core, 0, 0xFF000000), STX_DONE);
    CHECK_EQ(asked, 1);
}

TEST(words_of_the_front_end_have_policies_too) {
    start();
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 1, 0)), STX_FAULT);
    CHECK_EQ(told.rule, STX_RULE_MOP_COUNT);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP_CFG(0) | 1u << 16), STX_FAULT);
    CHECK_EQ(told.rule, STX_RULE_RESERVED_BITS);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_REPLAY(0, 33, 0, 1)), STX_FAULT);
    CHECK_EQ(told.rule, STX_RULE_REPLAY_LENGTH);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_REPLAY(0, 1, 0, 1) | 4u), STX_FAULT);
    CHECK_EQ(told.rule, STX_RULE_RESERVED_BITS);
    verdict = STX_SKIP;
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 1, 0)), STX_DONE);
    CHECK_EQ(stx_issue(&core, 3, POST), STX_FAULT); /* there is no such thread to go on */
    CHECK_EQ(told.rule, STX_RULE_BAD_THREAD);
}

TEST(every_rule_has_a_name_a_text_and_a_source) {
    for (unsigned r = 1; r < STX_RULES; r++) {
        CHECK(strlen(stx_rule_name((enum stx_rule)r)) > 2);
        CHECK(strlen(stx_rule_text((enum stx_rule)r)) > 8);
        CHECK(strlen(stx_rule_reference((enum stx_rule)r)) > 2);
        for (unsigned other = 1; other < r; other++) {
            CHECK(strcmp(stx_rule_name((enum stx_rule)r), stx_rule_name((enum stx_rule)other)));
        }
    }
    for (unsigned kind = 0; kind <= STX_FAULT_DEADLOCK; kind++) {
        CHECK(strlen(stx_fault_kind_name((enum stx_fault_kind)kind)) > 5);
    }
    for (unsigned e = 0; e < STX_ERRATA; e++) {
        CHECK(strlen(stx_erratum_name((enum stx_erratum)e)) > 2);
        CHECK(strlen(stx_erratum_text((enum stx_erratum)e)) > 8);
        CHECK(strlen(stx_erratum_reference((enum stx_erratum)e)) > 2);
    }
}

TEST(counters_stop_at_their_end_and_are_told) {
    start();
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    for (unsigned i = 0; i < 70000; i++) {
        overflow();
    }
    CHECK_EQ(stx_rule_count(&core, OVERFLOW), 65535);
    CHECK_EQ(stx_dump_rules(&core, capture, NULL), 1);
    CHECK(!strcmp(captured, "SEM_OVERFLOW        65535 times, as silicon: SEMPOST of a semaphore "
                            "that is at 15 (SPEC 9)\n"));
}

/* Words of a MOP with outer count 1, inner count 0, no start and an end word. */
static uint32_t runs_of_mop(bool modelled) {
    start();
    stx_erratum_set(&core, STX_ERRATUM_MOP_129_RUNS, modelled);
    for (unsigned i = 0; i < STX_MOP_WORDS; i++) {
        stx_mop_write(&core, 0, i, i == 0 ? 1 : i == 1 ? 0 : i == 3 ? POST : TT_OP_NOP);
    }
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    stx_issue(&core, 0, TT_OP_MOP(1, 0, 0));
    return core.retired;
}

TEST(the_bug_of_129_runs_can_be_switched_off) {
    CHECK_EQ(runs_of_mop(true), 129);
    CHECK_EQ(runs_of_mop(false), 1);
}

/* SrcA[0][1] after a move into row 16 and a shift to the right. */
static uint32_t shifted(bool modelled) {
    start();
    stx_erratum_set(&core, STX_ERRATUM_SHIFTXA_ROWS, modelled);
    core.srca.fpu_owns[0] = 1;
    stx_src_poke(&core, 0, 0, 0, 0, 0x3F800000);
    stx_src_poke(&core, 0, 0, 16, 0, 0x40000000);
    core.shiftxa_row = 16;
    stx_issue(&core, 1, TT_OP_SHIFTXA(0, 2));
    return stx_src_peek(&core, 0, 0, 0, 1);
}

TEST(the_rows_of_shiftxa_can_be_those_that_were_meant) {
    CHECK_EQ(shifted(true), 0x40000000);
    CHECK_EQ(shifted(false), 0x3F800000);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, fault_records_and_asks_the_port);
    RUN_IF(STX_THREADS == 3, the_port_decides_to_skip_or_to_continue);
    RUN_IF(STX_THREADS == 3, silicon_counts_and_asks_nobody);
    RUN_IF(STX_THREADS == 3, skip_leaves_the_word_out);
    RUN(hard_rules_can_be_skipped_but_not_ignored);
    RUN(words_of_the_front_end_have_policies_too);
    RUN(every_rule_has_a_name_a_text_and_a_source);
    RUN_IF(STX_THREADS == 3, counters_stop_at_their_end_and_are_told);
    RUN(the_bug_of_129_runs_can_be_switched_off);
    RUN_IF(STX_THREADS == 3, the_rows_of_shiftxa_can_be_those_that_were_meant);
    return test_summary();
}
