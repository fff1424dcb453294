/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The whole text of what is told of a short run: tables and JSON lines, written by hand from the
 * rules of docs/time.md. */
#include "diag/capture.h"
#include "diag/out.h"
#include "time/limits.h"
#include "time/timing.h"

static void begin_products(void) {
    begin();
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    begin_timing();
    capture_clear();
}

/* Products in cycles 0, 1, 3 (a NOP between) and 5 (a vector word between): three in a row, one in
 * (1 + 2) / 2 cycles. The last one ends at 10. With a matrix unit of twice the speed a product
 * leaves its thread after half a cycle: the last one starts at 4 and takes two and a half cycles.
 */
TEST(the_table_of_products_in_a_row) {
    begin_products();
    stx_time_more(&timing);
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0));
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 8));
    stx_issue(&core, 1, TT_OP_NOP);
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 16));
    stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 24));
    stx_time_end(&timing);
    stx_time_print(&timing, "row", capture, NULL);
    stx_time_table(&timing, capture, NULL);
    char text[128];
    snprintf(text, sizeof text,
             "cycles row unpack 0 math 10 pack 0 total 10 low %lu high %lu\nbusy:\n",
             low_of(STX_TIME_MATRIX, 10), high_of(STX_TIME_MATRIX, 10));
    CHECK(captured_has(text));
    CHECK(captured_has(
        "busy:\n"
        "  counters                1 cycles, 10.0 %\n"
        "  matrix unit             4 cycles, 40.0 %  FPU_COUNTER\n"
        "  vector unit             1 cycles, 10.0 %  SFPU_COUNTER\n"
        "  issue of words          6 cycles, 60.0 %\n"
        "math: 6 words; waits:\n"
        "operations: 16384 in 10 cycles, 1638 a cycle of 4096 at LoFi: 40.0 % of the peak\n"
        "products: in a row one in 1.50 cycles, 66.6 % of the peak\n"
        "alone: unpack 0 math 10 pack 0 cycles\n"
        "twice as fast: matrix unit 7, vector unit 10, unpackers 10, packer 10, scalar unit 10, "
        "issue of words 8 cycles\n"
        "verdict: matrix unit limits the run; twice its speed would save 30.0 %; the busiest, "
        "issue "
        "of words, 20.0 %\n"
        "feed: infinite: all data are in L1 from the start\n"));
}

/* Two packings of sixteen numbers of 32 bits, two cycles each. */
TEST(the_packer_is_busy_while_it_moves_bytes) {
    begin();
    pack_plain(READ_32B, FP32, FP32);
    begin_timing();
    capture_clear();
    stx_issue(&core, 2, TT_OP_NOP);
    stx_issue(&core, 2, TT_OP_NOP);
    stx_issue(&core, 0, TT_OP_NOP);
    stx_issue(&core, 0, PACK(0, 15, 0));
    stx_issue(&core, 0, PACK(0, 15, 0));
    stx_time_end(&timing);
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_is(
        "busy:\n"
        "  counters                3 cycles, 60.0 %\n"
        "  packer                  4 cycles, 80.0 %  PACKER_BUSY\n"
        "  issue of words          3 cycles, 60.0 %\n"
        "unpack: 3 words; waits:\n"
        "  UNIT                    1 cycles, 20.0 %  the unit is busy with a word of any thread\n"
        "pack: 2 words; waits:\n"));
}

TEST(pooled_sums_are_products_in_a_row_too) {
    begin_products();
    stx_issue(&core, 1, TT_OP_GAPOOL(0, 0, 0, 0, 0));
    stx_issue(&core, 1, TT_OP_GAPOOL(0, 0, 0, 0, 16));
    stx_issue(&core, 1, TT_OP_ELWMUL(0, 0, 0, 0, 32)); /* multiplies no matrices */
    stx_issue(&core, 1, TT_OP_GAPOOL(0, 0, 0, 0, 48));
    stx_time_end(&timing);
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_has("products: in a row one in 1.00 cycles, 100.0 % of the peak\n"));
}

/* The second word refines the products of the first one: HiFi2. */
TEST(words_of_later_phases_are_no_operations_of_their_own) {
    begin_products();
    stx_issue(&core, 1, TT_OP_SETC16(28, 1 << 13)); /* ADDR_MOD 0 adds 1 to the phase */
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0));
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 8));
    stx_time_end(&timing);
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_has("operations: 4096 in 7 cycles, 585 a cycle of 2048 at HiFi2: 28.5 % of the "
                       "peak\n"));
}

/* Three arithmetic words of the scalar unit, three cycles each, beside two unpackings of one datum
 * (two cycles for the addresses and one for the data) on the same thread. */
TEST(the_table_of_units_that_hold_their_thread) {
    begin();
    unpack_plain(0, BF16, BF16, 1);
    begin_timing();
    stx_time_more(&timing);
    capture_clear();
    stx_issue(&core, 0, UNPACK(0, 0));
    stx_issue(&core, 0, UNPACK(0, 0));
    for (unsigned i = 0; i < 3; i++) {
        stx_issue(&core, 0, TT_OP_ADDDMAREG(0, 0, 0, 0));
    }
    stx_issue(&core, 2, TT_OP_SEMINIT(1, 0, 1));
    stx_issue(&core, 2, TT_OP_ATGETM(0));
    stx_issue(&core, 2, TT_OP_SETC16(0, 0));
    stx_issue(&core, 2, TT_OP_RDCFG(0, 0));
    stx_issue(&core, 2, TT_OP_XMOV(0, 0));
    stx_time_end(&timing);
    stx_time_table(&timing, capture, NULL);
    /* Unpackings at 0 and 3, arithmetic at 5, 8 and 11. */
    CHECK(captured_has(
        "busy:\n"
        "  thread configuration    1 cycles, 7.1 %\n"
        "  sync unit               1 cycles, 7.1 %\n"
        "  mutexes                 1 cycles, 7.1 %\n"
        "  configuration           1 cycles, 7.1 %\n"
        "  scalar unit             9 cycles, 64.2 %\n"
        "  unpackers               2 cycles, 14.2 %  UNPACK0_BUSY_THREAD0, UNPACK1_BUSY_THREAD0\n"
        "  mover                   1 cycles, 7.1 %\n"
        "  issue of words          5 cycles, 35.7 %\n"
        "unpack: 5 words; waits:\n"
        "  UNIT                    1 cycles, 7.1 %  the unit is busy with a word of "
        "any thread\n"
        "pack: 5 words; waits:\n"
        "alone: unpack 14 math 0 pack 5 cycles\n"));
}

TEST(a_run_of_counters_alone_uses_no_unit) {
    begin_products();
    stx_issue(&core, 1, TT_OP_NOP);
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_is("busy:\n"
                      "  counters                2 cycles, 100.0 %\n"
                      "  issue of words          2 cycles, 100.0 %\n"
                      "math: 2 words; waits:\n"));
}

TEST(nothing_is_told_of_a_run_without_words) {
    begin_products();
    stx_time_end(&timing);
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_is("busy:\n"));
}

/* Operations of all words over those of the first phase, to the nearest of one to four phases. */
TEST(the_fidelity_is_that_of_most_words) {
    static const struct {
        uint32_t tenths;
        const char *told;
    } works[] = {{10, "of 4096 at LoFi"},  {14, "of 4096 at LoFi"},  {15, "of 2048 at HiFi2"},
                 {24, "of 2048 at HiFi2"}, {30, "of 1365 at HiFi3"}, {40, "of 1024 at HiFi4"},
                 {50, "of 1024 at HiFi4"}, {90, "of 1024 at HiFi4"}};
    for (unsigned i = 0; i < sizeof works / sizeof works[0]; i++) {
        begin_products();
        timing.clock[STX_TIME_EXPECTED].finished[1] = 100;
        timing.clock[STX_TIME_EXPECTED].flops = 1000;
        timing.clock[STX_TIME_EXPECTED].work = 100 * works[i].tenths;
        stx_time_table(&timing, capture, NULL);
        CHECK(captured_has("operations: 1000 in 100 cycles, 10 a cycle "));
        CHECK(captured_has(works[i].told));
    }
}

TEST(numbers_have_all_their_digits) {
    const struct out out = {capture, NULL};
    capture_clear();
    stx_time_out(&out, UINT64_MAX);
    stx_time_out(&out, 0);
    capture(NULL, " ");
    stx_time_share(&out, 1, 8);
    stx_time_share(&out, 5, 0);
    CHECK(captured_is("184467440737095516150 12.5 %0.0 %"));
}

/* Half cycles round up; a clock that was never started has whole ones. */
TEST(cycles_of_a_thread_are_whole) {
    begin();
    timing.clock[STX_TIME_TWICE].finished[2] = 7;
    timing.clock[STX_TIME_HIGH].finished[2] = 7;
    CHECK_EQ(stx_time_of(&timing, STX_TIME_TWICE, 2), 4);
    CHECK_EQ(stx_time_of(&timing, STX_TIME_HIGH, 2), 7);
    CHECK_EQ(stx_time_of(&timing, STX_TIME_HIGH, 3), 0);
    timing.clock[STX_TIME_HIGH].tick = 0;
    CHECK_EQ(stx_time_of(&timing, STX_TIME_HIGH, 2), 7);
    CHECK(!strcmp(stx_time_resource(STX_RESOURCE_MOVER), "mover"));
    CHECK(!strcmp(stx_time_resource(STX_TIME_FEED + 1), ""));
}

/* A bound on the wrong side of what is expected is not told. */
TEST(bounds_enclose_what_is_expected) {
    begin();
    capture_clear();
    timing.clock[STX_TIME_EXPECTED].finished[0] = 50;
    timing.clock[STX_TIME_LOW].finished[0] = 1; /* of parameters: not a band */
    timing.clock[STX_TIME_HIGH].finished[0] = 99;
    stx_time_more(&timing);
    stx_time_print(&timing, "a", capture, NULL);
    stx_time_table(&timing, capture, NULL);
    char text[128];
    snprintf(text, sizeof text, "cycles a unpack 50 math 0 pack 0 total 50 low %lu high %lu\n",
             low_of(STX_TIME_WORDS, 50), high_of(STX_TIME_WORDS, 50));
    CHECK(captured_has(text));
    CHECK(
        captured_has(" measurements; with the fastest and slowest parameters: 1 and 99 cycles\n"));
    for (unsigned kind = 0; kind < STX_TIME_KINDS; kind++) {
        CHECK(bands[kind].low <= 1000 && bands[kind].high >= 1000);
        CHECK(*stx_time_kind_text((enum stx_time_kind)kind));
    }
    CHECK(!*stx_time_kind_text(STX_TIME_KINDS));
}

TEST(every_word_is_a_line_with_all_fields) {
    static const struct stx_time_lines lines = {capture, NULL};
    begin();
    capture_clear();
    stx_time_tell(&timing, &lines);
    CHECK_EQ(stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0)), STX_WAIT);
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0));
    stx_issue(&core, 1, TT_OP_SEMPOST(1));
    stx_time_end(&timing);
    CHECK(captured_is(
        "{\"schema\":\"softensix-time\",\"version\":1,\"clock\":1350,\"rate\":128,\"arch\":"
        "\"blackhole\"}\n"
        "{\"n\":1,\"thread\":0,\"pushed\":0,\"arrive\":0,\"start\":0,\"end\":1,"
        "\"word\":\"0x57000003\",\"text\":\"SETDVALID setvalid=3\",\"unit\":\"counters\","
        "\"stall\":\"NONE\",\"after\":0,\"signals\":3}\n"
        "{\"n\":2,\"thread\":1,\"pushed\":0,\"arrive\":0,\"start\":1,\"end\":6,"
        "\"word\":\"0x26000000\",\"text\":\"MVMUL clear_dvalid=CLR_NONE instr_mod19=0 "
        "addr_mode=ADDR_MOD_0 dst=0\",\"unit\":\"matrix unit\","
        "\"stall\":\"SRCA\",\"after\":1,\"signals\":0,\"flops\":4096,\"phase\":0}\n"
        "{\"n\":3,\"thread\":1,\"pushed\":1,\"arrive\":2,\"start\":2,\"end\":3,"
        "\"word\":\"0xa4000004\",\"text\":\"SEMPOST sem_sel=SEMAPHORE_0\",\"unit\":\"sync unit\","
        "\"stall\":\"NONE\",\"after\":0,\"signals\":16}\n"
        "{\"total\":6,\"low\":5,\"high\":7,\"kind\":\"matrix unit\"}\n"));
}

/* Peaks of docs/time.md, LoFi. */
TEST(words_do_as_many_operations_as_are_documented) {
    static const struct {
        uint32_t word;
        uint16_t flops;
    } rows[] = {{TT_OP_MVMUL(0, 0, 0, 0), 4096},
                {TT_OP_MVMUL(0, 1, 0, 0), 560},
                {TT_OP_DOTPV(0, 0, 0, 0, 0), 4096},
                {TT_OP_DOTPV(0, 0, 1, 0, 0), 4096},
                {TT_OP_GAPOOL(0, 0, 0, 0, 0), 2048},
                {TT_OP_GAPOOL(0, 1, 0, 0, 0), 2048},
                {TT_OP_ELWMUL(0, 0, 0, 0, 0), 256},
                {TT_OP_ELWMUL(0, 1, 1, 0, 0), 256},
                {TT_OP_GMPOOL(0, 0, 0, 0, 0), 256},
                {TT_OP_GMPOOL(0, 1, 0, 0, 0), 256},
                {TT_OP_ELWADD(0, 0, 3, 0, 0), 128},
                {TT_OP_ELWADD(0, 1, 0, 0, 0), 256},
                {TT_OP_ELWSUB(0, 0, 3, 0, 0), 128},
                {TT_OP_ELWSUB(0, 1, 0, 0, 0), 256},
                {TT_OP_SFPMAD(0, 0, 9, 1, 0), 0},
                {TT_OP_NOP, 0},
                {TT_OP_MVMUL(0, 6, 0, 0), 4096},
                {TT_OP_MVMUL(1, 1, 0, 0), 560},
                {TT_OP_ELWADD(1, 0, 0, 0, 0), 128},
                {TT_OP_ELWSUB(1, 0, 0, 0, 0), 128},
                {0xFF000000, 0}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK_EQ(stx_insn_flops(stx_insn_of(rows[i].word), rows[i].word), rows[i].flops);
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3, the_table_of_products_in_a_row);
    RUN_IF(STX_THREADS == 3, the_packer_is_busy_while_it_moves_bytes);
    RUN_IF(STX_THREADS == 3, pooled_sums_are_products_in_a_row_too);
    RUN_IF(STX_THREADS == 3, words_of_later_phases_are_no_operations_of_their_own);
    RUN_IF(STX_THREADS == 3, the_table_of_units_that_hold_their_thread);
    RUN_IF(STX_THREADS == 3, a_run_of_counters_alone_uses_no_unit);
    RUN(nothing_is_told_of_a_run_without_words);
    RUN(the_fidelity_is_that_of_most_words);
    RUN(numbers_have_all_their_digits);
    RUN(cycles_of_a_thread_are_whole);
    RUN(bounds_enclose_what_is_expected);
    RUN_IF(STX_THREADS == 3, every_word_is_a_line_with_all_fields);
    RUN(words_do_as_many_operations_as_are_documented);
    return test_summary();
}
