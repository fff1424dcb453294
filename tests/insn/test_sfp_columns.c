/* SPDX-License-Identifier: Apache-2.0
 *
 * LaneConfig column by column, and loads and stores row by row: each of the eight columns has its
 * own bits, each row of Dst its own valid bit (SPEC 5, 7, 8.2). */
#include "sfpu.h"

enum { BF16 = 2, FP32 = 3, FP16 = 1 }; /* formats of loads and stores */
enum { OLD = 0x01234567 };

/* Cells of Dst that differ all; row: physical. */
static uint32_t cell_at(unsigned row, unsigned col) {
    return 0x4000u + 16 * row + col;
}

static void set_valid(unsigned row, bool valid) {
    stx_dst_row_set_valid(&core, row, valid);
}

static void begin(void) {
    start();
    enable(UINT32_MAX);
    for (unsigned i = 0; i < STX_DST_ROWS * STX_COLS; i++) {
        stx_dst_set_bf16(&core, i / STX_COLS, i % STX_COLS, cell_at(i / STX_COLS, i % STX_COLS));
    }
    for (unsigned reg = 0; reg < 8; reg++) {
        set_all(reg, OLD + reg);
    }
}

/* Only one column is configured. */
static void configure(unsigned column, uint32_t bits) {
    for (unsigned c = 0; c < 8; c++) {
        core.sfpu.lane_config[c] = c == column ? bits : 0;
    }
}

TEST(row_masks_switch_off_one_lane_of_their_column) {
    begin();
    for (unsigned off = 0; off < STX_LANES; off++) {
        set_all(0, OLD);
        configure(off % 8, 1u << (12 + off / 8));
        RUN_WORDS(TT_OP_SFPLOADI(0, 0, 0x3F80));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            CHECK_EQ(lane_of(0, lane), lane == off ? OLD : 0x3F800000);
        }
    }
}

TEST(blocked_and_exchanged_reads_are_those_of_their_column) {
    begin();
    for (unsigned column = 0; column < 8; column++) {
        set_all(0, OLD);
        configure(column, 1u << 5);
        RUN_WORDS(TT_OP_SFPLOAD(0, BF16, 0, 4));
        configure(column, 1u << 6);
        RUN_WORDS(TT_OP_SFPLOAD(1, BF16, 0, 4));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            unsigned row = 4 + lane / 8, col = 2 * (lane % 8);
            bool here = lane % 8 == column;
            CHECK_EQ(lane_of(0, lane), here ? OLD : cell_at(row, col) << 16);
            CHECK_EQ(lane_of(1, lane), cell_at(row, col + here) << 16);
        }
    }
}

TEST(blocked_and_exchanged_writes_are_those_of_their_column) {
    for (unsigned column = 0; column < 8; column++) {
        begin();
        set_all(0, 0x3F800000);
        configure(column, 1u << 4);
        RUN_WORDS(TT_OP_SFPSTORE(0, BF16, 0, 4));
        configure(column, 1u << 7);
        RUN_WORDS(TT_OP_SFPSTORE(0, BF16, 0, 16));
        for (unsigned i = 0; i < 4 * STX_COLS; i++) {
            unsigned row = i / STX_COLS, col = i % STX_COLS;
            bool here = col / 2 == column, odd = col & 1u;
            CHECK_EQ(stx_dst_bf16(&core, 4 + row, col),
                     odd || here ? cell_at(4 + row, col) : 0x3F80);
            CHECK_EQ(stx_dst_bf16(&core, 16 + row, col),
                     odd != here ? cell_at(16 + row, col) : 0x3F80);
        }
    }
}

TEST(infinities_of_binary16_are_read_in_their_column) {
    begin();
    for (unsigned col = 0; col < STX_COLS; col++) {
        stx_dst_poke(&core, 0, col, 0x7FFF); /* all ones */
    }
    for (unsigned column = 0; column < 8; column++) {
        configure(column, 1);
        RUN_WORDS(TT_OP_SFPLOAD(0, FP16, 0, 0));
        for (unsigned lane = 0; lane < 8; lane++) {
            CHECK_EQ(lane_of(0, lane), lane == column ? 0x7F800000 : 0x47FFE000);
        }
    }
}

TEST(a_swap_is_inverted_in_its_column) {
    begin();
    for (unsigned column = 0; column < 8; column++) {
        set_all(0, 1);
        set_all(1, 2);
        configure(column, 1u << 8);
        RUN_WORDS(TT_OP_SFPSWAP(0, 0, 1, 1)); /* LReg1 gets the smaller one */
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            CHECK_EQ(lane_of(1, lane), lane % 8 == column ? 2 : 1);
            CHECK_EQ(lane_of(0, lane), lane % 8 == column ? 1 : 2);
        }
    }
}

/* Bits 9 and 10: of the even and of the odd column of Dst. */
TEST(blocked_moves_leave_one_column_of_dst) {
    for (unsigned blocked = 0; blocked < STX_COLS; blocked++) {
        begin();
        core.srca.fpu_owns[0] = 1;
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_src_poke(&core, 0, 0, 0, col, 0x3F800000);
        }
        configure(blocked / 2, 1u << (9 + blocked % 2));
        RUN_WORDS(TT_OP_MOVA2D(0, 0, 0, 0, 3));
        for (unsigned col = 0; col < STX_COLS; col++) {
            CHECK_EQ(stx_dst_bf16(&core, 3, col), col == blocked ? cell_at(3, col) : 0x3F80);
        }
    }
}

/* Where bits 2 and 3 are both set, the register four further on says where the value came from. */
static bool captures(unsigned vd, unsigned address, unsigned column, uint32_t bits) {
    begin();
    configure(column, bits);
    if (run(TT_OP_SFPLOAD(vd, BF16, 0, address)) != STX_DONE) {
        return false;
    }
    for (unsigned i = 0; i < 8 * STX_LANES; i++) {
        unsigned reg = i / STX_LANES, lane = i % STX_LANES, row = address / 4 * 4 + lane / 8;
        unsigned col = 2 * (lane % 8) + (address >> 1 & 1u);
        bool index = vd < 4 && reg == vd + 4 && lane % 8 == column && bits == 12;
        uint32_t want = reg == vd ? cell_at(row, col) << 16 : index ? row * 16 + col : OLD + reg;
        if (lane_of(reg, lane) != want) {
            printf("load to %u from %u: LReg%u lane %u: %08x, expected %08x\n", vd, address, reg,
                   lane, (unsigned)lane_of(reg, lane), (unsigned)want);
            return false;
        }
    }
    return true;
}

TEST(indices_are_captured_in_their_column_for_the_first_four_registers) {
    for (unsigned i = 0; i < 64; i++) {
        CHECK(captures(i % 8, 2 * (i * 5 % 32), i / 8, 12));
    }
    CHECK(captures(0, 6, 3, 4));
    CHECK(captures(0, 6, 3, 8));
}

/* A 32-bit element has its low half 8 rows below: eight rows become sixteen. */
static unsigned physical(unsigned row, bool wide) {
    return wide ? row % 8 + row / 8 * 16 : row;
}

static uint32_t documented(uint32_t h) {
    return (h & 0x8000u) | (h & 0x7Fu) << 8 | (h >> 7 & 0xFFu);
}

static uint32_t element(unsigned row, unsigned col, bool wide) {
    unsigned at = physical(row, wide);
    return cell_at(at, col) << 16 | (wide ? documented(cell_at(at + 8, col)) : 0);
}

/* Of the four rows that a load names only `row` is invalid, or only it is valid among all. */
static bool loads(unsigned row, bool wide, bool valid, unsigned address) {
    memset(core.dst.valid, valid ? 0 : 0xFF, sizeof core.dst.valid);
    for (unsigned i = 0; i < 4; i++) {
        set_valid(physical(address / 4 * 4 + i, wide), (row % 4 == i) == valid);
    }
    if (run(TT_OP_SFPLOAD(0, wide ? FP32 : BF16, 0, address)) != STX_DONE) {
        return false;
    }
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        unsigned from = address / 4 * 4 + lane / 8, col = 2 * (lane % 8) + (address >> 1 & 1u);
        bool some = (lane / 8 == row % 4) == valid;
        if (lane_of(0, lane) != (some ? element(from, col, wide) : 0)) {
            printf("row %u, %d, %d: lane %u = %08x\n", row, wide, valid, lane,
                   (unsigned)lane_of(0, lane));
            return false;
        }
    }
    return true;
}

TEST(a_load_looks_at_the_valid_bit_of_each_of_its_rows) {
    begin();
    for (unsigned row = 0; row < 1024; row++) {
        CHECK(loads(row, false, row & 1u, row / 4 * 4 + (row / 8 & 2u)));
        CHECK(row >= 512 || loads(row, true, row & 1u, row / 4 * 4 + (row / 8 & 2u)));
    }
}

/* All of four rows valid and no others, or all others and not these. */
static bool loads_four(unsigned address, bool wide, bool valid) {
    memset(core.dst.valid, valid ? 0 : 0xFF, sizeof core.dst.valid);
    for (unsigned i = 0; i < 4; i++) {
        set_valid(physical(address + i, wide), valid);
    }
    if (run(TT_OP_SFPLOAD(0, wide ? FP32 : BF16, 0, address)) != STX_DONE) {
        return false;
    }
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        uint32_t want = valid ? element(address + lane / 8, 2 * (lane % 8), wide) : 0;
        if (lane_of(0, lane) != want) {
            return false;
        }
    }
    return true;
}

TEST(a_load_looks_at_the_valid_bits_of_no_other_rows) {
    begin();
    for (unsigned address = 0; address < 1024; address += 4) {
        CHECK(loads_four(address, false, true));
        CHECK(loads_four(address, false, false));
        CHECK(address >= 512 || loads_four(address, true, true));
        CHECK(address >= 512 || loads_four(address, true, false));
    }
}

/* A store makes its four rows valid and no others, and changes every other cell of them alone. */
static bool stores_four(unsigned address, bool wide) {
    memset(core.dst.valid, 0, sizeof core.dst.valid);
    set_all(0, 0xBF800000);
    if (run(TT_OP_SFPSTORE(0, wide ? FP32 : BF16, 0, address)) != STX_DONE) {
        return false;
    }
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        unsigned first = physical(address, wide);
        if (stx_dst_row_valid(&core, row) != (row >= first && row < first + 4)) {
            return false;
        }
    }
    for (unsigned i = 0; i < 4 * STX_COLS; i++) { /* and as it was */
        unsigned row = physical(address + i / STX_COLS, wide), col = i % STX_COLS;
        if (stx_dst_bf16(&core, row, col) != (col & 1u ? cell_at(row, col) : 0xBF80)) {
            return false;
        }
        stx_dst_set_bf16(&core, row, col, cell_at(row, col));
    }
    return true;
}

TEST(a_store_makes_its_rows_valid_and_no_others) {
    begin();
    for (unsigned address = 0; address < 1024; address += 4) {
        CHECK(stores_four(address, false));
        CHECK(address >= 512 || stores_four(address, true));
    }
}

int main(void) {
    RUN(row_masks_switch_off_one_lane_of_their_column);
    RUN(blocked_and_exchanged_reads_are_those_of_their_column);
    RUN(blocked_and_exchanged_writes_are_those_of_their_column);
    RUN(infinities_of_binary16_are_read_in_their_column);
    RUN(a_swap_is_inverted_in_its_column);
    RUN(blocked_moves_leave_one_column_of_dst);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES,
           indices_are_captured_in_their_column_for_the_first_four_registers);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, a_load_looks_at_the_valid_bit_of_each_of_its_rows);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, a_load_looks_at_the_valid_bits_of_no_other_rows);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, a_store_makes_its_rows_valid_and_no_others);
    return test_summary();
}
