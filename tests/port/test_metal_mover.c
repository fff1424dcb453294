/* SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_mover.c - a reader and a writer in C: pages, places, mailboxes, and what is said when
 * they wait or do what cannot be. */
#include "metal_mover.h"

static uint32_t count, bytes, arguments_seen[3];

static void send_all(void) {
    count = page_count(3);
    bytes = get_tile_size(3);
    for (uint32_t i = 0; i < 3; i++) {
        arguments_seen[i] = get_arg(i);
    }
    for (uint32_t i = 0; i < PAGES; i++) {
        cb_reserve_back(3, 1);
        read_page(3, i, get_write_ptr(3));
        cb_push_back(3, 1);
    }
}

static void take_all(void) {
    for (uint32_t i = 0; i < PAGES; i += 2) {
        cb_wait_front(3, 2);
        write_page(3, i, get_read_ptr(3));
        write_page(3, i + 1, get_read_ptr(3) + PAGE);
        cb_pop_front(3, 2);
    }
}

TEST(pages_go_from_memory_to_memory) {
    start_with(send_all, take_all, false);
    CHECK(cbs.in_c[CB_READER] && cbs.in_c[CB_WRITER]);
    CHECK(strstr(explained(CB_READER), "reader: has not ended"));
    CHECK(mover_run(&movers));
    CHECK_EQ(progress, 1);
    CHECK_EQ(coop_stack_limit, 77);
    unsigned turns = 1;
    for (; turns < 20 && mover_run(&movers); turns++) {
    }
    CHECK_EQ(turns, 3); /* four pages at a time */
    CHECK(memcmp(given, made, sizeof made) == 0);
    CHECK_EQ(moved.times, 2 * PAGES);
    CHECK(moved.side == CB_WRITER && !moved.write && moved.bytes == PAGE);
    CHECK_EQ(moved.address + PAGE, get_read_ptr(3) - l1);
    CHECK_EQ(cbs.cb[3].plan[CB_WRITER].stored, PAGES);
    CHECK(count == PAGES && bytes == PAGE);
    CHECK(arguments_seen[0] == 11 && arguments_seen[1] == 12 && arguments_seen[2] == 0);
    CHECK(!explained(CB_READER)[0] && !explained(CB_WRITER)[0] && !mover_error(&movers));
    CHECK(!mover_run(&movers));
    CHECK(get_tile_size(STX_METAL_CBS) == 0 && page_count(STX_METAL_CBS) == 0);
    CHECK(page_count(9) == 0 && get_tile_size(9) == PAGE);
}

TEST(a_slow_mover_gives_way_after_each_page) {
    start_with(send_all, nothing, true);
    for (unsigned i = 1; i <= 4; i++) {
        CHECK(mover_run(&movers));
        CHECK_EQ(cb_filled(&cbs.cb[3]), i);
        CHECK_EQ(progress, i);
    }
    CHECK(!mover_run(&movers));
    CHECK(strcmp(explained(CB_READER),
                 "reader: cb_reserve_back(cb 3, 1 tile): 0 free; only the unpack thread could pop, "
                 "0 so far") == 0);
    cbs.cb[3].acked = 1;
    CHECK(mover_run(&movers) && cb_filled(&cbs.cb[3]) == 4);
}

static void wait_for_more(void) {
    cb_wait_front(9, 2);
}

TEST(what_a_writer_waits_for_is_told) {
    start_with(nothing, wait_for_more, false);
    cbs.cb[9].received = 1;
    CHECK(mover_run(&movers)); /* the reader ends */
    CHECK(!mover_run(&movers));
    CHECK(strcmp(explained(CB_WRITER),
                 "writer: cb_wait_front(cb 9, 2 tiles): 1 there; only the pack "
                 "thread could push, 1 so far") == 0);
    cbs.cb[9].received = 2;
    CHECK(mover_run(&movers) && !explained(CB_WRITER)[0]);
}

static void fill_mailboxes(void) {
    mailbox_write(1, 100);
    for (uint32_t i = 0; i < 5; i++) {
        mailbox_write(2, i);
    }
}

TEST(a_mailbox_takes_words_until_it_is_full) {
    start_with(fill_mailboxes, nothing, false);
    CHECK(mover_run(&movers));
    CHECK(core.mailbox[2][0].count == 1 && core.mailbox[2][0].word[0] == 100);
    CHECK(core.mailbox[3][0].count == 4 && core.mailbox[3][0].word[3] == 3);
    CHECK(core.mailbox[1][0].count == 0);
    CHECK(strcmp(explained(CB_READER), "reader: a thread's mailbox is full") == 0);
    CHECK(!mover_run(&movers));
    core.mailbox[3][0].count = 2;
    CHECK(mover_run(&movers));
    CHECK(core.mailbox[3][0].count == 3 && core.mailbox[3][0].word[2] == 4);
    CHECK(!explained(CB_READER)[0]);
}

static uint32_t waits_in;

static void mailbox_then_wait(void) {
    mailbox_write(0, 1);
    waits_in = 1;
    cb_reserve_back(9, 3);
}

TEST(a_full_mailbox_is_forgotten_when_its_word_is_in) {
    start_with(mailbox_then_wait, nothing, false);
    CHECK(mover_run(&movers) && waits_in == 1);
    CHECK(strstr(explained(CB_READER), "reader: cb_reserve_back(cb 9, 3 tiles): 2 free"));
}

static bool refused(void (*what)(void), const char *wanted) {
    start_with(what, nothing, false);
    (void)mover_run(&movers);
    bool good = mover_error(&movers) && strcmp(mover_error(&movers), wanted) == 0;
    if (!good) {
        printf("\"%s\", expected \"%s\"\n", mover_error(&movers) ? mover_error(&movers) : "",
               wanted);
    }
    return good && !explained(CB_READER)[0] && !mover_run(&movers);
}

static void read_too_far(void) {
    read_page(3, PAGES, made);
}
static void read_nowhere(void) {
    read_page(STX_METAL_CBS, 0, made);
}
static void write_too_far(void) {
    write_page(3, PAGES + 2, made);
}
static void push_too_many(void) {
    cb_push_back(9, 3);
}
static void push_across(void) {
    cb_push_back(9, 1);
    cbs.cb[9].acked = 1;
    cb_push_back(9, 2);
}
static void pop_none(void) {
    cb_pop_front(9, 1);
}
static void no_buffer(void) {
    (void)get_write_ptr(8);
}
static void beyond_buffers(void) {
    cb_wait_front(STX_METAL_CBS, 1);
}

#if STX_ARCH == STX_ARCH_BLACKHOLE
#define BEYOND "64"
#else
#define BEYOND "32"
#endif

TEST(what_cannot_be_ends_the_run_with_a_sentence) {
    CHECK(
        refused(read_too_far, "reader: read_page(cb 3, page 10): memory holds 10 of this buffer"));
    CHECK(refused(read_nowhere,
                  "reader: read_page(cb " BEYOND ", page 0): memory holds 0 of this buffer"));
    CHECK(refused(write_too_far,
                  "reader: write_page(cb 3, page 12): memory holds 10 of this buffer"));
    CHECK(
        refused(push_too_many,
                "reader: cb_push_back(cb 9, 3 tiles): 2 free; only the unpack thread could pop, 0 "
                "so far; it overruns the buffer"));
    CHECK(refused(push_across,
                  "reader: cb_push_back(cb 9, 2 tiles): 2 free; only the unpack thread "
                  "could pop, 1 so far; it crosses the end of the buffer"));
    CHECK(refused(pop_none,
                  "reader: cb_pop_front(cb 9, 1 tile): 0 there; only the pack thread could "
                  "push, 0 so far; it pops what it never waited for"));
    CHECK(refused(no_buffer, "reader: cb_reserve_back(cb 8, 0): there is no circular buffer 8"));
    CHECK(refused(beyond_buffers,
                  "reader: cb_wait_front(cb " BEYOND ", 1): there is no circular buffer " BEYOND));
}

TEST(addresses_of_l1_go_round) {
    start_with(nothing, nothing, false);
    CHECK(l1_ptr(5) == l1 + 5 && l1_ptr(L1_BYTES + 5) == l1 + 5);
}

static uintptr_t limits[CB_SIDES];
static void note_reader(void) {
    limits[CB_READER] = coop_stack_limit;
}

static void note_writer(void) {
    limits[CB_WRITER] = coop_stack_limit;
}

TEST(each_side_is_held_to_its_own_stack) {
    start_with(note_reader, note_writer, false);
    (void)mover_run(&movers);
    /* as it is for threads, else one that has used little of its stack would seem to have left it
     */
    CHECK(limits[CB_READER] == (uintptr_t)movers.stack[CB_READER] + COOP_CLOSED_BYTES);
    CHECK(limits[CB_WRITER] == (uintptr_t)movers.stack[CB_WRITER] + COOP_CLOSED_BYTES);
    CHECK_EQ(coop_stack_limit, 77);
}

int main(void) {
    RUN(pages_go_from_memory_to_memory);
    RUN(a_slow_mover_gives_way_after_each_page);
    RUN(what_a_writer_waits_for_is_told);
    RUN_IF(STX_THREADS == 3, a_mailbox_takes_words_until_it_is_full);
    RUN(a_full_mailbox_is_forgotten_when_its_word_is_in);
    RUN(what_cannot_be_ends_the_run_with_a_sentence);
    RUN(addresses_of_l1_go_round);
    RUN(each_side_is_held_to_its_own_stack);
    return test_summary();
}
