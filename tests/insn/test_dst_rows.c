/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Where a row of Dst is: remap, swizzle, 32-bit pairs, the debug bit, wrapping at 1024, and ZEROACC
 * (SPEC 5, 6.7). The mappings here are written bit by bit, apart from the library's masks. */
#include "insn/fpu.h"
#include "regs/dst.h"

static unsigned bit(unsigned row, unsigned n) {
    return row >> n & 1u;
}

/* remap: bits 5, 4, 3 <- 3, 5, 4. */
static unsigned remapped(unsigned row) {
    return (row & 0x3C7u) | bit(row, 3) << 5 | bit(row, 5) << 4 | bit(row, 4) << 3;
}

/* swizzle: bit 3 <- bits 4 and 2 added, bit 2 <- bit 3. */
static unsigned swizzled(unsigned row) {
    return (row & 0x3F3u) | (bit(row, 4) ^ bit(row, 2)) << 3 | bit(row, 3) << 2;
}

/* A 32-bit element has its low half 8 rows below: blocks of eight rows become pairs of blocks. */
static unsigned paired(unsigned row) {
    return (row & 0x207u) | (row & 0x1F8u) << 1;
}

static unsigned physical(unsigned row, uint32_t access, bool wide) {
    row = access & REMAP ? remapped(row) : row;
    if (!wide) {
        return row;
    }
    return paired(access & SWIZZLE_32B ? swizzled(row) : row);
}

/* ZEROACC of one row shows the physical row by its valid bit. */
static unsigned row_of(uint32_t word) {
    unsigned found = 9999;
    memset(core.dst.valid, 0xFF, sizeof core.dst.valid);
    if (stx_try(&core, 0, word) != STX_DONE) {
        return 9998;
    }
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        if (!stx_dst_row_valid(&core, row)) {
            found = found == 9999 ? row : 9997;
        }
    }
    return found;
}

TEST(a_handful_of_rows_by_hand) {
    CHECK_EQ(physical(8, REMAP, false), 32);
    CHECK_EQ(physical(16, REMAP, false), 8);
    CHECK_EQ(physical(32, REMAP, false), 16);
    CHECK_EQ(physical(4, SWIZZLE_32B, true), 16);
    CHECK_EQ(physical(8, SWIZZLE_32B, true), 4);
    CHECK_EQ(physical(16, SWIZZLE_32B, true), 48);
    CHECK_EQ(physical(8, 0, true), 16);
    CHECK_EQ(physical(511, 0, true), 0x3F7);
}

TEST(every_row_in_every_mapping) {
    for (unsigned n = 0; n < 8 * 1024; n++) {
        unsigned row = n % 1024, access = n / 1024 % 4, wide = n / 4096;
        start(BF16, BF16);
        set_access(access);
        if (wide) {
            set_dst32();
        }
        CHECK_EQ(row_of(TT_OP_ZEROACC(0, 0, 0, 0, row)), physical(row, access, wide));
    }
}

TEST(the_debug_bit_puts_16_bit_rows_where_32_bit_rows_are) {
    for (unsigned n = 0; n < 4 * 512; n++) {
        unsigned row = n % 512, access = n / 512;
        start(BF16, BF16);
        set_access(access);
        core.dbg_feature_disable = 1u << 11;
        CHECK_EQ(row_of(TT_OP_ZEROACC(0, 0, 0, 0, row)), physical(row, access, true));
        set_src(A, 0, 3, ONE);
        before = core;
        EXECUTE(TT_OP_MOVA2D(0, 0, 0, 0, row));
        CHECK_EQ(rows_changed(), 1);
        CHECK_EQ(stx_dst_peek(&core, physical(row, access, true), 3), 0x7F);
    }
}

/* field + MATH_Offset + RWC.Dst + DEST_REGW_BASE, modulo 1024. */
TEST(the_four_parts_of_a_row_add_up_and_wrap) {
    for (unsigned n = 0; n < 1000; n++) {
        start(BF16, BF16);
        uint32_t field = random32() % 1024, offset = random32() % 4096;
        core.tcfg[0][MATH_OFFSET] = (uint16_t)offset;
        core.rwc[0].dst = (uint16_t)(random32() % 1024);
        core.cfg[0][6] = random32() % 65536;
        uint32_t sum = field + offset + core.rwc[0].dst + core.cfg[0][6];
        CHECK_EQ(row_of(TT_OP_ZEROACC(0, 0, 0, 0, field)), sum % 1024);
    }
}

/* A matmul through remap and swizzle: each row lands where the mapping says, nothing else moves. */
TEST(mvmul_follows_the_mapping) {
    for (unsigned n = 0; n < 4 * 2 * 64; n++) {
        unsigned access = n % 4, wide = n / 4 % 2, d0 = n / 8 * 8;
        start(BF16, BF16);
        set_access(access);
        if (wide) {
            set_dst32();
        }
        set_src(A, 0, 0, ONE);
        for (unsigned i = 0; i < 8; i++) {
            set_src(B, i, 0, ONE + (i << 17));
        }
        before = core;
        EXECUTE(TT_OP_MVMUL(0, 0, 0, d0));
        CHECK_EQ(rows_changed(), 8);
        for (unsigned i = 0; i < 8; i++) { /* bfloat16 3F80 + 2 i in storage order */
            CHECK_EQ(stx_dst_peek(&core, physical(d0 + i, access, wide), 0), 2 * i << 8 | 0x7F);
        }
    }
}

static bool only_valid_outside(unsigned first, unsigned rows, unsigned skip) {
    for (unsigned row = 0; row < 1024; row++) {
        bool inside = row >= first && row < first + rows && !(row & skip);
        if (stx_dst_row_valid(&core, row) == inside) {
            return false;
        }
    }
    return true;
}

TEST(zeroacc_of_sixteen_rows_halves_and_all) {
    for (unsigned tile = 0; tile < 64; tile++) {
        start(BF16, BF16);
        EXECUTE(TT_OP_ZEROACC(1, 0, 0, 0, tile));
        CHECK(only_valid_outside(16 * tile, 16, 0));
        start(BF16, BF16);
        EXECUTE(TT_OP_ZEROACC(1, 1, 0, 0, tile)); /* 32 bits: two blocks of eight, valid bits of */
        CHECK(only_valid_outside(32 * tile, tile < 32 ? 32 : 0, 8)); /* the high halves */
    }
    for (unsigned half = 0; half < 2; half++) {
        start(BF16, BF16);
        EXECUTE(TT_OP_ZEROACC(2, half, 0, 0, half));
        CHECK(only_valid_outside(512 * half, 512, 0));
    }
    EXECUTE(TT_OP_ZEROACC(3, 0, 0, 0, 0));
    CHECK(only_valid_outside(0, 1024, 0));
    EXECUTE(TT_OP_ZEROACC(3, 0, 1, 0, 0)); /* and back */
    CHECK(only_valid_outside(0, 0, 0));
}

/* Remapped or not, sixteen rows are those that words of one row reach; the simulator's are not
 * remapped. */
TEST(zeroacc_of_sixteen_rows_is_remapped) {
    for (unsigned n = 0; n < 4 * 64 * 4; n++) {
        unsigned access = (n & 1u) * REMAP | (n >> 1 & 1u) * SWIZZLE_32B, tile = n >> 2 & 63u;
        unsigned wide = n >> 8 & 1u, simulator = n >> 9, there = !wide || tile < 32;
        start(BF16, BF16);
        stx_departure_set_all(&core, simulator ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        set_access(access);
        EXECUTE(TT_OP_ZEROACC(1, wide, 0, 0, tile));
        unsigned cleared = 0, right = 0, first = 16 * tile;
        for (unsigned row = 0; row < STX_DST_ROWS; row++) {
            cleared += !stx_dst_row_valid(&core, row);
        }
        for (unsigned row = first; row < first + 16; row++) {
            unsigned where = physical(row, simulator ? 0 : access, wide);
            right += there && !stx_dst_row_valid(&core, where);
        }
        CHECK_EQ(cleared, there ? 16 : 0);
        CHECK_EQ(right, cleared);
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_ZEROACC_REMAPPED), there && access);
    }
}

/* Kernels may say CLR_HALF_32B and CLR_ALL_32B (6 and 7): hardware ignores bit 21 of the word. */
TEST(zeroacc_codes_6_and_7_are_2_and_3) {
    for (unsigned i = 0; i < 8; i++) {
        unsigned half = i & 1u, wide = i >> 1 & 1u, valid = i >> 2;
        start(BF16, BF16);
        core.tcfg[0][ADDR_MOD_DST + 5] = 24;
        EXECUTE(TT_OP_ZEROACC(3, 0, !valid, 0, 0));
        EXECUTE(0x10000000u | 6u << 19 | wide << 18 | valid << 17 | 5u << 14 | half);
        CHECK(valid ? only_valid_outside(512 * !half, 512, 0)
                    : only_valid_outside(512 * half, 512, 0));
        EXECUTE(0x10000000u | 7u << 19 | wide << 18 | valid << 17 | 5u << 14);
        CHECK(only_valid_outside(0, valid ? 0 : 1024, 0));
        CHECK_EQ(core.rwc[0].dst, 0);
    }
    EXPECT_FAULT(0x10000000u | 4u << 19, UNDEFINED_MODE);
    EXPECT_FAULT(0x10000000u | 5u << 19, UNDEFINED_MODE);
    EXPECT_FAULT(0x10000000u | 6u << 19 | 1u << 22, RESERVED_BITS);
}

TEST(zeroacc_of_sixteen_rows_is_relative_to_the_half_unless_absolute) {
    for (unsigned n = 0; n < 8; n++) {
        unsigned wide = n & 1u, upper = n >> 1 & 1u, absolute = n >> 2;
        start(BF16, BF16);
        set_access(absolute << 3);
        core.tcfg[0][MATH_OFFSET] = upper ? (wide ? 256 : 512) : 0;
        core.rwc[0].dst = 40;
        EXECUTE(TT_OP_ZEROACC(1, wide, 0, 0, 3));
        unsigned tile = 3 + (upper && !absolute ? (wide ? 16 : 32) : 0);
        CHECK(only_valid_outside((wide ? 32 : 16) * tile, wide ? 32 : 16, wide ? 8 : 0));
    }
}

/* Measured on a p150b (tt-metal pull request 54295): row offset, block, the block that is cleared;
 * the simulator asks the row alone. */
TEST(zeroacc_of_a_block_behind_the_half_of_its_row_clears_the_other_half) {
    static const struct {
        unsigned row, block, clears, simulator;
    } probe[] = {{480, 31, 31, 31}, {488, 31, 63, 31}, {496, 31, 63, 31}, {496, 0, 0, 0},
                 {496, 15, 15, 15}, {496, 16, 48, 16}, {512, 0, 32, 32},  {1000, 31, 31, 63}};
    for (unsigned i = 0; i < 2 * sizeof probe / sizeof probe[0]; i++) {
        unsigned n = i / 2, simulator = i & 1u, offset = probe[n].row / 2;
        start(BF16, BF16);
        stx_departure_set_all(&core, simulator ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        core.tcfg[0][MATH_OFFSET] = probe[n].row - offset; /* the row is a sum of two counters */
        core.rwc[0].dst = (uint16_t)offset;
        EXECUTE(TT_OP_ZEROACC(1, 0, 0, 0, probe[n].block));
        CHECK(only_valid_outside(16 * (simulator ? probe[n].simulator : probe[n].clears), 16, 0));
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_ZEROACC_HALF),
                 probe[n].clears != probe[n].simulator);
    }
}

TEST(zeroacc_applies_addr_mod_for_one_and_sixteen_rows_only) {
    for (unsigned mode = 0; mode < 4; mode++) {
        start(BF16, BF16);
        core.tcfg[0][ADDR_MOD_DST + 5] = 24;
        EXECUTE(TT_OP_ZEROACC(mode, 0, 0, 5, 0));
        CHECK_EQ(core.rwc[0].dst, mode < 2 ? 24 : 0);
    }
}

/* The documented cells of 1.0, -2.0 and 1.5: sign, mantissa, exponent. */
TEST(numbers_put_into_dst_are_there_as_documented) {
    start(BF16, BF16);
    for (unsigned row = 0; row < 64; row++) {
        stx_dst_row_set_valid(&core, row, false);
    }
    stx_dst_set_bf16(&core, 1, 3, 0x3F80);
    CHECK_EQ(stx_dst_peek(&core, 1, 3), 127);
    stx_dst_set_bf16(&core, 9, 3, 0xC000); /* a row of low halves has the other order inside */
    CHECK_EQ(stx_dst_peek(&core, 9, 3), 0x8000 | 128);
    stx_dst_set_fp16(&core, 2, 15, 0x3E00);
    CHECK_EQ(stx_dst_peek(&core, 2, 15), 1u << 14 | 15);
    stx_dst_set_f32(&core, 16, 0, 0x3FC08001); /* its halves are in physical rows 32 and 40 */
    CHECK_EQ(stx_dst_peek(&core, 32, 0), 0x40 << 8 | 127);
    CHECK_EQ(stx_dst_peek(&core, 40, 0), 0x8001);
    CHECK(stx_dst_row_valid(&core, 1) && stx_dst_row_valid(&core, 9));
    CHECK(stx_dst_row_valid(&core, 2) && stx_dst_row_valid(&core, 32));
    CHECK(!stx_dst_row_valid(&core, 0) && !stx_dst_row_valid(&core, 3));
}

int main(void) {
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, numbers_put_into_dst_are_there_as_documented);
    RUN(a_handful_of_rows_by_hand);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, every_row_in_every_mapping);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, the_debug_bit_puts_16_bit_rows_where_32_bit_rows_are);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, the_four_parts_of_a_row_add_up_and_wrap);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, mvmul_follows_the_mapping);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, zeroacc_of_sixteen_rows_halves_and_all);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, zeroacc_of_sixteen_rows_is_remapped);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, zeroacc_codes_6_and_7_are_2_and_3);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES,
           zeroacc_of_sixteen_rows_is_relative_to_the_half_unless_absolute);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES && STX_ARCH == STX_ARCH_BLACKHOLE,
           zeroacc_of_a_block_behind_the_half_of_its_row_clears_the_other_half);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, zeroacc_applies_addr_mod_for_one_and_sixteen_rows_only);
    return test_summary();
}
