/* SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_feed.c - what the time model is told of circular buffers: their sizes, the calls of
 * threads, and pages of the data mover, of movers in C and of tt-metal's readers and writers. */
#include <string.h>

#include "../../port/metal/feed.c"
#include "../../port/metal/memory.c"
#include "../../port/metal/multicast.c"
#include "../../port/metal/nocs.c"
#include "test.h"

enum { CB = 5, PAGE = 32 };
static struct tile tile;
static bool timed;
static struct stx_time_transfer seen;
static struct feed feed;
static unsigned buffers, transfers, most;
static struct {
    unsigned thread, call, number;
    uint32_t pages;
    bool begins;
} heard;

bool coop_timed(void) {
    return timed;
}

bool coop_time_buffer(unsigned number, uint32_t pages, uint32_t page_bytes) {
    buffers += number == CB && pages == 4 && page_bytes == PAGE;
    return buffers <= most;
}

void coop_time_page_call(unsigned thread, bool begins, unsigned call, unsigned number,
                         uint32_t pages) {
    heard.thread = thread;
    heard.begins = begins;
    heard.call = call;
    heard.number = number;
    heard.pages = pages;
}

void coop_time_transfer(const struct stx_time_transfer *transfer) {
    seen = *transfer;
    transfers++;
}

static void begin(void) {
    memset(&tile, 0, sizeof tile);
    memset(&seen, 0, sizeof seen);
    buffers = transfers = 0;
    most = 1;
    timed = true;
    tile.cbs.setup.cb[CB] = (struct stx_metal_cb){.page_bytes = PAGE, .pages = 4};
    tile.movers.noc.core = &tile.core;
    feed_begin(&feed, &tile);
}

static void event(enum stx_event_kind kind, unsigned caller, enum stx_metal_call call,
                  uint32_t pages) {
    stx_tell(&tile.core, &(const struct stx_event){.kind = (uint8_t)kind,
                                                   .thread = (uint8_t)caller,
                                                   .first = CB,
                                                   .count = pages,
                                                   .value = (uint32_t)call});
}

static void mover_calls(enum cb_side side, enum stx_metal_call call, uint32_t pages) {
    event(STX_EVENT_CALL, STX_THREADS + side, call, pages);
    event(STX_EVENT_RETURN, STX_THREADS + side, call, pages);
}

static void page(enum cb_side side) {
    stx_tell(&tile.core, &(const struct stx_event){.kind = STX_EVENT_PAGE,
                                                   .thread = (uint8_t)(STX_ORDER_READER + side),
                                                   .count = PAGE,
                                                   .value = CB});
}

TEST(without_time_nothing_is_told) {
    memset(&tile, 0, sizeof tile);
    timed = false;
    feed_begin(&feed, &tile);
    CHECK(!tile.core.listeners);
}

TEST(buffers_that_exist_are_told) {
    begin();
    CHECK_EQ(buffers, 1);
    CHECK(tile.core.listeners);
}

TEST(too_many_buffers_have_no_feed) {
    memset(&tile, 0, sizeof tile);
    tile.cbs.setup.cb[CB] = (struct stx_metal_cb){.page_bytes = PAGE, .pages = 4};
    most = 0;
    timed = true;
    feed_begin(&feed, &tile);
    CHECK(!tile.core.listeners);
}

TEST(calls_of_threads_are_told_when_they_begin_and_end) {
    begin();
    event(STX_EVENT_CALL, 2, STX_METAL_PUSH_BACK, 3);
    CHECK(heard.begins && heard.thread == 2 && heard.number == CB && heard.pages == 3);
    CHECK_EQ(heard.call, STX_TIME_PUSH_BACK);
    event(STX_EVENT_RETURN, 2, STX_METAL_PUSH_BACK, 3);
    CHECK(!heard.begins);
    CHECK_EQ(transfers, 0);
}

/* Both lists are in one order. */
TEST(calls_have_the_numbers_of_the_time_model) {
    CHECK_EQ(STX_METAL_WAIT_FRONT, (int)STX_TIME_WAIT_FRONT);
    CHECK_EQ(STX_METAL_POP_FRONT, (int)STX_TIME_POP_FRONT);
    CHECK_EQ(STX_METAL_RESERVE_BACK, (int)STX_TIME_RESERVE_BACK);
    CHECK_EQ(STX_METAL_PUSH_BACK, (int)STX_TIME_PUSH_BACK);
}

TEST(pages_of_the_data_mover_are_a_stream) {
    begin();
    page(CB_READER);
    CHECK(seen.stream && !seen.pops && !seen.writer && seen.number == CB);
    CHECK(seen.pages == 1 && seen.bytes == PAGE && !seen.bank_bytes);
    page(CB_WRITER);
    CHECK(seen.stream && seen.pops && seen.writer);
}

TEST(so_are_those_of_a_mover_in_c) {
    begin();
    tile.movers.mover[CB_WRITER].is_c = true;
    mover_calls(CB_WRITER, STX_METAL_POP_FRONT, 2);
    CHECK(seen.stream && seen.pops && seen.writer && seen.pages == 2 && seen.bytes == 2 * PAGE);
}

/* What was asked of the NoC since the last push belongs to this one. */
TEST(a_reader_of_tt_metal_moves_what_it_asked_for) {
    begin();
    tile.movers.noc.traffic[CB_READER].bytes = 900;
    tile.movers.noc.traffic[CB_READER].bank[1] = 200;
    tile.movers.noc.traffic[CB_READER].bank[6] = 500;
    tile.movers.noc.traffic[CB_WRITER].bytes = 7;
    mover_calls(CB_READER, STX_METAL_RESERVE_BACK, 1);
    CHECK_EQ(transfers, 0);
    mover_calls(CB_READER, STX_METAL_PUSH_BACK, 1);
    CHECK(!seen.stream && !seen.pops && !seen.writer);
    CHECK(seen.bytes == 900 && seen.bank_bytes == 500 && seen.pages == 1);
    mover_calls(CB_READER, STX_METAL_PUSH_BACK, 1);
    CHECK(seen.bytes == 0 && seen.bank_bytes == 0);
    mover_calls(CB_WRITER, STX_METAL_POP_FRONT, 1);
    CHECK(seen.bytes == 7 && seen.writer && seen.pops);
    CHECK_EQ(transfers, 3);
}

static struct memory memory;
static void asks(uint8_t id) {
    const struct noc_request r = {.owner = CB_READER, .id = id, .bytes = 2 * PAGE};
    tile.movers.noc.memory = &memory;
    count_traffic(&tile.movers.noc, &r, 0);
}
static void waits(uint8_t id) {
    uint32_t value;
    CHECK(noc_read(&tile.movers.noc, CB_READER, WINDOW + STATUS + 4u * (BY_ID + id), &value));
}
static bool was(uint32_t pages, uint32_t reserved, uint32_t bytes, uint32_t behind) {
    return seen.pages == pages && seen.reserved == reserved && seen.bytes == bytes &&
           seen.behind == behind;
}

/* A reader that asks for a page before it waits for the one before, by two transaction ids. */
TEST(a_reader_with_two_pages_under_way_tells_what_it_has_waited_for) {
    begin();
    mover_calls(CB_READER, STX_METAL_RESERVE_BACK, 1);
    asks(1);
    CHECK_EQ(transfers, 0);
    for (uint8_t page = 0; page < 2; page++) {
        mover_calls(CB_READER, STX_METAL_RESERVE_BACK, 2);
        CHECK(transfers == 1u + page && (page || was(0, 1, 2 * PAGE, 1)));
        asks((uint8_t)(2 - page));
        waits((uint8_t)(1 + page));
        mover_calls(CB_READER, STX_METAL_PUSH_BACK, 1);
        CHECK(transfers == 2u + page && was(1, 2, 2 * PAGE, 1));
    }
    waits(1);
    mover_calls(CB_READER, STX_METAL_PUSH_BACK, 1);
    CHECK(transfers == 4 && was(1, 1, 0, 1));
}

/* Of requests with different ids it waits for the first one only, then for all. */
TEST(requests_with_an_id_are_told_by_themselves) {
    begin();
    mover_calls(CB_READER, STX_METAL_RESERVE_BACK, 2);
    asks(3);
    asks(3);
    asks(5);
    CHECK(transfers == 1 && was(0, 2, 4 * PAGE, 1));
    waits(3);
    mover_calls(CB_READER, STX_METAL_PUSH_BACK, 1);
    CHECK(transfers == 2 && was(1, 2, 2 * PAGE, 1));
    waits(5);
    mover_calls(CB_READER, STX_METAL_PUSH_BACK, 1);
    CHECK(transfers == 3 && was(1, 1, 0, 1));
}

int main(void) {
    RUN(without_time_nothing_is_told);
    RUN(buffers_that_exist_are_told);
    RUN(too_many_buffers_have_no_feed);
    RUN_IF(STX_THREADS == 3, calls_of_threads_are_told_when_they_begin_and_end);
    RUN(calls_have_the_numbers_of_the_time_model);
    RUN(pages_of_the_data_mover_are_a_stream);
    RUN(so_are_those_of_a_mover_in_c);
    RUN(a_reader_of_tt_metal_moves_what_it_asked_for);
    RUN(a_reader_with_two_pages_under_way_tells_what_it_has_waited_for);
    RUN(requests_with_an_id_are_told_by_themselves);
    return test_summary();
}
