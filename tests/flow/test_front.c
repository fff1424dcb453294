/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * MOP and replay expansion traced by hand, and stx_issue's contract: waiting, resuming, faulting.
 */
#include <string.h>

#include "heard.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static uint32_t words[40000];
static unsigned count, yields;
static enum stx_verdict verdict;

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of;
    if (count < sizeof words / sizeof words[0]) {
        words[count++] = e->word;
    }
}

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    (void)fault;
    return verdict;
}

static void on_yield(void *ctx, unsigned thread) {
    (void)ctx;
    (void)thread;
    if (++yields == 3) {
        stx_semaphore_post(&core, 1);
    }
}

static void start(void) {
    struct stx_port port = {.fault = on_fault};
    stx_init(&core, NULL, 0, &port);
    heard_by(&core, STX_HEAR(END), hear);
    count = yields = 0;
    verdict = STX_STOP;
}

/* Distinct harmless words: SETDMAREG of value v. */
static uint32_t op(uint32_t v) {
    return TT_OP_SETDMAREG(0, v, 0, 0);
}

static void mop_cfg(const uint32_t *cfg) {
    for (unsigned i = 0; i < STX_MOP_WORDS; i++) {
        stx_mop_write(&core, 0, i, cfg[i]);
    }
}

TEST(template_1_emits_start_body_ends_and_replaces_the_last) {
    start();
    mop_cfg((const uint32_t[9]){2, 2, op(2), op(3), op(4), op(5), TT_OP_NOP, op(7), op(8)});
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_DONE);
    const uint32_t expected[] = {op(2), op(5), op(8), op(3), op(4),
                                 op(2), op(5), op(7), op(3), op(4)};
    CHECK_EQ(count, 10);
    for (unsigned i = 0; i < 10; i++) {
        CHECK_EQ(words[i], expected[i]);
    }
}

TEST(template_1_with_two_loop_words_alternates_and_doubles) {
    start();
    mop_cfg((const uint32_t[9]){1, 2, TT_OP_NOP, TT_OP_NOP, op(4), op(5), op(6), op(7), op(8)});
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_DONE);
    const uint32_t expected[] = {op(5), op(6), op(5), op(7)};
    CHECK_EQ(count, 4);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQ(words[i], expected[i]);
    }
}

TEST(template_1_has_the_hardware_bug_of_129_runs) {
    start();
    mop_cfg((const uint32_t[9]){1, 0, TT_OP_NOP, op(3), TT_OP_NOP, op(5), op(6), op(7), op(8)});
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_DONE);
    CHECK_EQ(count, 129);
}

TEST(template_1_at_full_size_emits_32639_words) {
    start();
    mop_cfg((const uint32_t[9]){127, 127, op(2), op(3), op(4), op(5), op(6), op(7), op(8)});
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_DONE);
    CHECK_EQ(count, 32639);
}

TEST(template_0_takes_skips_where_the_mask_is_1) {
    start();
    mop_cfg((const uint32_t[9]){0, 3, op(2), op(3), op(4), op(5), op(6), op(7), op(8)});
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(0, 1, 2)), STX_DONE);
    const uint32_t expected[] = {op(3), op(4), op(5), op(6), op(2), op(7), op(8)};
    CHECK_EQ(count, 7);
    for (unsigned i = 0; i < 7; i++) {
        CHECK_EQ(words[i], expected[i]);
    }
}

TEST(mop_cfg_supplies_the_high_mask_bits) {
    start();
    mop_cfg((const uint32_t[9]){0, 0, op(2), op(3), op(4), op(5), op(6), op(7), op(8)});
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP_CFG(1)), STX_DONE);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(0, 17, 0)), STX_DONE);
    CHECK_EQ(count, 18);
    CHECK_EQ(words[15], op(3));
    CHECK_EQ(words[16], op(7));
    CHECK_EQ(words[17], op(3));
}

TEST(replay_records_wraps_and_reads_back) {
    start();
    CHECK_EQ(stx_issue(&core, 0, TT_OP_REPLAY(31, 2, 0, 1)), STX_DONE);
    CHECK_EQ(stx_issue(&core, 0, op(1)), STX_DONE);
    CHECK_EQ(stx_issue(&core, 0, op(2)), STX_DONE);
    CHECK_EQ(count, 0);
    CHECK_EQ(core.front[0].replay[31], op(1));
    CHECK_EQ(core.front[0].replay[0], op(2));
    CHECK_EQ(stx_issue(&core, 0, TT_OP_REPLAY(31, 2, 0, 0)), STX_DONE);
    CHECK_EQ(count, 2);
    CHECK_EQ(words[0], op(1));
    CHECK_EQ(words[1], op(2));
}

TEST(a_mop_in_the_replay_buffer_is_illegal) {
    start();
    CHECK_EQ(stx_issue(&core, 0, TT_OP_REPLAY(0, 1, 0, 1)), STX_DONE);
    core.front[0].replay[0] = TT_OP_MOP(1, 0, 0);
    core.front[0].record_left = 0;
    CHECK_EQ(stx_issue(&core, 0, TT_OP_REPLAY(0, 1, 0, 0)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_FRONT_END_ONLY);
}

TEST(without_yield_a_blocked_mop_resumes_where_it_stood) {
    uint32_t wait = TT_OP_SEMWAIT(1, 2, 1), mop = TT_OP_MOP(1, 0, 0);
    start();
    mop_cfg((const uint32_t[9]){1, 1, op(2), op(3), TT_OP_NOP, wait, TT_OP_NOP, wait, wait});
    CHECK_EQ(stx_issue(&core, 0, mop), STX_WAIT);
    CHECK_EQ(stx_issue(&core, 0, mop), STX_WAIT);
    CHECK_EQ(count, 1);
    CHECK_EQ(stx_issue(&core, 0, op(9)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_MISUSE);
    stx_semaphore_post(&core, 1);
    CHECK_EQ(stx_issue(&core, 0, mop), STX_DONE);
    CHECK_EQ(count, 3);
    CHECK_EQ(words[2], op(3));
}

TEST(with_yield_the_call_returns_when_the_wait_is_over) {
    start();
    core.port.yield = on_yield;
    CHECK_EQ(stx_issue(&core, 0, TT_OP_SEMWAIT(1, 2, 1)), STX_DONE);
    CHECK_EQ(yields, 3);
}

TEST(the_verdict_decides_what_a_fault_does_to_the_rest) {
    start();
    mop_cfg(
        (const uint32_t[9]){1, 2, op(2), op(3), TT_OP_NOP, 0xFF000000, TT_OP_NOP, op(7), op(8)});
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_FAULT);
    CHECK_EQ(count, 1);
    CHECK_EQ(stx_issue(&core, 0, op(9)), STX_DONE);
    verdict = STX_SKIP;
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_DONE);
    CHECK_EQ(words[count - 1], op(3));
}

TEST(explanations_name_the_condition) {
    char text[100];
    start();
    CHECK_EQ(stx_issue(&core, 0, TT_OP_SEMINIT(2, 2, 1 << 1)), STX_DONE);
    stx_explain_wait(&core, 1, TT_OP_SEMWAIT(1, 2, 2), text, sizeof text);
    static const char expected[] = "SEMWAIT: semaphore 1 MATH_PACK is 2, waits while >= max 2";
    for (unsigned i = 0; i < sizeof expected; i++) {
        CHECK_EQ(text[i], expected[i]);
    }
}

/* Does the explanation hold the text? */
static bool explains(unsigned thread, uint32_t word, const char *expected) {
    char text[200];
    stx_explain_wait(&core, thread, word, text, sizeof text);
    return strstr(text, expected) != NULL;
}

TEST(every_wait_is_explained_with_who_could_end_it) {
    start();
    core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = 1;
    CHECK(explains(0, TT_OP_SETDVALID(3), "SETDVALID: SrcA bank 0 is still owned by the FPU"));
    CHECK(explains(0, TT_OP_SETDVALID(2), "SETDVALID: SrcB bank 0 is still owned by the FPU"));
    CHECK(explains(0, TT_OP_UNPACR_NOP(1, 0, 0, 0, 0, 0, 0, 0, 1), "UNPACR_NOP: SrcB bank 0 is"));
    CHECK(explains(0, TT_OP_STALLWAIT(64, 64), "STALLWAIT: SrcB bank 0 is still owned"));
    CHECK_EQ(stx_wait_helpers(&core, 0, TT_OP_SETDVALID(3)), 2);
    CHECK_EQ(stx_wait_helpers(&core, 0, TT_OP_STALLWAIT(64, 64)), 2);
    core.srca.fpu_bank = core.srcb.fpu_bank = 1;
    CHECK(explains(1, TT_OP_STALLWAIT(64, 256), "STALLWAIT: SrcB bank 1 is not valid yet"));
    CHECK(explains(1, TT_OP_MVMUL(0, 0, 0, 0), "MVMUL: SrcA bank 1 is not valid yet"));
    CHECK(explains(1, TT_OP_TRNSPSRCB, "TRNSPSRCB: SrcB bank 1 is not valid yet"));
    CHECK(explains(1, TT_OP_NOP, "NOP: not waiting"));
    CHECK(explains(1, 0xFF000000, "unknown: "));
    CHECK_EQ(stx_wait_helpers(&core, 1, TT_OP_STALLWAIT(64, 256)), 1);
    CHECK_EQ(stx_wait_helpers(&core, 1, TT_OP_MVMUL(0, 0, 0, 0)), 1);
    core.mutex[3] = 3;
    CHECK(explains(1, TT_OP_ATGETM(3), "ATGETM: mutex 3 is held by thread 2"));
    CHECK(explains(1, TT_OP_ATGETM(7), "ATGETM: mutex 7 does not exist"));
    CHECK_EQ(stx_wait_helpers(&core, 1, TT_OP_ATGETM(3)), 4);
    CHECK_EQ(stx_wait_helpers(&core, 1, TT_OP_ATGETM(7)), 0);
    CHECK(explains(1, TT_OP_ATCAS(0, 0, 0, 0, 0, 0), "ATCAS: the word in L1 differs"));
    CHECK(explains(1, TT_OP_ATINCGETPTR(0, 0, 0, 0, 0, 0, 0), "the FIFO in L1 is full or empty"));
    CHECK_EQ(stx_wait_helpers(&core, 2, TT_OP_ATCAS(0, 0, 0, 0, 0, 0)), 3);
    CHECK(explains(1, TT_OP_SEMWAIT(1, 5, 3),
                   "semaphore 0 is 0, never initialised, waits while 0, waits while >= max "
                   "0, semaphore 2 UNPACK_TO_DEST is 0"));
}

TEST(a_semaphore_without_seminit_is_told) {
    start();
    CHECK_EQ(stx_issue(&core, 0, TT_OP_SEMPOST(1 << 3)), STX_DONE);
    CHECK(
        explains(1, TT_OP_SEMWAIT(1, 1 << 3, 2),
                 "semaphore 3 UNPACK_OPERAND_SYNC is 1, never initialised, waits while >= max 0"));
    CHECK_EQ(stx_issue(&core, 0, TT_OP_SEMINIT(0, 0, 1 << 3)), STX_DONE);
    CHECK(explains(1, TT_OP_SEMWAIT(1, 1 << 3, 2),
                   "semaphore 3 UNPACK_OPERAND_SYNC is 0, waits while >= max 0"));
}

/* Every third yield posts a semaphore; none of the words waits for it. */
TEST(on_request_threads_have_a_turn_after_each_word_of_a_mop) {
    start();
    core.port.yield = on_yield;
    mop_cfg(
        (const uint32_t[9]){2, 2, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, op(5), TT_OP_NOP, op(7), op(8)});
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_DONE);
    CHECK_EQ(count, 4);
    CHECK_EQ(yields, 0);
    stx_yield_between(&core, true);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_DONE);
    CHECK_EQ(count, 8);
    CHECK_EQ(yields, 4);
    CHECK_EQ(memcmp(words, words + 4, 4 * sizeof words[0]), 0);
    stx_yield_between(&core, false);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_DONE);
    CHECK_EQ(yields, 4);
}

/* A word that waits is tried after each yield and counts once; words behind it follow. */
TEST(a_word_of_such_a_mop_still_waits) {
    start();
    core.port.yield = on_yield;
    stx_yield_between(&core, true);
    mop_cfg((const uint32_t[9]){1, 2, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, op(5), TT_OP_NOP,
                                TT_OP_SEMWAIT(1, 1 << 1, 1), TT_OP_SEMWAIT(1, 1 << 1, 1)});
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_DONE);
    CHECK_EQ(yields, 1 + 2 + 1);
    CHECK_EQ(core.retired, 2);
}

int main(void) {
    RUN(template_1_emits_start_body_ends_and_replaces_the_last);
    RUN(template_1_with_two_loop_words_alternates_and_doubles);
    RUN(template_1_has_the_hardware_bug_of_129_runs);
    RUN(template_1_at_full_size_emits_32639_words);
    RUN(template_0_takes_skips_where_the_mask_is_1);
    RUN(mop_cfg_supplies_the_high_mask_bits);
    RUN(replay_records_wraps_and_reads_back);
    RUN(a_mop_in_the_replay_buffer_is_illegal);
    RUN(without_yield_a_blocked_mop_resumes_where_it_stood);
    RUN(with_yield_the_call_returns_when_the_wait_is_over);
    RUN(on_request_threads_have_a_turn_after_each_word_of_a_mop);
    RUN(a_word_of_such_a_mop_still_waits);
    RUN(the_verdict_decides_what_a_fault_does_to_the_rest);
    RUN(explanations_name_the_condition);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, every_wait_is_explained_with_who_could_end_it);
    RUN(a_semaphore_without_seminit_is_told);
    return test_summary();
}
