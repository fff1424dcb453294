/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What synchronises clocks in the order checker, event by event (docs/order.md, "How it works"):
 * semaphores that are set, posted, taken and read; mutexes; mailboxes; counters of streams. Each
 * event orders two accesses, and the same words without it, or with another one, do not. */
#include "diag/order_words.h"
#include "heard.h"

#define STREAM_REGISTER (0xFFB40000u + 0x40u)
#define INDEX_OF(address) (((address)-0xFFB00000u) / 4u)
#define SEMAPHORE(index) (PC_BUFFER + 4u * (8u + (index)))
#define MAILBOX(of) (0xFFEC0000u + 0x1000u * (of)) /* 0 is the core outside, then the threads */

/* Registers of streams are the port's. */
static bool stream_register(void *ctx, unsigned thread, uint32_t address, uint32_t *value,
                            bool write) {
    static uint32_t kept[4];
    (void)ctx, (void)thread;
    if (value && write) {
        kept[address / 4 % 4] = *value;
    } else if (value) {
        *value = kept[address / 4 % 4];
    }
    return address - STREAM_REGISTER < 16;
}

static void watch_streams(void) {
    watch();
    core.port.outside = stream_register;
}

/* Thread 1 writes rows of Dst, and its unit is done when its next word of the sync unit passes. */
#define WRITTEN STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU)

/* Thread 2 clears these rows, with or without a word before. */
static void clear_behind(uint32_t word) {
    WORDS(2, word, CLEAR_ALL);
}

TEST(a_semaphore_that_was_posted_before_the_run_is_not_what_is_waited_for) {
    watch();
    issue(0, POST);
    stx_order_init(&order, &core, STX_ORDER_DEFAULT);
    WORDS(1, WRITTEN, POST);
    clear_behind(POSTED(STALL_MATH)); /* which the post of before has ended */
    FOUND(DST_ORDER);
    watch();
    issue(0, POST);
    stx_order_init(&order, &core, STX_ORDER_DEFAULT);
    WORDS(1, WRITTEN, POST);
    WORDS(2, POSTED(STALL_SYNC), GET);
    clear_behind(POSTED(STALL_MATH));
    SILENT();
}

TEST(the_maximum_of_before_the_run_holds) {
    watch();
    issue(0, TT_OP_SEMINIT(1, 1, 1));
    stx_order_init(&order, &core, STX_ORDER_DEFAULT);
    WORDS(1, WRITTEN, GET);
    clear_behind(ROOM(STALL_MATH));
    SILENT();
}

/* A post that has been taken again by the time the wait is heard. */
TEST(a_post_that_is_taken_again_orders_nothing) {
    watch();
    WORDS(1, WRITTEN, POST, POST);
    issue(0, TT_OP_SEMINIT(4, 0, 1));
    issue(0, POST);
    issue(2, POSTED(STALL_MATH));
    issue(0, GET);
    issue(2, CLEAR_ALL);
    FOUND(DST_ORDER);
}

TEST(a_get_that_is_filled_again_orders_nothing) {
    watch();
    issue(0, TT_OP_SEMINIT(2, 2, 1));
    WORDS(1, WRITTEN, GET, GET);
    issue(0, TT_OP_SEMINIT(2, 2, 1));
    issue(0, GET);
    issue(2, ROOM(STALL_MATH));
    issue(0, POST);
    issue(2, CLEAR_ALL);
    FOUND(DST_ORDER);
}

TEST(a_semaphore_that_is_set_counts_from_then_on) {
    watch();
    WORDS(0, POST, POST, GET, TT_OP_SEMINIT(4, 0, 1));
    WORDS(1, WRITTEN, POST);
    clear_behind(POSTED(STALL_MATH));
    SILENT();
    watch();
    WORDS(0, POST, POST, GET, GET, TT_OP_SEMINIT(1, 1, 1));
    WORDS(1, WRITTEN, GET);
    clear_behind(ROOM(STALL_MATH));
    SILENT();
}

/* Who waits for a semaphore hears who has set it. */
TEST(setting_a_semaphore_hands_over) {
    watch();
    WORDS(1, WRITTEN, TT_OP_SEMINIT(4, 1, 1));
    clear_behind(POSTED(STALL_MATH));
    SILENT();
    for (uint32_t other = 2; other <= 0x80; other *= 2) {
        watch();
        issue(0, POST);
        WORDS(1, WRITTEN, TT_OP_SEMINIT(4, 1, other));
        clear_behind(POSTED(STALL_MATH));
        FOUND(DST_ORDER);
    }
}

/* RISC-V code reads a semaphore after nothing, or after it was set, posted or taken. */
TEST(code_that_reads_a_semaphore_hears_its_last_changes) {
    const uint32_t changes[] = {TT_OP_NOP, TT_OP_SEMINIT(4, 1, 1), POST, GET};
    for (unsigned i = 0; i < 8; i++) {
        watch();
        issue(0, TT_OP_SEMINIT(4, 2, 3));
        WORDS(1, WRITTEN, changes[i / 2]);
        (void)stx_mmio_read(&core, 2, SEMAPHORE(i % 2));
        issue(2, CLEAR_ALL);
        if (i / 2 > 0 && i % 2 == 0) {
            SILENT();
        } else {
            FOUND(DST_ORDER);
        }
    }
}

/* RISC-V code posts by a store, and takes by one. */
TEST(code_that_stores_to_a_semaphore_hands_over) {
    for (unsigned take = 0; take < 2; take++) {
        watch();
        issue(0, TT_OP_SEMINIT(2, take ? 2 : 0, 1));
        heard_l1(&order.listener, 1, 0x100, 16, true);
        stx_mmio_write(&core, 1, SEMAPHORE(0), take);
        issue(2, take ? ROOM(0x1FF) : POSTED(0x1FF));
        issue(2, TT_OP_LOADIND(0, 0, 0, 4, 8));
        SILENT();
    }
}

TEST(each_mutex_excludes_its_holders_alone) {
    static const uint8_t mutexes[] = {0, 2, 3, 4};
    for (unsigned i = 0; i < 16; i++) {
        unsigned first = mutexes[i / 4], second = mutexes[i % 4];
        watch();
        WORDS(1, TT_OP_ATGETM(first), STORE_ROWS, TT_OP_ATRELM(first));
        WORDS(2, TT_OP_ATGETM(second), CLEAR_ALL);
        if (first == second) {
            SILENT();
        } else {
            FOUND(DST_ORDER);
        }
    }
    watch();
    WORDS(1, TT_OP_ATGETM(2), TT_OP_ATGETM(3), TT_OP_ATRELM(2), STORE_ROWS, TT_OP_ATRELM(3));
    WORDS(2, TT_OP_ATGETM(3), TT_OP_ATGETM(2), TT_OP_ATRELM(3), CLEAR_ALL);
    FOUND(DST_ORDER); /* each held one that the other had given back */
}

/* The n-th read of a mailbox hears the n-th write, however many have come since. */
TEST(a_read_of_a_mailbox_hears_its_own_write) {
    for (unsigned reads = 1; reads <= 4; reads++) {
        watch();
        for (unsigned i = 0; i < 4; i++) {
            heard_l1(&order.listener, 0, 0x100 * (i + 1), 16, true);
            stx_mmio_write(&core, 0, MAILBOX(2), i);
        }
        CHECK(order.mailbox[2][1].written == 4 && order.mailbox[2][2].written == 0);
        for (unsigned i = 0; i < reads; i++) {
            (void)stx_mmio_read(&core, 1, MAILBOX(1));
        }
        for (unsigned i = 0; i < 4; i++) {
            heard_l1(&order.listener, 1, 0x100 * (i + 1), 16, false);
        }
        CHECK_EQ(stx_order_total(&order), 4 - reads);
    }
}

TEST(mailboxes_are_told_apart) {
    watch();
    heard_l1(&order.listener, 0, 0x100, 16, true);
    stx_mmio_write(&core, 0, MAILBOX(2), 1); /* to thread 1 */
    stx_mmio_write(&core, 2, MAILBOX(2), 1);
    (void)stx_mmio_read(&core, 1, MAILBOX(3)); /* from thread 2 */
    heard_l1(&order.listener, 1, 0x100, 16, false);
    FOUND(L1_ORDER);
}

/* STOREREG sets a counter of a stream, LOADREG reads it. */
TEST(words_hand_over_by_registers) {
    const uint32_t here = INDEX_OF(STREAM_REGISTER);
    for (unsigned i = 0; i < 3; i++) {
        watch_streams();
        WORDS(1, STORE_ROWS, UNTIL(STALL_THCON, UNTIL_SFPU), TT_OP_STOREREG(4, here));
        clear_behind(i == 0   ? TT_OP_LOADREG(4, here)
                     : i == 1 ? TT_OP_LOADREG(4, here + 1)
                              : TT_OP_NOP);
        if (i == 0) {
            SILENT();
        } else {
            FOUND(DST_ORDER);
        }
    }
}

/* And RISC-V code in the same way, with words or among itself. */
TEST(code_hands_over_by_registers) {
    for (unsigned i = 0; i < 8; i++) {
        bool code_writes = i & 1u, code_reads = i & 2u;
        uint32_t read = STREAM_REGISTER + (i & 4u);
        watch_streams();
        heard_l1(&order.listener, 1, 0x100, 16, true);
        if (code_writes) {
            stx_mmio_write(&core, 1, STREAM_REGISTER, 1);
        } else {
            issue(1, TT_OP_STOREREG(4, INDEX_OF(STREAM_REGISTER)));
        }
        core.gpr[2][8] = 0x10;
        if (code_reads) {
            (void)stx_mmio_read(&core, 2, read);
            heard_l1(&order.listener, 2, 0x100, 16, false);
        } else {
            WORDS(2, TT_OP_LOADREG(4, INDEX_OF(read)), TT_OP_LOADIND(0, 32, 0, 4, 8));
        }
        if (i & 4u) {
            FOUND(L1_ORDER);
        } else {
            SILENT();
        }
    }
}

/* tensix_sync hears every unit of the thread, mop_sync none. */
TEST(code_that_waits_for_its_words_hears_all_units) {
    const uint32_t words[] = {STORE_ROWS, PRODUCT, TT_OP_LOADIND(0, 32, 0, 4, 8)};
    for (unsigned i = 0; i < 6; i++) {
        watch_streams();
        core.gpr[1][8] = 0x10;
        issue(1, words[i / 2]);
        (void)stx_mmio_read(&core, 1, PC_BUFFER + (i % 2 ? 8 : 4));
        stx_mmio_write(&core, 1, STREAM_REGISTER, 1);
        (void)stx_mmio_read(&core, 2, STREAM_REGISTER);
        heard_l1(&order.listener, 2, 0x100, 16, true);
        issue(2, CLEAR_ALL);
        CHECK_EQ(stx_order_total(&order), i % 2);
    }
}

#define FULL (STX_THREADS == 3 && STX_SRC_BANKS == 2)

int main(void) {
    RUN_IF(FULL, a_semaphore_that_was_posted_before_the_run_is_not_what_is_waited_for);
    RUN_IF(FULL, the_maximum_of_before_the_run_holds);
    RUN_IF(FULL, a_post_that_is_taken_again_orders_nothing);
    RUN_IF(FULL, a_get_that_is_filled_again_orders_nothing);
    RUN_IF(FULL, a_semaphore_that_is_set_counts_from_then_on);
    RUN_IF(FULL, setting_a_semaphore_hands_over);
    RUN_IF(FULL, code_that_reads_a_semaphore_hears_its_last_changes);
    RUN_IF(FULL, code_that_stores_to_a_semaphore_hands_over);
    RUN_IF(FULL, each_mutex_excludes_its_holders_alone);
    RUN_IF(FULL, a_read_of_a_mailbox_hears_its_own_write);
    RUN_IF(FULL, mailboxes_are_told_apart);
    RUN_IF(FULL, words_hand_over_by_registers);
    RUN_IF(FULL, code_hands_over_by_registers);
    RUN_IF(FULL, code_that_waits_for_its_words_hears_all_units);
    return test_summary();
}
