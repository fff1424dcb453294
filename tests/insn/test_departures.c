/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Where silicon departs from the official simulator (SPEC E): each side of each departure, by the
 * cells of Dst that are written and read. Expected values follow from the rule, not from a run. */
#include "insn/fpu.h"

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

/* What SFPSTORE leaves in a cell of a 16-bit row. */
static bool cell16_is(unsigned row, unsigned col, uint32_t v) {
    return stx_dst_bf16(&core, row, col) == v >> 16;
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
    RUN_IF(STX_DST_ROWS >= 512, sfpload_of_bf16_under_fp32_reads_high_halves_of_32_bit_rows);
    RUN_IF(STX_DST_ROWS >= 512, sfpstore_of_bf16_under_fp32_writes_high_halves_and_keeps_low_ones);
    RUN_IF(STX_DST_ROWS >= 512, sfpload_and_sfpstore_of_single_lanes_depart_too);
    RUN(sfpload_and_sfpstore_of_bf16_on_the_simulators_side_use_16_bit_rows);
    RUN(sfpload_and_sfpstore_depart_for_bf16_under_sfpu_fp32_only);
    RUN(load_and_store_of_sfploadmacro_depart_too);
    RUN(departures_are_named_and_switched_one_by_one);
    return test_summary();
}
