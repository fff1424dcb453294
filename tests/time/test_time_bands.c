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

/* Cycles of four rows of so many words of sfpi code, each with a word that advances to the next
 * row. The third of these comes after RISC-V code of 100 instructions. */
static uint64_t rows_of(unsigned words, bool made) {
    begin();
    stx_time_set(&timing, "riscv_cycles", 1);
    for (unsigned row = 0; row < 4; row++) {
        if (made) {
            stx_time_made(&timing, 1);
        }
        stx_time_stands(&timing, 1, words);
        stx_time_code(&timing, 1, row == 2 ? 100 : 0);
        stx_issue(&core, 1, TT_OP_INCRWC(0, 2, 0, 0));
    }
    stx_time_end(&timing);
    return stx_time_total(&timing, STX_TIME_EXPECTED);
}

/* 31 words and the one that advances fit into the replay buffer: from the second row on, only the
 * first and the last word of a row are pushed. So the code begins after 35 pushes, and its word
 * starts at 135 and not behind the 95 words before it and the code. */
TEST(rows_of_another_compiler_are_replayed_if_they_fit) {
    CHECK_EQ(rows_of(31, false), 135 + 1 + 32);
    CHECK_EQ(rows_of(31, true), 4 * 32 + 100);
    CHECK_EQ(rows_of(32, false), 4 * 33 + 100);
    begin();
    stx_time_made(&timing, STX_THREADS);
}

/* Rows of 20 words, one that the kernel names and one that advances are pushed, with code in
 * between as above. */
TEST(rows_with_words_of_the_kernel_are_pushed) {
    begin();
    stx_time_set(&timing, "riscv_cycles", 1);
    for (unsigned row = 0; row < 4; row++) {
        stx_time_stands(&timing, 1, 20);
        stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
        stx_time_code(&timing, 1, row == 2 ? 100 : 0);
        stx_issue(&core, 1, TT_OP_INCRWC(0, 2, 0, 0));
    }
    stx_time_end(&timing);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 4 * 22 + 100);
}

/* Cycles of `rounds` rounds of a loop with two rows of 20 words and one that advances in each. */
static uint64_t rounds_of(unsigned rounds) {
    begin();
    stx_time_set(&timing, "riscv_cycles", 1);
    for (unsigned row = 0; row < 2 * rounds; row++) {
        if (row && row % 2 == 0) {
            stx_time_round(&timing, 1);
        }
        stx_time_stands(&timing, 1, 20);
        stx_issue(&core, 1, TT_OP_INCRWC(0, 2, 0, 0));
    }
    stx_time_end(&timing);
    return stx_time_total(&timing, STX_TIME_EXPECTED);
}

/* The first row of a round is pushed, on Wormhole after two instructions of the loop. The second
 * one is replayed, so that the next round's words can be pushed meanwhile: nothing is slower. A
 * loop of one row is pushed, and its instructions are in the way. */
TEST(a_loop_of_rows_has_instructions_of_its_own) {
    CHECK_EQ(rounds_of(1), 42);
    CHECK_EQ(rounds_of(3), 3 * 42);
    begin();
    stx_time_round(&timing, STX_THREADS);
    stx_time_set(&timing, "riscv_cycles", 1);
    for (unsigned row = 0; row < 3; row++) {
        stx_time_round(&timing, 1);
        stx_time_stands(&timing, 1, 20);
        stx_issue(&core, 1, TT_OP_INCRWC(0, 2, 0, 0));
    }
    stx_time_end(&timing);
    unsigned round = STX_ARCH == STX_ARCH_WORMHOLE ? 2 : 0;
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 3 * (round + 21));
}

/* The second product is pushed in cycle 6, behind the first one and five instructions, and takes
 * two cycles. On Wormhole it needs the result of the first, so an SFPNOP is pushed before it. */
TEST(software_pushes_the_wait_where_the_unit_has_none) {
    begin();
    stx_time_set(&timing, "riscv_cycles", 1);
    stx_time_compiled(&timing, true);
    stx_issue(&core, 1, TT_OP_SFPMAD(0, 1, 2, 3, 0));
    stx_time_code(&timing, 1, 5);
    stx_time_relation(&timing, STX_TIME_NEEDS);
    stx_issue(&core, 1, TT_OP_SFPMAD(4, 5, 6, 7, 0));
    stx_time_end(&timing);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), STX_ARCH == STX_ARCH_WORMHOLE ? 9 : 8);
}

static uint64_t products(enum stx_time_relation relation) {
    begin();
    stx_time_compiled(&timing, true);
    stx_issue(&core, 1, TT_OP_SFPMAD(0, 1, 2, 3, 0));
    stx_time_relation(&timing, relation);
    stx_issue(&core, 1, TT_OP_SFPMAD(4, 5, 6, 7, 0));
    stx_time_relation(&timing, STX_TIME_APART);
    stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    stx_time_end(&timing);
    return stx_time_total(&timing, STX_TIME_EXPECTED);
}

/* A result is there after two cycles. One of two words that are one takes no time. */
TEST(words_of_another_compiler_wait_for_what_they_are_said_to_need) {
    CHECK_EQ(products(STX_TIME_APART), 3);
    CHECK_EQ(products(STX_TIME_NEEDS), 4);
    CHECK_EQ(products(STX_TIME_MERGED), 2);
    CHECK_EQ(timing.clock[0].words[1], 2);
}

/* 101 words with three instructions before each of them: of 404 cycles twice the speed of code
 * saves more than a fifth, and nothing else does. */
TEST(a_run_that_riscv_code_limits_is_a_kind_of_its_own) {
    begin();
    stx_time_more(&timing);
    stx_time_option(&timing, "riscv_cycles=1");
    for (unsigned i = 0; i < 101; i++) {
        stx_time_code(&timing, 1, 3);
        stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    }
    stx_time_end(&timing);
    CHECK_EQ(stx_time_kind(&timing), STX_TIME_CODED);
    CHECK(strcmp(stx_time_kind_text(STX_TIME_CODED), "RISC-V code") == 0);
    begin();
    stx_time_more(&timing);
    stx_time_option(&timing, "riscv_cycles=1");
    stx_time_code(&timing, 1, 3);
    for (unsigned i = 0; i < 101; i++) {
        stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    }
    stx_time_end(&timing);
    CHECK_EQ(stx_time_kind(&timing), STX_TIME_VECTOR);
}

/* Two divisions of seven cycles and an instruction of one come before the second word. */
TEST(divisions_of_riscv_code_take_longer) {
    begin();
    stx_time_option(&timing, "riscv_cycles=1");
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_code(&timing, 1, 3);
    stx_time_divide(&timing, 1, 2);
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 2 + 2 * 7 + 1);
}

/* A word leaves the matrix unit after 5 cycles, and the wait for it ends then; a write of
 * configuration that it holds starts 7 cycles later, behind another wait 3, and other words one. */
TEST(configuration_behind_a_wait_for_mathematics_starts_late) {
    static const struct {
        uint32_t wait, word;
        unsigned starts;
    } cases[] = {{TT_OP_STALLWAIT(128, 16), TT_OP_RMWCIB0(1, 0, 2), 5 + 7},
                 {TT_OP_STALLWAIT(128, 1), TT_OP_RMWCIB0(1, 0, 2), 1 + 1 + 3},
                 {TT_OP_STALLWAIT(128, 4096), TT_OP_RMWCIB0(1, 0, 2), 1 + 1 + 1}, /* its own unit */
                 {TT_OP_STALLWAIT(2, 16), TT_OP_SEMPOST(4), 5 + 1}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        stx_issue(&core, 1, TT_OP_INCRWC(0, 1, 0, 0));
        stx_issue(&core, 1, cases[i].wait);
        stx_issue(&core, 1, cases[i].word);
        stx_time_end(&timing);
        CHECK_EQ(timing.clock[0].next[1] - 1, cases[i].starts);
    }
}

/* A product sees its bank some cycles after it was filled in cycle 1, and an unpacker that it is
 * free some cycles after the product's thread has returned it, but for CLEARDVALID. */
TEST(a_bank_takes_its_time_from_one_unit_to_the_other) {
    static const struct {
        uint32_t word;
        uint8_t later;
    } returns[] = {{TT_OP_SETRWC(1, 0, 0, 0, 0, 0), 100}, {TT_OP_CLEARDVALID(1, 0), 0}};
    for (unsigned i = 0; i < 2; i++) {
        begin();
        unpack_plain(0, BF16, BF16, 16);
        begin_timing();
        stx_time_option(&timing, "bank_given=10");
        stx_time_option(&timing, "bank_returned=100");
        stx_issue(&core, 0, TT_OP_SETDVALID(1));
        stx_issue(&core, 0, TT_OP_SETDVALID(1));
        CHECK_EQ(stx_issue(&core, 0, UNPACK(0, 1)), STX_WAIT);
        stx_issue(&core, 1, TT_OP_MOVA2D(0, 0, 0, 0, 0));
        stx_issue(&core, 1, returns[i].word);
        CHECK_EQ(stx_issue(&core, 0, UNPACK(0, 1)), STX_DONE);
        stx_time_end(&timing);
        uint64_t returned = timing.clock[0].at[2][1];
        CHECK_EQ(timing.clock[0].at[0][1], 1);
        CHECK_EQ(returned, 1 + 10 + 2 + returns[i].later);
        CHECK(timing.clock[0].at[0][3] > returned);
        CHECK(timing.clock[0].at[0][3] < returned + 10);
    }
}

/* Code of so many instructions, each of which pushes a word, runs so many times. The cycles, with
 * 36 hundredths of one for an instruction that comes from L1, and a cache of 512 bytes. */
static uint64_t cycles_of_code(unsigned instructions, unsigned times) {
    begin();
    stx_time_option(&timing, "fetch_extra=36");
    stx_time_option(&timing, "code_cache_math=512");
    for (unsigned i = 0; i < instructions * times; i++) {
        uint32_t at = 0x1000 + 4 * (i % instructions);
        stx_time_executed(&timing, 1, at, at + 4);
        stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    }
    stx_time_end(&timing);
    return stx_time_total(&timing, STX_TIME_EXPECTED);
}

TEST(code_that_a_cache_does_not_hold_comes_from_l1) {
    CHECK_EQ(cycles_of_code(100, 1), 136);
    CHECK_EQ(cycles_of_code(100, 3), 336); /* 400 bytes remain there */
    CHECK_EQ(cycles_of_code(128, 5), 5 * 128 + 46);
    CHECK_EQ(cycles_of_code(200, 3), 3 * 272); /* of 800 none is still there */
    begin();
    stx_time_executed(&timing, STX_THREADS, 0, 64);
    CHECK(!stx_time_option(&timing, "code_cache_math=0"));
    stx_time_executed(&timing, 1, 0, 64);
    CHECK_EQ(timing.thread[1].missed, 0); /* no cache is none that is modelled */
}

int main(void) {
    RUN_IF(STX_THREADS == 3, words_of_another_compiler_wait_for_what_they_are_said_to_need);
    RUN_IF(STX_THREADS == 3, a_run_that_riscv_code_limits_is_a_kind_of_its_own);
    RUN_IF(STX_THREADS == 3, divisions_of_riscv_code_take_longer);
    RUN_IF(STX_THREADS == 3, configuration_behind_a_wait_for_mathematics_starts_late);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_bank_takes_its_time_from_one_unit_to_the_other);
    RUN_IF(STX_THREADS == 3, code_that_a_cache_does_not_hold_comes_from_l1);
    RUN_IF(STX_THREADS == 3, words_of_another_compiler_wait_for_what_holds_each_word);
    RUN_IF(STX_THREADS == 3, words_that_another_compiler_makes_more_of_take_their_time);
    RUN_IF(STX_THREADS == 3, rows_of_another_compiler_are_replayed_if_they_fit);
    RUN_IF(STX_THREADS == 3, rows_with_words_of_the_kernel_are_pushed);
    RUN_IF(STX_THREADS == 3, a_loop_of_rows_has_instructions_of_its_own);
    RUN_IF(STX_THREADS == 3, software_pushes_the_wait_where_the_unit_has_none);
    RUN(one_part_that_takes_long_gives_the_kind);
    RUN(two_parts_that_take_long_are_a_whole_kernel);
    RUN(vector_words_may_stand_for_those_of_another_compiler);
    RUN(the_packer_has_three_kinds);
    RUN(a_band_is_of_the_kind);
    RUN_IF(STX_THREADS == 3, words_of_another_compiler_do_not_wait_for_each_other);
    RUN_IF(STX_THREADS == 3, a_run_counts_what_its_packer_writes);
    return test_summary();
}
