/* SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_contract.c - the contract of circular buffers: for each finding what breaks it and
 * what just keeps it. */
#include <stdio.h>
#include <string.h>

#include "../../port/metal/contract.c"
#include "softensix/tti.h"
#include "test.h"

const void *stx_llk_place(unsigned thread) {
    (void)thread;
    return NULL;
}

const char *stx_llk_place_text(const void *place) {
    (void)place;
    return "kernel.cpp:7";
}

enum { UNPACK, MATH, PACK };
enum { IN = 0, OUT = 16, ALIAS = 17, PAGE = 64, PAGES = 4 };
enum { IN_AT = 0x1000, OUT_AT = 0x2000 };

static struct cbs cbs;
static struct stx_order order;

/* Four pages of 64 bytes each; buffer 17 lies where buffer 16 does. */
static void begin(void) {
    memset(&cbs, 0, sizeof cbs);
    memset(&order, 0, sizeof order);
    cbs.setup.cb[IN] = (struct stx_metal_cb){IN_AT, PAGE, PAGES};
    cbs.setup.cb[OUT] = (struct stx_metal_cb){OUT_AT, PAGE, PAGES};
    contract_begin(&cbs, &order);
}

static void call(unsigned thread, enum stx_metal_call what, uint32_t cb, uint32_t pages) {
    cbs.call[thread] = (struct cb_call){what, cb, pages, 0, true};
    cbs.on_call(&cbs, thread, true);
    cbs.on_call(&cbs, thread, false);
    cbs.call[thread].active = false;
}

static void touch(unsigned thread, uint32_t word, uint32_t address, uint32_t bytes, bool write) {
    const struct stx_order_access by = {
        .word = word, .thread = (uint8_t)thread, .where = "kernel.cpp:9"};
    order.l1(order.l1_ctx, &by, address, bytes, write);
}

static void unpacks(uint32_t page, uint32_t pages) {
    touch(UNPACK, TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1), IN_AT + page * PAGE,
          pages * PAGE, false);
}

static void packs(uint32_t page, uint32_t pages) {
    touch(PACK, TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 1), OUT_AT + page * PAGE, pages * PAGE,
          true);
}

#define FOUND(what, page_)                             \
    do {                                               \
        CHECK_EQ(cbs.contract.found, 1);               \
        CHECK_EQ(cbs.contract.finding[0].kind, what);  \
        CHECK_EQ(cbs.contract.finding[0].page, page_); \
    } while (0)
#define SILENT() CHECK_EQ(cbs.contract.found, 0)

TEST(a_page_that_was_waited_for_may_be_read) {
    begin();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 2);
    unpacks(0, 2);
    SILENT();
    begin();
    unpacks(0, 1);
    FOUND(READS_UNWAITED, 0);
    begin();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 2);
    unpacks(1, 2);
    FOUND(READS_UNWAITED, 1);
}

/* The larger of two waits holds; popped pages are no longer waited for, and their place moves. */
TEST(what_was_popped_may_not_be_read) {
    begin();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 3);
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 1);
    call(UNPACK, STX_METAL_POP_FRONT, IN, 1);
    unpacks(1, 2);
    SILENT();
    unpacks(0, 1);
    FOUND(READS_UNWAITED, 0);
}

/* Page 5 of 4 is page 1 again. */
TEST(pages_follow_each_other_in_a_ring) {
    begin();
    for (unsigned i = 0; i < 5; i++) {
        call(UNPACK, STX_METAL_WAIT_FRONT, IN, 1);
        call(UNPACK, STX_METAL_POP_FRONT, IN, 1);
    }
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 1);
    unpacks(1, 1);
    SILENT();
    unpacks(2, 1);
    FOUND(READS_UNWAITED, 2);
}

TEST(a_page_that_was_reserved_may_be_written) {
    begin();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 2);
    packs(0, 2);
    SILENT();
    begin();
    packs(0, 1);
    FOUND(WRITES_UNRESERVED, 0);
    begin();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 1);
    call(PACK, STX_METAL_PUSH_BACK, OUT, 1);
    packs(0, 1);
    FOUND(WRITES_UNRESERVED, 0);
}

/* It reads what it adds to. */
TEST(the_packer_reads_what_it_has_reserved) {
    begin();
    touch(PACK, TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 1), OUT_AT, PAGE, false);
    SILENT();
}

TEST(no_more_is_popped_than_was_waited_for) {
    begin();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 2);
    call(UNPACK, STX_METAL_POP_FRONT, IN, 1);
    call(UNPACK, STX_METAL_POP_FRONT, IN, 1);
    SILENT();
    call(UNPACK, STX_METAL_POP_FRONT, IN, 1);
    FOUND(POPS_UNWAITED, 2);
}

TEST(no_more_is_pushed_than_was_reserved) {
    begin();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 2);
    call(PACK, STX_METAL_PUSH_BACK, OUT, 2);
    SILENT();
    call(PACK, STX_METAL_PUSH_BACK, OUT, 1);
    FOUND(PUSHES_UNRESERVED, 2);
}

TEST(of_buffers_that_share_memory_one_is_enough) {
    begin();
    cbs.setup.cb[ALIAS] = cbs.setup.cb[OUT];
    call(PACK, STX_METAL_RESERVE_BACK, ALIAS, 1);
    packs(0, 1);
    SILENT();
    packs(1, 1);
    FOUND(WRITES_UNRESERVED, 1);
    CHECK_EQ(cbs.contract.finding[0].cb, OUT);
}

TEST(memory_that_is_no_buffer_is_not_asked) {
    begin();
    touch(PACK, TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 1), OUT_AT + PAGES * PAGE, PAGE, true);
    touch(UNPACK, TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1), IN_AT - PAGE, PAGE, false);
    SILENT();
}

/* Readers and writers in C pop and push what the kernel has not waited for. */
TEST(movers_are_not_asked) {
    begin();
    call(STX_THREADS, STX_METAL_POP_FRONT, OUT, 1);
    call(STX_THREADS + 1, STX_METAL_PUSH_BACK, IN, 1);
    SILENT();
}

static char told[1024];

static void collect(void *ctx, const char *text) {
    (void)ctx;
    strncat(told, text, sizeof told - strlen(told) - 1);
}

TEST(a_finding_is_told_once_with_its_place_and_what_to_add) {
    begin();
    for (unsigned i = 0; i < 3; i++) {
        packs(0, 1);
    }
    call(UNPACK, STX_METAL_POP_FRONT, IN, 1);
    CHECK_EQ(contract_tell(&cbs, collect), 2);
    CHECK(strstr(told, "cb 16, page 0: written outside the pages that were reserved (CB_WRITE), 3 "
                       "times\n"));
    CHECK(strstr(told, "    at kernel.cpp:9\n  add: cb_reserve_back(cb 16, ...) before it\n"));
    CHECK(strstr(told,
                 "cb 0, page 0: popped and never waited for (CB_POP), 1 time\n  first: thread "
                 "0: the call\n    at kernel.cpp:7\n  add: cb_wait_front(cb 0, ...)"));
}

TEST(without_a_judge_only_calls_are_asked) {
    begin();
    contract_begin(&cbs, NULL);
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 1);
    call(PACK, STX_METAL_PUSH_BACK, OUT, 1);
    SILENT();
    call(PACK, STX_METAL_PUSH_BACK, OUT, 1);
    FOUND(PUSHES_UNRESERVED, 1);
    told[0] = 0;
    CHECK_EQ(contract_tell(&cbs, collect), 1);
    CHECK(!strncmp(told, "contract: cb 16, page 1: pushed and never reserved (CB_PUSH), 1 time\n",
                   68));
}

/* More kinds and places than are kept are counted. */
TEST(findings_beyond_those_that_are_kept_are_counted) {
    begin();
    for (unsigned i = 0; i < CONTRACT_FINDINGS + 3; i++) {
        const struct contract_finding finding = {.kind = READS_UNWAITED, .cb = i};
        find(&cbs, &finding);
    }
    CHECK_EQ(contract_tell(&cbs, collect), CONTRACT_FINDINGS + 3);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_page_that_was_waited_for_may_be_read);
    RUN_IF(STX_THREADS == 3, what_was_popped_may_not_be_read);
    RUN_IF(STX_THREADS == 3, pages_follow_each_other_in_a_ring);
    RUN_IF(STX_THREADS == 3, a_page_that_was_reserved_may_be_written);
    RUN_IF(STX_THREADS == 3, the_packer_reads_what_it_has_reserved);
    RUN_IF(STX_THREADS == 3, no_more_is_popped_than_was_waited_for);
    RUN_IF(STX_THREADS == 3, no_more_is_pushed_than_was_reserved);
    RUN_IF(STX_THREADS == 3, of_buffers_that_share_memory_one_is_enough);
    RUN_IF(STX_THREADS == 3, memory_that_is_no_buffer_is_not_asked);
    RUN_IF(STX_THREADS == 3, movers_are_not_asked);
    RUN_IF(STX_THREADS == 3, without_a_judge_only_calls_are_asked);
    RUN_IF(STX_THREADS == 3, a_finding_is_told_once_with_its_place_and_what_to_add);
    RUN_IF(STX_THREADS == 3, findings_beyond_those_that_are_kept_are_counted);
    return test_summary();
}
