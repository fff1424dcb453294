/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * GMPOOL, MPOOL3S1, MPOOL3S2: maximum, scale, argmax (SPEC 6.6, D.1). */
#include "insn/fpu.h"

#define GMPOOL(argmax, dst) TT_OP_GMPOOL(0, 1, 0, argmax, dst)
enum { MINUS_ONE = 0xBF800000 };

static void begin(uint32_t format) {
    start(format, format);
    fill_src(A, MINUS_ONE);
    fill_src(B, ONE);
}

TEST(the_largest_of_sixteen_rows_and_dst) {
    begin(BF16);
    for (unsigned col = 0; col < 16; col++) {
        set_src(A, 16 + col, col, THREE);
        set_bf16(4, col, col < 8 ? 0x4080 : 0xC080); /* 4, -4 */
        set_bf16(5, col, 0x4080);
    }
    core.rwc[0].srca = 16;
    EXECUTE(GMPOOL(0, 4));
    for (unsigned col = 0; col < 16; col++) {
        CHECK_EQ(stx_dst_bf16(&core, 4, col), col < 8 ? 0x4080 : 0x4040);
        CHECK_EQ(stx_dst_bf16(&core, 5, col), 0);
    }
}

TEST(an_invalid_dst_is_lowest_and_the_block_becomes_valid) {
    begin(BF16);
    EXECUTE(TT_OP_ZEROACC(3, 0, 0, 0, 0));
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 3), 0xBF80);
    for (unsigned row = 0; row < 8; row++) {
        CHECK_EQ(stx_dst_row_valid(&core, row), row < 4);
        CHECK_EQ(stx_dst_bf16(&core, row, 3), row ? 0 : 0xBF80);
    }
}

TEST(the_scale_is_the_exponent_of_srcb) {
    begin(BF16);
    EXECUTE(TT_OP_ZEROACC(3, 0, 0, 0, 0));
    fill_src(A, ONE);
    fill_src(B, 0x3E800000); /* 0.25 */
    set_src(A, 2, 0, THREE); /* 0.75 */
    set_src(A, 3, 1, THREE); /* 3: SrcB[0][3] is 1.5, its mantissa is ignored */
    set_src(B, 0, 3, 0x3FC00000);
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0x3F80); /* row 3: 1 * 1 */
    CHECK_EQ(stx_dst_bf16(&core, 0, 1), 0x4040);
    set_src(B, 0, 3, 0x3E800000);
    EXECUTE(TT_OP_ZEROACC(3, 0, 0, 0, 0));
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0x3F40);
    CHECK_EQ(stx_dst_bf16(&core, 0, 2), 0x3E80);
}

TEST(a_zero_of_srcb_makes_its_row_lowest) {
    begin(BF16);
    fill_src(A, ONE);
    set_src(A, 7, 0, THREE);
    set_src(B, 0, 7, 0);
    set_bf16(0, 0, 0xC080);
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0x3F80);
    fill_src(B, 0);
    set_bf16(0, 0, 0xC080);
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0xC080);
}

TEST(a_zero_of_srca_is_plus_zero) {
    begin(BF16);
    set_src(A, 9, 0, 0x80000000);
    set_bf16(0, 0, 0xC080);
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0);
}

TEST(tf32_in_a_32_bit_dst_is_truncated_to_19_bits) {
    begin(TF32);
    set_dst32();
    set_f32(0, 0, 0x40490FDB);
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x40490FDBu & 0xFFFFE000u);
}

TEST(fp16_is_compared_as_fp16) {
    begin(FP16);
    fill_src(A, 0x80000000u | 15u << 23); /* -1 */
    fill_src(B, 15u << 23);
    set_src(A, 15, 6, 31u << 23 | 0x155u << 13);
    set_fp16(0, 5, 0x8000);
    set_fp16(0, 6, 0x3C00);
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 6), 0x7D55);
    CHECK_EQ(stx_dst_fp16(&core, 0, 5), 0x8000); /* -0 is above -1 and stays */
}

TEST(fp16a_force_pools_fp16) {
    begin(TF32);
    set_dst32();
    core.tcfg[0][FORCE_FP16] = 1;
    fill_src(A, 15u << 23);
    fill_src(B, 16u << 23); /* 2 */
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 0), 0x4000);
}

TEST(integers_are_compared_by_magnitude_and_sign) {
    begin(INT8);
    set_int8();
    fill_src(A, 0x80000000u | 16u << 23 | 5u << 13);
    fill_src(B, 16u << 23 | 100u << 13); /* no scale: only zero or not */
    set_src(A, 11, 1, 16u << 23 | 127u << 13);
    set_f32(0, 0, 0x80000003);
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x80000003);
    CHECK_EQ(stx_dst_f32(&core, 0, 1), 127);
}

/* One pass: the index of winner i < 8 is that of the table; column i has its 3 in row i. */
static const uint8_t index_of[8] = {0, 3, 6, 1, 4, 7, 2, 5};

TEST(a_zero_among_integers_is_zero) {
    begin(INT8);
    set_int8();
    fill_src(A, 0x80000000u | 5u << 13); /* exponent 0 */
    set_f32(0, 3, 0x80000003);
    EXECUTE(GMPOOL(0, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 3), 0);
}

TEST(four_rows_of_dst_change_and_no_others) {
    for (unsigned n = 0; n < 6; n++) {
        unsigned first = n / 2 * 4, wide = n & 1u;
        begin(BF16);
        if (wide) {
            set_dst32();
        }
        for (unsigned cell = 0; cell < 64 * 16; cell++) {
            stx_dst_poke(&core, cell / 16, cell % 16, 0x7F40);
            stx_dst_row_set_valid(&core, cell / 16, true);
        }
        remember();
        EXECUTE(GMPOOL(0, first));
        /* Three rows of nothing, high halves and low; of the largest, the lowest 13 bits of 32. */
        CHECK_EQ(rows_changed(), wide ? 7 : 3);
        for (unsigned i = 0; i < 3 * 16; i++) {
            unsigned row = first + 1 + i / 16;
            CHECK_EQ(wide ? stx_dst_f32(&core, row, i % 16) : stx_dst_bf16(&core, row, i % 16), 0);
        }
    }
}

/* 19 bits of magnitude are compared, 13 of them stored. */
TEST(integers_of_dst_have_19_bits) {
    static const struct {
        uint32_t dst, result;
    } cases[] = {{0x80001, 5}, {0x10000, 0}, {0x40006, 6}, {0x80040001, 5}, {5 | 1u << 30, 5}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(INT8);
        set_int8();
        fill_src(A, 16u << 23 | 5u << 13);
        set_f32(0, 3, cases[i].dst);
        EXECUTE(GMPOOL(0, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 3), cases[i].result);
    }
}

TEST(argmax_names_the_winning_row_of_the_first_eight) {
    begin(TF32);
    set_dst32();
    EXECUTE(TT_OP_ZEROACC(3, 0, 0, 0, 0));
    for (unsigned col = 0; col < 16; col++) {
        set_src(A, col, col, THREE);
    }
    EXECUTE(GMPOOL(1, 0));
    for (unsigned col = 0; col < 16; col++) {
        /* Rows 8 to 15 win without an index: the last of the equal rest, row 3, keeps its own. */
        CHECK_EQ(stx_dst_f32(&core, 0, col), index_of[col < 8 ? col : 3]);
        CHECK_EQ(stx_dst_f32(&core, 1, col), 0);
    }
}

/* The old low bits 11:8 count the passes: the second pass writes index 16 + i. */
TEST(argmax_counts_its_passes_in_bits_8_to_11) {
    begin(BF16);
    set_dst32();
    set_src(A, 6, 0, THREE);
    set_f32(0, 0, 0xC0800000);
    set_f32(0, 1, 0x40800000 | 0x712); /* 4 stays, its index too */
    set_f32(1, 0, 0xF34);
    EXECUTE(GMPOOL(1, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x40400000 | 0x100 | (0x10 + 2));
    CHECK_EQ(stx_dst_f32(&core, 0, 1), 0x40800000 | 0x800 | 0x12);
    CHECK_EQ(stx_dst_f32(&core, 1, 0), 0x000);
    CHECK_EQ(stx_dst_f32(&core, 2, 0), 0x100);
    EXECUTE(GMPOOL(1, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x40400000 | 0x200 | (0x20 + 2)); /* equal: the later wins */
    CHECK_EQ(stx_dst_f32(&core, 2, 0), 0x200);
}

TEST(all_bits_above_the_index_are_the_maximum) {
    for (unsigned bit = 16; bit < 30; bit++) {
        begin(BF16);
        set_dst32();
        set_f32(0, 2, 0x40000000 | 1u << bit);
        EXECUTE(GMPOOL(1, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 2) >> 16, 0x4000 | 1u << (bit - 16));
    }
}

/* Bits 15:13 of the old element are none of its mantissa: the tie goes to SrcA. */
TEST(argmax_does_not_truncate_to_19_bits) {
    begin(BF16);
    set_dst32();
    set_src(A, 6, 0, THREE);
    set_f32(0, 0, 0x4040E000);
    EXECUTE(GMPOOL(1, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x40400000 | 0x100 | (0x10 + 2));
}

TEST(argmax_lets_the_row_that_is_visited_last_win_a_tie) {
    static const uint8_t pair[][3] = {{4, 0, 0}, {0, 3, 3}, {7, 2, 2},
                                      {5, 6, 6}, {1, 2, 2}, {4, 7, 7}};
    for (unsigned i = 0; i < sizeof pair / 3; i++) {
        begin(BF16);
        set_dst32();
        set_src(A, pair[i][0], 0, THREE);
        set_src(A, pair[i][1], 0, THREE);
        set_f32(0, 0, 0xC0800000);
        EXECUTE(GMPOOL(1, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x40400100u + 0x10 + index_of[pair[i][2]]);
    }
}

TEST(mpool3_takes_the_larger_of_dst_and_zero_whatever_the_sources_hold) {
    for (unsigned i = 0; i < 2; i++) {
        begin(BF16);
        fill_src(A, THREE);
        fill_src(B, 0);
        set_bf16(8, 0, 0xC080);
        set_bf16(8, 1, 0x4080);
        EXECUTE(i ? TT_OP_MPOOL3S2(3, 0, 0, 8) : TT_OP_MPOOL3S1(3, 0, 0, 8));
        CHECK_EQ(stx_dst_bf16(&core, 8, 0), 0);
        CHECK_EQ(stx_dst_bf16(&core, 8, 1), 0x4080);
        CHECK(!core.srca.fpu_owns[0] && !core.srcb.fpu_owns[0]);
    }
}

/* Keys of values, exponent of nine bits above ten bits of mantissa. */
static int64_t key(uint32_t sign, int64_t exponent, int64_t mantissa) {
    return (sign ? -1 : 1) * (exponent * 1024 + mantissa);
}

static int64_t term(const struct view *v, uint32_t a, uint32_t b) {
    int64_t ea = twin_exponent(a), eb = twin_exponent(b), scale = v->int8 ? 0 : ea + eb;
    if (eb == 0) {
        return key(1, 511, 1023);
    }
    return ea ? key(a >> 31, scale, a / 0x2000 % 1024) : 0;
}

static int64_t maximum(const struct view *v, unsigned a0, unsigned b0, unsigned col, int64_t best) {
    for (unsigned i = 0; i < 16; i++) {
        uint32_t a = operand(v, v->format_a, stx_src_peek(&before, A, 0, a0 + i, col));
        uint32_t b = operand(v, v->format_b, stx_src_peek(&before, B, 0, b0, i));
        int64_t t = term(v, a, b);
        best = t > best ? t : best;
    }
    return best;
}

/* Key of the old Dst element, and the element of a key. */
static int64_t key_of_dst(const struct view *v, uint32_t d) {
    int64_t e = d >> 23 & (v->twin.e8 ? 255u : 31u), m = d >> 13 & 1023u;
    return v->int8 ? key(d >> 31, d >> 10 & 511u, d & 1023u)
                   : key(d >> 31, e + (v->twin.e8 ? 127 : 15), m);
}

static uint32_t dst_of_key(const struct view *v, int64_t k) {
    uint32_t sign = k < 0 ? 0x80000000u : 0, m = (uint32_t)(k < 0 ? -k : k);
    if (v->int8) {
        return sign | m % 0x2000u;
    }
    uint32_t e = m / 1024, bits = v->twin.e8 ? 256 : 32, bias = v->twin.e8 ? 127 : 15;
    uint32_t mantissa = v->twin.e8 && !v->dst32 ? m % 1024 / 8 * 8 : m % 1024;
    bool zero = v->twin.e8 ? e == 0 : e % 64 == 0;
    return zero ? 0 : sign | (e - bias) % bits << 23 | mantissa << 13;
}

TEST(maxima_in_random_settings_equal_the_model) {
    for (unsigned n = 0; n < 600 && !test_bad; n++) {
        random_setting(false);
        struct view v = view_now();
        uint32_t field = random32() % 1024;
        uint32_t d0 = (field + core.rwc[0].dst + core.tcfg[0][MATH_OFFSET]) % 1024 / 4 * 4;
        unsigned a0 = core.rwc[0].srca / 16 * 16u, b0 = core.rwc[0].srcb / 8 * 8u;
        if (!v.int8 && v.dst32 && !v.twin.e8) {
            continue; /* no rule */
        }
        memset(core.dst.valid, 0xFF, sizeof core.dst.valid); /* invalid rows: above */
        before = core;
        EXECUTE(GMPOOL(0, field));
        for (unsigned col = 0; col < 16; col++) {
            int64_t old = key_of_dst(&v, dst_element(&before, &v, d0, col));
            CHECK_EQ(dst_element(&core, &v, d0, col),
                     dst_of_key(&v, maximum(&v, a0, b0, col, old)));
        }
    }
}

TEST(fp16_in_a_32_bit_dst_without_argmax_has_no_rule) {
    begin(FP16);
    set_dst32();
    EXPECT_FAULT(GMPOOL(0, 0), BAD_FORMAT);
    EXPECT_FAULT(TT_OP_MPOOL3S1(0, 0, 0, 0), BAD_FORMAT);
    EXPECT_FAULT(TT_OP_MPOOL3S2(0, 0, 0, 0), BAD_FORMAT);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    EXPECT_FAULT(GMPOOL(0, 0), BAD_FORMAT);
}

int main(void) {
    RUN(the_largest_of_sixteen_rows_and_dst);
    RUN(an_invalid_dst_is_lowest_and_the_block_becomes_valid);
    RUN(the_scale_is_the_exponent_of_srcb);
    RUN(a_zero_of_srcb_makes_its_row_lowest);
    RUN(a_zero_of_srca_is_plus_zero);
    RUN(tf32_in_a_32_bit_dst_is_truncated_to_19_bits);
    RUN_IF(STX_SRC_LOW, fp16_is_compared_as_fp16);
    RUN(fp16a_force_pools_fp16);
    RUN_IF(STX_SRC_LOW, integers_are_compared_by_magnitude_and_sign);
    RUN_IF(STX_SRC_LOW, a_zero_among_integers_is_zero);
    RUN(four_rows_of_dst_change_and_no_others);
    RUN_IF(STX_SRC_LOW, integers_of_dst_have_19_bits);
    RUN(argmax_does_not_truncate_to_19_bits);
    RUN(argmax_names_the_winning_row_of_the_first_eight);
    RUN(argmax_counts_its_passes_in_bits_8_to_11);
    RUN(all_bits_above_the_index_are_the_maximum);
    RUN(argmax_lets_the_row_that_is_visited_last_win_a_tie);
    RUN(mpool3_takes_the_larger_of_dst_and_zero_whatever_the_sources_hold);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, maxima_in_random_settings_equal_the_model);
    RUN(fp16_in_a_32_bit_dst_without_argmax_has_no_rule);
    return test_summary();
}
