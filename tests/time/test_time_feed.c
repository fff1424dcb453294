/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Circular buffers: a word waits for pages and for room, pages come at a rate, and the verdict says
 * so. All times are worked out by hand. */
#include "diag/capture.h"
#include "time/told.h"

enum { UNPACK, MATH, PACK };
enum { FRONT = STX_TIME_WAIT_FRONT, POP, BACK, PUSHES }; /* enum stx_time_call */

static void begin_feed(uint32_t pages, const char *option) {
    begin_told();
    stx_time_more(&timing);
    CHECK(stx_time_buffer(&timing, 3, pages, 64));
    if (option) {
        CHECK(stx_time_option(&timing, option) == NULL);
    }
    capture_clear();
}

/* A call, and a word behind it, which for a pop or a push is the one that moves the pages. */
static void call(unsigned thread, unsigned what, uint32_t pages) {
    stx_time_call(&timing, thread, (enum stx_time_call)what, 3, pages);
    stx_time_called(&timing, thread);
    stx_issue(&core, thread, TT_OP_NOP);
}

static void stream(bool pops) {
    const struct stx_time_transfer t = {
        .writer = pops, .pops = pops, .stream = true, .number = 3, .pages = 1, .bytes = 64};
    stx_time_transfer(&timing, &t);
}

static void end_feed(void) {
    stx_time_end(&timing);
    stx_time_table(&timing, capture, NULL);
}

static uint64_t start_of(unsigned thread, unsigned word) {
    return told[thread][word].start;
}

/* Four pages of 64 bytes through a buffer of two. Words of a page: one that uses it, one that pops
 * it. */
static void four_pages(void) {
    stream(false);
    stream(false);
    for (unsigned page = 0; page < 4; page++) {
        call(UNPACK, FRONT, 1);
        call(UNPACK, POP, 1);
        if (page < 2) {
            stream(false);
        }
    }
    end_feed();
}

/* 16 cycles a page: they come at 16, 32, 48 and 64, because room is there before; the last pop is
 * word 65. With twice the rate that is word 33. */
TEST(pages_that_come_slowly_bind_the_run) {
    begin_feed(2, "cb3.rate=4");
    four_pages();
    for (unsigned page = 0; page < 4; page++) {
        CHECK_EQ(start_of(UNPACK, 2 * page), 16 * (page + 1));
        CHECK_EQ(start_of(UNPACK, 2 * page + 1), 16 * (page + 1) + 1);
    }
    CHECK_EQ(timing.clock[0].stall[UNPACK][STX_STALL_PAGES], 16 + 3 * 14);
    CHECK(captured_has("  data movement           64 cycles, 96.9 %\n"));
    CHECK(captured_has("issue of words 66, data movement 34 cycles\n"
                       "verdict: data movement limits the run; twice its speed would save 48.4 %\n"
                       "feed: pages come and go at the rate of each buffer (feed_rate)\n"));
}

/* A kernel waits for four pages and then, before any word, for the first two of them. */
TEST(of_two_waits_for_pages_the_larger_one_counts) {
    begin_feed(4, "cb3.rate=4");
    stream(false);
    stream(false);
    stream(false);
    stream(false);
    stx_time_call(&timing, UNPACK, STX_TIME_WAIT_FRONT, 3, 4);
    call(UNPACK, FRONT, 2);
    end_feed();
    CHECK_EQ(start_of(UNPACK, 0), 64);
}

/* Every page is there; no word waits. */
TEST(an_infinite_feed_costs_nothing_and_is_told) {
    begin_feed(2, NULL);
    four_pages();
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 8);
    CHECK(captured_has("verdict: issue of words limits the run;"));
    CHECK(captured_has("feed: infinite: pages come and go at once (feed_rate)\n"));
}

TEST(a_run_without_buffers_says_that_its_data_are_there) {
    begin_told();
    stx_time_more(&timing);
    capture_clear();
    stx_issue(&core, MATH, TT_OP_NOP);
    end_feed();
    CHECK(captured_has("feed: infinite: all data are in L1 from the start\n"));
}

/* Room comes with a pop: page 3 is asked for when page 1 has gone, at 27, and comes 10 cycles of
 * latency and 1 of its bytes later; page 4 is asked for at 29. */
TEST(latency_counts_from_the_room_on) {
    begin_feed(2, "cb3.rate=64");
    CHECK(stx_time_option(&timing, "cb3.latency=10") == NULL);
    idle(UNPACK, 25);
    four_pages();
    CHECK_EQ(start_of(UNPACK, 25), 25);
    CHECK_EQ(start_of(UNPACK, 25 + 2), 27);
    CHECK_EQ(start_of(UNPACK, 25 + 4), 27 + 11);
    CHECK_EQ(start_of(UNPACK, 25 + 6), 29 + 11);
}

/* The packer pushes its page with its eleventh word, which ends at 11. */
TEST(a_thread_waits_for_pages_that_another_one_pushes) {
    begin_feed(2, NULL);
    stx_time_call(&timing, UNPACK, STX_TIME_WAIT_FRONT, 3, 1);
    idle(PACK, 10);
    call(PACK, PUSHES, 1);
    call(UNPACK, FRONT, 1);
    end_feed();
    CHECK_EQ(start_of(UNPACK, 0), 11);
    CHECK_EQ(told[UNPACK][0].stall, STX_STALL_PAGES);
    CHECK_EQ(timing.clock[STX_TIME_ALONE + UNPACK].stall[UNPACK][STX_STALL_PAGES], 0);
}

/* A page leaves at 8 bytes a cycle: it is pushed at 1 and has gone at 9. */
TEST(a_full_buffer_holds_the_thread_that_pushes) {
    begin_feed(1, "feed_rate=8");
    call(PACK, PUSHES, 1);
    stream(true);
    call(PACK, BACK, 1);
    call(PACK, PUSHES, 1);
    end_feed();
    CHECK_EQ(start_of(PACK, 1), 9);
    CHECK(captured_has(
        "pages: 2 pushed by pack, one in 5.5 cycles\n")); /* the last word ends at 11 */
    CHECK(told[PACK][0].pages == 1 && told[PACK][0].buffer == 3 && !told[PACK][0].pops);
    CHECK_EQ(told[PACK][1].stall, STX_STALL_ROOM);
}

/* The reader asks for 2048 bytes of one bank of DRAM and 2048 of others: 438 cycles of latency,
 * then 2048 / 23 of the bank, which are more than 4096 / 64 of the NoC. The second push needs no
 * bytes. */
TEST(a_reader_asks_and_waits) {
    const struct stx_time_transfer both = {.number = 3,
                                           .pages = 1,
                                           .bytes = 4096,
                                           .bank_bytes = 2048},
                                   none = {.number = 3, .pages = 1};
    begin_feed(4, NULL);
    stx_time_transfer(&timing, &both);
    stx_time_transfer(&timing, &none);
    stx_time_transfer(&timing, &both);
    for (unsigned page = 0; page < 3; page++) {
        call(UNPACK, FRONT, 1);
        call(UNPACK, POP, 1);
    }
    end_feed();
    CHECK_EQ(start_of(UNPACK, 0), 438 + 90);
    CHECK_EQ(start_of(UNPACK, 2), 438 + 90 + 2);
    CHECK_EQ(start_of(UNPACK, 4), 2 * (438 + 90));
    CHECK(captured_has("verdict: data movement limits the run;"));
    CHECK(captured_has("feed: reader and writer move 8192 bytes over the NoC"));
}

/* A reader with two requests under way: it asks for page 1 at 0 and for page 2 behind it, which
 * come at 438 + 90 = 528 and 90 cycles later; pushes page 1 and asks for page 3, for which it has
 * room when page 1 has gone; pushes page 2. */
static void two_under_way(uint32_t room) {
    struct stx_time_transfer ask = {
        .number = 3, .reserved = 1, .bytes = 2048, .bank_bytes = 2048, .behind = 1};
    begin_feed(room, NULL);
    stx_time_transfer(&timing, &ask);
    ask.reserved = 2;
    ask.pages = 1;
    stx_time_transfer(&timing, &ask);
    stx_time_transfer(&timing, &ask);
    ask.bytes = 0;
    stx_time_transfer(&timing, &ask);
    for (unsigned page = 0; page < 3; page++) {
        call(UNPACK, FRONT, 1);
        call(UNPACK, POP, 1);
    }
    end_feed();
    CHECK_EQ(start_of(UNPACK, 0), 528);
    CHECK_EQ(start_of(UNPACK, 2), 528 + 90);
}

TEST(requests_under_way_share_their_latency) {
    two_under_way(3);
    CHECK_EQ(start_of(UNPACK, 4), 528 + 438 + 90);
    CHECK(captured_has("  data movement           1056 cycles"));
    two_under_way(2);
    CHECK_EQ(start_of(UNPACK, 4), 530 + 438 + 90); /* its word at 529 has taken page 1 */
}

/* The packer pushes pages with words that end at 1 and 601; a writer takes 528 cycles for each. Of
 * the second one nothing lies within the run. */
TEST(what_a_writer_does_after_the_last_word_is_no_part_of_the_run) {
    const struct stx_time_transfer take = {
        .writer = true, .pops = true, .number = 3, .pages = 1, .bytes = 2048, .bank_bytes = 2048};
    begin_feed(4, NULL);
    call(PACK, PUSHES, 1);
    idle(PACK, 599);
    call(PACK, PUSHES, 1);
    stx_time_transfer(&timing, &take);
    stx_time_transfer(&timing, &take);
    end_feed();
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 601);
    CHECK(captured_has("  data movement           528 cycles, 87.8 %\n"));
}

/* What stays on the core has the NoC's latency: 38 + 128 / 64. */
TEST(bytes_of_the_core_itself_do_not_wait_for_dram) {
    const struct stx_time_transfer t = {.number = 3, .pages = 1, .bytes = 128};
    begin_feed(4, NULL);
    stx_time_transfer(&timing, &t);
    call(UNPACK, FRONT, 1);
    end_feed();
    CHECK_EQ(start_of(UNPACK, 0), 40);
}

/* A writer's wait holds its later batches, not the reader's. */
TEST(batches_of_one_mover_keep_their_order) {
    const struct stx_time_transfer take = {.writer = true, .pops = true, .number = 3, .pages = 1},
                                   push = {.writer = true, .number = 5, .pages = 1};
    begin_feed(4, NULL);
    CHECK(stx_time_buffer(&timing, 5, 4, 64));
    stx_time_transfer(&timing, &take); /* of a page that the packer pushes at 21 */
    stx_time_transfer(&timing, &push);
    idle(PACK, 20);
    call(PACK, PUSHES, 1);
    stx_time_call(&timing, UNPACK, STX_TIME_WAIT_FRONT, 5, 1);
    stx_issue(&core, UNPACK, TT_OP_NOP);
    end_feed();
    CHECK_EQ(start_of(UNPACK, 0), 21);
}

/* 1000 pages share 32 times: that of page 100 is one of its group's, of pages 96 to 127. */
TEST(large_buffers_keep_times_of_groups) {
    begin_feed(1000, "cb3.rate=64");
    for (unsigned page = 0; page < 200; page++) {
        stream(false);
    }
    call(UNPACK, FRONT, 100);
    end_feed();
    CHECK(start_of(UNPACK, 0) >= 100 && start_of(UNPACK, 0) <= 127);
}

/* 65,536 pages are counted from 0 again. */
TEST(pages_beyond_those_that_a_counter_holds) {
    begin_feed(2, "cb3.rate=64");
    for (unsigned page = 0; page < 70000; page++) {
        stream(false);
        stx_time_call(&timing, UNPACK, STX_TIME_WAIT_FRONT, 3, 1);
        stx_time_call(&timing, UNPACK, STX_TIME_POP_FRONT, 3, 1);
        stx_time_called(&timing, UNPACK);
        stx_issue(&core, UNPACK, TT_OP_NOP);
    }
    end_feed();
    CHECK_EQ(timing.clock[0].forced, 0);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 70000 + 1);
}

/* More batches than there is memory for, none of which has room. */
TEST(batches_that_never_get_room_do_not_fill_the_memory) {
    begin_feed(1, "cb3.rate=64");
    for (unsigned page = 0; page < 2 * STX_TIME_BATCHES; page++) {
        stream(false);
    }
    call(UNPACK, FRONT, 1);
    end_feed();
    CHECK(timing.clock[0].forced > 0);
    CHECK(captured_has("waits for events that were never seen were left out"));
}

TEST(a_page_that_never_comes_is_an_open_wait) {
    begin_feed(2, NULL);
    stx_time_call(&timing, UNPACK, STX_TIME_WAIT_FRONT, 3, 1);
    idle(MATH, 20);
    end_feed();
    CHECK_EQ(timing.clock[0].stall[UNPACK][STX_STALL_PAGES], 20);
    stx_time_sites(&timing, STX_TIME_SITES, capture, NULL);
    CHECK(captured_has(
        "  cb_wait_front[3]                 20 cycles, 100.0 %; 0 words, busy 0; PAGES 20\n"));
}

/* Four pages that take 16 cycles each, waited for before words that are not told from where they
 * come. */
TEST(a_wait_for_pages_counts_in_the_call_that_waits) {
    begin_feed(2, "cb3.rate=4");
    four_pages();
    capture_clear();
    stx_time_sites(&timing, STX_TIME_SITES, capture, NULL);
    CHECK(captured_is(
        "lines of unpack: 66 cycles until its last word has left\n"
        "  cb_wait_front[3]                 58 cycles, 87.8 %; 0 words, busy 0; PAGES 58\n"
        "  unknown                          8 cycles, 12.1 %; 8 words, busy 8\n"));
    CHECK_EQ(strcmp(told[UNPACK][2].polled, "cb_wait_front[3]"), 0);
    CHECK(told[UNPACK][1].polled == NULL);
}

/* A second page has room when the first one is popped, by word 20 of the other thread. */
TEST(a_wait_for_room_names_its_buffer_too) {
    begin_feed(2, NULL);
    CHECK(stx_time_buffer(&timing, 31, 1, 64));
    for (unsigned page = 0; page < 2; page++) {
        stx_time_call(&timing, PACK, STX_TIME_RESERVE_BACK, 31, 1);
        stx_time_call(&timing, PACK, STX_TIME_PUSH_BACK, 31, 1);
        stx_time_called(&timing, PACK);
        stx_issue(&core, PACK, TT_OP_NOP);
        if (page == 0) {
            idle(UNPACK, 20);
            stx_time_call(&timing, UNPACK, STX_TIME_POP_FRONT, 31, 1);
            stx_time_called(&timing, UNPACK);
            stx_issue(&core, UNPACK, TT_OP_NOP);
        }
    }
    end_feed();
    CHECK_EQ(start_of(PACK, 1), 21);
    CHECK_EQ(strcmp(told[PACK][1].polled, "cb_reserve_back[31]"), 0);
}

TEST(what_is_no_buffer_is_refused_or_ignored) {
    const struct stx_time_transfer t = {.number = 4, .pages = 1, .stream = true};
    begin_feed(2, NULL);
    CHECK(!stx_time_buffer(&timing, 64, 1, 64));
    for (unsigned number = 10; number < 10 + STX_TIME_BUFFERS - 1; number++) {
        CHECK(stx_time_buffer(&timing, number, 1, 64));
    }
    CHECK(!stx_time_buffer(&timing, 63, 1, 64));
    stx_time_transfer(&timing, &t);
    stx_time_call(&timing, UNPACK, STX_TIME_WAIT_FRONT, 4, 1);
    stx_time_call(&timing, 9, STX_TIME_WAIT_FRONT, 3, 1);
    stx_time_called(&timing, 9);
    stx_issue(&core, UNPACK, TT_OP_NOP);
    CHECK(!stx_time_buffer(&timing, 9, 1, 64)); /* too late */
    end_feed();
    CHECK_EQ(start_of(UNPACK, 0), 0);
    CHECK_EQ(timing.batches, 0);
}

TEST(rates_of_buffers_are_options) {
    begin_feed(2, NULL);
    static const char *const wrong[] = {"cb64.rate=1", "cb.rate=1", "cb3.speed=1", "cb3=1",
                                        "cb3.rate",    "cb3.rate=", "cb3.rate=x",  "cbx.rate=1"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(stx_time_option(&timing, wrong[i]) != NULL);
    }
    CHECK(stx_time_option(&timing, "cb63.latency=0") == NULL);
    CHECK(stx_time_option(&timing, "noc_rate=0") == NULL);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, pages_that_come_slowly_bind_the_run);
    RUN_IF(STX_THREADS == 3, of_two_waits_for_pages_the_larger_one_counts);
    RUN_IF(STX_THREADS == 3, an_infinite_feed_costs_nothing_and_is_told);
    RUN_IF(STX_THREADS == 3, a_run_without_buffers_says_that_its_data_are_there);
    RUN_IF(STX_THREADS == 3, latency_counts_from_the_room_on);
    RUN_IF(STX_THREADS == 3, a_thread_waits_for_pages_that_another_one_pushes);
    RUN_IF(STX_THREADS == 3, a_full_buffer_holds_the_thread_that_pushes);
    RUN_IF(STX_THREADS == 3, a_reader_asks_and_waits);
    RUN_IF(STX_THREADS == 3, requests_under_way_share_their_latency);
    RUN_IF(STX_THREADS == 3, what_a_writer_does_after_the_last_word_is_no_part_of_the_run);
    RUN_IF(STX_THREADS == 3, bytes_of_the_core_itself_do_not_wait_for_dram);
    RUN_IF(STX_THREADS == 3, batches_of_one_mover_keep_their_order);
    RUN_IF(STX_THREADS == 3, large_buffers_keep_times_of_groups);
    RUN_IF(STX_THREADS == 3, pages_beyond_those_that_a_counter_holds);
    RUN_IF(STX_THREADS == 3, batches_that_never_get_room_do_not_fill_the_memory);
    RUN_IF(STX_THREADS == 3, a_page_that_never_comes_is_an_open_wait);
    RUN_IF(STX_THREADS == 3, a_wait_for_pages_counts_in_the_call_that_waits);
    RUN_IF(STX_THREADS == 3, a_wait_for_room_names_its_buffer_too);
    RUN_IF(STX_THREADS == 3, what_is_no_buffer_is_refused_or_ignored);
    RUN_IF(STX_THREADS == 3, rates_of_buffers_are_options);
    return test_summary();
}
