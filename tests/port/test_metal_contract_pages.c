/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_contract_pages.c - what a reader and a writer do with pages under the order checker,
 * and pages that are packed in part. */
#include "heard.h"
#include "metal_contract.h"

enum { READER = STX_THREADS + CB_READER, WRITER = STX_THREADS + CB_WRITER };

/* The unpackers' thread has read a page and popped it. */
static void read_and_popped(void) {
    heard_l1(&order.listener, UNPACK, IN_AT, PAGE, false);
    stx_order_release(&order, UNPACK, cb_counter(IN, CB_WRITER));
}

TEST(a_reader_waits_for_room_before_it_writes) {
    for (unsigned reserves = 0; reserves < 2; reserves++) {
        begin();
        read_and_popped();
        if (reserves) {
            call(READER, STX_METAL_RESERVE_BACK, IN, 1);
        }
        moved(&cbs, CB_READER, IN_AT, PAGE, true);
        call(READER, STX_METAL_PUSH_BACK, IN, 1);
        CHECK_EQ(order.found, !reserves);
        stx_order_acquire(&order, UNPACK, cb_counter(IN, CB_READER));
        heard_l1(&order.listener, UNPACK, IN_AT, PAGE, false);
        CHECK_EQ(order.found, !reserves); /* what was pushed may be read */
    }
}

/* Its write on the NoC reads the page until it waits for it. */
TEST(a_writer_is_done_with_a_page_before_it_pops_it) {
    for (unsigned waits = 0; waits < 2; waits++) {
        begin();
        heard_l1(&order.listener, PACK, OUT_AT, PAGE, true);
        stx_order_release(&order, PACK, cb_counter(OUT, CB_READER));
        call(WRITER, STX_METAL_WAIT_FRONT, OUT, 1);
        sends(&cbs, CB_WRITER, OUT_AT, PAGE);
        CHECK_EQ(order.found, 0);
        if (waits) {
            sent(&cbs, CB_WRITER);
        }
        call(WRITER, STX_METAL_POP_FRONT, OUT, 1);
        stx_order_acquire(&order, PACK, cb_counter(OUT, CB_WRITER));
        heard_l1(&order.listener, PACK, OUT_AT, PAGE, true);
        CHECK_EQ(order.found, !waits);
    }
}

/* What was packed is read when the counter has said so. */
TEST(a_writer_waits_for_pages_before_it_sends_them) {
    for (unsigned waits = 0; waits < 2; waits++) {
        begin();
        heard_l1(&order.listener, PACK, OUT_AT, PAGE, true);
        stx_order_release(&order, PACK, cb_counter(OUT, CB_READER));
        call(WRITER, STX_METAL_WAIT_FRONT, OUT, waits); /* for no page, or for one */
        sends(&cbs, CB_WRITER, OUT_AT, PAGE);
        CHECK_EQ(order.found, !waits);
    }
}

/* Other bytes of L1 may be handed over by semaphores, which nobody follows. */
TEST(readers_and_writers_are_checked_in_buffers_alone) {
    begin();
    moved(&cbs, CB_READER, OUT_AT + PAGES * PAGE, PAGE, true);
    moved(&cbs, CB_WRITER, OUT_AT + PAGES * PAGE, PAGE, false);
    CHECK_EQ(order.found, 0);
    moved(&cbs, CB_READER, OUT_AT, PAGE, true);
    moved(&cbs, CB_WRITER, OUT_AT, PAGE, false);
    CHECK_EQ(order.found, 1);
}

/* Units that are told a smaller tile leave the rest of a page as it was. */
TEST(a_page_is_packed_whole_or_not_at_all) {
    for (unsigned halves = 0; halves < 3; halves++) {
        begin();
        call(PACK, STX_METAL_RESERVE_BACK, OUT, 2);
        packs(0, 1);
        for (unsigned i = 0; i < halves; i++) {
            touch(PACK, PACK_WORD, OUT_AT + PAGE + i * PAGE / 2, PAGE / 2, true);
        }
        call(PACK, STX_METAL_PUSH_BACK, OUT, 2);
        if (halves == 1) {
            FOUND(PARTLY_PACKED, 1);
            CHECK_EQ(cbs.contract.finding[0].number[2], PAGE / 2);
        } else {
            SILENT();
        }
    }
}

/* What was packed before the last push counts no longer. */
TEST(each_round_of_a_ring_is_packed_anew) {
    begin();
    for (unsigned page = 0; page < 4; page++) {
        call(PACK, STX_METAL_RESERVE_BACK, OUT, 1);
        packs(page, 1);
        call(PACK, STX_METAL_PUSH_BACK, OUT, 1);
    }
    SILENT();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 1);
    touch(PACK, PACK_WORD, OUT_AT, PAGE / 2, true);
    call(PACK, STX_METAL_PUSH_BACK, OUT, 1);
    FOUND(PARTLY_PACKED, 0);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_reader_waits_for_room_before_it_writes);
    RUN_IF(STX_THREADS == 3, a_writer_is_done_with_a_page_before_it_pops_it);
    RUN_IF(STX_THREADS == 3, a_writer_waits_for_pages_before_it_sends_them);
    RUN_IF(STX_THREADS == 3, readers_and_writers_are_checked_in_buffers_alone);
    RUN_IF(STX_THREADS == 3, a_page_is_packed_whole_or_not_at_all);
    RUN_IF(STX_THREADS == 3, each_round_of_a_ring_is_packed_anew);
    return test_summary();
}
