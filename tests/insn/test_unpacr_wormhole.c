/* SPDX-License-Identifier: Apache-2.0
 *
 * What Wormhole's unpackers do otherwise (appendix F of the book): UNPACR's three
 * instructions, contexts, lines, datums that are dropped, zeros of any format; UNPACR_NOP. */
#include "unpacr.h"

#define FLUSH (1u << 1)
#define COUNT_CONTEXT (1u << 13)
#define BY_COUNTER (1u << 3)
#define ZEROS (1u << 4)
#define SECOND (1u << 23)
#define NOP_OF(unit, no_op) TT_OP_UNPACR_NOP(unit, no_op)

enum { BANK = 64 * 16 };

/* A half in the shape of a binary32: the exponent of 5 bits stands in 27:23. */
static uint32_t fp16_as_datum(uint32_t h) {
    return (h & 0x8000u) << 16 | (h & 0x7FFFu) << 13;
}

static bool unchanged(const struct stx_core *before) {
    return same_state(before, &core) && !memcmp(&before->srca, &core.srca, sizeof core.srca) &&
           !memcmp(&before->srcb, &core.srcb, sizeof core.srcb);
}

/* Every bit that the word has beside bit 1, and banks that are the FPU's: still nothing. */
TEST(a_flush_does_nothing) {
    static struct stx_core before;
    for (uint32_t bits = 0; bits < 512; bits++) {
        begin();
        core.cfg[0][UNPACK_WORD] |= 3u << 6;
        core.srca.fpu_owns[0] = core.srca.fpu_owns[1] = bits & 1u;
        memcpy(&before, &core, sizeof core);
        CHECK(done(TT_OP_UNPACR(0, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) | FLUSH |
                   (bits >> 1 & 0x7Fu) << 2 | (bits & 1u) | (bits >> 8) * COUNT_CONTEXT));
        CHECK(unchanged(&before));
    }
}

TEST(contexts_are_counted_and_nothing_else_happens) {
    static struct stx_core before;
    for (unsigned log2 = 0; log2 < 4; log2++) {
        begin();
        core.cfg[0][UNPACK_WORD + UNPACKER_1_ON] |= log2 << 6;
        core.tcfg[0][TC_UNPACK_MISC] = 0x0303; /* the offset does not count */
        core.srcb.fpu_owns[0] = core.srcb.fpu_owns[1] = 1;
        memcpy(&before, &core, sizeof core);
        for (unsigned i = 1; i < 20; i++) {
            CHECK(done(TT_OP_UNPACR(1, 0xFF, 1, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0)));
            CHECK_EQ(core.unpacker[1].context_counter[0], i % (1u << log2));
            CHECK_EQ(core.unpacker[0].context_counter[0], 0);
        }
        core.unpacker[1].context_counter[0] = 0;
        CHECK(unchanged(&before));
    }
}

/* With four contexts and offset 1: contexts 1 and 3, then the counter begins again. */
TEST(the_counter_goes_on_from_the_context_with_its_offset) {
    static const uint8_t counter[] = {2, 0, 2, 0};
    begin();
    core.cfg[0][UNPACK_WORD] |= 2u << 6;
    core.tcfg[0][TC_UNPACK_MISC] = 1;
    for (unsigned c = 0; c < 4; c++) {
        core.cfg[0][BASE_WORD + c] = IN / 16 - 1 + 2 * c; /* 16 datums on for each */
        core.cfg[0][DEST_WORD + c / 2] = 64u << 16 | 64;
        core.cfg[0][WIDTH_WORD + c / 2] = 256u << 16 | 256;
    }
    for (unsigned i = 0; i < 4; i++) {
        CHECK(done(UNPACK(0, 0) | BY_COUNTER));
        CHECK_EQ(src_a(0, 1), datum(1 + (i % 2 ? 48 : 16)));
        CHECK_EQ(core.unpacker[0].context_counter[0], counter[i]);
    }
    CHECK(done((UNPACK(0, 0) & ~(1u << 7)) | BY_COUNTER)); /* without contexts nothing counts */
    CHECK_EQ(core.unpacker[0].context_counter[0], 0);
}

TEST(no_format_is_remembered) {
    begin();
    CHECK(done(UNPACK(0, 1)) && done(UNPACK(1, 1)));
    CHECK_EQ(core.srca.fpu_owns[0] & core.srcb.fpu_owns[0], 1);
    CHECK_EQ(core.srca.format[0] + core.srcb.format[0], 0);
    CHECK_EQ(core.unpacker[0].valid_format + core.unpacker[1].valid_format, 0);
}

/* A stride of 8 * 16 bytes. */
TEST(lines_have_16_datums_of_any_size) {
    static const uint8_t format[] = {FP32, BF16, INT8}, out[] = {TF32, BF16, INT8};
    for (unsigned f = 0; f < 3; f++) {
        uint32_t bytes = 4u >> f;
        start();
        unpack_plain(0, format[f], out[f], FACE);
        core.cfg[0][UNPACK_WORD] |= 1u << 9 | 8u << 16;
        for (unsigned i = 0; i < FACE;
             i++) { /* its number in the top bits that each format keeps */
            l1_put(IN + i / 16 * 128 + i % 16 * bytes, bytes,
                   bytes == 1 ? i & 0x7Fu : (i + 1) << (8 * bytes - 9));
        }
        CHECK(done(UNPACK(0, 0)));
        for (unsigned i = 0; i < FACE; i++) {
            uint32_t small = i & 0x7Fu ? 16u << 23 | (i & 0x7Fu) << 13 : 0;
            CHECK_EQ(src_a(i / 16, i % 16), bytes == 1 ? small : (i + 1) << 23);
        }
    }
}

/* SrcA begins at row 4 of what configuration names. In a library with fast forms BF16 goes by one
 * of them, and FP16 with its rows by another one. */
TEST(rows_before_srca_are_dropped) {
    static const uint8_t format[] = {BF16, FP16};
    for (unsigned n = 0; n < 2 * 65; n++) {
        unsigned before = n / 2;
        begin();
        unpack_plain(0, format[n % 2], format[n % 2], 5 * 16);
        core.cfg[0][DEST_WORD] = 64 - before;
        CHECK(done(UNPACK(0, 0)));
        for (unsigned i = 0; i < BANK; i++) {
            uint32_t v = before + i < 80 ? datum(before + i) >> 16 : 0;
            uint32_t small = fp16_as_datum(v);
            CHECK_EQ(src_a(i / 16, i % 16), n % 2 ? small : v << 16);
        }
    }
}

TEST(dropped_rows_and_what_else_moves_datums) {
    begin();
    core.cfg[0][DEST_WORD] = 32;
    core.cfg[0][UNPACK_WORD] |= 1u << 8; /* transposed */
    CHECK(done(UNPACK(0, 0)));
    for (unsigned i = 0; i < FACE; i++) {
        CHECK_EQ(src_a(i % 16, i / 16), i < FACE - 32 ? datum(i + 32) : 0);
    }
    begin();
    core.cfg[0][DEST_WORD] = 32;
    core.tcfg[0][TC_SRCA_SET] = 0;
    core.unpacker[0].row_base[0] = 16;
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(15, 15), 0);
    CHECK_EQ(src_a(16, 1), datum(33));
    CHECK_EQ(src_a(29, 15), datum(255));
    CHECK_EQ(src_a(30, 0), 0);
}

/* LLK's words after a tile of FP32 that went to Dst: 16 zeros to SrcA, by context 0 whose address
 * is right and the next row's is not, and by context 2 that nobody has configured. */
TEST(zeros_may_have_any_formats_and_addresses) {
    static const uint32_t word[] = {0x42000091, 0x42000491};
    for (unsigned i = 0; i < 4; i++) {
        begin();
        unpack_plain(0, i / 2 ? INT32 : FP32, i / 2 ? INT32 : FP32, 16);
        core.cfg[0][BASE_WORD] = core.cfg[0][BASE_WORD + 2] = 0xFFFFFF;
        core.tcfg[0][TC_UNPACK_MISC] = (uint16_t)(i % 2); /* context 1 and 1 is context 2 */
        core.cfg[0][DEST_WORD] = 64 * 16 + 64;            /* row 64 is row 0 */
        core.cfg[0][DEST_WORD + 1] = 60 * 16 + 64;
        for (unsigned at = 0; at < BANK; at++) {
            stx_src_poke(&core, 0, 0, at / 16, at % 16, 0x3F800000);
        }
        CHECK(done(word[i % 2]));
        for (unsigned row = 0; row < 64; row++) {
            CHECK_EQ(src_a(row, 15), row == (i % 2 ? 60 : 0) ? 0 : 0x3F800000);
        }
        CHECK_EQ(core.srca.fpu_owns[0], 0);
        CHECK(faults(word[i % 2] & ~ZEROS, STX_RULE_BAD_FORMAT));
    }
}

/* Bit 5 of the descriptor: data begin where exponents do. */
TEST(exponents_of_bfp8_always_have_a_section) {
    static const uint8_t format[] = {BFP8, BFP4};
    for (unsigned f = 0; f < 2; f++) {
        start();
        unpack_plain(0, format[f], format[f], FACE);
        core.cfg[0][TILE_WORD] |= 1u << 5;
        memset(l1 + IN, 0x44, 16);
        memset(l1 + IN + 16, 0x33, FACE);
        CHECK(done(UNPACK(0, 0)));
        CHECK_EQ(src_a(0, 0), f == 0 ? 0x43u << 23 | 0x26u << 17 : 0x44u << 23);
    }
}

TEST(fp8_of_all_ones_is_a_number_like_others) {
    start();
    unpack_plain(0, FP8, FP16, 16);
    l1_put(IN, 4, 0x3CFF7F7C);
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(0, 1), fp16_as_datum(0x7F00));
    CHECK_EQ(src_a(0, 2), fp16_as_datum(0xFF00));
}

/* Strides have twelve bits each, and the base stands in the upper half of its word. */
TEST(fields_of_the_target_have_places_of_their_own) {
    begin();
    core.cfg[0][41] = 1u << 8;
    core.cfg[0][40] = 64u << 16 | 0xFFFF;
    core.cfg[0][44] = 32u << 12 | 0xFF000FFF;
    core.cfg[0][45] = 512u | 0xF0000000u;
    core.cfg[0][WIDTH_WORD] = 16;
    run(TT_OP_SETADCXX(UNPACKER_0, 15, 0));
    run(TT_OP_SETADCXY(UNPACKER_0, 3, 0, 0, 0, 8)); /* channel 1: Y = 3 */
    run(TT_OP_SETADCZW(UNPACKER_0, 0, 1, 0, 0, 4)); /* Z = 1 */
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(2 + 3 + 16, 1), datum(1));
    core.cfg[0][46] = 32u << 12;
    core.cfg[0][48] = 64u << 16;
    run(TT_OP_SETADCXX(UNPACKER_1, 15, 0));
    run(TT_OP_SETADCXY(UNPACKER_1, 2, 0, 0, 0, 8));
    CHECK(done(UNPACK(1, 0)));
    CHECK_EQ(src_b(2 + 2, 1), datum(1));
}

TEST(rareb_has_no_rule) {
    begin();
    CHECK(faults(UNPACK(1, 0) | 1u << 5, STX_RULE_UNIMPLEMENTED_MODE));
}

/* ---- UNPACR_NOP ---- */

static void fill(void) {
    begin();
    for (unsigned i = 0; i < STX_SRC_BANKS * BANK; i++) {
        stx_src_poke(&core, 0, i / BANK, i / 16 % 64, i % 16, 0x3F800000);
        stx_src_poke(&core, 1, i / BANK, i / 16 % 64, i % 16, 0x3F800000);
    }
}

/* Both banks' last datum: all ones 1, untouched 2, zero 0. */
static unsigned banks_are(unsigned unit) {
    unsigned are = 0;
    for (unsigned bank = 0; bank < 2; bank++) {
        uint32_t v = stx_src_peek(&core, unit, bank, 63, 15);
        are = 16 * are + (v == 0xFFFFE000u ? 1 : v == 0x3F800000 ? 2 : v == 0 ? 0 : 3);
    }
    return are;
}

TEST(nop_clears_the_unpackers_bank) {
    static const struct {
        uint32_t no_op;
        unsigned a, b;
    } row[] = {{1, 0x02, 0x02}, {5, 0x12, 0x02}, {9, 0x00, 0x00}, {13, 0x11, 0x00},
               {2, 0x22, 0x22}, {0, 0x22, 0x22}, {3, 0x22, 0x22}, {0x7FFFF8, 0x22, 0x22}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        fill();
        CHECK(done(NOP_OF(0, row[i].no_op)));
        CHECK_EQ(banks_are(0) << 8 | banks_are(1), row[i].a << 8 | 0x22);
        fill();
        CHECK(done(NOP_OF(1, row[i].no_op)));
        CHECK_EQ(banks_are(0) << 8 | banks_are(1), 0x2200 | row[i].b);
        CHECK_EQ(core.srca.fpu_owns[0] + core.srcb.fpu_owns[0], 0);
    }
}

TEST(nop_waits_for_the_fpus_bank_or_its_own) {
    for (unsigned unit = 0; unit < 2; unit++) {
        struct stx_src *src = unit ? &core.srcb : &core.srca;
        fill();
        src->fpu_owns[0] = 1;
        src->unpack_bank = 1;
        CHECK_EQ(run(NOP_OF(unit, 1)), STX_WAIT);
        CHECK_EQ(run(NOP_OF(unit, 5)), STX_WAIT);
        CHECK_EQ(banks_are(unit), 0x22);
        CHECK_EQ(run(NOP_OF(unit, 1 | 1u << 4)), STX_DONE);
        CHECK_EQ(banks_are(unit), 0x20);
        src->unpack_bank = 0;
        CHECK_EQ(run(NOP_OF(unit, 1 | 1u << 4)), STX_WAIT);
        src->fpu_bank = 1;
        CHECK_EQ(run(NOP_OF(unit, 1)), STX_DONE);
    }
}

/* Code 7, and bit 6 of a word that clears. Code 7 does not wait. */
TEST(nop_hands_a_bank_over) {
    for (unsigned i = 0; i < 4; i++) {
        unsigned unit = i % 2;
        struct stx_src *src = unit ? &core.srcb : &core.srca;
        fill();
        core.tcfg[0][TC_SRCA_SET] = 1;
        core.tcfg[0][TC_SRCA_SET + 1] = 2;
        CHECK(done(NOP_OF(unit, i / 2 ? 1 | 1u << 6 : 7)));
        CHECK_EQ(src->fpu_owns[0] * 16u + src->unpack_bank, 0x11);
        CHECK_EQ(core.unpacker[unit].row_base[0], unit ? 32 : 16);
        CHECK_EQ(banks_are(unit), i / 2 ? 0x02 : 0x22);
        src->unpack_bank = 0;
        CHECK(done(NOP_OF(unit, 7)));
        CHECK_EQ(src->fpu_owns[0] * 16u + src->unpack_bank, 0x11);
    }
}

TEST(nop_has_codes_and_bits_without_a_rule) {
    static const uint32_t none[] = {4, 6, 1 | 1u << 5, 5 | 1u << 7, 7 | 1u << 3, 2 | 1u << 22};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        fill();
        CHECK(refuses(NOP_OF(0, none[i]), STX_RULE_UNDEFINED_MODE));
    }
    fill();
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    CHECK(done(NOP_OF(0, 4)) && done(NOP_OF(0, 6)));
    CHECK_EQ(banks_are(0), 0x22);
    CHECK(done(NOP_OF(0, 7 | 1u << 3)));
    CHECK_EQ(core.srca.fpu_owns[0], 1);
}

int main(void) {
    RUN(a_flush_does_nothing);
    RUN(contexts_are_counted_and_nothing_else_happens);
    RUN(the_counter_goes_on_from_the_context_with_its_offset);
    RUN(no_format_is_remembered);
    RUN_IF(STX_SRC_LOW, lines_have_16_datums_of_any_size);
    RUN_IF(STX_SRC_LOW, rows_before_srca_are_dropped);
    RUN(dropped_rows_and_what_else_moves_datums);
    RUN(zeros_may_have_any_formats_and_addresses);
    RUN(exponents_of_bfp8_always_have_a_section);
    RUN(fp8_of_all_ones_is_a_number_like_others);
    RUN(fields_of_the_target_have_places_of_their_own);
    RUN(rareb_has_no_rule);
    RUN_IF(STX_SRC_LOW && STX_SRC_BANKS == 2, nop_clears_the_unpackers_bank);
    RUN_IF(STX_SRC_BANKS == 2, nop_waits_for_the_fpus_bank_or_its_own);
    RUN_IF(STX_SRC_BANKS == 2, nop_hands_a_bank_over);
    RUN_IF(STX_SRC_BANKS == 2, nop_has_codes_and_bits_without_a_rule);
    return test_summary();
}
