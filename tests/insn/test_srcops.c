/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * ZEROSRC, TRNSPSRCB, SHIFTXA, SHIFTXB (SPEC 6.7, 6.9, D.1). */
#include "insn/fpu.h"

enum { RIGHT = 2, LEFT = 3 };
enum { ROTATE = 0, SHIFT = 1 };
#define MINUS_INFINITY 0xFFFFE000u

/* A different datum in every cell of a bank. */
static uint32_t number(unsigned row, unsigned col) {
    return ONE | (row * 16 + col) << 13;
}

static void number_both(void) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        set_src(A, i / 16, i % 16, number(i / 16, i % 16));
        set_src(B, i / 16, i % 16, number(i / 16, i % 16));
    }
}

static bool bank_is(unsigned source, unsigned bank, uint32_t value) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        if (stx_src_peek(&core, source, bank, i / 16, i % 16) != value) {
            return false;
        }
    }
    return true;
}

/* All 32 words: which banks, which sources, which value. */
TEST(zerosrc_in_all_combinations) {
    for (unsigned word = 0; word < 32; word++) {
        bool lowest = word >> 4, fpu = word >> 3 & 1u, both = word >> 2 & 1u;
        start(BF16, BF16);
        core.srca.fpu_bank = 1; /* the unpackers stand at bank 0, the FPU at bank 1 */
        core.srcb.fpu_bank = 1;
        for (unsigned i = 0; i < 2 * 64 * 16; i++) {
            stx_src_poke(&core, A, i / 1024, i / 16, i % 16, ONE);
            stx_src_poke(&core, B, i / 1024, i / 16, i % 16, ONE);
        }
        EXECUTE(TT_OP_ZEROSRC(lowest, fpu, both, word & 3u));
        for (unsigned bank = 0; bank < 2; bank++) {
            bool named = both || bank == fpu;
            CHECK(bank_is(A, bank, !(word & 1u) || !named ? ONE : lowest ? MINUS_INFINITY : 0));
            CHECK(bank_is(B, bank, !(word & 2u) || !named ? ONE : 0));
            CHECK(core.srca.fpu_owns[bank] && core.srcb.fpu_owns[bank]);
        }
    }
}

TEST(zerosrc_does_not_wait) {
    start(BF16, BF16);
    core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = 0;
    fill_src(A, ONE);
    EXECUTE(TT_OP_ZEROSRC(0, 1, 0, 3));
    CHECK_EQ(get_src(A, 63, 15), 0);
}

/* -inf of ZEROSRC is the lowest value of a maximum. */
TEST(minus_infinity_loses_every_maximum) {
    start(TF32, TF32);
    set_dst32();
    fill_src(B, ONE);
    EXECUTE(TT_OP_ZEROSRC(1, 1, 0, 1));
    set_f32(0, 0, 0xFF7FE000);
    EXECUTE(TT_OP_GMPOOL(0, 1, 0, 0, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0xFF7FE000);
}

TEST(trnspsrcb_transposes_rows_16_to_31_alone) {
    start(BF16, BF16);
    number_both();
    EXECUTE(TT_OP_TRNSPSRCB);
    for (unsigned i = 0; i < 64 * 16; i++) {
        unsigned row = i / 16, col = i % 16;
        bool inside = row / 16 == 1;
        CHECK_EQ(get_src(B, row, col), inside ? number(16 + col, row - 16) : number(row, col));
        CHECK_EQ(get_src(A, row, col), number(row, col));
    }
    core.srcb.fpu_owns[0] = 0;
    CHECK_EQ(stx_try(&core, 0, TT_OP_TRNSPSRCB), STX_WAIT);
}

static void check_shifted(unsigned mode, unsigned from) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        unsigned row = i / 16, col = i % 16;
        uint32_t want = number(row, col);
        if (row < 16) {
            want = col == (mode == RIGHT ? 0u : 15u)
                       ? 0
                       : number(from + row, mode == RIGHT ? col - 1 : col + 1);
        }
        CHECK_EQ(get_src(A, row, col), want);
    }
}

TEST(shiftxa_moves_sixteen_rows_by_one_column) {
    for (unsigned mode = RIGHT; mode <= LEFT; mode++) {
        start(BF16, BF16);
        number_both();
        EXECUTE(TT_OP_SHIFTXA(0, mode));
        check_shifted(mode, 0);
    }
}

/* The hardware's bug: it reads from where the last FPU instruction started. */
TEST(shiftxa_reads_from_the_row_that_was_used_last) {
    static const uint32_t user[] = {TT_OP_MVMUL(0, 0, 0, 0),     TT_OP_ELWADD(0, 0, 0, 0, 0),
                                    TT_OP_GAPOOL(0, 0, 0, 0, 0), TT_OP_CONV3S1(0, 0, 0, 0),
                                    TT_OP_MOVA2D(0, 0, 0, 2, 0), TT_OP_MOVB2D(0, 0, 0, 4, 0),
                                    TT_OP_MOVD2B(0, 0, 0, 0, 0)};
    for (unsigned i = 0; i < 3 * sizeof user / sizeof user[0]; i++) {
        start(BF16, BF16);
        number_both();
        core.rwc[0].srca = (uint8_t)(16 + 16 * (i % 3) + 8);
        EXECUTE(user[i / 3]);
        core.rwc[0].srca = 0;
        EXECUTE(TT_OP_SHIFTXA(0, LEFT));
        check_shifted(LEFT, 16 + 16 * (i % 3));
    }
}

TEST(shiftxa_of_other_modes_is_undefined) {
    for (unsigned mode = 0; mode < 2; mode++) {
        start(BF16, BF16);
        number_both();
        EXPECT_FAULT(TT_OP_SHIFTXA(0, mode), UNDEFINED_MODE);
        stx_policy_set_all(&core, STX_POLICY_SILICON);
        EXECUTE(TT_OP_SHIFTXA(0, mode)); /* nothing */
        CHECK_EQ(get_src(A, 0, 0), number(0, 0));
    }
}

TEST(shiftxb_shifts_or_rotates_one_row_to_the_left) {
    for (unsigned shift = 0; shift < 2; shift++) {
        start(BF16, BF16);
        number_both();
        core.rwc[0].srcb = 60;
        core.tcfg[0][ADDR_MOD_AB + 3] = 2u << 8;
        EXECUTE(TT_OP_SHIFTXB(3, shift ? SHIFT : ROTATE, 1024 - 64 + 9));
        for (unsigned i = 0; i < 64 * 16; i++) {
            unsigned row = i / 16, col = i % 16;
            uint32_t want = number(row, row == 5 ? (col + 1) % 16 : col); /* 60 + 9 - 64 */
            CHECK_EQ(get_src(B, row, col), row == 5 && col == 15 && shift ? 0 : want);
        }
        CHECK_EQ(core.rwc[0].srcb, 62);
    }
}

int main(void) {
    RUN_IF(STX_SRC_BANKS == 2 && STX_SRC_LOW, zerosrc_in_all_combinations);
    RUN(zerosrc_does_not_wait);
    RUN_IF(STX_SRC_LOW, minus_infinity_loses_every_maximum);
    RUN_IF(STX_SRC_LOW, trnspsrcb_transposes_rows_16_to_31_alone);
    RUN_IF(STX_SRC_LOW, shiftxa_moves_sixteen_rows_by_one_column);
    RUN_IF(STX_SRC_LOW, shiftxa_reads_from_the_row_that_was_used_last);
    RUN_IF(STX_SRC_LOW, shiftxa_of_other_modes_is_undefined);
    RUN_IF(STX_SRC_LOW, shiftxb_shifts_or_rotates_one_row_to_the_left);
    return test_summary();
}
