/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The departure SOURCE_UNMASKED (SPEC E.3): on silicon all mantissa bits of a source count whatever
 * its format, the simulator drops those that the format does not have. The random settings of
 * test_mvmul.c, test_elwise.c and test_pool.c compare both sides with a slow twin; here are single
 * values, what is counted, and how long the library remembers that a bank has such bits. */
#include "insn/fpu.h"

enum { HIGH = 0 };
enum { BFP8 = 6, BFP4 = 7, INT16 = 9, BFP2 = 15, BFP8A = 2 };
enum { FINE = 0x3F80E000 }; /* 1 + 7 / 1024 */

static const enum stx_side sides[] = {STX_SIDE_SILICON, STX_SIDE_SIMULATOR};

static unsigned met(void) {
    return (unsigned)stx_departure_count(&core, STX_DEPARTURE_SOURCE_UNMASKED);
}

/* Sources of a format full of one datum. */
static void begin(uint32_t format, enum stx_side side, uint32_t datum) {
    start(format, format);
    stx_departure_set_all(&core, side);
    fill_src(A, datum);
    fill_src(B, datum);
}

TEST(elwadd_adds_the_low_mantissa_bits_of_every_format) {
    static const uint32_t formats[] = {FP32, BF16, BFP8, BFP4, BFP2, INT16, INT32};
    for (unsigned i = 0; i < 2 * sizeof formats / sizeof formats[0]; i++) {
        begin(formats[i / 2], sides[i % 2], FINE);
        set_dst32();
        EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 0), i % 2 ? 0x40000000 : 0x4000E000);
        CHECK_EQ(met(), 1);
    }
}

/* The three low bits are in the slices of phases 1 and 2: (1 + 7/1024) * 1 is 1 + 1/8 + ... in
 * phases 0 and 1, where SrcA has 5 bits each. */
TEST(mvmul_multiplies_the_low_mantissa_bits) {
    for (unsigned s = 0; s < 2; s++) {
        begin(BF16, sides[s], 0);
        set_dst32();
        for (unsigned col = 0; col < 16; col++) {
            set_src(A, 0, col, FINE);
        }
        set_src(B, 0, 0, ONE);
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
        set_phase(1); /* mantissa bits 5:1 of SrcA: 3 of 1024 * 2 units */
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 5), s ? ONE : 0x3F80C000);
        CHECK_EQ(met(), 2);
    }
}

TEST(gmpool_compares_the_low_mantissa_bits) {
    for (unsigned s = 0; s < 2; s++) {
        begin(BF16, sides[s], FINE);
        set_dst32();
        set_f32(0, 0, 0x3F802000);
        EXECUTE(TT_OP_GMPOOL(0, 0, 0, 0, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 0), s ? 0x3F802000 : FINE);
        CHECK_EQ(met(), 1);
    }
}

/* In one half of 32 bits the low mantissa bits do not fit; FP16_FORCE makes room for them. */
TEST(movb2d_moves_what_fits_of_all_bits) {
    for (unsigned s = 0; s < 2; s++) {
        begin(BF16, sides[s], 15u << 23 | 0x3FFu << 13);
        core.tcfg[0][FORCE_FP16] = 1;
        EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0));
        CHECK_EQ(stx_dst_fp16(&core, 0, 3), s ? 0x3FF8 : 0x3FFF);
        CHECK_EQ(met(), 1);
    }
}

/* SrcA is BF16, so the move is of 8-bit exponents; SrcB's FP16 would drop three bits of them. */
TEST(movb2d_keeps_the_whole_exponent_whatever_srcbs_format) {
    for (unsigned s = 0; s < 2; s++) {
        begin(BF16, sides[s], 0x40800000);
        set_formats(BF16, FP16);
        EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0));
        CHECK_EQ(stx_dst_bf16(&core, 0, 3), s ? 0x0080 : 0x4080);
        CHECK_EQ(met(), 1);
    }
}

TEST(nothing_is_counted_where_the_format_has_all_bits_that_there_are) {
    static const uint32_t datum[] = {0x3F810000, FINE, 0x0780E000, 0x0780E000};
    static const uint32_t format[] = {BF16, TF32, FP16, FP8};
    for (unsigned i = 0; i < 2 * 4; i++) {
        begin(format[i / 2], sides[i % 2], datum[i / 2]);
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
        EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
        EXECUTE(TT_OP_GMPOOL(0, 0, 0, 0, 0));
        EXECUTE(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0));
        EXECUTE(TT_OP_MOVB2A(0, 0, 0, 0));
        CHECK_EQ(met(), 0);
    }
}

TEST(integers_have_no_mask_on_either_side) {
    begin(INT8, STX_SIDE_SILICON, 16u << 23 | 7u << 13);
    set_int8();
    EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
    CHECK_EQ(met(), 0);
}

TEST(mpool3_looks_at_no_source_and_counts_nothing) {
    begin(BF16, STX_SIDE_SILICON, FINE);
    EXECUTE(TT_OP_MPOOL3S1(0, 0, 0, 0));
    CHECK_EQ(met(), 0);
}

/* Rows that are written again without such bits, by each of the ways of writing whole rows. */
TEST(a_bank_is_fine_until_its_last_fine_row_is_written_again) {
    static const uint32_t words[] = {
        TT_OP_MOVD2B(0, 20, 0, 0, 0), /* a row of Dst, which is BF16 */
        TT_OP_SHIFTXB(0, 1, 20),      /* of a row that is zero but for column 0 */
        TT_OP_ZEROSRC(0, 1, 0, 2),    /* the FPU's bank of SrcB */
    };
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        begin(BF16, STX_SIDE_SILICON, 0);
        set_src(B, 20, 0, FINE);
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
        CHECK_EQ(met(), 1); /* some row of the bank */
        set_bf16(0, 0, 0x3F80);
        EXECUTE(words[i]);
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
        CHECK_EQ(met(), 1);
    }
}

TEST(moves_and_transposition_take_fine_rows_along) {
    begin(BF16, STX_SIDE_SILICON, 0);
    set_src(B, 20, 3, FINE);
    EXECUTE(TT_OP_TRNSPSRCB);
    CHECK_EQ(get_src(B, 19, 4), FINE);
    EXECUTE(TT_OP_MOVB2D(HIGH, 19, 0, 0, 0));
    CHECK_EQ(met(), 1);
    EXECUTE(TT_OP_MOVB2A(5, 0, 0, 19));
    CHECK_EQ(get_src(A, 5, 4), FINE);
    EXECUTE(TT_OP_ZEROSRC(0, 1, 0, 2));
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
    CHECK_EQ(met(), 3); /* MOVB2A too */
}

int main(void) {
    RUN_IF(STX_SRC_LOW, elwadd_adds_the_low_mantissa_bits_of_every_format);
    RUN_IF(STX_SRC_LOW, mvmul_multiplies_the_low_mantissa_bits);
    RUN_IF(STX_SRC_LOW, gmpool_compares_the_low_mantissa_bits);
    RUN_IF(STX_SRC_LOW, movb2d_moves_what_fits_of_all_bits);
    RUN(movb2d_keeps_the_whole_exponent_whatever_srcbs_format);
    RUN(nothing_is_counted_where_the_format_has_all_bits_that_there_are);
    RUN_IF(STX_SRC_LOW, integers_have_no_mask_on_either_side);
    RUN(mpool3_looks_at_no_source_and_counts_nothing);
    RUN_IF(STX_SRC_LOW, a_bank_is_fine_until_its_last_fine_row_is_written_again);
    RUN_IF(STX_SRC_LOW, moves_and_transposition_take_fine_rows_along);
    return test_summary();
}
