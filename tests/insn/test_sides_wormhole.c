/* SPDX-License-Identifier: Apache-2.0
 *
 * What Wormhole does otherwise than its simulator or than it was meant to: the departures
 * MOVB2A_MASKED and KEPT_MINUS_ZERO, both sides; the erratum SHIFT_LANES_OLD. */
#include "insn/fpu.h"

static unsigned met(enum stx_departure departure) {
    return (unsigned)stx_departure_count(&core, departure);
}

/* The vendor's reductions of BF16 in a Dst of 32 bits. Row 8 is row 16 as it is stored. */
TEST(bf16_in_rows_of_32_bits) {
    for (unsigned i = 0; i < 2; i++) {
        start(BF16, BF16);
        stx_departure_set_all(&core, i ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        core.cfg[0][1] |= 1u << 30; /* ALU_ACC_CTRL_SFPU_Fp32_enabled */
        set_bf16(8, 0, 0x4000);
        set_bf16(16, 0, 0x3F80);
        EXECUTE(TT_OP_SFPLOAD(0, 2, 0, 8));
        CHECK_EQ(core.sfpu.lreg[0][0], i ? 0x40000000 : 0x3F800000);
        CHECK_EQ(met(STX_DEPARTURE_SFPU_BF16_ROWS_32), 1);
    }
}

/* BF16 has seven bits of mantissa, TF32 ten. */
TEST(movb2a_drops_the_bits_that_the_format_of_srcb_lacks) {
    for (unsigned i = 0; i < 4; i++) {
        bool simulator = i & 1u, wide = i & 2u;
        start(TF32, wide ? TF32 : BF16);
        stx_departure_set_all(&core, simulator ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        set_src(B, 4, 7, 0xBF81E000);
        set_src(B, 7, 15, 0x3F800000);
        EXECUTE(TT_OP_MOVB2A(8, 0, 2, 4));
        CHECK_EQ(get_src(A, 8, 7), simulator || wide ? 0xBF81E000 : 0xBF810000);
        CHECK_EQ(get_src(A, 11, 15), 0x3F800000);
        CHECK_EQ(met(STX_DEPARTURE_MOVB2A_MASKED), !wide);
    }
}

TEST(movb2a_of_what_the_format_has_is_no_departure) {
    start(BF16, BF16);
    fill_src(B, 0xBF810000);
    EXECUTE(TT_OP_MOVB2A(8, 0, 2, 4));
    CHECK_EQ(met(STX_DEPARTURE_MOVB2A_MASKED), 0);
}

/* INT8 has ten, by the page MatrixUnit (1ae1f852): -5 ends at the last of them, which FP16 and TF32
 * in SrcA write to Dst. The simulator drops three of all formats but FP16 and TF32. */
TEST(movb2d_keeps_the_magnitude_of_int8) {
    start(FP16, INT8);
    set_src(B, 4, 7, 0x8800A000);
    EXECUTE(TT_OP_MOVB2D(0, 4, 0, 4, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 7), 0xC005);
    start(TF32, INT8);
    set_src(B, 4, 7, 0x8800A000);
    EXECUTE(TT_OP_MOVB2D(0, 4, 0, 4, 0));
    CHECK_EQ(stx_dst_f32(&core, 0, 7), 0x8800A000);
    start(BF16, INT8);
    set_src(B, 4, 7, 0x8800A000);
    EXECUTE(TT_OP_MOVB2D(0, 4, 0, 4, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 7), 0x8800);
}

/* Dst is 2^-117. The hidden bit of -0 is 2^-127, a tenth place below: 1 - 2^-10 in eight bits is 1.
 * The simulator takes 0 - 0x400 in 32 bits for a positive number: after 13 and back 10 places it is
 * 0x3FE000 of 0x800000, so that the sum is 1.499 in eight bits. */
TEST(a_zero_and_a_kept_minus_zero) {
    static const struct {
        uint32_t a, b;
        bool subtract, differs;
    } row[] = {
        {0, 0x80000000, false, true}, {0x80000000, 0x80000000, false, true},
        {0, 0, true, true},           {0, 0, false, false},
        {0, 0x80000000, true, false}, {0x3F800000, 0x80000000, false, false},
    };
    for (unsigned i = 0; i < 2 * sizeof row / sizeof row[0]; i++) {
        const bool subtract = row[i / 2].subtract, simulator = i & 1u;
        const unsigned column = 5 * (i / 2) % 16;
        start(BF16, BF16);
        keep_denormals();
        stx_departure_set_all(&core, simulator ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        for (unsigned n = 0; n < 128; n++) {
            set_bf16(n / 16, n % 16, 0x0500);
            set_src(A, n / 16, n % 16, 0);
            set_src(B, n / 16, n % 16, subtract ? 0x80000000 : 0);
        }
        set_src(A, 3, column, row[i / 2].a);
        set_src(B, 3, column, row[i / 2].b);
        EXECUTE(subtract ? TT_OP_ELWSUB(0, 1, 0, 0, 0) : TT_OP_ELWADD(0, 1, 0, 0, 0));
        CHECK_EQ(met(STX_DEPARTURE_KEPT_MINUS_ZERO), row[i / 2].differs);
        CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0x0500);
        if (row[i / 2].differs) {
            CHECK_EQ(stx_dst_bf16(&core, 3, column), simulator ? 0x0540 : 0x0500);
        }
    }
}

/* Without the flag that keeps them there are no denormals, nor such zeros. */
TEST(a_flushed_minus_zero_is_nothing) {
    start(BF16, BF16);
    fill_src(B, 0x80000000);
    EXECUTE(TT_OP_ELWADD(0, 1, 0, 0, 0));
    CHECK_EQ(met(STX_DEPARTURE_KEPT_MINUS_ZERO), 0);
}

static void set_lanes(unsigned reg, uint32_t first) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        core.sfpu.lreg[reg][lane] = first + lane;
    }
}

/* LReg1, shifted to LReg3 by mode 4; what came in at the left of each row of eight: that of `from`,
 * or 0. */
static bool shifts_in(uint32_t from) {
    if (stx_try(&core, 0, TT_OP_SFPSHFT2(0, 1, 3, 4)) != STX_DONE ||
        stx_try(&core, 0, TT_OP_SFPNOP) != STX_DONE) {
        return false;
    }
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        uint32_t in = from ? from + lane + 7 : 0;
        if (core.sfpu.lreg[3][lane] != (lane % 8 ? 100 + lane - 1 : in)) {
            return false;
        }
    }
    return true;
}

TEST(sfpshft2_mode_4_shifts_in_what_a_rotation_has_read) {
    start(0, 0);
    set_lanes(1, 100);
    set_lanes(2, 200);
    set_lanes(5, 500);
    CHECK(shifts_in(0)); /* nothing has rotated yet */
    EXECUTE(TT_OP_SFPSHFT2(0, 2, 9, 3));
    EXECUTE(TT_OP_SFPNOP);
    set_lanes(2, 7000); /* what was read then counts */
    CHECK(shifts_in(200));
    CHECK(shifts_in(200)); /* mode 4 leaves it as it is, and so do others */
    EXECUTE(TT_OP_SFPSHFT2(0, 5, 6, 5));
    CHECK(shifts_in(200));
    core.sfpu.use = UINT32_MAX; /* no lane is enabled: it is read all the same */
    core.sfpu.flags = 0;
    EXECUTE(TT_OP_SFPSHFT2(0, 5, 6, 2));
    core.sfpu.use = 0;
    EXECUTE(TT_OP_SFPNOP);
    CHECK(shifts_in(500));
    EXECUTE(TT_OP_SFPSHFT2(0, 9, 9, 3)); /* as the documentation advises */
    EXECUTE(TT_OP_SFPNOP);
    CHECK(shifts_in(0));
}

TEST(without_the_erratum_mode_4_shifts_in_zeros) {
    start(0, 0);
    set_lanes(1, 100);
    set_lanes(2, 200);
    EXECUTE(TT_OP_SFPSHFT2(0, 2, 9, 3));
    EXECUTE(TT_OP_SFPNOP);
    stx_erratum_set(&core, STX_ERRATUM_SHIFT_LANES_OLD, false);
    CHECK(shifts_in(0));
}

int main(void) {
    RUN(bf16_in_rows_of_32_bits);
    RUN_IF(STX_SRC_LOW, movb2a_drops_the_bits_that_the_format_of_srcb_lacks);
    RUN_IF(STX_SRC_LOW, movb2d_keeps_the_magnitude_of_int8);
    RUN(movb2a_of_what_the_format_has_is_no_departure);
    RUN(a_zero_and_a_kept_minus_zero);
    RUN(a_flushed_minus_zero_is_nothing);
    RUN(sfpshft2_mode_4_shifts_in_what_a_rotation_has_read);
    RUN(without_the_erratum_mode_4_shifts_in_zeros);
    return test_summary();
}
