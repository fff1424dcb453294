/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * SFPLOAD and SFPSTORE (SPEC 8.2): every format, every 16-bit cell; addresses, the stack, blocks,
 * exchanged columns, captured indices. Cells are in documented storage order. */
#include "sfpu.h"

#define ALL UINT32_MAX

static uint32_t seed = 0x4C445354u;

static void all_rows_valid(bool valid) {
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        stx_dst_row_set_valid(&core, row, valid);
    }
}

static void begin(void) {
    start();
    enable(ALL);
    all_rows_valid(true);
}

/* A lane of an access at address A: its row within four, its column. */
static unsigned row_of(unsigned lane) {
    return lane / 8;
}
static unsigned col_of(unsigned lane, unsigned address) {
    return 2 * (lane % 8) + (address >> 1 & 1u);
}

/* What a 16-bit cell c means in a format; old: what the register held. */
static uint32_t loaded(unsigned mod, uint32_t c, uint32_t old) {
    uint32_t sign = c / 0x8000u * 0x80000000u, e5 = c % 32, m10 = c / 32 % 1024;
    switch (mod) {
    case 1:
        return sign + (e5 ? e5 + 112 : 0) * 0x800000u + m10 * 0x2000u;
    case 2:
        return sign + c % 256 * 0x800000u + c / 256 % 128 * 0x10000u;
    case 5:
        return sign + c / 32 % 256;
    case 13:
        return sign + m10;
    case 7:
        return c * 0x10000u;
    case 8:
        return sign + c % 0x8000u;
    case 11:
        return 0;
    case 14:
        return old / 0x10000u * 0x10000u + c;
    case 15:
        return c * 0x10000u + old % 0x10000u;
    default:
        return c; /* 6, 9 */
    }
}

TEST(load_of_every_16_bit_cell_in_every_format) {
    static const unsigned mods[] = {1, 2, 5, 6, 7, 8, 9, 11, 13, 14, 15};
    begin();
    for (uint32_t first = 0; first < 0x10000u; first += STX_LANES) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            stx_dst_poke(&core, row_of(lane), col_of(lane, 0), first + lane);
        }
        for (unsigned i = 0; i < sizeof mods / sizeof mods[0]; i++) {
            set_all(3, 0xCAFEBABEu);
            RUN_WORDS(TT_OP_SFPLOAD(3, mods[i], 0, 0));
            for (unsigned lane = 0; lane < STX_LANES; lane++) {
                CHECK_EQ(lane_of(3, lane), loaded(mods[i], first + lane, 0xCAFEBABEu));
            }
        }
    }
}

/* Cells of a value as binary32: sign, 7 bits of mantissa, exponent; then 16 bits of mantissa. */
static uint32_t high_half(uint32_t v) {
    return v / 0x80000000u * 0x8000u + v / 0x10000u % 128 * 256 + v / 0x800000u % 256;
}

TEST(load_of_32_bits_is_raw) {
    static const unsigned mods[] = {3, 4, 12};
    begin();
    for (unsigned round = 0; round < 3000; round++) {
        uint32_t v = test_random(&seed);
        stx_dst_poke(&core, 0, 0, high_half(v));
        stx_dst_poke(&core, 8, 0, v % 0x10000u);
        RUN_WORDS(TT_OP_SFPLOAD(3, mods[round % 3], 0, 0));
        CHECK_EQ(lane_of(3, 0), v);
    }
}

TEST(load_with_fp16a_inf) {
    begin();
    core.sfpu.lane_config[0] = 1;
    stx_dst_poke(&core, 0, 0, 0xFFFF);
    stx_dst_poke(&core, 0, 2, 0xFFFF);
    RUN_WORDS(TT_OP_SFPLOAD(3, 1, 0, 0));
    CHECK_EQ(lane_of(3, 0), 0xFF800000u);
    CHECK_EQ(lane_of(3, 1), loaded(1, 0xFFFF, 0));
}

struct cells {
    bool wide;
    uint32_t high, low;
};

static struct cells to_fp16(uint32_t v) {
    uint32_t sign = v / 0x80000000u * 0x8000u, e = v / 0x800000u % 256;
    if (e <= 112) {
        return (struct cells){false, sign, 0};
    }
    uint32_t cell = e > 143 ? 0x7FFFu : v / 0x2000u % 1024 * 32 + e - 112;
    return (struct cells){false, sign + cell, 0};
}

static struct cells stored(unsigned mod, uint32_t v) {
    uint32_t sign = v / 0x80000000u * 0x8000u;
    uint32_t flushed = v / 0x800000u % 256 ? v : v / 0x80000000u * 0x80000000u;
    switch (mod) {
    case 1:
        return to_fp16(v);
    case 2:
        return (struct cells){false, high_half(flushed), 0};
    case 3:
        return (struct cells){true, high_half(flushed), flushed % 0x10000u};
    case 4:
    case 12:
        return (struct cells){true, high_half(v), v % 0x10000u};
    case 5:
    case 13:
        return (struct cells){false, sign + v % 1024 * 32 + 16, 0};
    case 7:
        return (struct cells){true, v / 0x10000u, v % 0x10000u};
    case 8:
        return (struct cells){false, sign + v % 0x8000u, 0};
    case 9:
        return (struct cells){true, v % 0x10000u, v / 0x10000u};
    case 11:
        return (struct cells){false, 0, 0};
    case 15:
        return (struct cells){false, v / 0x10000u, 0};
    default:
        return (struct cells){false, v % 0x10000u, 0}; /* 6, 14 */
    }
}

static uint32_t some_value(void) {
    uint32_t r = test_random(&seed), kind = test_random(&seed) % 4;
    return kind == 0   ? r
           : kind == 1 ? (r & 0x807FFFFFu) | (100 + r % 50) << 23 /* about binary16 */
           : kind == 2 ? r & 0x807FFFFFu                          /* denormal */
                       : r & 0x8000FFFFu;
}

TEST(store_in_every_format) {
    static const unsigned mods[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15};
    begin();
    for (unsigned round = 0; round < 2000; round++) {
        for (unsigned i = 0; i < sizeof mods / sizeof mods[0]; i++) {
            uint32_t v = some_value();
            struct cells c = stored(mods[i], v);
            stx_dst_poke(&core, 8, 0, 0x1234);
            set_all(3, v);
            RUN_WORDS(TT_OP_SFPSTORE(3, mods[i], 0, 0));
            CHECK_EQ(stx_dst_peek(&core, 0, 0), c.high);
            CHECK_EQ(stx_dst_peek(&core, 8, 0), c.wide ? c.low : 0x1234);
        }
    }
}

TEST(mode_0_is_what_the_configuration_says) {
    begin();
    set_all(3, 0x3FC01234u);
    core.cfg[0][1] = 1u << 30; /* SFPU_Fp32_enabled: 3 */
    RUN_WORDS(TT_OP_SFPSTORE(3, 0, 0, 0));
    CHECK_EQ(stx_dst_peek(&core, 8, 0), 0x1234);
    for (unsigned format = 0; format < 16; format++) {
        bool bf16 = format == 0 || (format >= 4 && format <= 9) || format == 15;
        core.cfg[0][1] = 0;
        core.tcfg[0][4] = (uint16_t)(1u | format << 1);
        RUN_WORDS(TT_OP_SFPSTORE(3, 0, 0, 0));
        CHECK_EQ(stx_dst_peek(&core, 0, 0), stored(bf16 ? 2 : 1, 0x3FC01234u).high);
    }
}

TEST(address_is_a_sum_whose_bit_1_chooses_odd_columns) {
    begin();
    core.tcfg[0][1] = 64;                            /* MATH_Offset */
    core.rwc[0].dst = 8;                             /* RWC.Dst */
    core.cfg[0][6] = 16;                             /* REGW_BASE */
    core.rwc[0].sp = 4 + 2;                          /* (Sp + SP_BASE) & 3 = 2: odd columns */
    stx_dst_poke(&core, 64 + 8 + 16 + 4 + 1, 5, 77); /* second row, third odd column */
    RUN_WORDS(TT_OP_SFPLOAD(3, 6, 0, 4));
    CHECK_EQ(lane_of(3, 8 + 2), 77);
    core.rwc[0].dst = 1020;
    stx_dst_poke(&core, 64 + 16 - 4, 1, 78); /* wraps at 1024 */
    RUN_WORDS(TT_OP_SFPLOAD(3, 6, 0, 0));
    CHECK_EQ(lane_of(3, 0), 78);
}

TEST(odd_addresses_are_refused_or_rounded_down) {
    begin();
    CHECK(undefined(TT_OP_SFPLOAD(3, 6, 0, 1), STX_RULE_SFPU_ADDRESS));
    CHECK(undefined(TT_OP_SFPSTORE(3, 6, 0, 3), STX_RULE_SFPU_ADDRESS));
}

/* What counts is the sum of immediate and counters. */
TEST(an_odd_counter_makes_an_odd_address) {
    begin();
    RUN_WORDS(TT_OP_INCRWC(0, 1, 0, 0));
    CHECK(undefined(TT_OP_SFPLOAD(3, 6, 0, 0), STX_RULE_SFPU_ADDRESS));
    CHECK(undefined(TT_OP_SFPSTORE(3, 6, 0, 2), STX_RULE_SFPU_ADDRESS));
    CHECK(undefined(TT_OP_SFPLOADMACRO(3, 6, 0, 0), STX_RULE_SFPU_ADDRESS));
    RUN_WORDS(TT_OP_SFPLOAD(3, 6, 0, 1), TT_OP_SFPSTORE(3, 6, 0, 3)); /* odd + odd is even */
    RUN_WORDS(TT_OP_INCRWC(0, 1, 0, 0));
    RUN_WORDS(TT_OP_SFPLOAD(3, 6, 0, 0), TT_OP_SFPLOADMACRO(3, 6, 0, 0));
    RUN_WORDS(TT_OP_SFPLOADMACRO(3, 6, 0, 1)); /* bit 0 belongs to VD */
}

TEST(an_odd_stack_pointer_makes_an_odd_address) {
    begin();
    core.rwc[0].sp = 9;
    CHECK(undefined(TT_OP_SFPSTORE(3, 10, 0, 0), STX_RULE_SFPU_ADDRESS));
    CHECK_EQ(core.rwc[0].sp, 9);
    CHECK(undefined(TT_OP_SFPLOAD(3, 10, 0, 0), STX_RULE_SFPU_ADDRESS)); /* SFPU_STACK_Incr is 0 */
    CHECK_EQ(core.rwc[0].sp, 9);
}

TEST(addr_mod_moves_the_counter_even_if_nothing_is_loaded) {
    begin();
    core.tcfg[0][28 + 3] = 6; /* ADDR_MOD_DST_SEC3: increment */
    enable(0);
    RUN_WORDS(TT_OP_SFPLOAD(8, 6, 3, 0), TT_OP_SFPSTORE(1, 6, 3, 0));
    CHECK_EQ(core.rwc[0].dst, 12);
}

TEST(the_stack_pops_before_a_load_and_pushes_after_a_store) {
    begin();
    enable(0x1);
    core.tcfg[0][36] = 8; /* STACK_Incr */
    set_all(1, 0x11111111u);
    set_all(2, 0x22222222u);
    RUN_WORDS(TT_OP_SFPSTORE(1, 10, 0, 0), TT_OP_SFPSTORE(2, 10, 0, 0));
    CHECK_EQ(core.rwc[0].sp, 16);
    RUN_WORDS(TT_OP_SFPLOAD(3, 10, 0, 0), TT_OP_SFPLOAD(4, 10, 0, 0));
    CHECK(all_are(3, 0x22222222u) && all_are(4, 0x11111111u)); /* all lanes, enabled or not */
    CHECK_EQ(core.rwc[0].sp, 0);
    RUN_WORDS(TT_OP_SFPLOAD(5, 10, 0, 0)); /* nothing is popped */
    CHECK(all_are(5, 0x11111111u));
    CHECK_EQ(core.rwc[0].sp, 0);
}

TEST(exchanged_columns) {
    begin();
    core.sfpu.lane_config[2] = 1u << 6; /* DEST_RD_COL_EXCHANGE */
    core.sfpu.lane_config[3] = 1u << 7; /* DEST_WR_COL_EXCHANGE */
    for (unsigned col = 0; col < STX_COLS; col++) {
        stx_dst_poke(&core, 0, col, 100 + col);
    }
    RUN_WORDS(TT_OP_SFPLOAD(3, 6, 0, 0), TT_OP_SFPSTORE(3, 6, 0, 16));
    for (unsigned column = 0; column < 8; column++) {
        unsigned from = 2 * column + (column == 2), to = 2 * column + (column == 3);
        CHECK_EQ(lane_of(3, column), 100 + from);
        CHECK_EQ(stx_dst_peek(&core, 16, to), 100 + from);
    }
}

TEST(blocked_reads_and_writes) {
    begin();
    core.sfpu.lane_config[1] = 1u << 5; /* BLOCK_DEST_RD */
    core.sfpu.lane_config[2] = 1u << 4; /* BLOCK_DEST_WR */
    set_all(3, 9);
    RUN_WORDS(TT_OP_SFPSTORE(3, 6, 0, 0), TT_OP_SFPLOAD(4, 6, 0, 0));
    CHECK_EQ(stx_dst_peek(&core, 0, 2), 9);
    CHECK_EQ(stx_dst_peek(&core, 0, 4), 0);
    CHECK_EQ(lane_of(4, 0), 9);
    CHECK_EQ(lane_of(4, 1), 0);
}

TEST(captured_indices_say_row_and_column) {
    begin();
    for (unsigned col = 0; col < 8; col++) {
        core.sfpu.lane_config[col] = 4 | 8;
    }
    RUN_WORDS(TT_OP_SFPLOAD(2, 6, 0, 34));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(lane_of(6, lane), (32 + lane / 8) * 16 + 2 * (lane % 8) + 1);
    }
}

TEST(invalid_rows_read_as_zero_and_stale_cells_return_with_a_store) {
    begin();
    stx_dst_poke(&core, 0, 0, 0x4444);
    stx_dst_poke(&core, 0, 2, 0x4444);
    stx_dst_poke(&core, 1, 0, 0x4444);
    all_rows_valid(false);
    enable(1); /* lane 0 alone */
    set_all(3, 1);
    RUN_WORDS(TT_OP_SFPLOAD(4, 6, 0, 0), TT_OP_SFPSTORE(3, 6, 0, 0));
    CHECK_EQ(lane_of(4, 0), 0);
    CHECK(stx_dst_row_valid(&core, 0) && !stx_dst_row_valid(&core, 1));
    enable(ALL);
    RUN_WORDS(TT_OP_SFPLOAD(4, 6, 0, 0));
    CHECK_EQ(lane_of(4, 0), 1);
    CHECK_EQ(lane_of(4, 1), 0x4444);
    CHECK_EQ(lane_of(4, 8), 0);
}

int main(void) {
    RUN(load_of_every_16_bit_cell_in_every_format);
    RUN(load_of_32_bits_is_raw);
    RUN(load_with_fp16a_inf);
    RUN(store_in_every_format);
    RUN(mode_0_is_what_the_configuration_says);
    RUN_IF(STX_DST_ROWS >= 512, address_is_a_sum_whose_bit_1_chooses_odd_columns);
    RUN(odd_addresses_are_refused_or_rounded_down);
    RUN_IF(STX_MACROS, an_odd_counter_makes_an_odd_address);
    RUN(an_odd_stack_pointer_makes_an_odd_address);
    RUN(addr_mod_moves_the_counter_even_if_nothing_is_loaded);
    RUN(the_stack_pops_before_a_load_and_pushes_after_a_store);
    RUN(exchanged_columns);
    RUN(blocked_reads_and_writes);
    RUN(captured_indices_say_row_and_column);
    RUN(invalid_rows_read_as_zero_and_stale_cells_return_with_a_store);
    return test_summary();
}
