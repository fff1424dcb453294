/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_contract.c - the contract of circular buffers: for each finding what breaks it and
 * what just keeps it. */
#include "metal_contract.h"

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
    CHECK_EQ(cbs.contract.finding[0].number[0], OUT);
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

/* Those of tt-metal are, for a note: not beside the order checker, who would call it a fault of the
 * kernel.
 */
TEST(kernels_that_move_data_push_what_they_have_reserved) {
    for (unsigned checked = 0; checked < 2; checked++) {
        begin();
        contract_begin(&cbs, checked ? &order : NULL);
        cbs.order = checked ? &order : NULL;
        cbs.program = true;
        call(STX_THREADS, STX_METAL_RESERVE_BACK, IN, 2);
        call(STX_THREADS, STX_METAL_PUSH_BACK, IN, 2);
        call(STX_THREADS + 1, STX_METAL_WAIT_FRONT, OUT, 1);
        call(STX_THREADS + 1, STX_METAL_POP_FRONT, OUT, 1);
        contract_end(&cbs);
        SILENT();
        call(STX_THREADS, STX_METAL_PUSH_BACK, IN, 1);
        CHECK_EQ(cbs.contract.found, !checked);
    }
    begin();
    contract_begin(&cbs, NULL);
    cbs.program = true;
    call(STX_THREADS, STX_METAL_PUSH_BACK, IN, 1);
    FOUND(PUSHES_UNRESERVED, 0);
    CHECK_EQ(cbs.contract.finding[0].thread, STX_THREADS);
    begin();
    contract_begin(&cbs, NULL);
    cbs.program = true;
    call(STX_THREADS, STX_METAL_RESERVE_BACK, IN, 1); /* whose pages nobody writes by words */
    contract_end(&cbs);
    SILENT();
}

/* One thread waits for more pages than there can be. */
TEST(no_more_pages_are_asked_for_than_a_buffer_has) {
    begin();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, PAGES);
    call(PACK, STX_METAL_RESERVE_BACK, OUT, PAGES);
    SILENT();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, PAGES + 1);
    FOUND(ASKS_FOR_TOO_MANY, PAGES + 1);
    CHECK_EQ(cbs.contract.finding[0].number[2], PAGES);
    begin();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, PAGES + 1);
    FOUND(ASKS_FOR_TOO_MANY, PAGES + 1);
}

/* Room that was only looked for owes nothing, but in a buffer to which nothing was ever pushed. */
TEST(what_was_packed_last_is_pushed) {
    begin();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 2);
    call(PACK, STX_METAL_PUSH_BACK, OUT, 1);
    contract_end(&cbs);
    SILENT();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 1);
    contract_end(&cbs);
    SILENT();
    packs(1, 1);
    contract_end(&cbs);
    FOUND(NEVER_PUSHES, 1);
    begin();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 1);
    contract_end(&cbs);
    FOUND(NEVER_PUSHES, 0);
}

TEST(only_arguments_that_were_given_are_read) {
    begin();
    contract_argument(&cbs, MATH, false, 2, 3);
    contract_argument(&cbs, MATH, true, 0, 1);
    SILENT();
    contract_argument(&cbs, MATH, false, 3, 3);
    contract_argument(&cbs, PACK, false, 3, 3);
    FOUND(READS_NO_ARGUMENT, 3);
    CHECK_EQ(cbs.contract.finding[0].number[0], 3);
    CHECK_EQ(cbs.contract.finding[0].times, 2);
    begin();
    contract_argument(&cbs, MATH, true, 0, 0);
    FOUND(READS_NO_COMMON_ARGUMENT, 0);
}

static void unpacks_as(uint8_t format) {
    told_format = format;
    unpacks(0, 1);
    told_format = BFLOAT16;
}

TEST(a_page_is_unpacked_in_the_format_that_its_buffer_holds) {
    begin();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 1);
    unpacks_as(BFLOAT16);
    unpacks_as(STX_ORDER_NO_FORMAT);
    SILENT();
    unpacks_as(BFP8);
    FOUND(OTHER_FORMAT, BFP8);
    CHECK_EQ(cbs.contract.finding[0].number[2], BFLOAT16);
    begin();
    cbs.setup.cb[IN].format = STX_METAL_NO_FORMAT;
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 1);
    unpacks_as(FLOAT32);
    SILENT();
}

/* The registers know four bits of a format: UInt8 is Int8 there. */
TEST(the_sign_of_integers_is_no_other_format) {
    begin();
    cbs.setup.cb[IN].format = 30;
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 1);
    unpacks_as(14);
    SILENT();
}

TEST(a_page_is_packed_in_the_format_that_its_buffer_holds) {
    begin();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 1);
    packs(0, 1);
    SILENT();
    told_format = FLOAT32;
    packs(0, 1);
    told_format = BFLOAT16;
    FOUND(OTHER_FORMAT, FLOAT32);
}

/* A tile that is larger than a page, and pages that may be touched both. */
TEST(a_word_stays_in_its_page) {
    begin();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 2);
    unpacks(1, 1);
    SILENT();
    touch(UNPACK, TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1), IN_AT + 16, PAGE, false);
    FOUND(OTHER_TILE, 0);
    CHECK_EQ(cbs.contract.finding[0].number[2], PAGE);
}

/* A row of three pages has six bytes; one more is no row, and what is not waited for may not be
 * read in any way. */
TEST(a_row_of_a_block_may_cross_the_ends_of_pages) {
    for (unsigned bytes = 6; bytes < 8; bytes++) {
        begin();
        call(UNPACK, STX_METAL_WAIT_FRONT, IN, 3);
        touch(UNPACK, UNPACK_WORD, IN_AT + PAGE - 2, bytes, false);
        CHECK_EQ(cbs.contract.found, bytes > 6);
    }
    FOUND(OTHER_TILE, 0);
    begin();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 3);
    touch(UNPACK, UNPACK_WORD, IN_AT + 3 * PAGE - 2, 6, false);
    FOUND(READS_UNWAITED, 2);
}

/* A TRISC has no more memory of its own. */
TEST(a_stack_fits_in_the_memory_of_a_trisc) {
    begin();
    contract_stack(&cbs, MATH, STX_METAL_LOCAL_BYTES, "place");
    SILENT();
    contract_stack(&cbs, MATH, STX_METAL_LOCAL_BYTES + 16, "place");
    FOUND(NEEDS_MORE_STACK, STX_METAL_LOCAL_BYTES);
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
    CHECK(strstr(told, "    at kernel.cpp:9\n  add: cb_reserve_back(cb 16, 1) before it, where 0 "
                       "were reserved; or another tile\n"));
    CHECK(strstr(told,
                 "cb 0, page 0: popped and never waited for (CB_POP), 1 time\n  first: thread "
                 "0: the call\n    at kernel.cpp:7\n  add: cb_wait_front(cb 0, ...)"));
}

TEST(without_the_order_checker_only_calls_are_asked) {
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
        const struct contract_finding finding = {.kind = READS_UNWAITED, .number = {i}};
        contract_find(&cbs, &finding);
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
    RUN_IF(STX_THREADS == 3, kernels_that_move_data_push_what_they_have_reserved);
    RUN_IF(STX_THREADS == 3, no_more_pages_are_asked_for_than_a_buffer_has);
    RUN_IF(STX_THREADS == 3, what_was_packed_last_is_pushed);
    RUN_IF(STX_THREADS == 3, only_arguments_that_were_given_are_read);
    RUN_IF(STX_THREADS == 3, a_page_is_unpacked_in_the_format_that_its_buffer_holds);
    RUN_IF(STX_THREADS == 3, the_sign_of_integers_is_no_other_format);
    RUN_IF(STX_THREADS == 3, a_page_is_packed_in_the_format_that_its_buffer_holds);
    RUN_IF(STX_THREADS == 3, a_word_stays_in_its_page);
    RUN_IF(STX_THREADS == 3, a_row_of_a_block_may_cross_the_ends_of_pages);
    RUN_IF(STX_THREADS == 3, a_stack_fits_in_the_memory_of_a_trisc);
    RUN_IF(STX_THREADS == 3, without_the_order_checker_only_calls_are_asked);
    RUN_IF(STX_THREADS == 3, a_finding_is_told_once_with_its_place_and_what_to_add);
    RUN_IF(STX_THREADS == 3, findings_beyond_those_that_are_kept_are_counted);
    return test_summary();
}
