/* SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_buffers.c - circular buffers of compute kernels: their counters, the data mover's
 * pages, and what lies between them. */
#include <stdio.h>
#include <string.h>

#include "../../port/metal/cb.c"
#include "../../port/metal/cb_uses.c"
#include "../../port/metal/memory.c"
#include "../../port/metal/guard.c"
#include "test.h"

enum { L1_BYTES = 0x400, PAGE = 16, COUNTERS = 0xFFB40000 };
static struct cbs cbs;
static struct stx_core core;
static struct coop threads = {.core = &core};
static uint8_t l1[L1_BYTES];
static const struct memory memory = {.cbs = &cbs, .l1_bytes = L1_BYTES};
static char said[400];
static unsigned progress;

const char *coop_thread_name(unsigned tensix) {
    return tensix == 0 ? "unpack" : "another";
}

void coop_progress(struct coop *coop) {
    (void)coop;
    progress++;
}

static void listen(void *ctx, const char *text) {
    (void)ctx;
    strncat(said, text, sizeof said - strlen(said) - 1);
}

/* Buffers 3 and 9, with a gap before, between and behind them; 11 touches 9. */
static void begin(void) {
    memset(&cbs, 0, sizeof cbs);
    memset(l1, 0x11, sizeof l1);
    cbs.l1 = l1;
    cbs.coop = &threads;
    cbs.setup.cb[3] = (struct stx_metal_cb){.address = 0x40, .page_bytes = PAGE, .pages = 4};
    cbs.setup.cb[9] = (struct stx_metal_cb){.address = 0x100, .page_bytes = PAGE, .pages = 2};
    cbs.setup.cb[11] = (struct stx_metal_cb){.address = 0x120, .page_bytes = PAGE, .pages = 1};
    said[0] = 0;
    progress = 0;
}

static bool of_buffer(uint32_t at) {
    return (at >= 0x40 && at < 0x80) || (at >= 0x100 && at < 0x130);
}

TEST(each_byte_outside_the_buffers_is_guarded) {
    char place[40];
    begin();
    guard_fill(&cbs, &memory);
    CHECK(!guard_broken(&cbs, &memory, listen, NULL));
    for (uint32_t at = 0; at < L1_BYTES; at++) {
        CHECK_EQ(l1[at], of_buffer(at) ? 0x11 : at < 0x40 ? 0 : 0xA5);
        l1[at] ^= 0x80;
        said[0] = 0;
        CHECK_EQ(guard_broken(&cbs, &memory, listen, NULL), !of_buffer(at));
        snprintf(place, sizeof place, "written at 0x%05lx", (unsigned long)at);
        CHECK(of_buffer(at) ? said[0] == 0 : strstr(said, place) != NULL);
        l1[at] ^= 0x80;
    }
}

TEST(a_broken_guard_names_the_buffer_before_it) {
    begin();
    guard_fill(&cbs, &memory);
    l1[0x8A] = 1;
    CHECK(guard_broken(&cbs, &memory, listen, NULL));
    CHECK(strstr(said, "0x0008a, outside all circular buffers: 10 bytes past the end of cb 3\n"));
    begin();
    guard_fill(&cbs, &memory);
    l1[0x130] = 1;
    CHECK(guard_broken(&cbs, &memory, listen, NULL));
    CHECK(strstr(said, "0x00130, outside all circular buffers: 0 bytes past the end of cb 11\n"));
    begin();
    guard_fill(&cbs, &memory);
    l1[0x3F] = 1;
    CHECK(guard_broken(&cbs, &memory, listen, NULL));
    CHECK(strstr(said, "0x0003f, outside all circular buffers\n"));
}

TEST(counters_are_registers_of_16_bits) {
    uint32_t value = 0x12345;
    begin();
    for (uint32_t offset = 0; offset < 0x1000; offset += 4) {
        uint32_t address = COUNTERS + 3 * 0x1000 + offset, got = 77;
        bool there = STX_ARCH == STX_ARCH_BLACKHOLE ? offset == 32 || offset == 40
                                                    : offset == 12 || offset == 16;
        CHECK_EQ(cb_register(&cbs, address, &value, true), there);
        CHECK_EQ(cb_register(&cbs, address, &got, false), there);
        CHECK_EQ(got, there ? 0x2345 : 77);
    }
    CHECK_EQ(progress, 2);
    CHECK_EQ(cbs.cb[3].acked, 0x2345);
    CHECK_EQ(cbs.cb[3].received, 0x2345);
    CHECK(!cb_register(&cbs, COUNTERS + STX_METAL_CBS * 0x1000 + 32, &value, true));
    CHECK(!cb_register(&cbs, COUNTERS - 0x1000 + 32, &value, true));
    CHECK(cb_is_register(COUNTERS) && cb_is_register(COUNTERS + STX_METAL_CBS * 0x1000 - 4));
    CHECK(!cb_is_register(COUNTERS - 4) && !cb_is_register(COUNTERS + STX_METAL_CBS * 0x1000));
}

TEST(pages_are_counted_across_the_end_of_the_counters) {
    begin();
    cbs.cb[3].received = 2;
    cbs.cb[3].acked = 0xFFFE;
    CHECK_EQ(cb_filled(&cbs.cb[3]), 4);
    cbs.cb[3].received = 0xFFFF;
    cb_advance(&cbs, 3, CB_READER, 3);
    CHECK_EQ(cbs.cb[3].received, 2);
    CHECK_EQ(cbs.cb[3].plan[CB_READER].done, 3);
    cb_advance(&cbs, 3, CB_WRITER, 2);
    CHECK_EQ(cbs.cb[3].acked, 0);
    CHECK_EQ(cbs.cb[3].plan[CB_WRITER].done, 2);
}

enum { MANY = 70000 };
static uint8_t pushed[MANY * PAGE], taken[MANY * PAGE];

static void plan(enum cb_side side, uint8_t *data, uint32_t pages) {
    cbs.cb[3].plan[side] = (struct cb_plan){.data = data, .asked = pages, .present = true};
}

TEST(many_pages_go_through_a_buffer_in_order) {
    begin();
    for (uint32_t i = 0; i < sizeof pushed; i++) {
        pushed[i] = (uint8_t)(i * 2654435761u >> 24);
    }
    plan(CB_READER, pushed, MANY);
    plan(CB_WRITER, taken, MANY);
    for (unsigned turn = 0; turn < MANY && cb_move(&cbs, 1 + turn % 5); turn++) {
    }
    CHECK(memcmp(pushed, taken, sizeof pushed) == 0);
    CHECK_EQ(cbs.cb[3].received, MANY - 0x10000);
    CHECK_EQ(cbs.cb[3].acked, MANY - 0x10000);
    CHECK(!cb_unfinished(&cbs, listen, NULL));
    CHECK(!cb_move(&cbs, 1));
}

TEST(the_mover_stops_where_the_buffer_is_full_or_empty) {
    begin();
    plan(CB_READER, pushed, 6);
    CHECK(cb_move(&cbs, 3));
    CHECK_EQ(cb_filled(&cbs.cb[3]), 3);
    CHECK(cb_move(&cbs, UINT32_MAX) && !cb_move(&cbs, UINT32_MAX));
    CHECK_EQ(cb_filled(&cbs.cb[3]), 4);
    CHECK_EQ(progress, 2);
    CHECK(cb_unfinished(&cbs, listen, NULL));
    CHECK(strstr(said, "pages left: cb 3: 4 of 6 pages found room\n"));
    begin();
    plan(CB_WRITER, taken, 2);
    CHECK(!cb_move(&cbs, UINT32_MAX));
    cbs.cb[3].received = 1;
    CHECK(cb_move(&cbs, UINT32_MAX));
    CHECK(cb_unfinished(&cbs, listen, NULL));
    CHECK(strstr(said, "pages missing: cb 3: 1 of 2 pages arrived\n"));
    cbs.cb[3].received = 5;
    CHECK(cb_move(&cbs, UINT32_MAX));
    said[0] = 0;
    CHECK(cb_unfinished(&cbs, listen, NULL));
    CHECK(strstr(said, "pages unread: cb 3 still holds 3 pages; 2 were asked for\n"));
}

TEST(pointers_of_a_mover_go_round_the_buffer) {
    begin();
    for (uint32_t i = 0; i < 9; i++) {
        CHECK_EQ(cb_pointer(&cbs, 3, CB_READER) - l1, 0x40 + i % 4 * PAGE);
        CHECK_EQ(cb_to_end(&cbs, 3, CB_READER), (4 - i % 4) * PAGE);
        cb_advance(&cbs, 3, CB_READER, 1);
    }
    CHECK_EQ(cb_pointer(&cbs, 3, CB_WRITER) - l1, 0x40);
}

int main(void) {
    RUN(each_byte_outside_the_buffers_is_guarded);
    RUN(a_broken_guard_names_the_buffer_before_it);
    RUN(counters_are_registers_of_16_bits);
    RUN(pages_are_counted_across_the_end_of_the_counters);
    RUN(many_pages_go_through_a_buffer_in_order);
    RUN(the_mover_stops_where_the_buffer_is_full_or_empty);
    RUN(pointers_of_a_mover_go_round_the_buffer);
    return test_summary();
}
