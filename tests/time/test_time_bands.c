/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The kind of a run, which chooses its band: what keeps the units busy. */
#include "time/limits.h"
#include "time/timing.h"

/* Cycles of unpackers, matrix unit, vector unit and packer. */
static enum stx_time_kind kind_of(uint64_t unpack, uint64_t matrix, uint64_t vector,
                                  uint64_t pack) {
    uint64_t *busy = timing.clock[STX_TIME_EXPECTED].busy;
    busy[STX_RESOURCE_UNPACK] = unpack;
    busy[STX_RESOURCE_FPU] = matrix;
    busy[STX_RESOURCE_SFPU] = vector;
    busy[STX_RESOURCE_PACK] = pack;
    return stx_time_kind(&timing);
}

TEST(one_part_that_takes_long_gives_the_kind) {
    memset(&timing, 0, sizeof timing);
    timing.packs = 10;
    CHECK_EQ(kind_of(0, 0, 0, 0), STX_TIME_WORDS);
    CHECK_EQ(kind_of(100, 10, 10, 20), STX_TIME_UNPACKING);
    CHECK_EQ(kind_of(10, 60, 40, 20), STX_TIME_MATRIX);
    CHECK_EQ(kind_of(10, 40, 60, 20), STX_TIME_VECTOR);
    CHECK_EQ(kind_of(10, 5, 5, 100), STX_TIME_PACKING);
}

/* More than a quarter of the longest part is a second one. */
TEST(two_parts_that_take_long_are_a_whole_kernel) {
    memset(&timing, 0, sizeof timing);
    CHECK_EQ(kind_of(25, 100, 0, 0), STX_TIME_MATRIX);
    CHECK_EQ(kind_of(26, 100, 0, 0), STX_TIME_WHOLE);
    CHECK_EQ(kind_of(100, 0, 0, 26), STX_TIME_WHOLE);
    CHECK_EQ(kind_of(30, 30, 30, 100), STX_TIME_WHOLE);
}

TEST(vector_words_may_stand_for_those_of_another_compiler) {
    memset(&timing, 0, sizeof timing);
    for (unsigned i = 0; i < 50; i++) {
        stx_time_compiled(&timing, true);
    }
    CHECK_EQ(kind_of(0, 0, 100, 0), STX_TIME_VECTOR);
    CHECK_EQ(kind_of(0, 0, 99, 0), STX_TIME_COMPILED);
    CHECK_EQ(kind_of(0, 100, 99, 0), STX_TIME_MATRIX);
}

TEST(the_packer_has_three_kinds) {
    memset(&timing, 0, sizeof timing);
    timing.packs = 10;
    timing.clock[STX_TIME_EXPECTED].words[2] = 21;
    timing.pack_bytes = 10 * 64;
    CHECK_EQ(kind_of(0, 0, 0, 100), STX_TIME_ROWS);
    timing.pack_bytes++;
    CHECK_EQ(kind_of(0, 0, 0, 100), STX_TIME_PACKING);
    timing.pack_bytes--;
    timing.clock[STX_TIME_EXPECTED].words[2] = 20;
    CHECK_EQ(kind_of(0, 0, 0, 100), STX_TIME_PACKING);
    timing.additions = 5;
    CHECK_EQ(kind_of(0, 0, 0, 100), STX_TIME_PACKING);
    timing.additions = 6;
    CHECK_EQ(kind_of(0, 0, 0, 100), STX_TIME_ADDING);
}

/* Outwards, to whole cycles. */
TEST(a_band_is_of_the_kind) {
    memset(&timing, 0, sizeof timing);
    (void)kind_of(26, 100, 0, 0);
    CHECK_EQ(stx_time_band(&timing, STX_TIME_EXPECTED, 777), 777);
    CHECK_EQ(stx_time_band(&timing, STX_TIME_LOW, 777), low_of(STX_TIME_WHOLE, 777));
    CHECK_EQ(stx_time_band(&timing, STX_TIME_HIGH, 777), high_of(STX_TIME_WHOLE, 777));
}

/* Words of the packer count when they are seen. */
TEST(a_run_counts_what_its_packer_writes) {
    begin();
    pack_plain(READ_32B, FP32, FP32);
    begin_timing();
    stx_issue(&core, 1, TT_OP_NOP);
    CHECK_EQ(timing.packs, 0);
    stx_issue(&core, 0, PACK(0, 15, 0));
    CHECK_EQ(timing.packs, 1);
    CHECK_EQ(timing.additions, 0);
}

/* The second product needs the first one's result, a cycle later; if a compiler may choose the
 * registers nothing waits, nor does what follows. */
TEST(words_of_another_compiler_do_not_wait_for_each_other) {
    begin();
    stx_issue(&core, 1, TT_OP_SFPMAD(1, 2, 9, 3, 0));
    stx_issue(&core, 1, TT_OP_SFPMAD(3, 3, 9, 3, 0));
    stx_time_end(&timing);
    CHECK_EQ(timing.clock[0].stall[1][STX_STALL_LREG], 1);
    begin();
    stx_time_compiled(&timing, true);
    stx_issue(&core, 1, TT_OP_SFPMAD(1, 2, 9, 3, 0));
    stx_issue(&core, 1, TT_OP_SFPMAD(3, 3, 9, 3, 0));
    stx_time_compiled(&timing, false);
    stx_issue(&core, 1, TT_OP_SFPMAD(3, 3, 9, 3, 0));
    stx_time_end(&timing);
    CHECK_EQ(timing.clock[0].stall[1][STX_STALL_LREG], 0);
    CHECK_EQ(timing.compiled, 1);
    begin();
    stx_issue(&core, 1, TT_OP_SFPMAD(1, 2, 9, 3, 0));
    stx_time_compiled(&timing, true);
    stx_issue(&core, 1, TT_OP_SFPMAD(3, 3, 9, 3, 0));
    stx_time_end(&timing);
    CHECK_EQ(timing.clock[0].stall[1][STX_STALL_LREG], 0);
}

/* SFPSWAP holds the next word whatever its registers: words start at 0, 1 and 3. */
TEST(words_of_another_compiler_wait_for_what_holds_each_word) {
    begin();
    stx_time_compiled(&timing, true);
    stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    stx_issue(&core, 1, TT_OP_SFPSWAP(0, 2, 3, 1));
    stx_issue(&core, 1, TT_OP_SFPMOV(0, 4, 5, 0));
    stx_time_end(&timing);
    CHECK_EQ(timing.clock[0].stall[1][STX_STALL_LREG], 1);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 4);
}

/* Three words that nothing executes take three cycles between two others. */
TEST(words_that_another_compiler_makes_more_of_take_their_time) {
    begin();
    stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    stx_time_stands(&timing, 1, 3);
    stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    stx_time_stands(&timing, STX_THREADS, 9);
    stx_time_end(&timing);
    stx_time_stands(&timing, 1, 9);
    CHECK_EQ(timing.clock[0].busy[STX_RESOURCE_SFPU], 5);
    CHECK_EQ(timing.clock[0].words[1], 5);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 5);
    CHECK_EQ(timing.compiled, 3);
    CHECK_EQ(stx_time_kind(&timing), STX_TIME_COMPILED);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, words_of_another_compiler_wait_for_what_holds_each_word);
    RUN_IF(STX_THREADS == 3, words_that_another_compiler_makes_more_of_take_their_time);
    RUN(one_part_that_takes_long_gives_the_kind);
    RUN(two_parts_that_take_long_are_a_whole_kernel);
    RUN(vector_words_may_stand_for_those_of_another_compiler);
    RUN(the_packer_has_three_kinds);
    RUN(a_band_is_of_the_kind);
    RUN_IF(STX_THREADS == 3, words_of_another_compiler_do_not_wait_for_each_other);
    RUN_IF(STX_THREADS == 3, a_run_counts_what_its_packer_writes);
    return test_summary();
}
