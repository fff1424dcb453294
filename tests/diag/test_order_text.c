/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Findings of the order checker in words: each kind of place, of access and of what to add. */
#include "diag/capture.h"
#include "diag/order_words.h"
#include "heard.h"

/* The findings hold this text, once. */
static bool tells(const char *text) {
    capture_clear();
    stx_order_tell(&order, capture, NULL);
    return captured_count(text) == 1;
}

static bool adds(const char *what) {
    char line[256];
    snprintf(line, sizeof line, "\n  add: %s\n", what);
    return tells(line);
}

static const char *place(void *ctx, unsigned thread) {
    (void)ctx;
    return thread ? "math.c:2" : "unpack.c:1";
}

TEST(both_words_are_told_with_their_threads_and_units) {
    watch();
    WORDS(1, STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    CHECK(tells("order: Dst rows from 0: nothing orders these (DST_ORDER, A)\n"));
    CHECK(tells("  first: thread 1, the vector unit: 7200e000 SFPSTORE"));
    CHECK(tells("  then: thread 2, the FPU: 1019c000 ZEROACC"));
    CHECK(!tells("\n    at ")); /* nobody knows where */
    CHECK(!tells("a word of the MOP"));
    CHECK(!tells(" times"));
}

TEST(rows_of_dst_are_told_by_the_first_of_their_block) {
    watch();
    WORDS(1, TT_OP_SFPSTORE(0, 0, 7, 64), TT_OP_MVMUL(0, 0, 7, 64));
    CHECK(tells("order: Dst rows from 64: "));
    CHECK(tells(" (writes)\n  then: "));
}

TEST(a_wait_is_missing_before_the_other_thread_is_let_go_on) {
    watch();
    WORDS(1, STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    CHECK(adds(
        "STALLWAIT(STALL_SYNC = 0x2, WAIT_SFPU = 0x800) in thread 1 before it signals the other"));
}

/* The counter that reader and writer poll is set by a word of the scalar unit. */
TEST(a_wait_is_missing_before_a_counter_tells_the_mover) {
    for (unsigned mover = STX_ORDER_READER; mover <= STX_ORDER_WRITER; mover++) {
        watch();
        core.gpr[0][8] = 0x10;
        WORDS(0, TT_OP_STOREIND(1, 0, 1, 32, 0, 0, 8), POST);
        (void)stx_mmio_read(&core, 0, PC_BUFFER + 4 * 8);
        stx_order_release(&order, 0, 1);
        stx_order_acquire(&order, mover, 1);
        heard_l1(&order.listener, mover, 0x100, 4, false);
        CHECK(adds("STALLWAIT(STALL_THCON = 0x20, THCON = 0x1) in thread 0 before it signals the "
                   "other"));
    }
}

#define ADD_A_SIGNAL                                                                         \
    "a semaphore, mailbox or counter from the first to the second: a post after the first, " \
    "a wait before the second; the other way round if the second has to come first"

TEST(nothing_leads_to_the_other_thread) {
    watch();
    WORDS(1, STORE_ROWS);
    WORDS(2, CLEAR_ALL);
    CHECK(adds(ADD_A_SIGNAL));
}

TEST(what_code_does_in_l1_has_no_wait_of_its_own) {
    watch();
    heard_l1(&order.listener, 0, 0x100, 64, true);
    heard_l1(&order.listener, 1, 0x120, 4, false);
    CHECK(adds(ADD_A_SIGNAL));
}

TEST(a_wait_is_missing_between_words_of_a_thread) {
    watch();
    WORDS(1, PRODUCT, LOAD_ROWS);
    CHECK(adds("STALLWAIT(STALL_SFPU = 0x100, MATH = 0x10) between them, or three words"));
    CHECK(tells(" (reads)\n"));
    watch();
    WORDS(1, STORE_ROWS, PRODUCT);
    CHECK(adds("STALLWAIT(STALL_MATH = 0x40, WAIT_SFPU = 0x800) between them, or three words"));
    watch();
    WORDS(1, TT_OP_LOADIND(0, 0, 0, 4, 8), TT_OP_WRCFG(4, 0, 1));
    CHECK(adds("STALLWAIT(STALL_CFG = 0x80, THCON = 0x1) between them"));
    CHECK(tells("order: GPR 4: "));
    CHECK(tells("  then: thread 1, the configuration unit: "));
}

TEST(the_word_behind_wrcfg_needs_one_between) {
    watch();
    core.gpr[1][4] = WIDE;
    WORDS(1, TT_OP_WRCFG(4, 0, 1), PRODUCT);
    CHECK(adds("one word between them, DMANOP or NOP"));
}

TEST(stores_and_loads_of_code_are_told_by_their_address) {
    watch();
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    WORDS(1, PRODUCT);
    CHECK(tells("order: configuration word 1 ALU_ACC_CTRL_Fp32_enabled: "));
    CHECK(tells("  first: thread 1, RISC-V code: store to 0xffef0004\n"));
    CHECK(adds("STALLWAIT(STALL_MATH = 0x40, TRISC_CFG = 0x400) between them, or read it back"));
    watch();
    WORDS(1, TT_OP_LOADIND(0, 0, 0, 4, 8));
    (void)stx_mmio_read(&core, 1, GPR(4));
    CHECK(tells("  then: thread 1, RISC-V code: load from 0xffe00010\n"));
    CHECK(adds("tensix_sync() before it, or a semaphore that the code reads, posted behind "
               "STALLWAIT(STALL_SYNC = 0x2, THCON = 0x1)"));
}

TEST(a_mop_is_told_with_its_word_and_mop_sync) {
    watch();
    for (unsigned i = 0; i < 9; i++) {
        stx_mmio_write(&core, 1, MOP(i), i < 2 ? 1 : TT_OP_NOP);
    }
    issue(1, TT_OP_MOP(1, 0, 0));
    stx_mmio_write(&core, 1, MOP(0), 2);
    CHECK(tells("order: configuration of the MOP: "));
    CHECK(tells(", a word of the MOP\n"));
    CHECK(adds("mop_sync() before the store"));
}

TEST(banks_are_told_with_their_source) {
    watch();
    WORDS(1, TT_OP_CLEARDVALID(3, 0), TT_OP_CLEARDVALID(3, 0));
    WORDS(0, TT_OP_UNPACR_NOP(1, 0, 0, 0, 1, 0, 0, 2, 1));
    WORDS(1, TT_OP_MOVD2B(0, 0, 7, 0, 0));
    CHECK(tells("order: bank 0 of SrcB: "));
    CHECK(tells("  first: thread 0, unpacker 1: "));
    CHECK(adds("STALLWAIT(STALL_MATH = 0x40, MATH|SRCB_VLD = 0x110) in thread 1 before it"));
}

TEST(reader_and_writer_are_told_by_name) {
    watch();
    heard_l1(&order.listener, STX_ORDER_READER, 0x100, 64, true);
    heard_l1(&order.listener, STX_ORDER_WRITER, 0x120, 4, false);
    CHECK(tells("order: L1 from 0x00000120: "));
    CHECK(tells("  first: reader: store to 0x00000100\n"));
    CHECK(tells("  then: writer: load from 0x00000120\n"));
}

TEST(places_and_repetitions_are_told) {
    watch();
    order.place = place;
    for (unsigned i = 0; i < 3; i++) {
        heard_l1(&order.listener, 0, 0x100, 16, true);
        heard_l1(&order.listener, 1, 0x100, 16, false);
    }
    CHECK(tells("\n    at unpack.c:1\n  then: "));
    CHECK(tells("\n    at math.c:2\n  add: "));
    CHECK_EQ(stx_order_total(&order), 2); /* the write behind the read is another pair */
    CHECK(tells("(L1_ORDER, A), 3 times\n"));
    CHECK(tells("(L1_ORDER, A), 2 times\n"));
}

/* What stands at one place of the source is one finding; where nobody knows the place it is one of
 * its own. */
TEST(known_and_unknown_places_are_told_apart) {
    watch();
    for (unsigned i = 0; i < 3; i++) {
        order.place = i == 1 ? place : NULL;
        heard_l1(&order.listener, 0, 0x100 + 0x100 * i, 16, true);
        heard_l1(&order.listener, 1, 0x100 + 0x100 * i, 16, false);
    }
    order.place = place;
    heard_l1(&order.listener, 0, 0x800, 16, true);
    heard_l1(&order.listener, 1, 0x800, 16, false);
    CHECK_EQ(stx_order_total(&order), 3);
    CHECK_EQ(order.finding[1].times, 2);
    CHECK_EQ(order.found, 4);
}

static const char *line_of[2];
static const char *line_of_thread(void *ctx, unsigned thread) {
    (void)ctx;
    return line_of[thread % 2];
}

/* Two pairs are one finding only if both lines are the same. */
TEST(either_line_tells_pairs_apart) {
    static const char *const lines[] = {"a.c:1", "b.c:2", "c.c:3"};
    watch();
    order.place = line_of_thread;
    for (uint32_t i = 0; i < 9; i++) {
        line_of[0] = lines[i / 3];
        line_of[1] = lines[i % 3];
        heard_l1(&order.listener, 0, 0x100 * i, 16, true);
        heard_l1(&order.listener, 1, 0x100 * i, 16, false);
        CHECK_EQ(stx_order_total(&order), i + 1);
    }
}

/* Pairs of other addresses are other findings where nobody knows their place in the source. */
TEST(findings_without_room_are_counted) {
    watch();
    for (uint32_t i = 0; i < STX_ORDER_FINDINGS + 3; i++) {
        heard_l1(&order.listener, 0, 16 * i, 16, true);
        heard_l1(&order.listener, 1, 16 * i, 16, false);
    }
    CHECK_EQ(order.kept, STX_ORDER_FINDINGS);
    CHECK_EQ(stx_order_total(&order), STX_ORDER_FINDINGS + 3);
    CHECK(tells("order: 3 more findings of other words or places\n"));
    CHECK(!tells("forgotten"));
}

/* Every second piece, so that no range continues another. */
TEST(accesses_without_room_are_counted) {
    watch();
    for (uint32_t i = 0; i < STX_ORDER_RANGES + 2; i++) {
        heard_l1(&order.listener, 0, 32 * i, 16, true);
    }
    SILENT();
    CHECK(tells("order: 2 accesses were forgotten: there was no room to remember them\n"));
    CHECK(!tells("more findings"));
}

static void load_all(uint32_t window, uint32_t words) {
    for (uint32_t i = 0; i < words; i++) {
        for (unsigned t = 0; t < STX_THREADS; t++) {
            (void)stx_mmio_read(&core, t, window + 4 * i);
        }
    }
}

/* Code and words of three threads read all words of both banks: more than there is room for. */
TEST(readers_of_registers_without_room_are_counted) {
    watch();
    for (uint32_t i = 0; i < 2 * STX_CFG_WORDS; i++) {
        for (unsigned t = 0; t < STX_THREADS; t++) {
            WORDS(t, TT_OP_SETC16(0, i / STX_CFG_WORDS), TT_OP_RDCFG(63, i % STX_CFG_WORDS));
        }
    }
    uint32_t before = order.forgotten; /* uses that the ledger has no room for */
    load_all(GPR(0), STX_GPRS - 1);
    load_all(CFG(0), 2 * STX_CFG_WORDS);
    SILENT();
    CHECK(order.forgotten > before);
    CHECK(tells(" accesses were forgotten: there was no room to remember them\n"));
}

/* A word that touches more than a list of notes holds. */
TEST(accesses_of_a_word_without_room_are_counted) {
    watch();
    heard_begin(&order.listener, 1, PRODUCT);
    for (uint32_t i = 0; i < STX_NOTES + 5; i++) {
        heard_event(&order.listener, &(const struct stx_event){.kind = STX_EVENT_READ,
                                                               .thread = 1,
                                                               .part = STX_PART_L1,
                                                               .first = 64 * i,
                                                               .count = 16});
    }
    heard_word(&order.listener, 1, PRODUCT, STX_DONE);
    CHECK_EQ(order.forgotten, 5);
}

TEST(a_thread_that_does_not_exist_is_no_matter) {
    watch();
    order.notes.count = 7;
    heard_begin(&order.listener, STX_THREADS, PRODUCT);
    CHECK_EQ(order.notes.count, 7);
    heard_begin(&order.listener, STX_THREADS - 1, PRODUCT);
    CHECK_EQ(order.notes.count, 0);
    heard_word(&order.listener, STX_THREADS - 1, PRODUCT, STX_FAULT);
}

/* A finding may name any unit, in either access. */
TEST(every_unit_has_a_name) {
    struct stx_order_finding f = {.rule = STX_ORDER_DST_ORDER, .place = STX_ORDER_IN_DST};
    for (unsigned unit = 0; unit < STX_ORDER_KINDS; unit++) {
        f.first = (struct stx_order_access){.word = 1, .unit = (uint8_t)unit};
        f.second = (struct stx_order_access){.word = 2, .unit = (uint8_t)unit};
        capture_clear();
        stx_order_print(&f, capture, NULL);
        CHECK_EQ(captured_count("  first: thread 0, "), 1);
        CHECK_EQ(captured_count("thread 0, :"), 0);
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3, both_words_are_told_with_their_threads_and_units);
    RUN_IF(STX_THREADS == 3, rows_of_dst_are_told_by_the_first_of_their_block);
    RUN_IF(STX_THREADS == 3, a_wait_is_missing_before_the_other_thread_is_let_go_on);
    RUN_IF(STX_THREADS == 3, nothing_leads_to_the_other_thread);
    RUN_IF(STX_THREADS == 3, what_code_does_in_l1_has_no_wait_of_its_own);
    RUN_IF(STX_THREADS == 3, a_wait_is_missing_between_words_of_a_thread);
    RUN_IF(STX_THREADS == 3, the_word_behind_wrcfg_needs_one_between);
    RUN_IF(STX_THREADS == 3, stores_and_loads_of_code_are_told_by_their_address);
    RUN_IF(STX_THREADS == 3, a_mop_is_told_with_its_word_and_mop_sync);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, banks_are_told_with_their_source);
    RUN_IF(STX_THREADS == 3, reader_and_writer_are_told_by_name);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_wait_is_missing_before_a_counter_tells_the_mover);
    RUN_IF(STX_THREADS == 3, places_and_repetitions_are_told);
    RUN_IF(STX_THREADS == 3, known_and_unknown_places_are_told_apart);
    RUN_IF(STX_THREADS == 3, either_line_tells_pairs_apart);
    RUN_IF(STX_THREADS == 3, findings_without_room_are_counted);
    RUN_IF(STX_THREADS == 3, accesses_without_room_are_counted);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, readers_of_registers_without_room_are_counted);
    RUN_IF(STX_THREADS == 3, accesses_of_a_word_without_room_are_counted);
    RUN(a_thread_that_does_not_exist_is_no_matter);
    RUN(every_unit_has_a_name);
    return test_summary();
}
