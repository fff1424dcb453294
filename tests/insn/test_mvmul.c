/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * MVMUL, DOTPV, GAPOOL: the modes that no golden vector covers by hand, all of them against the
 * slow twin (SPEC 6.2, D.1). */
#include "insn/dot.h"

/* SrcA = the unit matrix in rows first..first + 15, so that Dst += SrcB. */
static void unit_matrix(unsigned first) {
    for (unsigned i = 0; i < 16; i++) {
        set_src(A, (first + i) % 64, i, ONE);
    }
}

TEST(broadcast_adds_one_row_to_the_even_rows_of_seven) {
    start(BF16, BF16);
    unit_matrix(0);
    for (unsigned col = 0; col < 16; col++) {
        set_src(B, 5, col, ONE + (col << 17)); /* 1 + col / 64 */
    }
    for (unsigned row = 0; row < 32; row++) {
        set_bf16(row, 3, 0x4000);
    }
    core.rwc[0].srcb = 5;
    EXECUTE(TT_OP_MVMUL(0, 1, 0, 8));
    for (unsigned row = 0; row < 32; row++) {
        bool adds = row == 8 || row == 10 || row == 12 || row == 14;
        CHECK_EQ(stx_dst_bf16(&core, row, 9), adds ? 0x3F92 : 0);
        CHECK_EQ(stx_dst_bf16(&core, row, 3), adds ? 0x4043 : 0x4000); /* 2 + 1 + 3/64 */
    }
}

/* What is kept of a source from product to product is not kept when its data change. */
TEST(a_product_sees_what_its_sources_hold_now) {
    start(BF16, BF16);
    unit_matrix(0);
    for (unsigned i = 0; i < 4; i++) {
        fill_src(B, i % 2 ? TWO : ONE);
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 8 * i));
        CHECK_EQ(stx_dst_bf16(&core, 8 * i, 0), i % 2 ? 0x4000 : 0x3F80);
        CHECK_EQ(stx_dst_bf16(&core, 8 * i + 7, 15), i % 2 ? 0x4000 : 0x3F80);
    }
    fill_src(A, ONE);
    EXECUTE(TT_OP_MVMUL(0, 0, 0, 32));
    CHECK_EQ(stx_dst_bf16(&core, 32, 0), 0x4200); /* sixteen times two */
}

TEST(broadcast_masks_the_row_with_3f9) {
    start(BF16, BF16);
    unit_matrix(0);
    set_src(B, 0, 0, ONE);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    memset(core.dst.valid, 0xFF, sizeof core.dst.valid);
    EXECUTE(TT_OP_MVMUL(0, 1, 0, 0x17)); /* 0x17 & 0x3F9 = 0x11 */
    for (unsigned row = 0; row < 64; row++) {
        bool adds = row == 0x11 || row == 0x13 || row == 0x15 || row == 0x17;
        CHECK_EQ(stx_dst_bf16(&core, row, 0), adds ? 0x3F80 : 0);
    }
}

/* Of rows d to d + 7, all valid, all invalid, or one of them, as rows of 16 and of 32 bits: those
 * that are valid after a broadcast to d, d + 2, d + 4, d + 6. */
TEST(broadcast_marks_other_rows_than_it_writes) {
    static const uint8_t set[2] = {0xF1, 0xF2}; /* d even: d, +4..+7; odd, counted from d - 1 */
    for (unsigned i = 0; i < 8 * 10; i++) {
        unsigned wide = i & 1u, odd = i >> 1 & 1u, simulated = i >> 2 & 1u, which = i >> 3;
        uint32_t before_it = which == 8 ? 0xFF : which == 9 ? 0 : 1u << which, first = 16;
        start(BF16, BF16);
        stx_departure_set_all(&core, simulated ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        if (wide) {
            set_dst32();
        }
        for (unsigned k = 0; k < 8; k++) {
            stx_dst_row_set_valid(&core, wide ? 2 * first + k : first + k, before_it >> k & 1u);
        }
        EXECUTE(TT_OP_MVMUL(0, 1, 0, first + odd));
        uint32_t written = 0x55u << odd, want = before_it | (simulated ? written : set[odd]);
        for (unsigned k = 0; k < 8; k++) {
            CHECK_EQ(stx_dst_row_valid(&core, wide ? 2 * first + k : first + k), want >> k & 1u);
        }
        bool differ = (before_it | set[odd]) != (before_it | written);
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_MVMUL_BROADCAST_VALID), differ);
    }
}

TEST(rows_of_srca_wrap_at_64) {
    start(BF16, BF16);
    unit_matrix(56);
    for (unsigned i = 0; i < 8; i++) {
        set_src(B, i, 2 * i, ONE + (i << 17));
    }
    core.rwc[0].srca = 56;
    EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
    for (unsigned i = 0; i < 128; i++) {
        unsigned row = i / 16, col = i % 16;
        CHECK_EQ(stx_dst_bf16(&core, row, col), col == 2 * row ? 0x3F80 + 2 * row : 0);
    }
}

TEST(dotpv_is_mvmul_whatever_its_flags_say) {
    for (unsigned flags = 0; flags < 8; flags++) {
        random_setting(true);
        before = core;
        EXECUTE(TT_OP_MVMUL(0, 0, 2, 40));
        struct stx_core mvmul = core;
        core = before;
        EXECUTE(TT_OP_DOTPV(0, flags >> 2, flags & 3u, 2, 40));
        CHECK(same_state(&core, &mvmul));
    }
}

TEST(gapool_ignores_mode_and_index_and_writes_four_rows) {
    for (unsigned flags = 0; flags < 16; flags++) {
        start(BF16, BF16);
        fill_src(A, ONE);
        fill_src(B, TWO);
        EXECUTE(TT_OP_GAPOOL(0, flags & 7u, 0, flags >> 3, 4));
        for (unsigned row = 0; row < 16; row++) {
            CHECK_EQ(stx_dst_bf16(&core, row, 15), row / 4 == 1 ? 0x4200 : 0); /* 32 */
        }
    }
}

/* FP16A_FORCE: formats and Fp32_enabled say BF16 in a 32-bit Dst, yet Dst is FP16 in 16 bits. */
TEST(fp16a_force_computes_fp16_in_a_16_bit_dst) {
    start(FP16, FP16);
    set_dst32();
    core.tcfg[0][FORCE_FP16] = 1;
    set_src(A, 0, 0, 15u << 23); /* 1.0 with a bias of 15 */
    set_src(B, 0, 0, 16u << 23 | 0x200000);
    set_fp16(0, 0, 0x3C00);
    EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 0), 0x4300); /* 1 + 2.5 */
    CHECK_EQ(stx_dst_peek(&core, 8, 0), 0);      /* no low half */
}

TEST(fp16a_force_beats_int8) {
    start(FP16, FP16);
    set_int8();
    core.tcfg[0][FORCE_FP16] = 1;
    set_src(A, 0, 0, 15u << 23);
    set_src(B, 0, 0, 15u << 23);
    EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 0), 0x3C00);
}

TEST(int8_multiplies_slices_without_rescaling_and_saturates) {
    static const uint32_t product[4] = {0xE0 * 0x3F0, 0x1F * 0x3F0, 0xE0 * 0xF, 0x1F * 0xF};
    for (unsigned phase = 0; phase < 4; phase++) {
        start(INT8, INT8);
        set_int8();
        set_phase(phase);
        set_src(A, 3, 0, 0x10u << 23 | 0x3FFu << 13);
        set_src(B, 2, 3, 0x80000000u | 0x10u << 23 | 0x3FFu << 13);
        set_f32(2, 0, 100);
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
        CHECK_EQ(stx_dst_f32(&core, 2, 0), 0x80000000u | (product[phase] - 100));
        set_f32(2, 0, 0xFFFFFFF0u);
        set_phase(phase);
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
        CHECK_EQ(stx_dst_f32(&core, 2, 0), 0xFFFFFFFFu);
    }
}

TEST(clear_dvalid_releases_and_flips_the_banks_it_names) {
    for (unsigned which = 0; which < 4; which++) {
        start(BF16, BF16);
        EXECUTE(TT_OP_MVMUL(which, 0, 0, 0));
        CHECK_EQ(core.srca.fpu_bank, which & 1u);
        CHECK_EQ(core.srcb.fpu_bank, which >> 1);
        CHECK_EQ(core.srca.fpu_owns[0], !(which & 1u));
        CHECK_EQ(core.srcb.fpu_owns[0], !(which >> 1));
    }
}

TEST(waits_for_either_source_and_changes_nothing) {
    for (unsigned missing = 0; missing < 2; missing++) {
        start(BF16, BF16);
        (missing ? &core.srcb : &core.srca)->fpu_owns[0] = 0;
        before = core;
        CHECK_EQ(stx_try(&core, 0, TT_OP_MVMUL(3, 0, 0, 0)), STX_WAIT);
        CHECK_EQ(stx_try(&core, 0, TT_OP_GAPOOL(3, 0, 0, 0, 0)), STX_WAIT);
        CHECK_EQ(stx_try(&core, 0, TT_OP_DOTPV(3, 0, 0, 0, 0)), STX_WAIT);
        CHECK(same_state(&core, &before));
        CHECK_EQ(core.retired, before.retired);
    }
}

TEST(all_of_them_in_random_settings_equal_the_twin) {
    for (unsigned n = 0; n < 600 && !test_bad; n++) {
        random_setting(true);
        uint32_t field = random32() % 1024;
        uint32_t row = (field + core.rwc[0].dst + core.tcfg[0][MATH_OFFSET]) % 1024;
        uint32_t b0 = core.rwc[0].srcb;
        struct shape full = {row / 8 * 8, 1, b0 / 8 * 8, 1, 8};
        struct shape pool = {row / 4 * 4, 1, b0 / 8 * 8, 1, 4};
        struct shape cast = {row / 8 * 8 + row % 2, 2, b0, 0, 4};
        switch (n % 4) {
        case 0:
            compare(&full, TT_OP_MVMUL(0, 0, 0, field));
            break;
        case 1: /* invalid rows: above */
            memset(core.dst.valid, 0xFF, sizeof core.dst.valid);
            compare(&cast, TT_OP_MVMUL(0, 1, 0, field));
            break;
        case 2:
            compare(&pool, TT_OP_GAPOOL(0, 1, 0, 0, field));
            break;
        default:
            compare(&full, TT_OP_DOTPV(0, 0, 0, 0, field));
        }
    }
}

int main(void) {
    RUN(broadcast_adds_one_row_to_the_even_rows_of_seven);
    RUN(a_product_sees_what_its_sources_hold_now);
    RUN(broadcast_masks_the_row_with_3f9);
    RUN(broadcast_marks_other_rows_than_it_writes);
    RUN(rows_of_srca_wrap_at_64);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, dotpv_is_mvmul_whatever_its_flags_say);
    RUN(gapool_ignores_mode_and_index_and_writes_four_rows);
    RUN(fp16a_force_computes_fp16_in_a_16_bit_dst);
    RUN(fp16a_force_beats_int8);
    RUN_IF(STX_SRC_LOW, int8_multiplies_slices_without_rescaling_and_saturates);
    RUN_IF(STX_SRC_BANKS == 2, clear_dvalid_releases_and_flips_the_banks_it_names);
    RUN(waits_for_either_source_and_changes_nothing);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, all_of_them_in_random_settings_equal_the_twin);
    return test_summary();
}
