/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * MOVD2A, MOVD2B, MOVB2A: rows, widths, halves, formats (SPEC 6.8, D.1). */
#include "insn/fpu.h"

enum { ONE_ROW = 0, FOUR_ROWS = 2 };
enum { HIGH = 0, LOW = 1 };

static uint32_t move_word(unsigned source, unsigned low, unsigned src, unsigned mode,
                          unsigned dst) {
    return source ? TT_OP_MOVD2B(low, src, 0, mode, dst) : TT_OP_MOVD2A(low, src, 0, mode, dst);
}

TEST(one_row_and_four_rows_of_bf16) {
    for (unsigned n = 0; n < 4; n++) {
        unsigned source = n % 2, rows = n / 2 ? 4 : 1;
        start(BF16, BF16);
        for (unsigned i = 0; i < 1024 * 16; i++) {
            set_bf16(i / 16, i % 16, 0x3F80 + i % 64);
        }
        core.rwc[0].srca = core.rwc[0].srcb = 8;
        core.rwc[0].dst = 64;
        uint32_t src = n / 2 ? 52 : 53, dst = n / 2 ? 40 : 41;
        EXECUTE(move_word(source, HIGH, src, rows == 4 ? FOUR_ROWS : ONE_ROW, dst));
        for (unsigned i = 0; i < 64 * 16; i++) {
            unsigned row = i / 16, first = (src + 8) % 64;
            bool moved = row >= first && row < first + rows;
            uint32_t from = (64 + dst + row - first) * 16 + i % 16;
            CHECK_EQ(get_src(source, row, i % 16), moved ? (0x3F80 + from % 64) << 16 : 0);
        }
    }
}

TEST(fp16_keeps_ten_mantissa_bits) {
    for (unsigned source = 0; source < 2; source++) {
        start(FP16, FP16);
        set_fp16(9, 2, 0xABCD);
        EXECUTE(move_word(source, HIGH, 4, ONE_ROW, 9));
        CHECK_EQ(get_src(source, 4, 2), 0x80000000u | 0x2BCDu << 13);
    }
}

TEST(a_32_bit_dst_gives_tf32_19_bits_and_others_the_high_half) {
    for (unsigned n = 0; n < 8; n++) {
        static const uint32_t format[4] = {TF32, BF16, FP16, TF32};
        static const uint32_t want[4] = {0x3F9FE000, 0x3F9F0000, 0, 0x1FFFu << 13};
        uint32_t f = format[n / 2], low = n / 2 == 3;
        start(f, f);
        set_dst32();
        set_f32(5, 1, 0x3F9FFFFF);
        EXECUTE(move_word(n % 2, low, 0, ONE_ROW, 5));
        /* FP16: the cell 1F7F in storage order is sign 0, mantissa 0FB, exponent 1F. */
        uint32_t fp16 = 31u << 23 | 0xFBu << 13;
        CHECK_EQ(get_src(n % 2, 0, 1), f == FP16 ? fp16 : want[n / 2]);
    }
}

TEST(the_low_half_is_read_as_a_stored_bf16) {
    for (unsigned source = 0; source < 2; source++) {
        start(BF16, BF16);
        set_int8(); /* a 32-bit Dst too */
        set_f32(5, 1, 0x3F9FC980);
        EXECUTE(move_word(source, LOW, 0, ONE_ROW, 5));
        CHECK_EQ(get_src(source, 0, 1), 0xC0490000);
    }
}

TEST(an_invalid_row_is_zero_and_needs_no_data_valid) {
    start(BF16, BF16);
    set_bf16(3, 3, 0x3F80);
    stx_dst_row_set_valid(&core, 3, false);
    set_src(A, 0, 3, ONE);
    core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = 0;
    EXECUTE(TT_OP_MOVD2A(HIGH, 0, 0, ONE_ROW, 3));
    CHECK_EQ(get_src(A, 0, 3), 0);
}

TEST(denormals_and_minus_zero_are_not_flushed) {
    start(BF16, BF16);
    set_bf16(0, 0, 0x8000);
    set_bf16(0, 1, 0x0055);
    EXECUTE(TT_OP_MOVD2B(HIGH, 0, 0, ONE_ROW, 0));
    CHECK_EQ(get_src(B, 0, 0), 0x80000000);
    CHECK_EQ(get_src(B, 0, 1), 0x00550000);
}

TEST(fp16a_force_reads_fp16_from_a_16_bit_dst) {
    start(TF32, TF32);
    set_dst32();
    core.tcfg[0][FORCE_FP16] = 1;
    set_fp16(17, 0, 0x3C01);
    EXECUTE(TT_OP_MOVD2A(HIGH, 0, 0, ONE_ROW, 17));
    CHECK_EQ(get_src(A, 0, 0), 15u << 23 | 1u << 13);
}

TEST(tf32_or_a_low_half_of_a_16_bit_dst_is_undefined) {
    for (unsigned source = 0; source < 2; source++) {
        start(TF32, TF32);
        EXPECT_FAULT(move_word(source, HIGH, 0, ONE_ROW, 0), UNDEFINED_MODE);
        start(BF16, BF16);
        EXPECT_FAULT(move_word(source, LOW, 0, ONE_ROW, 0), UNDEFINED_MODE);
    }
}

TEST(movd2b_takes_the_format_remembered_for_srcb) {
    start(BF16, BF16);
    core.tcfg[0][2] = core.tcfg[0][3] = 0;
    core.srca.format[0] = BF16;
    core.srcb.format[0] = FP16;
    set_fp16(0, 0, 0x3C01);
    EXECUTE(TT_OP_MOVD2B(HIGH, 0, 0, ONE_ROW, 0));
    CHECK_EQ(get_src(B, 0, 0), 15u << 23 | 1u << 13);
}

TEST(movb2a_moves_one_or_four_rows_with_all_bits_whatever_srcbs_format) {
    for (unsigned n = 0; n < 4; n++) {
        bool four = n & 1u, masked = n & 2u; /* on the simulator's side */
        start(TF32, BF16);
        stx_departure_set_all(&core, masked ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        for (unsigned i = 0; i < 64 * 16; i++) {
            set_src(B, i / 16, i % 16, ONE | i << 13);
        }
        core.rwc[0].srca = 4;
        core.rwc[0].srcb = 8;
        EXECUTE(TT_OP_MOVB2A(16, 0, four ? FOUR_ROWS : ONE_ROW, 32));
        for (unsigned i = 0; i < 64 * 16; i++) {
            bool moved = i / 16 >= 20 && i / 16 < (four ? 24 : 21);
            uint32_t want = (ONE | (i + 20 * 16) << 13) & (masked ? 0xFFFF0000u : UINT32_MAX);
            CHECK_EQ(get_src(A, i / 16, i % 16), moved ? want : 0);
        }
    }
}

TEST(movb2a_flushes_exponent_zero_unless_kept_and_waits_for_srcb) {
    for (unsigned keep = 0; keep < 2; keep++) {
        start(BF16, BF16);
        core.cfg[0][2] = keep;
        set_src(B, 0, 0, 0x80550000);
        EXECUTE(TT_OP_MOVB2A(0, 0, ONE_ROW, 0));
        CHECK_EQ(get_src(A, 0, 0), keep ? 0x80550000 : 0);
    }
    core.srcb.fpu_owns[0] = 0;
    CHECK_EQ(stx_try(&core, 0, TT_OP_MOVB2A(0, 0, ONE_ROW, 0)), STX_WAIT);
}

TEST(blocked_columns_of_a_source_stay) {
    start(BF16, BF16);
    fill_src(A, TWO);
    core.sfpu.lane_config[0] = 1u << 10; /* column 1 */
    set_bf16(0, 0, 0x3F80);
    set_bf16(0, 1, 0x3F80);
    EXECUTE(TT_OP_MOVD2A(HIGH, 0, 0, ONE_ROW, 0));
    CHECK_EQ(get_src(A, 0, 0), ONE);
    CHECK_EQ(get_src(A, 0, 1), TWO);
    fill_src(B, THREE);
    EXECUTE(TT_OP_MOVB2A(0, 0, ONE_ROW, 0));
    CHECK_EQ(get_src(A, 0, 0), THREE);
    CHECK_EQ(get_src(A, 0, 1), TWO);
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 512, one_row_and_four_rows_of_bf16);
    RUN_IF(STX_SRC_LOW, fp16_keeps_ten_mantissa_bits);
    RUN_IF(STX_SRC_LOW, a_32_bit_dst_gives_tf32_19_bits_and_others_the_high_half);
    RUN(the_low_half_is_read_as_a_stored_bf16);
    RUN(an_invalid_row_is_zero_and_needs_no_data_valid);
    RUN(denormals_and_minus_zero_are_not_flushed);
    RUN_IF(STX_SRC_LOW, fp16a_force_reads_fp16_from_a_16_bit_dst);
    RUN(tf32_or_a_low_half_of_a_16_bit_dst_is_undefined);
    RUN_IF(STX_SRC_LOW, movd2b_takes_the_format_remembered_for_srcb);
    RUN_IF(STX_SRC_LOW, movb2a_moves_one_or_four_rows_with_all_bits_whatever_srcbs_format);
    RUN(movb2a_flushes_exponent_zero_unless_kept_and_waits_for_srcb);
    RUN(blocked_columns_of_a_source_stay);
    return test_summary();
}
