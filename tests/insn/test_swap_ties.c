/* SPDX-License-Identifier: Apache-2.0
 *
 * The departure SFPSWAP_TIE_SIGN (SPEC E.7): of two equal values, whose indices move? Lanes for the
 * minimum swap the indices of negative ones on silicon, lanes for the maximum those of others; the
 * simulator takes equal values for ordered. */
#include "insn/sfpu.h"

enum { EXCHANGED = 1u << 8, INDEXED = 1u << 2 }; /* LaneConfig */

static const uint32_t values[] = {0,          0x80000000, 0x3F800000, 0xBF800000,
                                  0x7FFFFFFF, 0xFFFFFFFF, 1,          0x80000001};
enum { VALUES = sizeof values / sizeof values[0] };

/* Lanes in which VD gets the smaller value (SPEC 8.4), by the row of eight lanes. */
static bool is_for_minimum(uint32_t mode, unsigned lane) {
    static const uint8_t rows[10] = {0, 15, 3, 5, 9, 1, 2, 4, 8, 0};
    return rows[mode] >> lane / 8 & 1u;
}

/* Equal values in LReg0 and LReg1, one of the eight a lane; indices 100 and 200 and so on. */
static void begin(uint32_t lane_config, enum stx_side side) {
    start();
    stx_departure_set_all(&core, side);
    for (unsigned i = 0; i < 8; i++) {
        core.sfpu.lane_config[i] = lane_config;
    }
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        core.sfpu.lreg[0][lane] = core.sfpu.lreg[1][lane] = values[lane % VALUES];
        core.sfpu.lreg[4][lane] = 100 + lane;
        core.sfpu.lreg[5][lane] = 200 + lane;
    }
}

static unsigned met(void) {
    return (unsigned)stx_departure_count(&core, STX_DEPARTURE_SFPSWAP_TIE_SIGN);
}

TEST(indices_of_equal_values_follow_the_sign) {
    for (unsigned i = 0; i < 4 * 9; i++) {
        uint32_t mode = 1 + i / 4, silicon = i & 1u, exchanged = i & 2u;
        begin(INDEXED | (exchanged ? EXCHANGED : 0),
              silicon ? STX_SIDE_SILICON : STX_SIDE_SIMULATOR);
        RUN_WORDS(TT_OP_SFPSWAP(0, 0, 1, mode), TT_OP_SFPNOP);
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            uint32_t v = values[lane % VALUES];
            bool swap = !is_for_minimum(mode, lane);
            swap ^= silicon && v >> 31;
            swap ^= exchanged != 0;
            CHECK_EQ(core.sfpu.lreg[4][lane], swap ? 200 + lane : 100 + lane);
            CHECK_EQ(core.sfpu.lreg[5][lane], swap ? 100 + lane : 200 + lane);
            CHECK_EQ(core.sfpu.lreg[0][lane], v);
            CHECK_EQ(core.sfpu.lreg[1][lane], v);
        }
        CHECK_EQ(met(), 1);
    }
}

/* A lane that is not enabled is not looked at. */
TEST(lanes_that_are_not_enabled_keep_their_indices) {
    begin(INDEXED, STX_SIDE_SILICON);
    core.sfpu.use = UINT32_MAX;
    core.sfpu.flags = 0x0000FF00; /* lanes of the maximum in mode 5 */
    RUN_WORDS(TT_OP_SFPSWAP(0, 0, 1, 5), TT_OP_SFPNOP);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        bool swap = lane / 8 == 1 && !(values[lane % VALUES] >> 31);
        CHECK_EQ(core.sfpu.lreg[4][lane], swap ? 200 + lane : 100 + lane);
    }
}

TEST(nothing_is_counted_without_a_negative_tie_an_index_or_an_order) {
    for (unsigned s = 0; s < 2; s++) {
        begin(0, s ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        RUN_WORDS(TT_OP_SFPSWAP(0, 0, 1, 1), TT_OP_SFPNOP); /* no indices */
        CHECK_EQ(met(), 0);
        begin(INDEXED, s ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        RUN_WORDS(TT_OP_SFPSWAP(0, 0, 1, 0), TT_OP_SFPNOP); /* swaps all lanes */
        CHECK_EQ(core.sfpu.lreg[4][1], 201);
        CHECK_EQ(met(), 0);
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            core.sfpu.lreg[0][lane] &= 0x7FFFFFFFu;
            core.sfpu.lreg[1][lane] ^= lane & 1u ? 1u : 0;
        }
        RUN_WORDS(TT_OP_SFPSWAP(0, 0, 1, 1), TT_OP_SFPNOP); /* negative ones are not equal */
        CHECK_EQ(met(), 0);
    }
}

int main(void) {
    RUN(indices_of_equal_values_follow_the_sign);
    RUN(lanes_that_are_not_enabled_keep_their_indices);
    RUN(nothing_is_counted_without_a_negative_tie_an_index_or_an_order);
    return test_summary();
}
