/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that wait in RISC-V code, for mailboxes and semaphores: a wait is a wait, a deadlock is
 * one, and the report says who waits for whom. */
#include <string.h>

#include "collect.h"
#include "coop/coop.h"
#include "softensix/tti.h"
#include "test.h"

#define MAILBOX(thread) (0xFFEC1000u + 0x1000u * (thread))
#define GPR 0xFFE00000u
#define SEMAPHORE(index) (0xFFE80020u + 4u * (index))
enum { UNPACK, MATH, PACK };

static struct stx_core core;
static struct coop coop;
static uint8_t l1[64];
static uint32_t got;
static void setup(void) {
    struct stx_port port = {.ctx = &coop, .yield = coop_yield, .fault = coop_fault};
    stx_init(&core, l1, sizeof l1, &port);
    coop_init(&coop, &core);
    text[0] = 0;
    got = 0;
}

/* Does the report hold the text? */
static bool told(const char *piece) {
    text[0] = 0;
    coop_report(&coop, collect, NULL);
    bool found = strstr(text, piece) != NULL;
    if (!found) {
        printf("not told: %s\n%s", piece, text);
    }
    return found;
}

static void reads_from_unpack(void *argument) {
    (void)argument;
    got = stx_mmio_read(&core, MATH, MAILBOX(UNPACK));
}

/* Changes registers for a long time, gives way after each, and executes no word. */
static void writes_at_last(void *argument) {
    (void)argument;
    for (uint32_t i = 0; i < 20000; i++) {
        stx_mmio_write(&core, UNPACK, GPR, i);
        coop_yield(&coop, UNPACK);
    }
    stx_mmio_write(&core, UNPACK, MAILBOX(MATH), 77);
}

TEST(a_reader_waits_as_long_as_another_thread_makes_progress) {
    setup();
    coop_add(&coop, "math", MATH, reads_from_unpack, NULL);
    coop_add(&coop, "unpack", UNPACK, writes_at_last, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(got, 77);
}

static void does_nothing(void *argument) {
    (void)argument;
}

TEST(an_empty_mailbox_that_nobody_fills_is_a_deadlock_with_reader_and_writer) {
    setup();
    coop_add(&coop, "math", MATH, reads_from_unpack, NULL);
    coop_add(&coop, "unpack", UNPACK, does_nothing, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DEADLOCK);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_DEADLOCK);
    CHECK_EQ(stx_last_fault(&core)->thread, MATH);
    CHECK(told("thread 1 math: is in RISC-V code\n"
               "    waits: reads the mailbox from thread 0 to thread 1, which is empty\n"
               "    could be ended by: unpack (has ended)\n"));
}

static void writes_five(void *argument) {
    (void)argument;
    for (uint32_t i = 0; i < 5; i++) {
        stx_mmio_write(&core, PACK, MAILBOX(MATH), i);
        got++;
    }
}

TEST(a_full_mailbox_that_nobody_reads_is_a_deadlock_with_reader_and_writer) {
    setup();
    coop_add(&coop, "math", MATH, does_nothing, NULL);
    coop_add(&coop, "pack", PACK, writes_five, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DEADLOCK);
    CHECK_EQ(got, 4);
    CHECK(told("waits: writes to the mailbox from thread 2 to thread 1, which is full\n"
               "    could be ended by: math (has ended)\n"));
}

TEST(a_thread_that_was_never_added_is_named_where_another_waits_for_it) {
    setup();
    coop_add(&coop, "math", MATH, reads_from_unpack, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DEADLOCK);
    CHECK(told("could be ended by: thread 0 unpack, which was never added\n"));
}

static void polls_a_semaphore(void *argument) {
    (void)argument;
    while (stx_mmio_read(&core, PACK, SEMAPHORE(1)) == 0) {
    }
}

TEST(a_semaphore_that_is_polled_for_ever_is_a_deadlock) {
    setup();
    coop_add(&coop, "pack", PACK, polls_a_semaphore, NULL);
    coop_add(&coop, "math", MATH, does_nothing, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DEADLOCK);
    CHECK(told("waits: polls semaphore 1 MATH_PACK, which is 0\n"
               "    could be ended by: thread 0 unpack, which was never added, math (has ended)"));
}

static void polls_a_mailbox(void *argument) {
    (void)argument;
    while (stx_mmio_read(&core, MATH, MAILBOX(UNPACK) + 4) == 0) {
    }
    got = stx_mmio_read(&core, MATH, MAILBOX(UNPACK));
}

TEST(a_mailbox_that_is_polled_lets_its_writer_run) {
    setup();
    coop_add(&coop, "math", MATH, polls_a_mailbox, NULL);
    coop_add(&coop, "unpack", UNPACK, writes_at_last, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(got, 77);
}

TEST(a_wait_outside_a_run_is_a_deadlock_and_no_endless_loop) {
    setup();
    CHECK_EQ(stx_issue(&core, MATH, TT_OP_SEMWAIT(1, 2, 1)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_DEADLOCK);
    setup();
    CHECK_EQ(stx_mmio_read(&core, MATH, MAILBOX(UNPACK)), 0);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_DEADLOCK);
    setup();
    CHECK_EQ(stx_mmio_read(&core, MATH, SEMAPHORE(1)), 0); /* looks, and does not wait */
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

static void waits_by_a_macro(void *argument) {
    (void)argument;
    TTI_SEMWAIT(1, 2, 1); /* the report names this line */
}

/* Programs that are built with STX_TRACE know where their macros stand. */
TEST(a_report_names_file_and_line_of_a_wait) {
    setup();
    stx_bind(&core);
    coop_add(&coop, "unpack", UNPACK, waits_by_a_macro, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DEADLOCK);
    if (!stx_has_trace()) {
        return;
    }
    CHECK(told("at qemu-tests/test_waits.c:148\n    waits: SEMWAIT: semaphore 1"));
}

int main(void) {
    RUN(a_reader_waits_as_long_as_another_thread_makes_progress);
    RUN(an_empty_mailbox_that_nobody_fills_is_a_deadlock_with_reader_and_writer);
    RUN(a_full_mailbox_that_nobody_reads_is_a_deadlock_with_reader_and_writer);
    RUN(a_thread_that_was_never_added_is_named_where_another_waits_for_it);
    RUN(a_semaphore_that_is_polled_for_ever_is_a_deadlock);
    RUN(a_mailbox_that_is_polled_lets_its_writer_run);
    RUN(a_wait_outside_a_run_is_a_deadlock_and_no_endless_loop);
    RUN(a_report_names_file_and_line_of_a_wait);
    return test_summary();
}
