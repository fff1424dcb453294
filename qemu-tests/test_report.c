/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports as a whole, word by word: how a run ended and where each thread stands. */
#include <string.h>

#include "coop/coop.h"
#include "coop/say.h"
#include "softensix/names.h"
#include "softensix/tti.h"
#include "test.h"

#include "collect.h"

#define NOP "0x02000000 NOP"
#define DEADLOCK "fault: deadlock: no thread can go on\n"
#define UNKNOWN 0xFF000000u
enum { UNPACK, MATH, PACK };

static struct stx_core core;
static struct coop coop;
static void begin(void) {
    coop_start(&coop, &core, NULL, 0);
    text[0] = 0;
}

static bool reads(const char *expected) {
    if (strcmp(text, expected) != 0) {
        printf("%s\nexpected:\n%s\n", text, expected);
    }
    return strcmp(text, expected) == 0;
}

/* Runs the threads; does the report have this text? */
static bool reported(enum coop_end end, const char *expected) {
    bool ended = coop_run(&coop) == end;
    coop_report(&coop, collect, NULL);
    return reads(expected) && ended;
}

static void add(const char *name, unsigned tensix, void (*run)(void *)) {
    static unsigned number[3] = {0, 1, 2};
    coop_add(&coop, name, tensix, run, &number[tensix]);
}

static void does_nothing(void *argument) {
    (void)argument;
}

static void waits_for_semaphore_1(void *argument) {
    stx_issue(&core, *(unsigned *)argument, TT_OP_NOP);
    stx_issue_from(&core, *(unsigned *)argument, TT_OP_SEMWAIT(1, 2, 1), "wait.c:9");
}

static void waits_for_srca(void *argument) {
    stx_issue(&core, *(unsigned *)argument, TT_OP_STALLWAIT(p_stall_STALL_MATH, p_stall_SRCA_VLD));
}

static void gives_srcb(void *argument) {
    stx_issue(&core, *(unsigned *)argument, TT_OP_SETDVALID(2));
}

#define SEMWAIT_1 "0xa6008009 SEMWAIT stall_res=TDMA sem_sel=SEMAPHORE_1 wait_sem_cond=ON_ZERO"

TEST(a_deadlock_tells_where_each_thread_stands_and_what_is_left) {
    begin();
    add("pack", PACK, waits_for_semaphore_1);
    add("math", MATH, waits_for_srca);
    add("unpack", UNPACK, gives_srcb);
    CHECK(reported(
        COOP_DEADLOCK, DEADLOCK
        "  thread 2 pack: " SEMWAIT_1 "\n    at wait.c:9\n"
        "    waits: SEMWAIT: semaphore 1 MATH_PACK is 0, never initialised, waits while 0\n"
        "    could be ended by: unpack (has ended), math (waits)\n"
        "    before: " NOP "\n"
        "  thread 1 math: 0xa2200080 STALLWAIT stall_res=MATH wait_res=SRCA_VLD\n"
        "    waits: STALLWAIT: SrcA bank 0 is not valid yet (its unpacker must set dvalid)\n"
        "    could be ended by: unpack (has ended)\n"
        "  thread 0 unpack: has ended\n"
        "left: SrcB bank 0 is valid, and nothing has consumed it\n"
        "left: thread 1 has not finished STALLWAIT\n"
        "left: thread 2 has not finished SEMWAIT\n"));
}

static void waits_for_a_mutex_that_nobody_has(void *argument) {
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    stx_issue(&core, *(unsigned *)argument, TT_OP_ATGETM(1));
}

/* Three threads of this program may have the same Tensix thread, another one may have none. */
static void yields(void *argument) {
    for (unsigned i = 0; i < 10; i++) {
        coop_yield(&coop, *(unsigned *)argument);
    }
}

TEST(all_who_could_help_are_named) {
    begin();
    add("first", MATH, does_nothing);
    add("pack", PACK, waits_for_semaphore_1);
    add("second", MATH, yields);
    CHECK(reported(
        COOP_DEADLOCK, DEADLOCK
        "  thread 1 first: has ended\n"
        "  thread 2 pack: " SEMWAIT_1 "\n    at wait.c:9\n"
        "    waits: SEMWAIT: semaphore 1 MATH_PACK is 0, never initialised, waits while 0\n"
        "    could be ended by: thread 0 unpack, which was never added, first (has ended), "
        "second (has ended)\n"
        "    before: " NOP "\n"
        "  thread 1 second: has ended\n"
        "left: thread 2 has not finished SEMWAIT\n"));
    begin();
    add("math", MATH, waits_for_a_mutex_that_nobody_has);
    CHECK(reported(COOP_DEADLOCK, DEADLOCK "  thread 1 math: 0xa0000001 ATGETM mutex_index=1\n"
                                           "    waits: ATGETM: mutex 1 does not exist\n"
                                           "    could be ended by: nobody\n"
                                           "left: thread 1 has not finished ATGETM\n"));
}

static void polls_for_ever(void *argument) {
    for (;;) {
        stx_mmio_read(&core, *(unsigned *)argument, 0xFFE80024u);
    }
}

/* Yields without any register that the core could name. */
static void yields_for_ever(void *argument) {
    for (;;) {
        coop_yield(&coop, *(unsigned *)argument);
    }
}

TEST(waits_in_risc_v_code_are_told_too) {
    begin();
    add("pack", PACK, polls_for_ever);
    add("math", MATH, yields_for_ever);
    CHECK(reported(COOP_DEADLOCK,
                   DEADLOCK "  thread 2 pack: is in RISC-V code\n"
                            "    waits: polls semaphore 1 MATH_PACK, which is 0\n"
                            "    could be ended by: thread 0 unpack, which was never added, math\n"
                            "  thread 1 math: is between instructions\n"));
}

/* Ten words, then the wrong one. */
static void fails_at_last(void *argument) {
    for (unsigned i = 0; i < 10; i++) {
        stx_issue(&core, *(unsigned *)argument, TT_OP_SETRWC(0, 0, 0, 0, i, 0));
    }
    stx_issue_from(&core, *(unsigned *)argument, UNKNOWN, "fail.c:3");
}

static const char LAST_EIGHT[] = "    before: 0x37000080 SETRWC clear_ab_vld=CLR_NONE rwc_cr=0 "
                                 "rwc_d=0 rwc_b=0 rwc_a=2 bit_mask=0\n"
                                 "    before: 0x370000c0 SETRWC clear_ab_vld=CLR_NONE rwc_cr=0 "
                                 "rwc_d=0 rwc_b=0 rwc_a=3 bit_mask=0\n"
                                 "    before: 0x37000100 SETRWC clear_ab_vld=CLR_NONE rwc_cr=0 "
                                 "rwc_d=0 rwc_b=0 rwc_a=4 bit_mask=0\n"
                                 "    before: 0x37000140 SETRWC clear_ab_vld=CLR_NONE rwc_cr=0 "
                                 "rwc_d=0 rwc_b=0 rwc_a=5 bit_mask=0\n"
                                 "    before: 0x37000180 SETRWC clear_ab_vld=CLR_NONE rwc_cr=0 "
                                 "rwc_d=0 rwc_b=0 rwc_a=6 bit_mask=0\n"
                                 "    before: 0x370001c0 SETRWC clear_ab_vld=CLR_NONE rwc_cr=0 "
                                 "rwc_d=0 rwc_b=0 rwc_a=7 bit_mask=0\n"
                                 "    before: 0x37000200 SETRWC clear_ab_vld=CLR_NONE rwc_cr=0 "
                                 "rwc_d=0 rwc_b=0 rwc_a=8 bit_mask=0\n"
                                 "    before: 0x37000240 SETRWC clear_ab_vld=CLR_NONE rwc_cr=0 "
                                 "rwc_d=0 rwc_b=0 rwc_a=9 bit_mask=0\n";

TEST(a_fault_is_told_first_and_after_the_last_eight_words_of_its_thread) {
    char expected[2000];
    begin();
    add("math", MATH, waits_for_srca);
    add("pack", PACK, fails_at_last);
    snprintf(expected, sizeof expected,
             "fault: illegal instruction: no instruction has this opcode\n"
             "  first raised by 0xff000000 .word 0xff000000, detail 0x00000000\n"
             "    at fail.c:3\n"
             "  thread 1 math: 0xa2200080 STALLWAIT stall_res=MATH wait_res=SRCA_VLD\n"
             "    waits: STALLWAIT: SrcA bank 0 is not valid yet (its unpacker must set dvalid)\n"
             "    could be ended by: thread 0 unpack, which was never added\n"
             "  thread 2 pack: raised the fault\n%s"
             "left: thread 1 has not finished STALLWAIT\n"
             "left: thread 2 has not finished a word\n",
             LAST_EIGHT);
    CHECK(reported(COOP_STOPPED, expected));
}

static enum stx_verdict stop_at_the_second(void *ctx, const struct stx_fault *fault) {
    (void)fault;
    return ++*(unsigned *)ctx == 2 ? STX_STOP : STX_SKIP;
}

static void fails_twice(void *argument) {
    stx_issue(&core, *(unsigned *)argument, UNKNOWN);
    stx_issue_from(&core, *(unsigned *)argument, UNKNOWN + 1, "fail.c:4");
}

/* The first fault is the one that is recorded; another one has ended the run. */
TEST(a_later_fault_that_ends_the_run_is_told_with_its_thread) {
    unsigned asked = 0;
    begin();
    coop.on_fault = stop_at_the_second;
    coop.on_fault_ctx = &asked;
    add("math", MATH, fails_twice);
    CHECK(reported(COOP_STOPPED,
                   "fault: illegal instruction: no instruction has this opcode\n"
                   "  first raised by 0xff000000 .word 0xff000000, detail 0x00000000\n"
                   "  thread 1 math: 0xff000001 .word 0xff000001\n"
                   "    at fail.c:4\n"
                   "    raised the fault\n"
                   "    before: 0xff000000 .word 0xff000000\n" /* skipped, which counts as done */
                   "left: thread 1 has not finished a word\n"));
}

/* With a seed a thread is interrupted after words that are done: it does not wait. */
static void executes_and_fails(void *argument) {
    for (unsigned i = 0; i < 40; i++) {
        stx_issue(&core, *(unsigned *)argument, TT_OP_NOP);
    }
    stx_issue(&core, *(unsigned *)argument, UNKNOWN);
}

TEST(an_interrupted_thread_is_between_instructions) {
    for (uint32_t seed = 1; seed < 20; seed++) {
        begin();
        coop.seed = seed;
        add("math", MATH, executes_and_fails);
        add("pack", PACK, executes_and_fails);
        CHECK_EQ(coop_run(&coop), COOP_STOPPED);
        coop_report(&coop, collect, NULL);
        CHECK(strstr(text, ": is between instructions\n"));
        CHECK(!strstr(text, "waits: "));
    }
}

TEST(who_has_ended_well_has_nothing_to_report) {
    begin();
    add("unpack", UNPACK, does_nothing);
    add("pack", PACK, does_nothing);
    CHECK(reported(COOP_DONE, "  thread 0 unpack: has ended\n  thread 2 pack: has ended\n"));
}

TEST(an_overflow_is_told_with_the_size_of_the_stack) {
    char expected[200];
    begin();
    add("unpack", UNPACK, does_nothing);
    coop.stack[0][0] ^= 1;
    snprintf(expected, sizeof expected,
             "fault: interface misuse: the stack of a thread is too small\n"
             "  thread 0 unpack: has overflowed its stack of %lu bytes (COOP_STACK_BYTES)\n",
             (unsigned long)COOP_STACK_BYTES);
    CHECK(reported(COOP_STOPPED, expected));
}

TEST(numbers_are_told_in_full) {
    const struct out out = {collect, NULL};
    begin();
    say_decimal(&out, 0);
    say(&out, " ");
    say_decimal(&out, 7);
    say(&out, " ");
    say_decimal(&out, 1987654320);
    say(&out, " ");
    say_decimal(&out, UINT32_MAX);
    say(&out, " ");
    say_hex(&out, 0x01234567);
    say(&out, " ");
    say_hex(&out, 0x89ABCDEF);
    CHECK(reads("0 7 1987654320 4294967295 0x01234567 0x89abcdef"));
}

int main(void) {
    RUN_IF(STX_TRACE && STX_THREADS == 3,
           a_deadlock_tells_where_each_thread_stands_and_what_is_left);
    RUN_IF(STX_TRACE && STX_THREADS == 3, all_who_could_help_are_named);
    RUN_IF(STX_THREADS == 3, waits_in_risc_v_code_are_told_too);
    RUN_IF(STX_TRACE && STX_THREADS == 3,
           a_fault_is_told_first_and_after_the_last_eight_words_of_its_thread);
    RUN_IF(STX_TRACE && STX_THREADS == 3, a_later_fault_that_ends_the_run_is_told_with_its_thread);
    RUN_IF(STX_TRACE && STX_THREADS == 3, an_interrupted_thread_is_between_instructions);
    RUN_IF(STX_THREADS == 3, who_has_ended_well_has_nothing_to_report);
    RUN(an_overflow_is_told_with_the_size_of_the_stack);
    RUN(numbers_are_told_in_full);
    return test_summary();
}
