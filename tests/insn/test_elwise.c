/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * ELWADD, ELWSUB, ELWMUL: broadcasts, accumulation, phases, widths (SPEC 6.3, 6.5, D.1). */
#include "insn/fpu.h"

enum { COLUMN = 1, ROW = 2 };

/* SrcB[row][col] = 1 + row + 8 * (col & 1), small integers that are exact in BF16. */
static uint32_t bf16_integer(unsigned n) {
    unsigned e = 0;
    while (n >> (e + 1)) {
        e++;
    }
    return n ? (127 + e) << 7 | (((n << 7) >> e) & 127u) : 0;
}

static void integers_in_b(void) {
    for (unsigned i = 0; i < 128; i++) {
        set_src(B, i / 16, i % 16, bf16_integer(1 + i / 16 + 8 * (i % 2)) << 16);
    }
}

TEST(four_broadcasts_of_srcb) {
    for (unsigned mode = 0; mode < 4; mode++) {
        start(BF16, BF16);
        fill_src(A, THREE);
        integers_in_b();
        core.rwc[0].srcb = mode & ROW ? 5 : 0;
        EXECUTE(TT_OP_ELWADD(0, 0, mode, 0, 16));
        for (unsigned i = 0; i < 128; i++) {
            unsigned row = mode & ROW ? 5 : i / 16, col = mode & COLUMN ? 0 : i % 16;
            uint32_t want = bf16_integer(3 + 1 + row + 8 * (col % 2));
            CHECK_EQ(stx_dst_bf16(&core, 16 + i / 16, i % 16), want);
        }
    }
}

TEST(elwsub_subtracts_b_from_a) {
    start(BF16, BF16);
    fill_src(A, THREE);
    fill_src(B, ONE);
    EXECUTE(TT_OP_ELWSUB(0, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 7, 15), 0x4000);
    EXECUTE(TT_OP_ELWSUB(0, 1, 0, 0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 7, 15), 0x4080);
}

TEST(elwadd_replaces_and_elwmul_always_accumulates) {
    start(BF16, BF16);
    fill_src(A, THREE);
    fill_src(B, TWO);
    set_bf16(1, 1, 0x4120); /* 10 */
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 1, 1), 0x40A0); /* 5 */
    EXECUTE(TT_OP_ELWADD(0, 1, 0, 0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 1, 1), 0x4120); /* 10 */
    EXECUTE(TT_OP_ELWMUL(0, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 1, 1), 0x4180); /* 16 */
}

/* 1 + 2 in the four phases: 3, 3/32, 3/128, 3/4096. */
TEST(a_phase_scales_sums_and_differences) {
    static const uint16_t sum[4] = {0x4040, 0x3DC0, 0x3CC0, 0x3A40};
    static const uint16_t difference[4] = {0x3F80, 0x3D00, 0x3C00, 0x3980};
    for (unsigned phase = 0; phase < 4; phase++) {
        start(BF16, BF16);
        stx_policy_set_all(&core, STX_POLICY_SILICON);
        fill_src(A, TWO);
        fill_src(B, ONE);
        set_phase(phase);
        EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
        CHECK_EQ(stx_dst_bf16(&core, 0, 0), sum[phase]);
        EXECUTE(TT_OP_ELWSUB(0, 0, 0, 0, 8));
        CHECK_EQ(stx_dst_bf16(&core, 8, 0), difference[phase]);
        set_bf16(0, 0, 0x3F80);
        core.tcfg[0][FIDELITY_BASE] = 4 - phase; /* back to phase 0 */
        EXECUTE(TT_OP_ELWADD(0, 1, 0, 0, 0));
        CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0x4080);
    }
}

/* A sum of zeroes has exponent 97 there: a Dst of exponent 94 loses three bits to it. In phase 1 it
 * is 92 and Dst stays whole. */
TEST(a_phase_scales_the_zero_of_fp16_in_a_32_bit_dst) {
    for (unsigned phase = 0; phase < 2; phase++) {
        start(FP16, FP16);
        stx_policy_set_all(&core, STX_POLICY_SILICON);
        set_dst32();
        set_phase(phase);
        set_f32(0, 0, 94u << 23 | 1);
        EXECUTE(TT_OP_ELWADD(0, 1, 0, 0, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 0), phase ? 94u << 23 | 1 : 94u << 23);
    }
}

TEST(fp16_in_16_and_in_32_bits) {
    for (unsigned wide = 0; wide < 2; wide++) {
        start(FP16, FP16);
        fill_src(A, 15u << 23);            /* 1 */
        fill_src(B, 14u << 23 | 1u << 13); /* 0.5 + 2^-11 */
        if (wide) {
            set_dst32();
        }
        EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
        if (wide) {
            CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x3FC02000); /* 1.5 + 2^-10: half up */
        } else {
            CHECK_EQ(stx_dst_fp16(&core, 0, 0), 0x3E01);
        }
    }
}

TEST(fp16a_force_uses_16_bits) {
    start(TF32, TF32);
    set_dst32();
    core.tcfg[0][FORCE_FP16] = 1;
    fill_src(A, 15u << 23);
    fill_src(B, 0x80000000u | 16u << 23);
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 3 * 8));
    CHECK_EQ(stx_dst_fp16(&core, 24, 15), 0xBC00); /* 1 - 2 */
    CHECK_EQ(stx_dst_peek(&core, 32, 15), 0);
}

TEST(a_kept_denormal_of_srcb_has_its_hidden_bit) {
    start(TF32, TF32);
    set_dst32();
    fill_src(A, 1u << 23);
    fill_src(B, 1u << 13);
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 1u << 23); /* flushed */
    keep_denormals();
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x00C02000); /* 1024 + round(1025 / 2) of 1024 */
    fill_src(A, 0);
    fill_src(B, 0);
    EXECUTE(TT_OP_ELWSUB(0, 0, 0, 0, 0)); /* a kept -0: exponent 0, nothing representable */
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0);
    set_f32(0, 0, 10u << 23);
    EXECUTE(TT_OP_ELWSUB(0, 1, 0, 0, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 0), (10u << 23) - 2 * 8192); /* 2^10 - 1, in units of 2^13 */
}

TEST(integers_add_without_slices) {
    for (unsigned phase = 0; phase < 4; phase++) {
        start(INT8, INT8);
        stx_policy_set_all(&core, STX_POLICY_SILICON);
        set_int8();
        set_phase(phase);
        fill_src(A, 16u << 23 | 1000u << 13);
        fill_src(B, 0x80000000u | 16u << 23 | 1023u << 13);
        EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x80000017); /* -23 */
        EXECUTE(TT_OP_ELWSUB(0, 1, 0, 0, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 0), 2000);
    }
}

static uint32_t model(const struct view *v, unsigned op, uint32_t a, uint32_t b, uint32_t dst) {
    struct twin_term none = {0, 0};
    a = operand(v, v->format_a, a);
    b = operand(v, v->format_b, b);
    if (v->int8) {
        int64_t x = twin_integer(a, 0, 10, false), y = twin_integer(b, 0, 10, v->keep);
        int64_t product = twin_integer_product(v->twin.phase, b, a, v->keep);
        return twin_accumulate_integer(dst, op == 0 ? x + y : op == 1 ? x - y : product);
    }
    if (op == 2) {
        return twin_accumulate(&v->twin, twin_product(&v->twin, b, a, v->keep), none, dst);
    }
    b ^= op == 1 ? 0x80000000u : 0;
    bool keep = v->keep && (b || !v->loses_plus_zero);
    return twin_accumulate(&v->twin, twin_sum(&v->twin, a, b, keep), none, dst);
}

static void compare(unsigned op, unsigned accumulate, unsigned mode, uint32_t field) {
    static const uint32_t opcode[3] = {0x28u << 24, 0x30u << 24, 0x27u << 24};
    struct view v = view_now();
    uint32_t d0 = (field + core.rwc[0].dst + core.tcfg[0][MATH_OFFSET]) % 1024 / 8 * 8;
    uint32_t a0 = core.rwc[0].srca / 8 * 8u;
    uint32_t b0 = mode & ROW ? core.rwc[0].srcb : core.rwc[0].srcb / 8 * 8u;
    before = core;
    EXECUTE(opcode[op] | accumulate << 21 | mode << 19 | field);
    for (unsigned i = 0; i < 128 && !test_bad; i++) {
        unsigned row = i / 16, col = i % 16;
        uint32_t a = stx_src_peek(&before, A, 0, a0 + row, col);
        uint32_t b =
            stx_src_peek(&before, B, 0, mode & ROW ? b0 : b0 + row, mode & COLUMN ? 0 : col);
        uint32_t old = dst_element(&before, &v, d0 + row, col);
        old = accumulate || op == 2 ? old : 0;
        CHECK_EQ(dst_element(&core, &v, d0 + row, col), model(&v, op, a, b, old));
    }
    CHECK(rows_changed() <= (v.dst32 ? 16 : 8));
}

TEST(all_of_them_in_random_settings_equal_the_twin) {
    for (unsigned n = 0; n < 1000 && !test_bad; n++) {
        random_setting(true);
        compare(n % 3, random32() % 2, random32() % 4, random32() % 1024);
    }
}

int main(void) {
    RUN(four_broadcasts_of_srcb);
    RUN(elwsub_subtracts_b_from_a);
    RUN(elwadd_replaces_and_elwmul_always_accumulates);
    RUN(a_phase_scales_sums_and_differences);
    RUN(a_phase_scales_the_zero_of_fp16_in_a_32_bit_dst);
    RUN_IF(STX_SRC_LOW, fp16_in_16_and_in_32_bits);
    RUN(fp16a_force_uses_16_bits);
    RUN_IF(STX_SRC_LOW, a_kept_denormal_of_srcb_has_its_hidden_bit);
    RUN_IF(STX_SRC_LOW, integers_add_without_slices);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES && STX_SRC_LOW,
           all_of_them_in_random_settings_equal_the_twin);
    return test_summary();
}
