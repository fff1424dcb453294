/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What binds a run: what counts as work of the matrix unit, the issue of words and RISC-V code as
 * resources like the units, and waits that the end of a run leaves open. */
#include "diag/capture.h"
#include "isa/operand_values.h"
#include "time/timing.h"

static void begin_run(void) {
    begin();
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    begin_timing();
    stx_time_more(&timing);
    capture_clear();
}

static void words(unsigned thread, uint32_t word, unsigned count) {
    while (count--) {
        stx_issue(&core, thread, word);
    }
}

static void end_run(void) {
    stx_time_end(&timing);
    stx_time_table(&timing, capture, NULL);
}

TEST(words_that_only_count_or_clear_are_no_work_of_the_matrix_unit) {
    static const uint32_t without[] = {TT_OP_SETRWC(0, 0, 0, 0, 0, 0), TT_OP_INCRWC(0, 1, 0, 0),
                                       TT_OP_ZEROACC(0, 0, 0, 0, 0), TT_OP_ZEROSRC(0, 0, 0, 3),
                                       TT_OP_CLEARDVALID(0, 0)};
    static const uint32_t with[] = {TT_OP_MVMUL(0, 0, 0, 0), TT_OP_ELWADD(0, 0, 0, 0, 8),
                                    TT_OP_MOVA2D(0, 0, 0, 0, 16), TT_OP_TRNSPSRCB,
                                    TT_OP_MOVD2A(0, 0, 0, 0, 32)};
    begin_run();
    for (unsigned i = 0; i < sizeof without / sizeof *without; i++) {
        words(1, without[i], 1);
    }
    CHECK_EQ((end_run(), timing.clock[0].busy[STX_RESOURCE_FPU]), 0);
    begin_run();
    for (unsigned i = 0; i < sizeof with / sizeof *with; i++) {
        words(1, with[i], 1);
    }
    CHECK_EQ((end_run(), timing.clock[0].busy[STX_RESOURCE_FPU]), 5);
}

/* 100 words that only count keep no unit busy: what would help is issuing them faster. The last of
 * 101 starts at cycle 50. */
TEST(issue_of_words_can_bind_a_run) {
    begin_run();
    words(1, TT_OP_NOP, 101);
    end_run();
    CHECK(captured_has("  issue of words          101 cycles, 100.0 %\n"));
    CHECK(captured_has(
        ", issue of words 51 cycles\n"
        "verdict: issue of words limits the run; twice its speed would save 49.5 %\n"));
}

/* 101 vector words, each of them pushed: no unit is free between them, and the RISC-V side pushes
 * none faster. A vector unit of twice the speed gets its words twice as fast, or nothing would
 * gain. */
TEST(a_unit_that_binds_binds_whoever_feeds_it) {
    begin_run();
    words(1, TT_OP_SFPMOV(0, 0, 1, 0), 101);
    end_run();
    CHECK(captured_has("  vector unit             101 cycles, 100.0 %  SFPU_COUNTER\n"));
    CHECK(captured_has("twice as fast: matrix unit 101, vector unit 51,"));
    CHECK(captured_has("verdict: vector unit limits the run; twice its speed would save 49.5 %\n"));
}

/* Ten instructions of RISC-V code before each of 50 words: 10 + 49 x 11 + 1 cycles; with code of
 * twice the speed 5 + 49 x 6 + 1. */
TEST(riscv_code_can_bind_a_run) {
    begin_run();
    stx_time_set(&timing, "riscv_cycles", 1);
    for (unsigned i = 0; i < 50; i++) {
        stx_time_code(&timing, 1, 10);
        words(1, TT_OP_NOP, 1);
    }
    end_run();
    CHECK(captured_has("  RISC-V code             500 cycles, 90.9 %\n"));
    CHECK(captured_has("RISC-V code 300 cycles\n"));
    CHECK(captured_has("verdict: RISC-V code limits the run; twice its speed would save 45.4 %\n"));
}

/* The math thread has 20 words; the pack thread waits for a post that never comes from cycle 1 on,
 * in which its SEMWAIT has left it. */
TEST(a_wait_that_the_end_leaves_open_is_told_with_its_cause) {
    begin_run();
    CHECK_EQ(stx_issue(&core, 2, TT_OP_SEMWAIT(p_stall_STALL_SYNC, 4, 1)), STX_WAIT);
    words(1, TT_OP_NOP, 20);
    end_run();
    CHECK_EQ(timing.clock[0].open[2], 19);
    CHECK_EQ(timing.clock[0].stall[2][STX_STALL_SEMAPHORE], 19);
    CHECK(captured_has("  SEMAPHORE               19 cycles, 95.0 %"));
    stx_time_end(&timing);
    CHECK_EQ(timing.clock[0].stall[2][STX_STALL_SEMAPHORE], 19);
}

TEST(a_word_that_never_gets_its_bank_has_waited_for_it) {
    begin();
    begin_timing();
    CHECK_EQ(stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0)), STX_WAIT);
    words(2, TT_OP_NOP, 7);
    stx_time_end(&timing);
    CHECK_EQ(timing.clock[0].stall[1][STX_STALL_SRCA], 7);
    CHECK_EQ(timing.site[1].stall[STX_STALL_SRCA], 7);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, words_that_only_count_or_clear_are_no_work_of_the_matrix_unit);
    RUN_IF(STX_THREADS == 3, issue_of_words_can_bind_a_run);
    RUN_IF(STX_THREADS == 3, a_unit_that_binds_binds_whoever_feeds_it);
    RUN_IF(STX_THREADS == 3, riscv_code_can_bind_a_run);
    RUN_IF(STX_THREADS == 3, a_wait_that_the_end_leaves_open_is_told_with_its_cause);
    RUN_IF(STX_THREADS == 3, a_word_that_never_gets_its_bank_has_waited_for_it);
    return test_summary();
}
