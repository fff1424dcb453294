/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of floats, moves and constants (SPEC 8.4): SFPEXEXP, SFPEXMAN, SFPSETEXP, SFPSETMAN,
 * SFPSETSGN, SFPDIVP2, SFPMOV, SFPLOADI, SFPSWAP, SFPTRANSP. */
#include "sfpu.h"

#define ALL UINT32_MAX

/* Sign, exponent, mantissa. */
static const struct parts {
    uint32_t sign, exponent, mantissa;
} parts[] = {{0, 0, 0},          {1, 0, 0},         {0, 127, 0},        {1, 128, 0x400000},
             {0, 126, 0x7FFFFF}, {1, 255, 0},       {0, 255, 0x123456}, {1, 1, 0x000001},
             {0, 0, 0x7FFFFF},   {1, 200, 0x2AAAAA}};
enum { PARTS = sizeof parts / sizeof parts[0] };

static uint32_t word_of(struct parts p) {
    return p.sign * 0x80000000u + p.exponent * 0x800000u + p.mantissa;
}

static bool run_on(uint32_t word, uint32_t c, uint32_t d) {
    start();
    enable(ALL);
    set_all(1, c);
    set_all(2, d);
    return run(word) == STX_DONE;
}

TEST(exexp_takes_the_exponent_out) {
    for (unsigned i = 0; i < PARTS; i++) {
        for (unsigned mod = 0; mod < 16; mod++) {
            int32_t e = (int32_t)parts[i].exponent - (mod & 1u ? 0 : 127);
            bool flag = mod & 2u ? e < 0 : true;
            CHECK(run_on(TT_OP_SFPEXEXP(0, 1, 2, mod), word_of(parts[i]), 0));
            CHECK(all_are(2, (uint32_t)e));
            CHECK_EQ(core.sfpu.flags, (mod & 8u ? !flag : flag) ? ALL : 0);
        }
    }
}

TEST(exman_takes_the_mantissa_out) {
    for (unsigned i = 0; i < PARTS; i++) {
        uint32_t v = word_of(parts[i]);
        CHECK(run_on(TT_OP_SFPEXMAN(0, 1, 2, 0), v, 0));
        CHECK(all_are(2, parts[i].mantissa + 0x800000u));
        CHECK(run_on(TT_OP_SFPEXMAN(0, 1, 2, 1), v, 0));
        CHECK(all_are(2, parts[i].mantissa));
    }
}

TEST(setexp_setman_setsgn_put_one_field_in) {
    for (unsigned i = 0; i < PARTS * PARTS; i++) {
        struct parts c = parts[i / PARTS], d = parts[i % PARTS];
        uint32_t vc = word_of(c), vd = word_of(d);
        CHECK(run_on(TT_OP_SFPSETEXP(0, 1, 2, 0), vc, vd));
        CHECK(all_are(2, word_of((struct parts){c.sign, vd & 255u, c.mantissa})));
        CHECK(run_on(TT_OP_SFPSETEXP(0xA5, 1, 2, 1), vc, vd));
        CHECK(all_are(2, word_of((struct parts){c.sign, 0xA5, c.mantissa})));
        CHECK(run_on(TT_OP_SFPSETEXP(0, 1, 2, 2), vc, vd));
        CHECK(all_are(2, word_of((struct parts){c.sign, d.exponent, c.mantissa})));
        CHECK(run_on(TT_OP_SFPSETMAN(0, 1, 2, 0), vc, vd));
        CHECK(all_are(2, word_of((struct parts){c.sign, c.exponent, d.mantissa})));
        CHECK(run_on(TT_OP_SFPSETMAN(0xABC, 1, 2, 1), vc, vd));
        CHECK(all_are(2, word_of((struct parts){c.sign, c.exponent, 0xABC * 2048u})));
        CHECK(run_on(TT_OP_SFPSETSGN(0, 1, 2, 0), vc, vd));
        CHECK(all_are(2, word_of((struct parts){d.sign, c.exponent, c.mantissa})));
        CHECK(run_on(TT_OP_SFPSETSGN(1, 1, 2, 1), vc, vd));
        CHECK(all_are(2, word_of((struct parts){1, c.exponent, c.mantissa})));
    }
}

TEST(divp2_sets_or_adds_to_the_exponent) {
    for (unsigned i = 0; i < PARTS; i++) {
        struct parts p = parts[i], sum = p;
        CHECK(run_on(TT_OP_SFPDIVP2(0x81, 1, 2, 0), word_of(p), 0));
        CHECK(all_are(2, word_of((struct parts){p.sign, 0x81, p.mantissa})));
        sum.exponent = p.exponent == 255 ? 255 : (p.exponent + 0xFD) % 256; /* divided by 8 */
        CHECK(run_on(TT_OP_SFPDIVP2(0xFD, 1, 2, 1), word_of(p), 0));
        CHECK(all_are(2, word_of(sum)));
    }
}

static bool run_as_silicon(uint32_t word, uint32_t c) {
    start();
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    enable(ALL);
    set_all(1, c);
    return run(word) == STX_DONE;
}

TEST(divp2_exman_and_abs_look_at_bit_0_of_their_modes_on_silicon) {
    for (unsigned mode = 0; mode < 16; mode++) {
        bool one = mode & 1u;
        CHECK(run_as_silicon(TT_OP_SFPDIVP2(1, 1, 2, mode), 0x3FC00000)); /* 1.5 */
        CHECK(all_are(2, one ? 0x40400000 : 0x00C00000));                 /* 3.0, 1.5 * 2^-126 */
        CHECK(run_as_silicon(TT_OP_SFPEXMAN(0, 1, 2, mode), 0x3FC00000));
        CHECK(all_are(2, one ? 0x00400000 : 0x00C00000));
        CHECK(run_as_silicon(TT_OP_SFPABS(0, 1, 2, mode), 0xBF800000));
        CHECK(all_are(2, one ? 0x3F800000 : 0x40800000)); /* of a number, of an integer */
    }
}

TEST(mov_copies_and_negates) {
    CHECK(run_on(TT_OP_SFPMOV(0, 1, 2, 0), 0x3F800001u, 0) && all_are(2, 0x3F800001u));
    CHECK(run_on(TT_OP_SFPMOV(0, 1, 2, 1), 0x3F800001u, 0) && all_are(2, 0xBF800001u));
    CHECK(run_on(TT_OP_SFPMOV(0, 1, 2, 3), 0x80000000u, 1) && all_are(2, 0));
}

TEST(mov_2_copies_in_lanes_that_are_off_too) {
    start();
    enable(0x55555555u);
    set_all(1, 7);
    RUN_WORDS(TT_OP_SFPMOV(0, 1, 2, 0));
    CHECK_EQ(lane_of(2, 0) + lane_of(2, 1), 7);
    RUN_WORDS(TT_OP_SFPMOV(0, 1, 2, 2));
    CHECK(all_are(2, 7));
}

TEST(mov_8_reads_what_configures_the_unit) {
    start();
    enable(ALL);
    for (unsigned i = 0; i < 4; i++) {
        core.sfpu.templates[i] = 0x85000000u + i;
        core.sfpu.sequence[i] = 0x01020304u + i;
    }
    core.sfpu.misc = 0xABC;
    for (unsigned col = 0; col < 8; col++) {
        core.sfpu.lane_config[col] = 0x100u;
    }
    for (unsigned i = 0; i < 4; i++) {
        RUN_WORDS(TT_OP_SFPMOV(0, i, 2, 8), TT_OP_SFPMOV(0, 4 + i, 3, 8));
        CHECK(all_are(2, 0x85000000u + i));
        CHECK(all_are(3, 0x01020304u + i));
    }
    RUN_WORDS(TT_OP_SFPMOV(0, 8, 2, 8), TT_OP_SFPMOV(0, 15, 3, 8), TT_OP_SFPMOV(0, 12, 4, 8));
    CHECK(all_are(2, 0xABC));
    CHECK(all_are(3, 0x100));
    CHECK(all_are(4, 0));
}

/* A bit enters on the left: the complement of the parity of bits 31, 21, 1, 0. */
static uint32_t next_random(uint32_t s) {
    uint32_t parity = (s >> 31) ^ (s >> 21) ^ (s >> 1) ^ s;
    return s >> 1 | ((parity & 1u) ^ 1u) << 31;
}

TEST(mov_of_the_generator_steps_enabled_lanes) {
    uint32_t state[STX_LANES];
    start();
    enable(0x0F0F0F0Fu);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        state[lane] = core.sfpu.prng[lane] = 0x9E3779B9u * (lane + 1);
    }
    set_all(2, 0);
    RUN_WORDS(TT_OP_SFPMOV(0, 9, 2, 8));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        bool on = lane % 8 < 4;
        CHECK_EQ(lane_of(2, lane), on ? state[lane] : 0);
        CHECK_EQ(core.sfpu.prng[lane], on ? next_random(state[lane]) : state[lane]);
    }
    RUN_WORDS(TT_OP_SFPMOV(0, 9, 9, 8)); /* to a constant: dropped, but it steps */
    CHECK_EQ(core.sfpu.prng[0], next_random(next_random(state[0])));
    CHECK(all_are(9, 0));
}

TEST(loadi_in_all_modes) {
    static const struct {
        unsigned mod;
        uint32_t imm, result;
    } row[] = {{0, 0x3FC0, 0x3FC00000u}, {0, 0xFFFF, 0xFFFF0000u}, {1, 0x3C00, 0x3F800000u},
               {1, 0xC000, 0xC0000000u}, {1, 0x0000, 0x38000000u}, {2, 0x8001, 0x00008001u},
               {4, 0x8001, 0xFFFF8001u}, {4, 0x7FFF, 0x00007FFFu}, {8, 0xABCD, 0xABCD5678u},
               {10, 0xABCD, 0x1234ABCDu}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        CHECK(run_on(TT_OP_SFPLOADI(2, row[i].mod, row[i].imm), 0, 0x12345678u));
        CHECK(all_are(2, row[i].result));
    }
    for (unsigned mod = 3; mod < 16; mod++) {
        if (mod != 4 && mod != 8 && mod != 10) {
            CHECK(undefined(TT_OP_SFPLOADI(2, mod, 0), STX_RULE_SFPU_MODE));
        }
    }
    CHECK(undefined(TT_OP_SFPLOADI(12, 0, 0), STX_RULE_SFPU_VD));
}

/* The order of sign-magnitude numbers, -0 below +0. */
static int64_t order(uint32_t v) {
    int64_t magnitude = v & 0x7FFFFFFFu;
    return v >> 31 ? -magnitude - 1 : magnitude;
}

/* Lanes in which VD gets the smaller one, by mode. */
static const uint32_t gets_min[10] = {
    0,           ALL,         0x0000FFFFu, 0x00FF00FFu, 0xFF0000FFu,
    0x000000FFu, 0x0000FF00u, 0x00FF0000u, 0xFF000000u, 0};

TEST(swap_sorts_lane_by_lane_and_0_swaps_always) {
    for (unsigned i = 0; i < PARTS * PARTS; i++) {
        uint32_t c = word_of(parts[i / PARTS]), d = word_of(parts[i % PARTS]);
        uint32_t low = order(c) < order(d) ? c : d, high = order(c) < order(d) ? d : c;
        CHECK(run_on(TT_OP_SFPSWAP(0, 1, 2, 0), c, d) && all_are(1, d) && all_are(2, c));
        for (unsigned mod = 1; mod < 16; mod++) {
            uint32_t mask = gets_min[mod % 10];
            if (mod > 9) {
                CHECK(undefined(TT_OP_SFPSWAP(0, 1, 2, mod), STX_RULE_SFPU_MODE));
                continue;
            }
            CHECK(run_on(TT_OP_SFPSWAP(0, 1, 2, mod), c, d));
            for (unsigned lane = 0; lane < STX_LANES; lane++) {
                CHECK_EQ(lane_of(2, lane), mask >> lane & 1u ? low : high);
                CHECK_EQ(lane_of(1, lane), mask >> lane & 1u ? high : low);
            }
        }
    }
}

TEST(swap_the_other_way_round_with_exchange) {
    start();
    enable(ALL);
    set_all(1, 5);
    set_all(2, 3);
    for (unsigned col = 0; col < 8; col++) {
        core.sfpu.lane_config[col] = 0x100u;
    }
    RUN_WORDS(TT_OP_SFPSWAP(0, 1, 2, 1)); /* VD now gets the larger one */
    CHECK(all_are(2, 5) && all_are(1, 3));
}

TEST(swap_with_a_constant_changes_the_register_alone) {
    start();
    enable(ALL);
    set_all(2, 0x40000000u);
    RUN_WORDS(TT_OP_SFPSWAP(0, 10, 2, 1)); /* min with 1.0 */
    CHECK(all_are(2, 0x3F800000u) && all_are(10, 0x3F800000u));
}

TEST(swap_takes_the_indices_along) {
    start();
    enable(ALL);
    for (unsigned col = 0; col < 8; col++) {
        core.sfpu.lane_config[col] = 4; /* ENABLE_DEST_INDEX */
    }
    set_all(1, 5);
    set_all(2, 3);
    set_all(5, 0x51);
    set_all(6, 0x62);
    RUN_WORDS(TT_OP_SFPSWAP(0, 2, 1, 1)); /* VD = LReg1 gets the smaller one */
    CHECK(all_are(1, 3) && all_are(2, 5) && all_are(5, 0x62) && all_are(6, 0x51));
    RUN_WORDS(TT_OP_SFPSWAP(0, 2, 1, 1)); /* in order now */
    CHECK(all_are(1, 3) && all_are(2, 5) && all_are(5, 0x62) && all_are(6, 0x51));
}

TEST(swap_with_indices_in_some_columns_alone) {
    start();
    enable(ALL);
    core.sfpu.lane_config[3] = 4;
    set_all(1, 5);
    set_all(5, 0x51);
    set_all(6, 3); /* a value in most columns, the index of LReg2 in column 3 */
    RUN_WORDS(TT_OP_SFPSWAP(0, 6, 1, 1));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        bool indexed = lane % 8 == 3; /* there VC is not written as a value, but as an index */
        CHECK_EQ(lane_of(1, lane), 3);
        CHECK_EQ(lane_of(6, lane), indexed ? 0x51 : 5);
        CHECK_EQ(lane_of(5, lane), indexed ? 3 : 0x51);
    }
}

TEST(transp_exchanges_rows_and_registers) {
    start();
    enable(0xFFFFFF00u); /* row 0 is off: nothing arrives there */
    for (unsigned reg = 0; reg < 8; reg++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            core.sfpu.lreg[reg][lane] = 100 * reg + lane;
        }
    }
    RUN_WORDS(TT_OP_SFPTRANSP(0, 0, 0, 0));
    for (unsigned reg = 0; reg < 8; reg++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            unsigned row = lane / 8, from = (reg & 4u) + row;
            uint32_t there = 100 * from + (reg & 3u) * 8 + lane % 8;
            CHECK_EQ(lane_of(reg, lane), row ? there : 100 * reg + lane);
        }
    }
}

/* In lanes that are on and in others: copies, signs, all lanes, what templates hold. */
TEST(bit_2_of_the_mode_of_a_move_is_ignored) {
    static const uint8_t modes[] = {0, 1, 2, 3, 8, 9, 10, 11};
    for (unsigned i = 0; i < sizeof modes; i++) {
        uint32_t with[STX_LANES];
        start();
        enable(0x0F0F1234);
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            core.sfpu.lreg[1][lane] = 0x3F800000u + lane;
        }
        core.sfpu.templates[1] = 0x12345678;
        RUN_WORDS(TT_OP_SFPMOV(0, 1, 2, modes[i] | 4));
        memcpy(with, core.sfpu.lreg[2], sizeof with);
        set_all(2, 0);
        RUN_WORDS(TT_OP_SFPMOV(0, 1, 2, modes[i]));
        CHECK(memcmp(with, core.sfpu.lreg[2], sizeof with) == 0);
    }
}

int main(void) {
    RUN(exexp_takes_the_exponent_out);
    RUN(exman_takes_the_mantissa_out);
    RUN(setexp_setman_setsgn_put_one_field_in);
    RUN(divp2_sets_or_adds_to_the_exponent);
    RUN(divp2_exman_and_abs_look_at_bit_0_of_their_modes_on_silicon);
    RUN(mov_copies_and_negates);
    RUN(mov_2_copies_in_lanes_that_are_off_too);
    RUN(mov_8_reads_what_configures_the_unit);
    RUN(mov_of_the_generator_steps_enabled_lanes);
    RUN(loadi_in_all_modes);
    RUN(swap_sorts_lane_by_lane_and_0_swaps_always);
    RUN(swap_the_other_way_round_with_exchange);
    RUN(swap_with_a_constant_changes_the_register_alone);
    RUN(swap_takes_the_indices_along);
    RUN(swap_with_indices_in_some_columns_alone);
    RUN(transp_exchanges_rows_and_registers);
    RUN(bit_2_of_the_mode_of_a_move_is_ignored);
    return test_summary();
}
