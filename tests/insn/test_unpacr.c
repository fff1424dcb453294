/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * UNPACR's modes (SPEC 11.3) and UNPACR_NOP (11.5): where datums are read and where they land. */
#include "unpacr.h"

TEST(datums_go_row_by_row_and_dvalid_hands_the_bank_over) {
    begin();
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(core.srca.fpu_owns[0] + core.srca.unpack_bank, 0);
    CHECK(done(UNPACK(0, 1)) && done(UNPACK(1, 1)));
    for (unsigned i = 0; i < FACE; i++) {
        CHECK_EQ(src_a(i / 16, i % 16), datum(i));
        CHECK_EQ(src_b(i / 16, i % 16), datum(i));
    }
    CHECK_EQ(core.srca.fpu_owns[0] & core.srcb.fpu_owns[0], 1);
    CHECK_EQ(core.srca.format[0], BF16);
    CHECK(done(UNPACK(0, 1)));
    CHECK_EQ(run(UNPACK(0, 1)), STX_WAIT); /* both banks are the FPU's */
    core.srca.fpu_owns[0] = 0;
    CHECK(done(UNPACK(0, 1)));
}

TEST(transpose_exchanges_rows_and_columns_of_each_face) {
    begin();
    core.cfg[0][72] |= 1u << 8; /* Haloize */
    CHECK(done(UNPACK(0, 0)));
    for (unsigned i = 0; i < FACE; i++) {
        CHECK_EQ(src_a(i % 16, i / 16), datum(i));
    }
}

TEST(tileize_takes_a_line_of_32_from_every_stride) {
    begin();
    core.cfg[0][72] |= 1u << 9 | 8u << 16; /* stride 8 * 16 bytes = 64 datums */
    CHECK(done(UNPACK(0, 0)));
    for (unsigned i = 0; i < FACE; i++) {
        CHECK_EQ(src_a(i / 16, i % 16), datum(i / 32 * 64 + i % 32));
    }
}

TEST(column_shift_drops_columns_and_moves_the_others) {
    begin();
    core.cfg[0][72] |= 3u << 16; /* of context 0 */
    CHECK(done(UNPACK(0, 0)));
    for (unsigned row = 0; row < 16; row++) {
        for (unsigned col = 0; col < 13; col++) {
            CHECK_EQ(src_a(row, col), datum(16 * row + col + 3));
        }
        CHECK_EQ(src_a(row, 13), 0);
    }
}

TEST(counters_choose_the_first_datum_and_the_row) {
    begin();
    core.cfg[0][64] = 64u << 16 | 1u << 4 | BF16;
    core.cfg[0][65] = 2u << 16 | 4u; /* XDim 64, YDim 4, ZDim 2 */
    core.cfg[0][86] = 64;
    core.cfg[0][50] = 1u << 8;   /* add the destination's address to the counters */
    core.cfg[0][56] = 32u << 16; /* Ystride: a row of 16-bit datums */
    core.cfg[0][57] = 512;
    run(TT_OP_SETADCXX(UNPACKER_0, 5 + 15, 5));
    run(TT_OP_SETADCXY(UNPACKER_0, 3, 0, 2, 0, 10)); /* ch1.Y = 3, ch0.Y = 2 */
    run(TT_OP_SETADCZW(UNPACKER_0, 0, 1, 0, 1, 5));  /* ch1.Z = ch0.Z = 1 */
    CHECK(done(UNPACK(0, 0)));
    for (unsigned i = 0; i < 16; i++) {
        CHECK_EQ(src_a(16 + 3, i), datum(5 + 64 * (2 + 4 * 1) + i));
    }
}

/* A ZDim of 0 counts as 1, a YDim of 0 as it is: then all faces begin at the first datum. */
TEST(a_height_of_zero_makes_all_faces_one) {
    begin();
    core.cfg[0][65] = 2u << 16;
    run(TT_OP_SETADCXX(UNPACKER_0, 3 + 15, 3));
    run(TT_OP_SETADCZW(UNPACKER_0, 0, 0, 0, 1, 1)); /* ch0.Z = 1 */
    CHECK(done(UNPACK(0, 0)));
    for (unsigned i = 0; i < 16; i++) {
        CHECK_EQ(src_a(0, i), datum(3 + i));
    }
}

/* AddrMode: ch0.Z, ch0.Y, ch1.Z, ch1.Y, two bits each. */
TEST(addr_mode_moves_four_counters) {
    begin();
    CHECK(done(TT_OP_UNPACR(0, 1 | 2 << 2 | 3 << 4 | 1 << 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1)));
    const struct stx_adc *adc = &core.adc[0][0];
    CHECK_EQ(adc->at[0][2] * 1000 + adc->at[0][1] * 100 + adc->at[1][2] * 10 + adc->at[1][1], 1231);
    CHECK_EQ(adc->cr[0][2] + adc->cr[0][1] + adc->cr[1][2] + adc->cr[1][1], 0);
}

TEST(contexts_have_bases_widths_and_targets_of_their_own) {
    begin();
    core.cfg[0][77] = IN / 16 - 1 + 4;   /* context 1: 32 datums on */
    core.cfg[0][84] |= (64u + 64) << 16; /* row 4 */
    core.cfg[0][86] |= 256u << 16;
    core.tcfg[0][41] = 1; /* CfgContextOffset of unpacker 0 */
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(0, 0), 0);
    CHECK_EQ(src_a(4, 1), datum(33));
    core.tcfg[0][41] = 0;
    CHECK(done(TT_OP_UNPACR(0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1))); /* context id 1 */
    CHECK_EQ(src_a(4, 1), datum(33));
}

/* Offset and id are added modulo 8; context c has the base address of word 76 + c. */
TEST(there_are_eight_contexts) {
    for (unsigned n = 0; n < 64; n++) {
        unsigned offset = n / 8, id = n % 8, context = (offset + id) % 8;
        begin();
        core.cfg[0][77] = core.cfg[0][78] = core.cfg[0][79] = core.cfg[0][80] = IN / 16 - 1;
        core.cfg[0][81] = core.cfg[0][82] = core.cfg[0][83] = IN / 16 - 1;
        core.cfg[0][76 + context] = IN / 16 - 1 + 2; /* 16 datums on */
        core.cfg[0][73] = 0xF000F;                   /* switches of contexts 0..3 and 4..7 */
        core.cfg[0][84] = core.cfg[0][85] = 64u << 16 | 64;
        core.cfg[0][86] = core.cfg[0][87] = 256u << 16 | 256;
        core.tcfg[0][41] = (uint16_t)offset;
        CHECK(done(TT_OP_UNPACR(0, 0, 0, id, 0, 1, 0, 0, 0, 0, 0, 0, 1)));
        CHECK_EQ(src_a(0, 1), datum(17));
    }
}

TEST(context_counter_counts_up_to_its_limit) {
    begin();
    core.cfg[0][77] = IN / 16 - 1 + 2;
    core.cfg[0][84] |= 64u << 16;
    core.cfg[0][72] |= 1u << 6; /* two contexts */
    for (unsigned i = 0; i < 4; i++) {
        CHECK(done(TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1)));
        CHECK_EQ(src_a(0, 1), datum(1 + 16 * (i % 2)));
    }
}

/* A write of word 41 with its reset bits clears the counters of both unpackers, of its own thread.
 */
TEST(context_counters_are_reset_by_their_configuration_word) {
    begin();
    for (unsigned thread = 0; thread < STX_THREADS; thread++) {
        for (unsigned t = 0; t < STX_THREADS; t++) {
            core.unpacker[0].context_counter[t] = core.unpacker[1].context_counter[t] = 1;
        }
        CHECK_EQ(stx_try(&core, thread, TT_OP_SETC16(41, 1u << 4 | 1u << 12)), STX_DONE);
        for (unsigned t = 0; t < STX_THREADS; t++) {
            CHECK_EQ(core.unpacker[0].context_counter[t], t != thread);
            CHECK_EQ(core.unpacker[1].context_counter[t], t != thread);
        }
    }
}

TEST(formats_of_a_context_may_override) {
    begin();
    core.cfg[0][72] |= 1u << 14;
    core.cfg[0][92] = (uint32_t)INT16 << 16 | (uint32_t)INT16 << 20;
    CHECK(done(UNPACK(0, 1)));
    CHECK_EQ(core.srca.format[0], INT16);
}

TEST(forced_exponent_takes_the_place_of_the_section) {
    begin();
    unpack_plain(0, BFP8, BFP8, FACE);
    core.cfg[0][73] |= 1u << 8;
    core.cfg[0][50] = 130;
    memset(l1 + IN, 0x60, FACE); /* 1.5 */
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(15, 15), 130u << 23 | 0x400000u);
}

TEST(zero_write_fills_with_zeroes) {
    begin();
    CHECK(done(UNPACK(0, 0)));
    CHECK(done(TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1)));
    CHECK_EQ(src_a(3, 3), 0);
}

/* As many datums as 65,536 bits hold, of eight bits or more each. */
TEST(the_last_datum_has_a_bound_by_its_bits) {
    static const uint8_t format[] = {0, BF16, INT8};
    for (unsigned i = 0; i < 6; i++) {
        uint32_t bound = 2048u << i / 2;
        begin();
        unpack_plain(0, format[i / 2], format[i / 2] == 0 ? BF16 : format[i / 2], FACE);
        core.adc[0][0].at[0][0] = bound; /* behind the last one: nothing is unpacked */
        core.adc[0][0].at[1][0] = bound - 1 + i % 2;
        core.adc[0][0].at[0][0] += 1;
        CHECK(i % 2 ? refuses(UNPACK(0, 0), STX_RULE_UNDEFINED_MODE) : done(UNPACK(0, 0)));
    }
}

TEST(row_base_counts_without_an_address_of_its_own) {
    begin();
    core.tcfg[0][5] = 0;         /* SetOvrdWithAddr off */
    core.cfg[0][72] |= 1u << 10; /* every UNPACR goes 16 rows on */
    CHECK(done(UNPACK(0, 0)) && done(UNPACK(0, 0)));
    CHECK_EQ(src_a(15, 15), datum(255));
    CHECK_EQ(src_a(31, 15), datum(255));
    CHECK_EQ(src_a(32, 1), 0);
}

TEST(dst_takes_32_and_16_bit_elements) {
    begin();
    unpack_to_dst();
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(stx_dst_bf16(&core, 7, 9), datum(16 * 7 + 9) >> 16);
    unpack_plain(0, FP32, FP32, FACE);
    unpack_to_dst();
    l1_put(IN + 4 * 100, 4, 0x3F8FEDCBu);
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(stx_dst_f32(&core, 6, 4), 0x3F8FEDCBu);
}

/* So many datums from a column of one of the last rows on: what goes beyond the last row faults. */
static bool faults_beyond_the_end(uint32_t format, unsigned rows_left, unsigned col,
                                  unsigned count) {
    unsigned rows = format == FP32 ? STX_DST_ROWS / 2 : STX_DST_ROWS;
    start();
    unpack_plain(0, format, format, count);
    unpack_to_dst();
    core.cfg[0][84] = 64 + 16 * (rows - rows_left) + col;
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON); /* within a row */
    if (col + count <= 16 * rows_left) {
        return done(UNPACK(0, 0));
    }
    return faults(UNPACK(0, 0), STX_RULE_NOT_PRESENT);
}

TEST(datums_fill_a_small_dst_up_to_its_last_row) {
    static const uint32_t formats[] = {BF16, FP32};
    for (unsigned n = 0; n < 2 * 3 * 16; n++) {
        for (unsigned count = 1; count <= 50; count++) {
            CHECK(faults_beyond_the_end(formats[n % 2], n / 2 % 3 + 1, n / 6, count));
        }
    }
}

TEST(what_has_no_rule_faults_under_every_policy) {
    static const struct {
        uint8_t word;
        uint32_t value;
        enum stx_rule rule;
    } row[] = {{72, FP16, STX_RULE_BAD_FORMAT},
               {64, 256u << 16 | 1u << 4 | 12, STX_RULE_BAD_FORMAT},
               {73, 0xE, STX_RULE_UNIMPLEMENTED_MODE}, /* compressed */
               {72, BF16 | 1u << 12, STX_RULE_UNIMPLEMENTED_MODE},
               {76, 0x10000 / 16 - 1, STX_RULE_L1_RANGE},
               {76, 0xFFFFFFu, STX_RULE_L1_RANGE}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        begin();
        core.cfg[0][row[i].word] = row[i].value;
        CHECK(faults(UNPACK(0, 1), row[i].rule));
    }
    begin();
    CHECK(faults(TT_OP_UNPACR(1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1), STX_RULE_UNIMPLEMENTED_MODE));
    CHECK(faults(TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1), STX_RULE_UNIMPLEMENTED_MODE));
}

/* ---- UNPACR_NOP ---- */

#define CLEAR(unit, dvalid, one, stall, both, value) \
    TT_OP_UNPACR_NOP(unit, 0, 0, dvalid, one, stall, both, value, 1)

TEST(nop_clears_with_zero_infinity_one_or_a_configured_value) {
    static const uint32_t one[] = {15u << 23, 127u << 23, 16u << 23 | 1u << 13};
    begin();
    CHECK(done(CLEAR(0, 0, 0, 1, 0, 1)));
    CHECK_EQ(src_a(63, 15), 0xFFFFE000u);
    CHECK(done(CLEAR(0, 0, 0, 1, 0, 0)));
    CHECK_EQ(src_a(63, 15), 0);
    for (unsigned format = 0; format < 3; format++) {
        CHECK(done(CLEAR(1, 0, format, 1, 0, 2)));
        CHECK_EQ(src_b(0, 0), one[format]);
    }
    core.cfg[0][63] = 1u << 18 | 3u << 8 | 127;
    CHECK(done(CLEAR(1, 0, 0, 1, 0, 3)));
    CHECK_EQ(src_b(9, 9), 0x80000000u | 127u << 23 | 3u << 13);
}

TEST(nop_clears_one_bank_or_both_and_hands_over) {
    begin();
    CHECK(done(CLEAR(0, 1, 1, 1, 0, 2)));
    CHECK_EQ(core.srca.fpu_owns[0], 1);
    CHECK_EQ(core.srca.unpack_bank, 1);
    CHECK_EQ(stx_src_peek(&core, 0, 1, 0, 0), 0);
    begin();
    CHECK(done(CLEAR(0, 0, 1, 1, 1, 2)));
    CHECK_EQ(stx_src_peek(&core, 0, 0, 0, 0), 127u << 23);
    CHECK_EQ(stx_src_peek(&core, 0, 1, 0, 0), 127u << 23);
    CHECK(done(CLEAR(0, 1, 3, 1, 0, 0))); /* only dvalid */
    CHECK_EQ(stx_src_peek(&core, 0, 0, 0, 0), 127u << 23);
    CHECK_EQ(core.srca.fpu_owns[0], 1);
}

TEST(nop_waits_for_the_bank_that_it_is_told) {
    begin();
    core.srca.fpu_owns[0] = 1;
    core.srca.unpack_bank = 1;
    CHECK_EQ(run(CLEAR(0, 0, 0, 0, 0, 0)), STX_WAIT); /* the FPU's bank */
    CHECK_EQ(run(CLEAR(0, 0, 0, 1, 0, 0)), STX_DONE); /* the unpacker's */
    CHECK_EQ(run(TT_OP_UNPACR_NOP(0, 0, 0, 0, 0, 0, 0, 0, 2)), STX_DONE);
}

/* The last datum of 1 + 2^-10 has a bit more than the sources of the smallest size. */
TEST(mantissa_bits_that_a_source_does_not_have_fault) {
    start();
    unpack_plain(0, FP16, FP16, FACE);
    l1_put(IN + 2 * (FACE - 1), 2, 0x3C00);
    CHECK(done(UNPACK(0, 0)));
    l1_put(IN + 2 * (FACE - 1), 2, 0x3C01);
    CHECK(faults(UNPACK(0, 0), STX_RULE_NOT_PRESENT));
}

int main(void) {
    RUN_IF(STX_SRC_BANKS == 2, datums_go_row_by_row_and_dvalid_hands_the_bank_over);
    RUN_IF(!STX_SRC_LOW, mantissa_bits_that_a_source_does_not_have_fault);
    RUN(transpose_exchanges_rows_and_columns_of_each_face);
    RUN(tileize_takes_a_line_of_32_from_every_stride);
    RUN(column_shift_drops_columns_and_moves_the_others);
    RUN(counters_choose_the_first_datum_and_the_row);
    RUN(a_height_of_zero_makes_all_faces_one);
    RUN(addr_mode_moves_four_counters);
    RUN(contexts_have_bases_widths_and_targets_of_their_own);
    RUN(there_are_eight_contexts);
    RUN(context_counter_counts_up_to_its_limit);
    RUN(context_counters_are_reset_by_their_configuration_word);
    RUN(formats_of_a_context_may_override);
    RUN(forced_exponent_takes_the_place_of_the_section);
    RUN(zero_write_fills_with_zeroes);
    RUN(the_last_datum_has_a_bound_by_its_bits);
    RUN(row_base_counts_without_an_address_of_its_own);
    RUN(dst_takes_32_and_16_bit_elements);
    RUN_IF(STX_DST_ROWS < STX_DST_NAMES, datums_fill_a_small_dst_up_to_its_last_row);
    RUN(what_has_no_rule_faults_under_every_policy);
    RUN_IF(STX_SRC_LOW, nop_clears_with_zero_infinity_one_or_a_configured_value);
    RUN_IF(STX_SRC_BANKS == 2, nop_clears_one_bank_or_both_and_hands_over);
    RUN_IF(STX_SRC_BANKS == 2, nop_waits_for_the_bank_that_it_is_told);
    return test_summary();
}
