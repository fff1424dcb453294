/* SPDX-License-Identifier: Apache-2.0
 *
 * The packer's histogram of exponents on Blackhole (SPEC 12.10): which datums a card counts, when
 * it counts, how bins saturate, what CLREXPHIST and SETDMAREG do. */
#include "data.h"

enum { ENABLE_ACC_STATS = 45, ROWS = 64 };

#define READ_STATISTICS(size, which, source, half, to) \
    TT_OP_SETDMAREG(size, (which) << 7 | (source) << 3 | (half), 1, to)

/* 64 rows of Dst hold BF16 1.0 (exponent 127, bin 31), except one datum. */
static void begin(unsigned row, unsigned col, uint32_t datum) {
    start();
    for (unsigned r = 0; r < ROWS; r++) {
        stx_dst_row_set_valid(&core, r, true);
        for (unsigned c = 0; c < STX_COLS; c++) {
            stx_dst_set_bf16(&core, r, c, r == row && c == col ? datum : 0x3F80);
        }
    }
    pack_plain(0, BF16, BF16);
    run(TT_OP_CLREXPHIST);
    run(TT_OP_SETC16(ENABLE_ACC_STATS, 1));
}

/* Packs `rows` rows, four a word, as LLK does; each word advances Y by four. */
static void pack(unsigned rows) {
    run(TT_OP_SETADC(PACKER, 0, 1, 0));
    for (unsigned r = 0; r < rows; r += 4) {
        run(PACK(0, 15, r + 4 == rows));
    }
}

static uint32_t bin(unsigned n) {
    run(READ_STATISTICS(2, 0, 6 + n / 16, 0, 16));
    return core.gpr[0][8 + n % 16 / 4] >> 8 * (n % 4) & 0xFFu;
}

static uint32_t largest(void) {
    run(READ_STATISTICS(1, 0, 9, 0, 16));
    return core.gpr[0][8];
}

/* A card's counts: 4, 8, 16, 32 or 64 rows of ones put twice their number into bin 31. */
TEST(one_datum_of_eight_is_counted) {
    for (unsigned rows = 4; rows <= ROWS; rows *= 2) {
        begin(0, 0, 0x3F80);
        pack(rows);
        CHECK_EQ(bin(31), 2 * rows);
        CHECK_EQ(largest(), 127);
    }
}

/* Those at p with p mod 64 < 8, by position in the tile; others are missed, by the largest too. */
TEST(the_counted_datums_are_the_first_eight_of_sixty_four) {
    for (unsigned p = 0; p < 128; p++) {
        bool counted = p % 64 < 8;
        begin(p / 16, p % 16, 0x4200); /* 32.0: exponent 132, bin 4 */
        pack(ROWS);
        CHECK_EQ(bin(4), counted);
        CHECK_EQ(bin(31), 128 - counted);
        CHECK_EQ(largest(), counted ? 132 : 127);
    }
}

TEST(bins_saturate_and_are_kept_until_they_are_cleared) {
    begin(0, 0, 0x3F80);
    pack(ROWS);
    pack(ROWS);
    CHECK_EQ(bin(31), 255);
    CHECK(done(TT_OP_CLREXPHIST));
    CHECK_EQ(bin(31), 0);
    CHECK_EQ(largest(), 0);
}

TEST(any_thread_enables_the_bins_and_the_largest_exponent_needs_none) {
    for (unsigned thread = 0; thread <= STX_THREADS; thread++) {
        begin(0, 0, 0x3F80);
        run(TT_OP_SETC16(ENABLE_ACC_STATS, 0));
        if (thread < STX_THREADS) {
            CHECK_EQ(stx_try(&core, thread, TT_OP_SETC16(ENABLE_ACC_STATS, 1)), STX_DONE);
        }
        pack(4);
        CHECK_EQ(bin(31), thread < STX_THREADS ? 8 : 0);
        CHECK_EQ(largest(), 127);
    }
}

TEST(which_packer_is_named_does_not_matter) {
    begin(0, 0, 0x3F80);
    pack(4);
    for (unsigned which = 0; which < 16; which++) {
        CHECK(done(READ_STATISTICS(2, which, 7, 0, 16)));
        CHECK_EQ(core.gpr[0][11], 8u << 24);
    }
}

/* A half of 16 bits, a GPR, four GPRs, and the fields of a tile header. */
TEST(results_have_four_sizes) {
    begin(0, 0, 0x3F80);
    pack(4); /* the upper half of the histogram is 0, 0, 0, 0x08000000 */
    for (unsigned r = 0; r < 64; r++) {
        core.gpr[0][r] = 0x11111111;
    }
    CHECK(done(READ_STATISTICS(0, 0, 7, 7, 17)));
    CHECK_EQ(core.gpr[0][8], 0x08001111);
    CHECK(done(READ_STATISTICS(1, 0, 7, 6, 18)));
    CHECK_EQ(core.gpr[0][9], 0x08000000);
    CHECK(done(READ_STATISTICS(2, 0, 7, 0, 26)));
    CHECK_EQ(core.gpr[0][12], 0);
    CHECK_EQ(core.gpr[0][15], 0x08000000);
    CHECK(done(READ_STATISTICS(3, 0, 7, 0, 32)));
    CHECK_EQ(core.gpr[0][16], 0x11110000);
    CHECK_EQ(core.gpr[0][17], 0x11001111);
    CHECK_EQ(core.gpr[0][18], 0);
    CHECK_EQ(core.gpr[0][19], 0x11111111);
}

/* Without a CLREXPHIST nobody knows what has been seen; sizes and zero flags of tiles are not
 * modelled. */
TEST(statistics_that_nobody_knows_fault) {
    begin(0, 0, 0x3F80);
    start();
    for (unsigned source = 0; source < 10; source++) {
        CHECK(faults(READ_STATISTICS(2, 0, source, 0, 16), STX_RULE_UNIMPLEMENTED_MODE));
    }
    run(TT_OP_CLREXPHIST);
    for (unsigned source = 0; source < 10; source++) {
        bool known = source == 6 || source == 7 || source == 9;
        CHECK(known ? done(READ_STATISTICS(2, 0, source, 0, 16))
                    : faults(READ_STATISTICS(2, 0, source, 0, 16), STX_RULE_UNIMPLEMENTED_MODE));
    }
}

int main(void) {
    RUN(one_datum_of_eight_is_counted);
    RUN(the_counted_datums_are_the_first_eight_of_sixty_four);
    RUN(bins_saturate_and_are_kept_until_they_are_cleared);
    RUN(any_thread_enables_the_bins_and_the_largest_exponent_needs_none);
    RUN(which_packer_is_named_does_not_matter);
    RUN(results_have_four_sizes);
    RUN(statistics_that_nobody_knows_fault);
    return test_summary();
}
