/* SPDX-License-Identifier: Apache-2.0
 *
 * Mailboxes between harts: who a window names, order, depth, blocking. */
#include <string.h>

#include "softensix/softensix.h"
#include "test.h"

#define MAILBOX(hart) (0xFFEC0000u + 0x1000u * (hart))
enum { HOST, UNPACK, MATH, PACK }; /* hart of thread n is n + 1 */

static struct stx_core core;
static unsigned turns;

/* The unpack thread runs only when another one waits. */
static void on_yield(void *ctx, unsigned thread) {
    (void)ctx;
    (void)thread;
    if (++turns == 5) {
        stx_mmio_write(&core, UNPACK - 1, MAILBOX(MATH), 99);
    }
}

static void takes_one(void *ctx, unsigned thread) {
    (void)ctx;
    (void)thread;
    (void)stx_mmio_read(&core, PACK - 1, MAILBOX(MATH));
}

static void start(void) {
    struct stx_port port = {.yield = on_yield};
    stx_init(&core, NULL, 0, &port);
    turns = 0;
}

TEST(the_window_names_the_other_hart) {
    start();
    stx_mmio_write(&core, UNPACK - 1, MAILBOX(MATH), 7);
    CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK) + 4), 1u);
    CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(PACK) + 4), 0u);
    CHECK_EQ(stx_mmio_read(&core, PACK - 1, MAILBOX(UNPACK) + 4), 0u);
    CHECK_EQ(stx_mmio_read(&core, UNPACK - 1, MAILBOX(MATH) + 4), 0u);
    CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK)), 7u);
    CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK) + 4), 0u);
}

TEST(four_words_in_order) {
    start();
    for (uint32_t i = 0; i < 4; i++) {
        stx_mmio_write(&core, PACK - 1, MAILBOX(UNPACK), 10 + i);
    }
    for (uint32_t i = 0; i < 4; i++) {
        CHECK_EQ(stx_mmio_read(&core, UNPACK - 1, MAILBOX(PACK)), 10 + i);
    }
}

TEST(an_empty_mailbox_waits_for_its_writer) {
    start();
    CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK)), 99u);
    CHECK_EQ(turns, 5u);
}

/* A deadlock of the past, which the port has told, does not end the next wait. */
TEST(a_wait_begins_anew_after_a_deadlock) {
    start();
    stx_raise(&core, STX_RULE_DEADLOCK, MATH - 1, 0);
    CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK)), 99u);
    CHECK_EQ(turns, 5u);
    for (uint32_t i = 0; i < 4; i++) {
        stx_mmio_write(&core, MATH - 1, MAILBOX(PACK), i);
    }
    core.port.yield = takes_one;
    stx_raise(&core, STX_RULE_DEADLOCK, MATH - 1, 0);
    stx_mmio_write(&core, MATH - 1, MAILBOX(PACK), 4);
    for (uint32_t i = 1; i < 5; i++) {
        CHECK_EQ(stx_mmio_read(&core, PACK - 1, MAILBOX(MATH)), i);
    }
}

/* The unpack thread works for a long time before it writes. */
static void writes_late(void *ctx, unsigned thread) {
    (void)ctx;
    (void)thread;
    core.retired++;
    if (++turns == 200000) {
        stx_mmio_write(&core, UNPACK - 1, MAILBOX(MATH), 98);
    }
}

TEST(a_read_goes_on_waiting_while_another_thread_makes_progress) {
    start();
    core.port.yield = writes_late;
    CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK)), 98u);
    CHECK_EQ(turns, 200000u);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

static void reads_late(void *ctx, unsigned thread) {
    (void)ctx;
    (void)thread;
    if (++turns == 200000) {
        (void)stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK));
    }
}

static void fill(void) {
    for (uint32_t i = 0; i < 4; i++) {
        stx_mmio_write(&core, UNPACK - 1, MAILBOX(MATH), i);
    }
}

TEST(a_write_to_a_full_mailbox_waits_for_its_reader) {
    start();
    core.port.yield = reads_late;
    fill();
    stx_mmio_write(&core, UNPACK - 1, MAILBOX(MATH), 4);
    CHECK_EQ(turns, 200000u);
    for (uint32_t i = 1; i < 5; i++) {
        CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK)), i);
    }
}

TEST(an_empty_read_with_nothing_to_yield_to_is_a_fault) {
    stx_init(&core, NULL, 0, NULL);
    CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK)), 0u);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_MAILBOX_EMPTY);
    CHECK_EQ(stx_last_fault(&core)->thread, MATH - 1);
    CHECK_EQ(stx_last_fault(&core)->detail, MAILBOX(UNPACK));
}

TEST(a_fifth_word_with_nothing_to_yield_to_is_a_fault) {
    stx_init(&core, NULL, 0, NULL);
    fill();
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
    stx_mmio_write(&core, UNPACK - 1, MAILBOX(MATH), 4);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_MAILBOX_FULL);
    CHECK_EQ(stx_last_fault(&core)->thread, UNPACK - 1);
    CHECK_EQ(core.mailbox[MATH][UNPACK].count, 4);
    CHECK_EQ(core.mailbox[MATH][UNPACK].word[3], 3);
}

static char text[100];
static unsigned helpers;

static void gives_up(void *ctx, unsigned thread) {
    (void)ctx;
    stx_explain_poll(&core, thread, text, sizeof text);
    helpers = stx_poll_helpers(&core, thread);
    stx_raise(&core, STX_RULE_DEADLOCK, thread, 0);
}

TEST(a_deadlock_that_the_port_has_found_ends_the_wait) {
    start();
    core.port.yield = gives_up;
    CHECK_EQ(stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK)), 0u);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_DEADLOCK);
    CHECK_EQ(stx_last_fault(&core)->thread, MATH - 1);
    stx_clear_fault(&core);
    CHECK_EQ(stx_issue(&core, 2, 0xA6000005), STX_FAULT); /* SEMWAIT of semaphore 0 while 0 */
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_DEADLOCK);
    CHECK_EQ(stx_last_fault(&core)->thread, 2);
    CHECK_EQ(stx_issue(&core, 2, 0x02000000), STX_DONE); /* NOP: nothing is left of the wait */
}

TEST(what_riscv_code_waits_for_is_explained) {
    start();
    core.port.yield = gives_up;
    (void)stx_mmio_read(&core, MATH - 1, MAILBOX(UNPACK));
    CHECK(!strcmp(text, "reads the mailbox from thread 0 to thread 1, which is empty"));
    CHECK_EQ(helpers, 1u);
    (void)stx_mmio_read(&core, MATH - 1, MAILBOX(PACK) + 4);
    CHECK(!strcmp(text, "polls the mailbox from thread 2 to thread 1, which is empty"));
    CHECK_EQ(helpers, 4u);
    fill();
    stx_mmio_write(&core, UNPACK - 1, MAILBOX(MATH), 4);
    CHECK(!strcmp(text, "writes to the mailbox from thread 0 to thread 1, which is full"));
    CHECK_EQ(helpers, 2u);
    stx_mmio_write(&core, UNPACK - 1, MAILBOX(MATH) + 0xFFC, 4);
    CHECK(!strcmp(text, "writes to the mailbox from thread 0 to thread 1, which is full"));
    (void)stx_mmio_read(&core, MATH - 1, MAILBOX(HOST));
    CHECK(!strcmp(text, "reads the mailbox from the host to thread 1, which is empty"));
    CHECK_EQ(helpers, 0u);
    (void)stx_mmio_read(&core, PACK - 1, 0xFFE80024);
    CHECK(!strcmp(text, "polls semaphore 1 MATH_PACK, which is 0"));
    CHECK_EQ(helpers, 3u);
    (void)stx_mmio_read(&core, PACK - 1, 0xFFE80004);
    CHECK(!strcmp(text, "polls tensix_sync"));
    stx_poll(&core, PACK - 1, 0xFFE80008);
    CHECK(!strcmp(text, "polls mop_sync"));
    stx_poll(&core, PACK - 1, 0xFFE8000C);
    CHECK(!strcmp(text, "polls the PC buffer"));
    stx_poll(&core, PACK - 1, 0xFFE8003C);
    CHECK(!strncmp(text, "polls semaphore 7 ", 18));
    stx_poll(&core, PACK - 1, 0xFFE80040);
    CHECK(!strcmp(text, "polls the PC buffer"));
    stx_poll(&core, PACK - 1, 0xFFEC3FFC);
    CHECK(!strcmp(text, "polls the mailbox from thread 2 to thread 2, which is empty"));
    stx_poll(&core, PACK - 1, 0xFFEC4000);
    CHECK(!strcmp(text, "reads address 0xffec4000 again and again"));
    CHECK_EQ(stx_explain_poll(&core, STX_THREADS, text, sizeof text), 0);
    CHECK(!strcmp(text, ""));
    stx_poll(&core, PACK - 1, 0xFFB00000);
    CHECK(!strcmp(text, "reads address 0xffb00000 again and again"));
    stx_explain_poll(&core, PACK - 1, text, sizeof text);
    CHECK(!strcmp(text, ""));
    CHECK_EQ(stx_poll_helpers(&core, 40), 0u);
    CHECK_EQ(stx_poll_helpers(&core, STX_THREADS), 0u);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, the_window_names_the_other_hart);
    RUN_IF(STX_THREADS == 3, four_words_in_order);
    RUN_IF(STX_THREADS == 3, an_empty_mailbox_waits_for_its_writer);
    RUN_IF(STX_THREADS == 3, a_wait_begins_anew_after_a_deadlock);
    RUN_IF(STX_THREADS == 3, a_read_goes_on_waiting_while_another_thread_makes_progress);
    RUN_IF(STX_THREADS == 3, a_write_to_a_full_mailbox_waits_for_its_reader);
    RUN_IF(STX_THREADS == 3, an_empty_read_with_nothing_to_yield_to_is_a_fault);
    RUN_IF(STX_THREADS == 3, a_fifth_word_with_nothing_to_yield_to_is_a_fault);
    RUN_IF(STX_THREADS == 3, a_deadlock_that_the_port_has_found_ends_the_wait);
    RUN_IF(STX_THREADS == 3, what_riscv_code_waits_for_is_explained);
    return test_summary();
}
