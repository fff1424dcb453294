/* SPDX-License-Identifier: Apache-2.0
 *
 * Mailboxes between harts: who a window names, order, depth, blocking. */
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

int main(void) {
    RUN(the_window_names_the_other_hart);
    RUN(four_words_in_order);
    RUN(an_empty_mailbox_waits_for_its_writer);
    return test_summary();
}
