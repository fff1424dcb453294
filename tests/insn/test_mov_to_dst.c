/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * MOVA2D, MOVB2D: rows, broadcasts, widths, low halves, blocked columns (SPEC 6.8, D.1). */
#include "insn/fpu.h"

enum { ONE_ROW = 0, EIGHT_ROWS = 2 };                   /* MOVA2D */
enum { COLUMN_0 = 1, ROW_TO_EIGHT = 2, FOUR_ROWS = 4 }; /* MOVB2D */
enum { HIGH = 0, LOW = 1 };

/* A different value everywhere: 1.row column, exact in BF16 (row < 8) and in FP16. */
static uint32_t value(unsigned row, unsigned col) {
    return ONE | (row % 8) << 20 | col << 16;
}

static void number(unsigned source) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        set_src(source, i / 16, i % 16, value(i / 16, i % 16));
    }
}

TEST(mova2d_of_one_row_takes_any_row_to_any_row) {
    for (unsigned n = 0; n < 64; n++) {
        start(BF16, BF16);
        number(A);
        core.rwc[0].srca = 20;
        core.rwc[0].dst = 100;
        core.tcfg[0][MATH_OFFSET] = 512;
        EXECUTE(TT_OP_MOVA2D(HIGH, n, 0, ONE_ROW, 3 * n));
        for (unsigned col = 0; col < 16; col++) {
            CHECK_EQ(stx_dst_bf16(&core, 612 + 3 * n, col), value((20 + n) % 64, col) >> 16);
            CHECK_EQ(stx_dst_bf16(&core, 613 + 3 * n, col), 0);
            CHECK_EQ(stx_dst_bf16(&core, 611 + 3 * n, col), 0);
        }
    }
}

TEST(mova2d_on_the_simulators_side_writes_16_bits_even_if_dst_is_set_to_32) {
    start(BF16, BF16);
    number(A);
    stx_departure_set_all(&core, STX_SIDE_SIMULATOR);
    set_dst32();
    EXECUTE(TT_OP_MOVA2D(HIGH, 0, 0, EIGHT_ROWS, 8));
    for (unsigned row = 8; row < 24; row++) {
        CHECK_EQ(stx_dst_bf16(&core, row, 9), row < 16 ? value(row, 9) >> 16 : 0);
    }
}

TEST(tf32_writes_32_bits_with_13_zeroes_even_if_dst_is_set_to_16) {
    start(TF32, TF32);
    set_src(A, 3, 4, 0x3FABE000);
    set_f32(2, 4, 0x11111111);
    EXECUTE(TT_OP_MOVA2D(HIGH, 3, 0, ONE_ROW, 2));
    CHECK_EQ(stx_dst_f32(&core, 2, 4), 0x3FABE000);
    CHECK_EQ(stx_dst_peek(&core, 10, 4), 0xE000); /* the low half is 8 rows below */
}

TEST(fp16_drops_the_upper_exponent_bits) {
    start(FP16, FP16);
    set_src(A, 0, 0, 0x80000000u | 17u << 23 | 0x3FFu << 13);
    EXECUTE(TT_OP_MOVA2D(HIGH, 0, 0, ONE_ROW, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 0), 0xC7FF);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 0xFFF1); /* sign, mantissa, exponent */
}

TEST(fp16a_force_writes_fp16_whatever_the_format) {
    start(BF16, BF16);
    core.tcfg[0][FORCE_FP16] = 1;
    set_src(A, 0, 0, 17u << 23 | 0x3FFu << 13);
    set_src(B, 0, 1, 17u << 23 | 0x3FFu << 13);
    EXECUTE(TT_OP_MOVA2D(HIGH, 0, 0, ONE_ROW, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 0), 0x47FF);
    EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 1), 0x47FF);
}

TEST(fp16a_force_and_tf32_have_no_rule) {
    start(TF32, TF32);
    core.tcfg[0][FORCE_FP16] = 1;
    EXPECT_FAULT(TT_OP_MOVA2D(HIGH, 0, 0, ONE_ROW, 0), BAD_FORMAT);
    EXPECT_FAULT(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0), BAD_FORMAT);
}

TEST(the_low_half_replaces_16_bits_of_a_32_bit_element) {
    start(BF16, BF16);
    set_src(A, 5, 6, 0xC0490000);
    set_f32(19, 6, 0x3F812345);
    EXECUTE(TT_OP_MOVA2D(LOW, 5, 0, ONE_ROW, 19));
    /* bfloat16 C049 is stored as sign, mantissa 49, exponent 80. */
    CHECK_EQ(stx_dst_f32(&core, 19, 6), 0x3F81C980);
}

TEST(the_low_half_of_an_invalid_row_makes_the_high_half_zero) {
    start(BF16, BF16);
    set_src(A, 0, 6, 0xC0490000);
    set_f32(19, 6, 0x3F812345);
    EXECUTE(TT_OP_ZEROACC(3, 0, 0, 0, 0));
    EXECUTE(TT_OP_MOVA2D(LOW, 0, 0, ONE_ROW, 19));
    CHECK_EQ(stx_dst_f32(&core, 19, 6), 0x0000C980);
}

TEST(tf32_with_the_low_half_is_undefined) {
    start(TF32, TF32);
    EXPECT_FAULT(TT_OP_MOVA2D(LOW, 0, 0, ONE_ROW, 0), UNDEFINED_MODE);
    EXPECT_FAULT(TT_OP_MOVB2D(LOW, 0, 0, 0, 0), UNDEFINED_MODE);
}

TEST(exponent_zero_is_flushed_unless_kept) {
    for (unsigned keep = 0; keep < 2; keep++) {
        start(BF16, BF16);
        core.cfg[0][2] = keep;
        set_src(A, 0, 0, 0x80550000);
        set_src(B, 0, 0, 0x80550000);
        EXECUTE(TT_OP_MOVA2D(HIGH, 0, 0, ONE_ROW, 0));
        EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 1));
        CHECK_EQ(stx_dst_bf16(&core, 0, 0), keep ? 0x8055 : 0);
        CHECK_EQ(stx_dst_bf16(&core, 1, 0), keep ? 0x8055 : 0);
    }
}

/* Rows moved and the source of each, for the eight modes of MOVB2D. */
TEST(eight_modes_of_movb2d) {
    for (unsigned mode = 0; mode < 8; mode++) {
        unsigned rows = mode & ROW_TO_EIGHT ? 8 : mode & FOUR_ROWS ? 4 : 1;
        start(BF16, BF16);
        number(B);
        unsigned src = mode == ROW_TO_EIGHT || mode == 0 ? 21 : 20, d0 = 24;
        EXECUTE(TT_OP_MOVB2D(HIGH, src, 0, mode, d0));
        for (unsigned i = 0; i < 12 * 16; i++) {
            unsigned row = mode & ROW_TO_EIGHT ? src : src + i / 16;
            unsigned col = mode & COLUMN_0 ? 0 : i % 16;
            uint32_t want = i / 16 < rows ? value(row, col) >> 16 : 0;
            CHECK_EQ(stx_dst_bf16(&core, d0 + i / 16, i % 16), want);
        }
    }
}

/* BLOCK_DEST_MOV: bits 9 and 10 of LaneConfig[c / 2] keep column c from being written. */
TEST(blocked_columns_stay_and_read_zero_in_an_invalid_row) {
    start(BF16, BF16);
    number(A);
    core.sfpu.lane_config[2] = 1u << 10; /* column 5 */
    core.sfpu.lane_config[7] = 1u << 9;  /* column 14 */
    for (unsigned col = 0; col < 16; col++) {
        set_bf16(0, col, 0x4444);
        set_bf16(1, col, 0x4444);
    }
    stx_dst_row_set_valid(&core, 1, false);
    EXECUTE(TT_OP_MOVA2D(HIGH, 0, 0, ONE_ROW, 0));
    EXECUTE(TT_OP_MOVA2D(HIGH, 1, 0, ONE_ROW, 1));
    for (unsigned col = 0; col < 16; col++) {
        bool blocked = col == 5 || col == 14;
        CHECK_EQ(stx_dst_bf16(&core, 0, col), blocked ? 0x4444 : value(0, col) >> 16);
        CHECK_EQ(stx_dst_bf16(&core, 1, col), blocked ? 0 : value(1, col) >> 16);
    }
}

/* Implied formats: MOVB2D takes what SrcB's bank remembers for both roles. */
TEST(movb2d_takes_the_format_remembered_for_srcb) {
    start(BF16, BF16);
    core.tcfg[0][2] = core.tcfg[0][3] = 0;
    core.srca.format[0] = BF16;
    core.srcb.format[0] = FP16;
    set_src(B, 0, 0, 17u << 23 | 0x3FFu << 13);
    EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 0), 0x47FF);
}

TEST(an_override_beats_the_explicit_format_but_not_the_implied_one) {
    start(BF16, BF16);
    core.cfg[0][0] = 1u << 4 | FP16;
    set_src(A, 0, 0, 17u << 23);
    EXECUTE(TT_OP_MOVA2D(HIGH, 0, 0, ONE_ROW, 0));
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 17); /* FP16: 5-bit exponent at the bottom */
    core.tcfg[0][2] = 0;
    core.srca.format[0] = TF32;
    set_src(A, 0, 0, 0x3F80E000);
    EXECUTE(TT_OP_MOVA2D(HIGH, 0, 0, ONE_ROW, 0));
    CHECK_EQ(stx_dst_peek(&core, 8, 0), 0xE000);
}

/* Wherever SrcA is, MOVDBGA2D leaves what MOVA2D leaves of a valid bank. */
TEST(movdbga2d_is_mova2d_without_the_wait) {
    for (unsigned n = 0; n < 64; n++) {
        const uint32_t fields =
            TT_OP_MOVA2D(HIGH, n & ~7u, 0, n & 1u ? EIGHT_ROWS : ONE_ROW, 8) & 0xFFFFFFu;
        start(BF16, BF16);
        number(A);
        core.rwc[0].srca = n & 2u ? 16 : 0;
        core.rwc[0].dst = n & 4u ? 32 : 0;
        before = core;
        EXECUTE(0x12u << 24 | fields);
        struct stx_dst want = core.dst;
        core = before;
        core.srca.fpu_owns[0] = 0;
        CHECK_EQ(stx_try(&core, 0, 0x12u << 24 | fields), STX_WAIT);
        EXECUTE(0x09u << 24 | fields);
        CHECK(memcmp(&core.dst, &want, sizeof want) == 0);
        CHECK_EQ(core.srca.fpu_owns[0], 0);
    }
}

/* The bank's remembered format is FP16, whose elements have other bits. */
TEST(the_implied_format_of_a_bank_that_is_not_the_fpus_is_sfpu_dest_fmt) {
    enum { DEST_FMT = 4 }; /* bits 4:1 */
    for (unsigned n = 0; n < 4; n++) {
        bool owned = n & 1u, simulated = n & 2u;
        start(BF16, BF16);
        stx_departure_set_all(&core, simulated ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        core.tcfg[0][2] = 0;
        core.tcfg[0][DEST_FMT] = BF16 << 1;
        core.srca.format[0] = FP16;
        core.srca.fpu_owns[0] = owned;
        set_src(A, 0, 0, ONE);
        EXECUTE(TT_OP_MOVDBGA2D(HIGH, 0, 0, ONE_ROW, 0));
        bool other = !owned && !simulated;
        CHECK_EQ(other ? stx_dst_bf16(&core, 0, 0) : stx_dst_fp16(&core, 0, 0),
                 other ? ONE >> 16 : 0x7C00);
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_MOVD2A_BANK_FORMAT), !owned);
    }
}

int main(void) {
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, mova2d_of_one_row_takes_any_row_to_any_row);
    RUN(mova2d_on_the_simulators_side_writes_16_bits_even_if_dst_is_set_to_32);
    RUN_IF(STX_SRC_LOW, tf32_writes_32_bits_with_13_zeroes_even_if_dst_is_set_to_16);
    RUN_IF(STX_SRC_LOW, fp16_drops_the_upper_exponent_bits);
    RUN_IF(STX_SRC_LOW, fp16a_force_writes_fp16_whatever_the_format);
    RUN(fp16a_force_and_tf32_have_no_rule);
    RUN(the_low_half_replaces_16_bits_of_a_32_bit_element);
    RUN(the_low_half_of_an_invalid_row_makes_the_high_half_zero);
    RUN(tf32_with_the_low_half_is_undefined);
    RUN(exponent_zero_is_flushed_unless_kept);
    RUN(eight_modes_of_movb2d);
    RUN(blocked_columns_stay_and_read_zero_in_an_invalid_row);
    RUN_IF(STX_SRC_LOW, movb2d_takes_the_format_remembered_for_srcb);
    RUN_IF(STX_SRC_LOW, an_override_beats_the_explicit_format_but_not_the_implied_one);
    RUN(movdbga2d_is_mova2d_without_the_wait);
    RUN_IF(STX_SRC_LOW, the_implied_format_of_a_bank_that_is_not_the_fpus_is_sfpu_dest_fmt);
    return test_summary();
}
