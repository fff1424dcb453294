/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * A word that waits with nothing to yield to is never lost in silence: macros and stores to the
 * instruction buffer make it a fault, stx_issue() returns STX_WAIT. */
#include <string.h>

#include "softensix/inspect.h"
#include "softensix/softensix.h"

#define STX_THREAD (STX_THREADS > 1 ? 1 : 0)
#include "softensix/tti.h"
#include "test.h"

enum { MATH = STX_THREAD };

static struct stx_core core;
static unsigned faults;
static struct stx_fault last;

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    faults++;
    last = *fault;
    return STX_SKIP;
}

static void start(void) {
    struct stx_port port = {.fault = on_fault};
    stx_init(&core, NULL, 0, &port);
    stx_bind(&core);
    faults = 0;
}

/* A SEMWAIT for a semaphore whose value is 0; nothing will ever post it. */
static void semaphore_is_empty(void) {
    stx_try(&core, MATH, TT_OP_SEMINIT(2, 0, 2));
}
#define WAITS TT_OP_SEMWAIT(0x1FF, 2, 1)
#define BLOCKED TT_OP_MVMUL(3, 0, 0, 0)

static void blocked_is_reported(unsigned times, uint32_t word) {
    const struct stx_fault *first = stx_last_fault(&core);
    CHECK_EQ(faults, times);
    CHECK_EQ(stx_rule_count(&core, STX_RULE_WORD_BLOCKED), times);
    CHECK_EQ(first->kind, STX_FAULT_DEADLOCK);
    CHECK_EQ(first->rule, STX_RULE_WORD_BLOCKED);
    CHECK_EQ(first->thread, MATH);
    CHECK_EQ(last.word, word);
    CHECK(strstr(first->what, "nothing to yield to") != NULL);
    CHECK(!stx_blocked(&core, MATH));
}

TEST(a_macro_whose_word_waits_is_a_fault_at_its_place) {
    start();
    TTI_MVMUL(3, 0, 0, 0);
    blocked_is_reported(1, BLOCKED);
    CHECK(last.where && strstr(last.where, "test_blocked.c:"));
    TTI_MVMUL(3, 0, 0, 0); /* the same word is another one, not the first once more */
    blocked_is_reported(2, BLOCKED);
    TT_SETDMAREG(0, 7, 0, 0); /* the next one is not held up */
    CHECK_EQ(core.gpr[MATH][0], 7);
    CHECK_EQ(faults, 2);
}

TEST(a_store_to_the_instruction_buffer_is_a_fault_too) {
    start();
    stx_mmio_write(&core, MATH, STX_ISSUE_WINDOW, BLOCKED);
    blocked_is_reported(1, BLOCKED);
}

TEST(who_looks_at_the_result_may_offer_the_word_again) {
    start();
    CHECK_EQ(stx_issue(&core, MATH, BLOCKED), STX_WAIT);
    CHECK_EQ(stx_issue(&core, MATH, BLOCKED), STX_WAIT);
    CHECK_EQ(faults, 0);
    CHECK(stx_blocked(&core, MATH));
    stx_try(&core, MATH, TT_OP_SETDVALID(3));
    CHECK_EQ(stx_issue(&core, MATH, BLOCKED), STX_DONE);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
    stx_abandon(&core, MATH, NULL); /* nothing waits */
    CHECK_EQ(faults, 0);
}

TEST(who_gives_up_has_a_fault_and_no_word_left) {
    start();
    semaphore_is_empty();
    stx_mop_write(&core, MATH, 0, 1);
    stx_mop_write(&core, MATH, 1, 2);
    for (unsigned i = 2; i < STX_MOP_WORDS; i++) {
        stx_mop_write(&core, MATH, i, i == 5 ? WAITS : BLOCKED);
    }
    CHECK_EQ(stx_issue(&core, MATH, TT_OP_MOP(1, 0, 0)), STX_WAIT);
    stx_abandon(&core, MATH, "here:1");
    CHECK_EQ(faults, 1);
    CHECK(!strcmp(last.where, "here:1"));
    CHECK(!stx_blocked(&core, MATH));
    CHECK_EQ(stx_issue(&core, MATH, TT_OP_SETDMAREG(0, 9, 0, 0)), STX_DONE);
    CHECK_EQ(core.gpr[MATH][0], 9);
    uint32_t none;
    CHECK(!stx_take_pending(&core, MATH, &none));
}

TEST(a_thread_that_does_not_exist_is_a_fault_of_its_own) {
    start();
    stx_abandon(&core, STX_THREADS, NULL);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_BAD_THREAD);
}

int main(void) {
    RUN(a_macro_whose_word_waits_is_a_fault_at_its_place);
    RUN(a_store_to_the_instruction_buffer_is_a_fault_too);
    RUN(who_looks_at_the_result_may_offer_the_word_again);
    RUN(who_gives_up_has_a_fault_and_no_word_left);
    RUN(a_thread_that_does_not_exist_is_a_fault_of_its_own);
    return test_summary();
}
