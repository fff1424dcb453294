/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The departures of MOVA2D and MOVB2D (SPEC E.1, E.4, E.5): both sides of each, by the cells of Dst
 * that are written. Expected values follow from the rule, not from a run. */
#include "insn/fpu.h"

enum { HIGH = 0, LOW = 1 };
enum { COLUMN_0 = 1, ROW_TO_EIGHT = 2, FOUR_ROWS = 4 }; /* MOVB2D */
enum { EIGHT_ROWS = 2 };                                /* MOVA2D */
enum { BFP8A = 2, BFP4A = 3, BFP8 = 6, BFP4 = 7, INT16 = 9, BFP2A = 11, BFP2 = 15 };
enum { OLD = 0x3F812345 };

static const uint8_t formats[] = {FP32,  FP16,  BFP8A, BFP4A, BF16, BFP8, BFP4,
                                  INT32, INT16, FP8,   BFP2A, INT8, BFP2};
enum { FORMATS = sizeof formats };

static const enum stx_departure wide[] = {STX_DEPARTURE_MOVA2D_WRITES_32,
                                          STX_DEPARTURE_MOVB2D_WRITES_32};

/* A datum with all kinds of exponents, those of five bits among them, and low mantissa bits. */
static uint32_t value(unsigned row, unsigned col) {
    return (col & 2u) << 30 | (row * 4 + 1) << 23 | (row * 16 + col) << 13;
}

/* Dst full of OLD as 32-bit elements, numbered sources of `format`, one side of all departures. */
static void begin(uint32_t format, enum stx_side side) {
    start(format, format);
    stx_departure_set_all(&core, side);
    for (unsigned i = 0; i < 64 * 16; i++) {
        set_f32(i / 16, i % 16, OLD);
        set_src(A, i / 16, i % 16, value(i / 16, i % 16));
        set_src(B, i / 16, i % 16, value(i / 16, i % 16));
    }
}

/* Row 20 of a source (24 for blocks of eight) to row 16 of Dst. */
static uint32_t word(unsigned source, unsigned mode, unsigned half) {
    return source ? TT_OP_MOVB2D(half, 20, 0, mode, 16)
                  : TT_OP_MOVA2D(half, mode & EIGHT_ROWS ? 24 : 20, 0, mode, 16);
}

static unsigned rows_of(unsigned source, unsigned mode) {
    return mode & 2u ? 8 : source && (mode & FOUR_ROWS) ? 4 : 1;
}

/* The datum that reaches row 16 + n. */
static uint32_t moved(unsigned source, unsigned mode, unsigned n, unsigned col) {
    unsigned first = !source && (mode & EIGHT_ROWS) ? 24 : 20;
    unsigned row = source && (mode & ROW_TO_EIGHT) ? first : first + n;
    return value(row, source && (mode & COLUMN_0) ? 0 : col);
}

static unsigned met(enum stx_departure departure) {
    return (unsigned)stx_departure_count(&core, departure);
}

static unsigned met_any(void) {
    return met(wide[0]) + met(wide[1]) + met(STX_DEPARTURE_MOVE_INT8_E8);
}

/* Modes of MOVA2D: one row and eight; of MOVB2D: all eight. */
static bool is_mode(unsigned source, unsigned mode) {
    return source || mode == 0 || mode == EIGHT_ROWS;
}

TEST(under_fp32_every_format_fills_32_bits_with_all_19) {
    for (unsigned i = 0; i < 2 * 8 * FORMATS; i++) {
        unsigned source = i & 1u, mode = i >> 1 & 7u;
        if (!is_mode(source, mode)) {
            continue;
        }
        begin(formats[i >> 4], STX_SIDE_SILICON);
        set_dst32();
        core.cfg[0][1] |= (i & 1u) << 31; /* INT8_math_enabled makes no difference */
        EXECUTE(word(source, mode, HIGH));
        for (unsigned k = 0; k < 64 * 16; k++) {
            unsigned row = k / 16, n = row - 16;
            uint32_t want = n < rows_of(source, mode) ? moved(source, mode, n, k % 16) : OLD;
            CHECK_EQ(stx_dst_f32(&core, row, k % 16), want);
        }
        CHECK_EQ(met(wide[source]), 1);
        CHECK_EQ(met_any(), 1);
    }
}

static uint32_t as_fp16(uint32_t v) {
    return (v >> 16 & 0x8000u) | (v >> 13 & 0x7FFFu);
}

/* What 16-bit rows 16 and so on hold; five: FP16, of which a datum has the low five exponent bits.
 */
static void check_16_bits(unsigned source, bool five) {
    for (unsigned col = 0; col < 16; col++) {
        uint32_t v = moved(source, 0, 0, col);
        if (five) {
            CHECK_EQ(stx_dst_fp16(&core, 16, col), as_fp16(v));
        } else {
            CHECK_EQ(stx_dst_bf16(&core, 16, col), v >> 16);
        }
    }
}

TEST(under_fp32_the_simulator_writes_16_bits_by_format) {
    for (unsigned i = 0; i < 2 * FORMATS; i++) {
        unsigned source = i & 1u, format = formats[i / 2];
        begin(format, STX_SIDE_SILICON);
        stx_departure_set(&core, wide[source], STX_SIDE_SIMULATOR); /* this one alone */
        set_dst32();
        EXECUTE(word(source, 0, HIGH));
        check_16_bits(source, five_bits(format));
        CHECK_EQ(met(wide[source]), 1);
        CHECK_EQ(met_any(), 1);
    }
}

TEST(under_int8_math_every_format_keeps_8_bits_of_exponent) {
    for (unsigned i = 0; i < 4 * FORMATS; i++) {
        unsigned source = i & 1u, simulated = i >> 1 & 1u, format = formats[i / 4];
        begin(format, simulated ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        stx_departure_set(&core, STX_DEPARTURE_SOURCE_UNMASKED, STX_SIDE_SILICON);
        set_int8();
        EXECUTE(word(source, 0, HIGH));
        check_16_bits(source, simulated && five_bits(format));
        CHECK_EQ(met(STX_DEPARTURE_MOVE_INT8_E8), five_bits(format));
        CHECK_EQ(met(wide[source]), 0);
    }
}

TEST(under_int8_math_low_halves_have_8_bits_of_exponent_too) {
    for (unsigned i = 0; i < 4; i++) {
        unsigned source = i & 1u, simulated = i >> 1;
        begin(INT8, simulated ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        stx_departure_set(&core, STX_DEPARTURE_SOURCE_UNMASKED, STX_SIDE_SILICON);
        set_int8();
        EXECUTE(word(source, 0, LOW));
        uint32_t v = moved(source, 0, 0, 5), h = v >> 16, f = as_fp16(v);
        uint32_t low = simulated ? (f & 0x8000u) | (f & 0x3FFu) << 5 | (f >> 10 & 31u)
                                 : (h & 0x8000u) | (h & 0x7Fu) << 8 | (h >> 7 & 255u);
        CHECK_EQ(stx_dst_f32(&core, 16, 5), (OLD & 0xFFFF0000u) | low);
        CHECK_EQ(met(STX_DEPARTURE_MOVE_INT8_E8), 1);
    }
}

TEST(tf32_writes_32_bits_under_int8_math_too) {
    for (unsigned source = 0; source < 2; source++) {
        begin(TF32, STX_SIDE_SILICON);
        set_int8();
        EXECUTE(word(source, 0, HIGH));
        CHECK_EQ(stx_dst_f32(&core, 16, 7), moved(source, 0, 0, 7));
        CHECK_EQ(met_any(), 0);
    }
}

/* Neither a 16-bit Dst, nor a low half, nor TF32, nor where FP16 is forced. */
TEST(moves_depart_under_fp32_and_int8_math_alone) {
    for (unsigned i = 0; i < 4; i++) {
        unsigned source = i & 1u;
        begin(FP16, i >> 1 ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        EXECUTE(word(source, 0, HIGH));
        set_dst32();
        EXECUTE(word(source, 0, LOW));
        set_formats(TF32, TF32);
        EXECUTE(word(source, 0, HIGH));
        set_formats(FP16, FP16);
        core.tcfg[0][FORCE_FP16] = 1;
        EXECUTE(word(source, 0, HIGH));
        check_16_bits(source, true);
        core.cfg[0][1] &= ~(1u << 29);
        set_int8();
        EXECUTE(word(source, 0, HIGH));
        check_16_bits(source, true);
        CHECK_EQ(met_any(), 0);
    }
}

TEST(under_fp32_both_halves_of_blocked_columns_in_an_invalid_row_become_zero) {
    for (unsigned source = 0; source < 2; source++) {
        begin(FP16, STX_SIDE_SILICON);
        set_dst32();
        core.sfpu.lane_config[2] = 1u << 10; /* column 5 */
        EXECUTE(TT_OP_ZEROACC(3, 0, 0, 0, 0));
        EXECUTE(word(source, 0, HIGH));
        CHECK_EQ(stx_dst_f32(&core, 16, 4), moved(source, 0, 0, 4));
        CHECK_EQ(stx_dst_f32(&core, 16, 5), 0);
    }
}

TEST(a_row_that_a_small_dst_lacks_faults_and_counts_nothing) {
    begin(BF16, STX_SIDE_SILICON);
    set_dst32();
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    core.rwc[0].dst = STX_DST_ROWS / 2; /* as 32-bit elements */
    EXPECT_FAULT(TT_OP_MOVA2D(HIGH, 0, 0, 0, 0), NOT_PRESENT);
    EXPECT_FAULT(TT_OP_MOVB2D(HIGH, 0, 0, 0, 0), NOT_PRESENT);
    CHECK_EQ(met_any(), 0);
}

int main(void) {
    RUN_IF(STX_SRC_LOW, under_fp32_every_format_fills_32_bits_with_all_19);
    RUN_IF(STX_SRC_LOW, under_fp32_the_simulator_writes_16_bits_by_format);
    RUN_IF(STX_SRC_LOW, under_int8_math_every_format_keeps_8_bits_of_exponent);
    RUN_IF(STX_SRC_LOW, under_int8_math_low_halves_have_8_bits_of_exponent_too);
    RUN_IF(STX_SRC_LOW, tf32_writes_32_bits_under_int8_math_too);
    RUN_IF(STX_SRC_LOW, moves_depart_under_fp32_and_int8_math_alone);
    RUN_IF(STX_SRC_LOW, under_fp32_both_halves_of_blocked_columns_in_an_invalid_row_become_zero);
    RUN_IF(STX_DST_ROWS < STX_DST_NAMES, a_row_that_a_small_dst_lacks_faults_and_counts_nothing);
    return test_summary();
}
