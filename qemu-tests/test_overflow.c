/* SPDX-License-Identifier: Apache-2.0
 *
 * Stacks that overflow: noticed at a switch, at the end, and reported with the thread. */
#include <string.h>

#include "collect.h"
#include "coop/coop.h"
#include "softensix/tti.h"
#include "test.h"

/* Where the low end of a stack is a closed page nothing below it is ever reached. */
#define CLOSES (COOP_CLOSED_BYTES > COOP_GUARD_BYTES)

/* What threads may use of their stacks. */
#define STACK_ROOM (COOP_STACK_BYTES - COOP_CLOSED_BYTES)

static struct stx_core core;
static struct {
    unsigned char below[1024]; /* what the lowest stack may run into */
    struct coop coop;
} all;
static struct coop *const coop = &all.coop;
static uint8_t l1[64];
static bool came_back;

static void setup(void) {
    struct stx_port port = {.ctx = coop, .yield = coop_yield, .fault = coop_fault};
    stx_init(&core, l1, sizeof l1, &port);
    coop_init(coop, &core);
    text[0] = 0;
    came_back = false;
}

/* Recursion until the stack pointer is below an address; then deepest() is called. */
static void dig(const unsigned char *until, void (*deepest)(void)) {
    volatile unsigned char frame[40];
    frame[0] = frame[39] = 1;
    if ((uintptr_t)frame > (uintptr_t)until) {
        dig(until, deepest);
    } else if (deepest) {
        deepest();
    }
    frame[1] = 2;
}

static const unsigned char *low_end(void) {
    return coop->stack[coop->current];
}

static void overflows(void *argument) {
    (void)argument;
    dig(low_end() - 128, NULL);
    came_back = true;
}

static void overflows_then_yields(void *argument) {
    (void)argument;
    dig(low_end() - 128, NULL);
    coop_yield(coop, 2);
    came_back = true;
}

static void yield_as_pack(void) {
    coop_yield(coop, 2);
}

/* The stack pointer lies below the stack, but no guard word has changed. */
static void leaps_over_the_guard(void *argument) {
    volatile unsigned char unused[COOP_STACK_BYTES];
    (void)argument;
    unused[sizeof unused - 1] = 0;
    yield_as_pack();
    came_back = true;
}

/* As if the stack ended 2 KB below this frame: it is on another one, as that on which a port
 * handles an overflow. */
static void runs_on_another_stack(void *argument) {
    (void)argument;
    coop_stack_limit = (uintptr_t)__builtin_frame_address(0) - 2048 - STACK_ROOM;
    yield_as_pack();
    came_back = true;
}

/* The same with the end of the stack 2 KB above the frame. */
static void runs_near_the_end(void *argument) {
    (void)argument;
    coop_stack_limit = (uintptr_t)__builtin_frame_address(0) + 2048 - STACK_ROOM;
    yield_as_pack();
    came_back = true;
}

static void does_nothing(void *argument) {
    (void)argument;
}

static void add_three(void (*pack)(void *)) {
    setup();
    coop_add(coop, "unpack", 0, does_nothing, NULL);
    coop_add(coop, "math", 1, does_nothing, NULL);
    coop_add(coop, "pack", 2, pack, NULL);
}

static bool overflow_is_reported(void) {
    coop_report(coop, collect, NULL);
    return stx_last_fault(&core)->rule == STX_RULE_STACK_OVERFLOW &&
           stx_last_fault(&core)->thread == 2 &&
           strstr(text, "thread 2 pack: has overflowed its stack of ") &&
           strstr(text, "thread 1 math: has ended");
}

TEST(an_overflow_that_has_gone_by_at_the_end_stops_the_run) {
    add_three(overflows);
    CHECK_EQ(coop_run(coop), COOP_STOPPED);
    CHECK_EQ(came_back, !CLOSES);
    CHECK(overflow_is_reported());
}

TEST(an_overflow_is_noticed_before_another_thread_runs) {
    add_three(overflows_then_yields);
    CHECK_EQ(coop_run(coop), COOP_STOPPED);
    CHECK(!came_back);
    CHECK(overflow_is_reported());
}

TEST(a_frame_on_another_stack_is_an_overflow) {
    add_three(runs_on_another_stack);
    CHECK_EQ(coop_run(coop), COOP_STOPPED);
    CHECK(!came_back);
    CHECK(overflow_is_reported());
    add_three(runs_near_the_end);
    CHECK_EQ(coop_run(coop), COOP_DONE);
    CHECK(came_back);
}

TEST(a_stack_pointer_beyond_the_guard_is_an_overflow) {
    add_three(leaps_over_the_guard);
    CHECK_EQ(coop_run(coop), COOP_STOPPED);
    CHECK(!came_back);
    CHECK(overflow_is_reported());
}

TEST(the_lowest_stack_may_overflow_too) {
    setup();
    coop_add(coop, "pack", 2, overflows, NULL);
    CHECK_EQ(coop_run(coop), COOP_STOPPED);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_STACK_OVERFLOW);
}

static enum stx_verdict go_on(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    (void)fault;
    return STX_CONTINUE;
}

TEST(no_verdict_goes_on_after_an_overflow) {
    add_three(overflows);
    coop->on_fault = go_on;
    CHECK_EQ(coop_run(coop), COOP_STOPPED);
}

static void uses_nearly_all(void *argument) {
    (void)argument;
    dig(low_end() + COOP_CLOSED_BYTES + 512, yield_as_pack);
    came_back = true;
}

static void executes_an_unknown_word(void) {
    (void)stx_issue(&core, 2, 0xFF000000u);
}

static void faults_below_its_stack(void *argument) {
    (void)argument;
    dig(low_end() - 128, executes_an_unknown_word);
    came_back = true;
}

TEST(an_overflow_is_noticed_before_a_fault_is_judged) {
    add_three(faults_below_its_stack);
    coop->on_fault = go_on;
    CHECK_EQ(coop_run(coop), COOP_STOPPED);
    CHECK(!came_back);
    CHECK_EQ(stx_rule_count(&core, STX_RULE_STACK_OVERFLOW), 1);
}

static void executes_forty_words(void) {
    for (unsigned i = 0; i < 40; i++) {
        (void)stx_issue(&core, 2, TT_OP_NOP);
    }
    came_back = true;
}

static void executes_below_its_stack(void *argument) {
    (void)argument;
    dig(low_end() - 128, executes_forty_words);
}

TEST(an_overflow_is_noticed_before_an_interruption) {
    add_three(executes_below_its_stack);
    coop->seed = 1;
    CHECK_EQ(coop_run(coop), COOP_STOPPED);
    CHECK_EQ(came_back, !STX_TRACE && !CLOSES);
}

/* Below what is closed and above the pattern, where no page is. */
static void yields_in_the_low_end(void *argument) {
    (void)argument;
    dig(low_end() + COOP_CLOSED_BYTES / 2, yield_as_pack);
    came_back = true;
}

TEST(the_low_end_of_a_stack_is_not_for_use) {
    add_three(yields_in_the_low_end);
    CHECK_EQ(coop_run(coop), COOP_STOPPED);
    CHECK(!came_back);
    CHECK(overflow_is_reported());
}

TEST(a_stack_may_be_used_up_to_its_guard) {
    add_three(uses_nearly_all);
    CHECK_EQ(coop_run(coop), COOP_DONE);
    CHECK(came_back);
    CHECK(coop_stack_intact(coop, 2));
}

TEST(starting_does_not_clear_whole_stacks) {
    setup();
    unsigned char *middle = coop->stack[0] + COOP_STACK_BYTES / 2;
    *middle = 0x77;
    coop_init(coop, &core);
    coop_add(coop, "pack", 2, does_nothing, NULL);
    CHECK_EQ(*middle, 0x77);
}

int main(void) {
    RUN(an_overflow_that_has_gone_by_at_the_end_stops_the_run);
    RUN(an_overflow_is_noticed_before_another_thread_runs);
    RUN(a_frame_on_another_stack_is_an_overflow);
    RUN(a_stack_pointer_beyond_the_guard_is_an_overflow);
    RUN(the_lowest_stack_may_overflow_too);
    RUN(no_verdict_goes_on_after_an_overflow);
    RUN(an_overflow_is_noticed_before_a_fault_is_judged);
    RUN(an_overflow_is_noticed_before_an_interruption);
    RUN(the_low_end_of_a_stack_is_not_for_use);
    RUN(a_stack_may_be_used_up_to_its_guard);
    RUN(starting_does_not_clear_whole_stacks);
    return test_summary();
}
