/* SPDX-License-Identifier: Apache-2.0
 *
 * Where silicon departs from the official simulator (SPEC E): each side of each departure, by the
 * cells of Dst that are written and read. Expected values follow from the rule, not from a run. */
#include "insn/fpu.h"

enum { HIGH = 0, LOW = 1 };
enum { COLUMN_0 = 1, ROW_TO_EIGHT = 2, FOUR_ROWS = 4 }; /* MOVB2D */
enum { BFP8 = 6, BFP4 = 7, INT16 = 9, BFP2 = 15 };
enum { BF16_MODE = 2, FP32_MODE = 3 }; /* SFPLOAD, SFPSTORE */
enum { OLD = 0x3F812345 };

static const enum stx_side sides[] = {STX_SIDE_SILICON, STX_SIDE_SIMULATOR};

/* Dst full of OLD as 32-bit elements, the sources of `format`, one side of all departures. */
static void begin(uint32_t format, enum stx_side side) {
    start(format, format);
    stx_init_as_firmware(&core);
    if (side != STX_SIDE_SILICON) { /* silicon's is the one after stx_init */
        stx_departure_set_all(&core, side);
    }
    for (unsigned i = 0; i < 64 * 16; i++) {
        set_f32(i / 16, i % 16, OLD);
    }
}

static void use_sfpu_fp32(void) {
    core.cfg[0][1] |= 1u << 30;
}

/* Exact in every floating format of 8 bits of exponent: 1.0 or 1.5 by powers of two. */
static uint32_t value(unsigned row, unsigned col) {
    return (112 + row % 32) << 23 | (col & 1u) << 22 | (col & 2u) << 30;
}

static void number_srcb(void) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        set_src(B, i / 16, i % 16, value(i / 16, i % 16));
    }
}

/* What MOVB2D leaves in a cell of a 16-bit row. */
static bool cell16_is(unsigned row, unsigned col, uint32_t v) {
    return stx_dst_bf16(&core, row, col) == v >> 16;
}

TEST(movb2d_under_fp32_fills_32_bits_with_a_low_half_of_zero) {
    static const uint32_t formats[] = {FP32, BF16, BFP8, BFP4, BFP2};
    for (unsigned i = 0; i < 5 * 8; i++) {
        unsigned mode = i % 8;
        unsigned rows = mode & ROW_TO_EIGHT ? 8 : mode & FOUR_ROWS ? 4 : 1;
        begin(formats[i / 8], STX_SIDE_SILICON);
        set_dst32();
        number_srcb();
        EXECUTE(TT_OP_MOVB2D(HIGH, 20, 0, mode, 16));
        for (unsigned k = 0; k < 64 * 16; k++) {
            unsigned row = k / 16, col = k % 16, n = row - 16;
            uint32_t want = value(mode & ROW_TO_EIGHT ? 20 : 20 + n, mode & COLUMN_0 ? 0 : col);
            CHECK_EQ(stx_dst_f32(&core, row, col), row >= 16 && n < rows ? want : OLD);
        }
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_MOVB2D_WRITES_32), 1);
    }
}

TEST(movb2d_under_fp32_on_the_simulators_side_writes_16_bit_rows) {
    begin(BF16, STX_SIDE_SIMULATOR);
    set_dst32();
    number_srcb();
    EXECUTE(TT_OP_MOVB2D(HIGH, 20, 0, FOUR_ROWS, 16));
    for (unsigned k = 0; k < 4 * 16; k++) {
        CHECK(cell16_is(16 + k / 16, k % 16, value(20 + k / 16, k % 16)));
    }
    CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_MOVB2D_WRITES_32), 1);
    CHECK_EQ(stx_dst_f32(&core, 16, 0), OLD);
}

/* Neither 16-bit Dst, nor the low half, nor 5-bit exponents, nor integers, nor TF32, nor MOVA2D. */
TEST(movb2d_departs_for_floats_of_eight_exponent_bits_in_32_bit_dst_only) {
    for (unsigned s = 0; s < 2; s++) {
        begin(BF16, sides[s]);
        EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0));
        set_dst32();
        EXECUTE(TT_OP_MOVB2D(LOW, 0, 0, 0, 0));
        EXECUTE(TT_OP_MOVA2D(HIGH, 0, 0, 0, 0));
        core.tcfg[0][FORCE_FP16] = 1;
        EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0));
        core.tcfg[0][FORCE_FP16] = 0;
        static const uint32_t others[] = {FP16, TF32, INT32, INT16, FP8, INT8};
        for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
            set_formats(others[i], others[i]);
            EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0));
        }
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_MOVB2D_WRITES_32), 0);
    }
}

TEST(movb2d_under_fp32_drops_what_bf16_cannot_hold) {
    begin(FP32, STX_SIDE_SILICON);
    set_dst32();
    core.cfg[0][1] = (core.cfg[0][1] & ~(15u << 21)) | (uint32_t)TF32
                                                           << 21; /* SrcB's own: 19 bits */
    set_src(B, 0, 3, 0x3FABE000);
    EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 5));
    CHECK_EQ(stx_dst_f32(&core, 5, 3), 0x3FAB0000);
}

TEST(movb2d_under_fp32_clears_both_halves_of_blocked_columns_in_an_invalid_row) {
    begin(BF16, STX_SIDE_SILICON);
    set_dst32();
    number_srcb();
    core.sfpu.lane_config[2] = 1u << 10; /* column 5 */
    EXECUTE(TT_OP_ZEROACC(3, 0, 0, 0, 0));
    EXECUTE(TT_OP_MOVB2D(HIGH, 9, 0, 0, 7));
    CHECK_EQ(stx_dst_f32(&core, 7, 4), value(9, 4));
    CHECK_EQ(stx_dst_f32(&core, 7, 5), 0);
}

/* ---- SFPLOAD, SFPSTORE ---- */

/* Row and column of a lane at a Dst address. */
static unsigned lane_row(unsigned address, unsigned lane) {
    return (address & ~3u) + lane / 8;
}
static unsigned lane_col(unsigned address, unsigned lane) {
    return 2 * (lane % 8) + (address >> 1 & 1u);
}

static void number_dst(void) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        set_f32(i / 16, i % 16, value(i / 16, i % 16) | 0x9ABC);
    }
}

TEST(sfpload_of_bf16_under_fp32_reads_high_halves_of_32_bit_rows) {
    for (unsigned address = 0; address < 64; address += 2) {
        begin(BF16, STX_SIDE_SILICON);
        use_sfpu_fp32();
        number_dst();
        EXECUTE(TT_OP_SFPLOAD(3, BF16_MODE, 0, address));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            CHECK_EQ(core.sfpu.lreg[3][lane],
                     value(lane_row(address, lane), lane_col(address, lane)));
        }
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_SFPU_BF16_ROWS_32), 1);
    }
}

TEST(sfpstore_of_bf16_under_fp32_writes_high_halves_and_keeps_low_ones) {
    for (unsigned address = 0; address < 60; address += 2) {
        begin(BF16, STX_SIDE_SILICON);
        use_sfpu_fp32();
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            core.sfpu.lreg[3][lane] = value(lane, lane) | 0xFFFF;
        }
        EXECUTE(TT_OP_SFPSTORE(3, BF16_MODE, 0, address));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            unsigned row = lane_row(address, lane), col = lane_col(address, lane);
            CHECK_EQ(stx_dst_f32(&core, row, col), value(lane, lane) | (OLD & 0xFFFF));
            CHECK_EQ(stx_dst_f32(&core, row, col ^ 1u), OLD);
        }
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_SFPU_BF16_ROWS_32), 1);
    }
}

/* One lane alone, so not by the loop over whole rows. */
TEST(sfpload_and_sfpstore_of_single_lanes_depart_too) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        begin(BF16, STX_SIDE_SILICON);
        use_sfpu_fp32();
        number_dst();
        core.sfpu.flags = 1u << lane;
        EXECUTE(TT_OP_SFPLOAD(1, BF16_MODE, 0, 18));
        CHECK_EQ(core.sfpu.lreg[1][lane], value(lane_row(18, lane), lane_col(18, lane)));
        CHECK_EQ(core.sfpu.lreg[1][(lane + 1) % 32], 0);
        EXECUTE(TT_OP_SFPSTORE(1, BF16_MODE, 0, 40));
        CHECK_EQ(stx_dst_f32(&core, lane_row(40, lane), lane_col(40, lane)),
                 core.sfpu.lreg[1][lane] | 0x9ABC);
    }
}

TEST(sfpload_and_sfpstore_of_bf16_on_the_simulators_side_use_16_bit_rows) {
    begin(BF16, STX_SIDE_SIMULATOR);
    use_sfpu_fp32();
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        set_bf16(lane_row(8, lane), lane_col(8, lane), value(lane, 0) >> 16);
    }
    EXECUTE(TT_OP_SFPLOAD(3, BF16_MODE, 0, 8));
    EXECUTE(TT_OP_SFPSTORE(3, BF16_MODE, 0, 28));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(core.sfpu.lreg[3][lane], value(lane, 0));
        CHECK(cell16_is(lane_row(28, lane), lane_col(28, lane), value(lane, 0)));
    }
    CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_SFPU_BF16_ROWS_32), 2);
}

TEST(sfpload_and_sfpstore_depart_for_bf16_under_sfpu_fp32_only) {
    for (unsigned mode = 0; mode < 16; mode++) {
        begin(BF16, STX_SIDE_SILICON);
        set_dst32(); /* the FPU's width does not count */
        EXECUTE(TT_OP_SFPLOAD(3, mode, 0, 8));
        EXECUTE(TT_OP_SFPSTORE(3, mode, 0, 8));
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_SFPU_BF16_ROWS_32), 0);
        use_sfpu_fp32(); /* mode 0 means FP32 now */
        EXECUTE(TT_OP_SFPLOAD(3, mode, 0, 8));
        EXECUTE(TT_OP_SFPSTORE(3, mode, 0, 8));
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_SFPU_BF16_ROWS_32),
                 mode == BF16_MODE ? 2 : 0);
    }
}

/* Cycle 0: L0 = Dst[0]; 1: L16 = 1 / L0; 2: Dst[0] = L16, of the load's format. 4 gives 1/4: 0x3E7F
 * in seven bits of mantissa (SFPARECIP never reaches the power of two). */
TEST(load_and_store_of_sfploadmacro_depart_too) {
    if (!STX_MACROS) {
        return;
    }
    for (unsigned s = 0; s < 2; s++) {
        bool silicon = sides[s] == STX_SIDE_SILICON;
        begin(BF16, sides[s]);
        use_sfpu_fp32();
        core.sfpu.misc = 0x110;
        core.sfpu.sequence[0] = 0x4B000044u;
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            unsigned row = lane_row(0, lane), col = lane_col(0, lane);
            if (silicon) {
                set_f32(row, col, 0x40809ABC); /* 4.0 and more below */
            } else {
                set_bf16(row, col, 0x4080);
            }
        }
        EXECUTE(TT_OP_SFPARECIP(0, 0, 12, 0));
        EXECUTE(TT_OP_SFPLOADMACRO(0, BF16_MODE, 0, 0));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            CHECK_EQ(core.sfpu.lreg[0][lane], 0x40800000);
        }
        EXECUTE(TT_OP_SFPNOP);
        EXECUTE(TT_OP_SFPNOP);
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            unsigned row = lane_row(0, lane), col = lane_col(0, lane);
            uint32_t stored = core.sfpu.lreg[16][lane];
            CHECK_EQ(stored >> 20, 0x3E7); /* just below 1/4 */
            CHECK(silicon ? stx_dst_f32(&core, row, col) == (stored | 0x9ABC)
                          : cell16_is(row, col, stored));
        }
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_SFPU_BF16_ROWS_32), 2);
    }
}

/* ---- the switches ---- */

TEST(departures_are_named_and_switched_one_by_one) {
    stx_init(&core, NULL, 0, NULL);
    CHECK_EQ(core.simulated, 0);
    for (unsigned d = 0; d < STX_DEPARTURES; d++) {
        enum stx_departure departure = (enum stx_departure)d;
        CHECK(strlen(stx_departure_name(departure)) > 5);
        CHECK(strlen(stx_departure_text(departure)) > 20);
        CHECK(strlen(stx_departure_source(departure)) > 10);
        stx_departure_set(&core, departure, STX_SIDE_SIMULATOR);
        CHECK_EQ(core.simulated, 1u << d);
        stx_departure_set(&core, departure, STX_SIDE_SILICON);
        CHECK_EQ(core.simulated, 0);
    }
    stx_departure_set_all(&core, STX_SIDE_SIMULATOR);
    CHECK_EQ(core.simulated, (1u << STX_DEPARTURES) - 1);
    stx_departure_set(&core, STX_DEPARTURES, STX_SIDE_SILICON); /* no such one */
    CHECK_EQ(core.simulated, (1u << STX_DEPARTURES) - 1);
    CHECK_EQ(stx_departure_count(&core, STX_DEPARTURES), 0);
    CHECK(!strcmp(stx_departure_name(STX_DEPARTURES), "?"));
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 512, movb2d_under_fp32_fills_32_bits_with_a_low_half_of_zero);
    RUN(movb2d_under_fp32_on_the_simulators_side_writes_16_bit_rows);
    RUN(movb2d_departs_for_floats_of_eight_exponent_bits_in_32_bit_dst_only);
    RUN(movb2d_under_fp32_drops_what_bf16_cannot_hold);
    RUN(movb2d_under_fp32_clears_both_halves_of_blocked_columns_in_an_invalid_row);
    RUN_IF(STX_DST_ROWS >= 512, sfpload_of_bf16_under_fp32_reads_high_halves_of_32_bit_rows);
    RUN_IF(STX_DST_ROWS >= 512, sfpstore_of_bf16_under_fp32_writes_high_halves_and_keeps_low_ones);
    RUN_IF(STX_DST_ROWS >= 512, sfpload_and_sfpstore_of_single_lanes_depart_too);
    RUN(sfpload_and_sfpstore_of_bf16_on_the_simulators_side_use_16_bit_rows);
    RUN(sfpload_and_sfpstore_depart_for_bf16_under_sfpu_fp32_only);
    RUN(load_and_store_of_sfploadmacro_depart_too);
    RUN(departures_are_named_and_switched_one_by_one);
    return test_summary();
}
