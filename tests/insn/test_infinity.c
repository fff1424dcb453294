/* SPDX-License-Identifier: Apache-2.0
 *
 * Infinities in Dst and later fidelity phases of products that overflow (departure INFINITY_STAYS,
 * SPEC E.17): the product of two slices that are 0 has an exponent above 255, and adds nothing. */
#include "insn/fpu.h"

enum { INFINITE = 0x7F80, PLUS = 0, MINUS = 0x8000 };

static unsigned count(void) {
    return (unsigned)stx_departure_count(&core, STX_DEPARTURE_INFINITY_STAYS);
}

/* 2^(exponent - 127), whose mantissa has no bits for a later phase. */
static uint32_t power(unsigned exponent) {
    return exponent << 23;
}

static void begin(bool wide, enum stx_side side) {
    start(BF16, BF16);
    if (wide) {
        set_dst32();
    }
    stx_departure_set(&core, STX_DEPARTURE_INFINITY_STAYS, side);
}

static uint32_t high_half(bool wide, unsigned row, unsigned col) {
    return wide ? stx_dst_f32(&core, row, col) >> 16 : stx_dst_bf16(&core, row, col);
}

/* Element 0 becomes a product of a and b with all four phases. */
static void multiply(bool wide, enum stx_side side, uint32_t a, uint32_t b) {
    begin(wide, side);
    set_src(A, 0, 0, a);
    set_src(B, 0, 0, b);
    for (unsigned phase = 0; phase < 4; phase++) {
        set_phase(phase);
        EXECUTE(TT_OP_ELWMUL(0, 0, 0, 0, 0));
    }
}

/* How many of phases 1 to 3 have an exponent that shifts an infinity to 0. */
static unsigned phases_out(unsigned exponent, unsigned shifted) {
    return (exponent - 5 >= shifted) + (exponent - 7 >= shifted) + (exponent - 12 >= shifted);
}

/* All 8,385 products of powers of two, with infinities as 2^128, that do not fit into a bfloat16.
 * In phase 1 their exponent is a + b - 132. It shifts an infinity to 0 from 255 + 12 on with 16-bit
 * elements, which have 11 bits in the adder, and from 255 + 25 on with 24 bits. */
TEST(products_that_overflow_are_infinite_in_all_phases) {
    for (unsigned wide = 0; wide < 2; wide++) {
        unsigned all = 0, zero = 0, shifted = wide ? 280 : 267;
        for (unsigned a = 1; a < 256; a++) {
            for (unsigned b = 127 + 255 - a > 255 ? 256 : 127 + 255 - a; b < 256; b++) {
                bool out = a + b - 132 >= shifted;
                multiply(wide, STX_SIDE_SILICON, power(a), power(b) | 0x80000000u);
                CHECK_EQ(high_half(wide, 0, 0), MINUS | INFINITE);
                CHECK_EQ(count(), phases_out(a + b - 127, shifted));
                multiply(wide, STX_SIDE_SIMULATOR, power(a), power(b) | 0x80000000u);
                CHECK_EQ(high_half(wide, 0, 0), out ? 0 : MINUS | INFINITE);
                CHECK_EQ(count(), out);
                all++;
                zero += out;
            }
        }
        CHECK_EQ(all, 8385);
        CHECK_EQ(zero, wide ? 4950 : 6328);
    }
}

/* Words that multiply matrices: of the sixteen products of an element one overflows. */
TEST(matrix_products_that_overflow_are_infinite_in_all_phases) {
    const uint32_t words[] = {TT_OP_MVMUL(0, 0, 0, 0), TT_OP_DOTPV(0, 0, 0, 0, 0),
                              TT_OP_GAPOOL(0, 0, 0, 0, 0), TT_OP_MVMUL(0, 1, 0, 0)};
    for (unsigned i = 0; i < 4 * 4 * 16; i++) {
        bool wide = i & 1u, simulated = i & 2u;
        unsigned k = i >> 2 & 15u;
        begin(wide, simulated ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        set_src(A, k, 3, power(127 + 80));
        set_src(B, 0, k, power(127 + 80));
        set_src(A, (k + 9) % 16, 3, ONE);
        set_src(B, 0, (k + 9) % 16, ONE);
        for (unsigned phase = 0; phase < 4; phase++) {
            set_phase(phase);
            EXECUTE(words[i >> 6]);
        }
        CHECK_EQ(high_half(wide, 0, 3), simulated ? 0 : INFINITE);
        CHECK(count() > 0);
        CHECK_EQ(high_half(wide, 0, 4), 0);
    }
}

/* One word that adds -0 x 2^e to an infinity or a NaN in Dst. */
TEST(what_is_left_is_an_infinity_with_the_sign_of_dst) {
    static const uint16_t dst[] = {INFINITE, MINUS | INFINITE, 0x7FC1, 0xFFFF, 0x7F7F, 0x3F80, 0};
    for (unsigned i = 0; i < sizeof dst / sizeof dst[0]; i++) {
        for (unsigned side = 0; side < 2; side++) {
            begin(false, side ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
            fill_src(A, power(250));
            fill_src(B, power(250));
            set_bf16(0, 0, dst[i]);
            set_phase(1);
            EXECUTE(TT_OP_ELWMUL(0, 0, 0, 0, 0));
            bool differs = i < 4; /* an exponent of 255 */
            CHECK_EQ(stx_dst_bf16(&core, 0, 0),
                     differs && !side ? (dst[i] & 0x8000u) | INFINITE : 0);
            CHECK_EQ(count(), differs);
        }
    }
}

/* Measured: there is no arithmetic with infinities, and Inf - Inf is 0 (tt-metal 52141). Products
 * that are not 0 decide by their size. */
TEST(what_is_not_nothing_is_added_as_before) {
    begin(false, STX_SIDE_SILICON);
    fill_src(A, power(255) | 0x80000000u);
    set_bf16(0, 0, INFINITE);
    EXECUTE(TT_OP_ELWADD(0, 1, 0, 0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0);
    fill_src(B, power(250));
    set_bf16(0, 0, INFINITE);
    EXECUTE(TT_OP_ELWMUL(0, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), MINUS | INFINITE);
    CHECK_EQ(count(), 0);
}

/* FP16's largest exponent, 31, is that of ordinary numbers. */
TEST(exponents_of_five_bits_have_no_infinity) {
    start(FP16, FP16);
    fill_src(A, 31u << 23);
    fill_src(B, 31u << 23);
    set_phase(1);
    set_fp16(0, 0, 0x7FFF);
    EXECUTE(TT_OP_ELWMUL(0, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_fp16(&core, 0, 0), 0x7FFF);
    CHECK_EQ(count(), 0);
}

int main(void) {
    RUN(products_that_overflow_are_infinite_in_all_phases);
    RUN(matrix_products_that_overflow_are_infinite_in_all_phases);
    RUN(what_is_left_is_an_infinity_with_the_sign_of_dst);
    RUN(what_is_not_nothing_is_added_as_before);
    RUN(exponents_of_five_bits_have_no_infinity);
    return test_summary();
}
