/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * How long bytes, blocks of Dst and waits for units take in the model of time, on both sides of
 * each bound, and what RISC-V code pays for registers. Worked out by hand. */
#include "heard.h"
#include "time/told.h"

static uint32_t end_of(uint32_t word) {
    stx_issue(&core, 0, word);
    stx_time_end(&timing);
    return (uint32_t)told[0][0].end;
}

/* Two cycles for addresses; 128 bytes a cycle, of which a part counts as a whole one. */
TEST(an_unpacker_takes_a_cycle_for_what_is_left_of_its_bytes) {
    static const struct {
        uint16_t bytes, end;
    } rows[] = {{1, 3}, {127, 3}, {128, 3}, {129, 4}, {256, 4}, {257, 5}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        begin();
        unpack_plain(0, INT8, INT8, rows[i].bytes);
        CHECK_EQ(moved(UNPACK(0, 0)), rows[i].bytes);
        tell_words();
        CHECK_EQ(end_of(UNPACK(0, 0)), rows[i].end);
    }
}

/* 64 bytes. */
TEST(the_packer_takes_a_cycle_for_what_is_left_of_its_bytes) {
    static const struct {
        uint8_t rate, end;
    } rows[] = {{64, 1}, {63, 2}, {33, 2}, {32, 2}, {31, 3}, {16, 4}, {1, 64}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        begin();
        pack_plain(READ_32B, FP32, FP32);
        tell_words();
        stx_time_set(&timing, "pack_rate", rows[i].rate);
        CHECK_EQ(end_of(PACK(0, 15, 0)), rows[i].end);
    }
}

/* In block formats a datum has 2 or 4 bits, and 16 of them, or the last ones, an exponent. */
TEST(a_part_of_a_byte_is_moved_as_a_byte) {
    for (uint32_t n = 1; n <= 40; n++) {
        begin();
        unpack_plain(0, BFP2, BF16, n);
        CHECK_EQ(moved(UNPACK(0, 0)), (n + 3) / 4 + (n + 15) / 16);
        unpack_plain(0, BFP4, BF16, n);
        CHECK_EQ(moved(UNPACK(0, 0)), (n + 1) / 2 + (n + 15) / 16);
        unpack_plain(0, BFP8, BF16, n);
        CHECK_EQ(moved(UNPACK(0, 0)), n + (n + 15) / 16);
    }
}

/* A third more of a cycle: the fourth word has it whole. At 100 nothing is added, and nothing to
 * words that do not add to L1. */
TEST(hundredths_of_a_cycle_add_up) {
    static const struct {
        uint8_t share, adds, ends[8];
    } rows[] = {{133, 1, {1, 2, 3, 5, 6, 7, 9, 10}},
                {199, 1, {1, 3, 5, 7, 9, 11, 13, 15}},
                {100, 1, {1, 2, 3, 4, 5, 6, 7, 8}},
                {199, 0, {1, 2, 3, 4, 5, 6, 7, 8}}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        begin();
        pack_plain(READ_32B, FP32, BF16);
        core.cfg[0][71] |= (uint32_t)rows[i].adds << 19; /* THCON_SEC0_REG1_Pack_L1_Acc */
        tell_words();
        stx_time_set(&timing, "pack_accumulate", rows[i].share);
        for (unsigned n = 0; n < 8; n++) {
            stx_issue(&core, 0, PACK(0, 15, 0));
        }
        stx_time_end(&timing);
        for (unsigned n = 0; n < 8; n++) {
            CHECK_EQ(told[0][n].end, rows[i].ends[n]);
        }
    }
}

/* THCON_SEC0_REG6 has 16 bits for the size, in units of 16 bytes. 11 cycles for 128 bytes. */
TEST(the_mover_counts_sixteen_bits_of_its_size) {
    static const struct {
        uint32_t size, bytes, cycles;
    } rows[] = {{1, 16, 2},
                {8, 128, 11},
                {256, 4096, 352},
                {257, 4112, 354},
                {0x8001, 0x80010, 45058},
                {0xFFFF, 0xFFFF0, 90111},
                {0x10008, 128, 11}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        begin();
        core.cfg[0][90] = rows[i].size | 3u << 30;
        if (rows[i].bytes <= core.l1_size) {
            CHECK_EQ(moved(TT_OP_XMOV(0, 0)), rows[i].bytes);
        }
        struct stx_time_word w = {.word = TT_OP_XMOV(0, 0),
                                  .bytes = rows[i].bytes,
                                  .resource = STX_RESOURCE_MOVER,
                                  .cycles = 1,
                                  .flags = FLAG_COPIES};
        struct time_start at = {.at = 0, .ready = true};
        CHECK_EQ(stx_time_occupy(&timing.clock[0], timing.value[0], 0, &w, &at), rows[i].cycles);
    }
}

/* Bits of UNPACR beside those that choose a context: 9:8, 13. */
TEST(fields_beside_the_context_choose_no_format) {
    begin();
    unpack_plain(0, BF16, BF16, 1024);
    core.cfg[0][72] |= 1u << 14;   /* contexts override the format */
    core.cfg[0][73] |= 0xFu << 16; /* and none is compressed */
    for (unsigned c = 0; c < 4; c++) {
        core.cfg[0][92 + c] = (FP32 | BF16 << 4) << 16 | (uint32_t)(BFP8 | BF16 << 4) << 24;
    }
    for (unsigned c = 0; c < 8; c++) {
        for (unsigned increment = 0; increment < 2; increment++) {
            for (unsigned counter = 0; counter < 4; counter++) {
                CHECK_EQ(moved(TT_OP_UNPACR(0, 0, increment, c, counter, 1, 0, 0, 0, 0, 0, 0, 1)),
                         c < 4 ? 4096 : 1088);
                CHECK_EQ(moved(TT_OP_UNPACR(0, 0, increment, c, counter, 0, 0, 0, 0, 0, 0, 0, 1)),
                         2048);
            }
        }
    }
}

static void begin_products(void) {
    begin();
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    tell_words();
}

/* Words of five cycles and more keep their block, eight rows; shorter ones do not. */
TEST(a_block_is_eight_rows_from_a_multiple_of_eight_on) {
    static const struct row rows[] = {{1, TT_OP_MVMUL(0, 0, 0, 48), 0, 7, 0, 0},
                                      {1, TT_OP_MOVD2A(0, 0, 0, 0, 56), 1, 3, 0, 0},
                                      {1, TT_OP_MOVD2A(0, 0, 0, 0, 47), 2, 4, 0, 0},
                                      {1, TT_OP_MOVD2A(0, 0, 0, 0, 55), 6, 8, DST, 0}};
    static const struct row first[] = {{1, TT_OP_MVMUL(0, 0, 0, 48), 0, 7, 0, 0},
                                       {1, TT_OP_MOVD2A(0, 0, 0, 0, 48), 6, 8, DST, 0}};
    begin_products();
    CHECK(stx_time_option(&timing, "MVMUL.latency=7") == NULL);
    CHECK(TOLD(rows));
    begin_products();
    CHECK(stx_time_option(&timing, "MVMUL.latency=7") == NULL);
    CHECK(TOLD(first));
    begin_products();
    CHECK(stx_time_option(&timing, "MVMUL.latency=4") == NULL);
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 48));
    stx_issue(&core, 1, TT_OP_MOVD2A(0, 0, 0, 0, 48));
    stx_time_end(&timing);
    CHECK_EQ(told[1][1].start, 1);
}

/* Bits 22:15 name words that are held, and bit 15 is none of the conditions. */
TEST(a_stallwait_without_conditions_waits_for_four_units) {
    static const struct row rows[] = {
        {0, PACK(0, 15, 0), 0, 32, 0, 0},
        {0, TT_OP_STALLWAIT(1, 0), 1, 2, 0, 0},
        {0, TT_OP_SETADCXX(PACKER, 15, 0), 33, 34, STX_STALL_WAIT_PACK, 0}};
    for (unsigned bit = 13; bit < 15; bit++) {
        const struct row others[] = {{0, PACK(0, 15, 0), 0, 32, 0, 0},
                                     {0, TT_OP_STALLWAIT(1, 1u << bit), 1, 2, 0, 0},
                                     {0, TT_OP_SETADCXX(PACKER, 15, 0), 3, 4, STX_STALL_WAIT, 0}};
        for (unsigned named = 0; named < 2; named++) {
            begin();
            pack_plain(READ_32B, FP32, FP32);
            tell_words();
            stx_time_set(&timing, "pack_rate", 2);
            CHECK(named ? TOLD(others) : TOLD(rows));
        }
    }
}

/* The vector unit is idle from 2 on, when the wait has looked at it: that is no longer wait. */
TEST(a_unit_that_is_idle_when_the_wait_looks_is_no_reason) {
    static const struct row rows[] = {{1, TT_OP_SFPMAD(0, 0, 9, 1, 0), 0, 2, 0, 0},
                                      {1, TT_OP_STALLWAIT(2, 1u << 11), 1, 2, 0, 0},
                                      {1, TT_OP_SEMPOST(4), 3, 4, STX_STALL_WAIT, 0}};
    begin_products();
    CHECK(TOLD(rows));
}

/* Stores cost an instruction, those to the window of words nothing; loads of what synchronises,
 * which lies from the PC buffer up to the configuration, three cycles, others four. */
TEST(each_register_has_the_cost_of_its_window) {
    static const struct {
        uint32_t address;
        uint8_t store, load;
    } rows[] = {{STX_GPR_WINDOW, 1, 4},       {STX_ISSUE_WINDOW - 4, 1, 4},
                {STX_ISSUE_WINDOW, 0, 4},     {STX_PC_BUFFER_WINDOW - 4, 0, 4},
                {STX_PC_BUFFER_WINDOW, 1, 3}, {STX_SEMAPHORE_WINDOW, 1, 3},
                {STX_CFG_WINDOW - 4, 1, 3},   {STX_CFG_WINDOW, 1, 4},
                {STX_CFG_WINDOW + 4, 1, 4},   {0xFFFFFFFC, 1, 4}};
    begin();
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned t = 0; t < STX_THREADS; t++) {
            for (unsigned write = 0; write < 2; write++) {
                uint32_t before = timing.thread[t].code;
                heard_access(&timing.listener, t, rows[i].address, 0, write);
                CHECK_EQ(timing.thread[t].code - before, write ? rows[i].store : rows[i].load);
            }
        }
    }
}

/* Cycles from tile product to tile product: both operands of each are fetched, and 16 MVMULs follow
 * (LoFi). */
static uint64_t cycles_of_a_product(uint32_t in, uint32_t out) {
    uint64_t last = 0, before = 0;
    begin();
    unpack_plain(0, in, out, 1024);
    unpack_plain(1, in, out, 1024);
    tell_words();
    for (unsigned tile = 0; tile < 20; tile++) {
        stx_issue(&core, 0, UNPACK(0, 1));
        stx_issue(&core, 0, UNPACK(1, 1));
        for (unsigned i = 0; i < 16; i++) {
            stx_issue(&core, 1, TT_OP_MVMUL(i == 15 ? 3 : 0, 0, 0, i % 8 * 8));
        }
    }
    stx_time_end(&timing);
    for (unsigned tile = 10; tile < 20; tile++) {
        before = last;
        last = told[1][(16 * tile + 15) % 128].start;
    }
    return last - before;
}

/* docs/time.md, "Peaks": 128 bytes a cycle for both unpackers together, and 16 cycles of products.
 */
TEST(what_binds_a_product_whose_operands_are_both_fetched) {
    CHECK_EQ(cycles_of_a_product(FP8, FP16), 16);  /* 8 + 8 */
    CHECK_EQ(cycles_of_a_product(BFP8, BF16), 18); /* 9 + 9: 64 bytes of exponents each */
    CHECK_EQ(cycles_of_a_product(BF16, BF16), 32);
}

/* ISA documentation, MOVB2D: for the three cycles behind it the hardware stalls whom reads Dst for
 * what is left of them. */
TEST(behind_movb2d_a_reader_waits_for_what_is_left_of_three_cycles) {
    for (unsigned between = 0; between < 5; between++) {
        begin();
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
        tell_words();
        stx_issue(&core, 1, TT_OP_MOVB2D(0, 0, 0, 0, 0));
        for (unsigned i = 0; i < between; i++) {
            stx_issue(&core, 1, TT_OP_SFPNOP);
        }
        stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 64));
        stx_time_end(&timing);
        uint64_t apart = told[1][between + 1].start - told[1][0].start;
        CHECK_EQ(apart, between < 3 ? 4 : between + 1);
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           what_binds_a_product_whose_operands_are_both_fetched);
    RUN_IF(STX_THREADS == 3, behind_movb2d_a_reader_waits_for_what_is_left_of_three_cycles);
    RUN_IF(STX_THREADS == 3, an_unpacker_takes_a_cycle_for_what_is_left_of_its_bytes);
    RUN_IF(STX_THREADS == 3, the_packer_takes_a_cycle_for_what_is_left_of_its_bytes);
    RUN(a_part_of_a_byte_is_moved_as_a_byte);
    RUN_IF(STX_THREADS == 3, hundredths_of_a_cycle_add_up);
    RUN(the_mover_counts_sixteen_bits_of_its_size);
    RUN(fields_beside_the_context_choose_no_format);
    RUN_IF(STX_THREADS == 3, a_block_is_eight_rows_from_a_multiple_of_eight_on);
    RUN_IF(STX_THREADS == 3, a_stallwait_without_conditions_waits_for_four_units);
    RUN_IF(STX_THREADS == 3, a_unit_that_is_idle_when_the_wait_looks_is_no_reason);
    RUN(each_register_has_the_cost_of_its_window);
    return test_summary();
}
