/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Which formats and modes UNPACR and PACR have a rule for (SPEC 11.3, 11.4, 12.3), and what a fault
 * tells of them. */
#include "data.h"
#include "softensix/names/config.h"

static bool is_legal_unpack(uint32_t in, uint32_t out, bool dst) {
    bool tf32 = out == TF32 && !dst;
    if (in == 12 || in == 13) { /* no formats */
        return false;
    }
    switch (in) {
    case FP32:
        return out == FP16 || out == TF32 || out == BF16 || (out == FP32 && dst);
    case TF32:
    case INT32:
        return out == in && dst;
    case BF16:
        return out == BF16 || tf32;
    case BFP8:
    case BFP4:
    case BFP2:
        return out == in || out == BFP8 || out == BF16 || tf32;
    case FP8:
    case BFP8A:
    case BFP4A:
    case BFP2A:
        return out == in || out == FP16;
    default:
        return out == in;
    }
}

TEST(pairs_of_formats_of_the_unpacker) {
    for (unsigned i = 0; i < 512; i++) {
        uint32_t in = i % 16, out = i / 16 % 16;
        start();
        unpack_plain(0, in, out, 16);
        if (i / 256) {
            unpack_to_dst();
        }
        bool legal = is_legal_unpack(in, out, i / 256);
        CHECK_EQ(run(UNPACK(0, 0)), legal ? STX_DONE : STX_FAULT);
        if (!legal) {
            CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_BAD_FORMAT);
            CHECK_EQ(stx_last_fault(&core)->detail, in << 4 | out);
        }
    }
}

/* Bit 4 of the descriptor, for words without contexts; bit 5 beside it means something else. */
TEST(a_compressed_tile_has_no_rule) {
    for (unsigned bits = 0; bits < 4; bits++) {
        start();
        unpack_plain(0, BF16, BF16, 16);
        core.cfg[0][64] = (core.cfg[0][64] & ~0x30u) | bits << 4;
        core.cfg[0][49] = 128; /* row 0 */
        CHECK_EQ(run(TT_OP_UNPACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
                 bits & 1 ? STX_DONE : STX_FAULT);
    }
}

/* SETDVALID gives the format of the last word that made a bank valid: UNPACR_NOP may be that. */
TEST(a_bank_that_is_cleared_and_valid_has_a_format) {
    for (unsigned unit = 0; unit < 2; unit++) {
        struct stx_src *src = unit ? &core.srcb : &core.srca;
        start();
        core.cfg[0][72 + 48 * unit] = BF16;
        CHECK(done(TT_OP_UNPACR_NOP(unit, 0, 0, 1, 0, 0, 0, 0, 1)));
        CHECK_EQ(src->format[0], BF16);
        CHECK(done(TT_OP_SETDVALID(unit ? 2 : 1)));
        CHECK_EQ(src->format[1], BF16);
    }
}

#define ALONE(field) \
    { STX_CONFIG_WORD(field), STX_CONFIG_BITS(field, 1) }

TEST(each_mode_of_the_packer_without_a_rule_faults_alone) {
    static const struct {
        uint32_t word, bits;
    } modes[] = {
        ALONE(INT_DESCALE_Enable),
        ALONE(THCON_SEC0_REG1_Downsample_mask),
        ALONE(THCON_SEC0_REG1_Downsample_rate),
        ALONE(THCON_SEC0_REG1_Exp_threshold_en),
        ALONE(PACK_COUNTERS_SEC0_pack_yz_transposed),
    };
    for (unsigned i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        start();
        pack_plain(0, BF16, BF16);
        CHECK(done(PACK(0, 15, 1)));
        core.cfg[0][modes[i].word] |= modes[i].bits;
        CHECK(faults(PACK(0, 15, 1), STX_RULE_UNIMPLEMENTED_MODE));
    }
}

/* Rows of 8 have a rule where a datum takes more than a byte, one row a word. */
TEST(rows_of_eight_without_a_rule_fault) {
    static const struct {
        uint32_t controls, in, out;
        unsigned rows; /* a mask */
        bool good;
    } of[] = {{0, BF16, BF16, 1, true},
              {READ_32B, FP32, FP32, 1, true},
              {0, BF16, BF16, 3, false},
              {0, BF16, BFP8, 1, false}};
    for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
        start();
        pack_plain(of[i].controls, of[i].in, of[i].out);
        CHECK(done(PACK(0, of[i].rows, 1)));
        run(TT_OP_SETADCXX(PACKER, 7, 0));
        CHECK(of[i].good ? done(PACK(0, of[i].rows, 1))
                         : faults(PACK(0, of[i].rows, 1), STX_RULE_UNIMPLEMENTED_MODE));
    }
}

/* In is the format of Dst, but where the packer rounds to ten bits: for FP16 that may be FP32 or
 * BF16, for TF32 it may be FP32. */
TEST(the_intermediate_format_is_in) {
    static const uint8_t ins[] = {FP32, FP16, TF32, BF16, BFP8, INT32};
    for (unsigned i = 0; i < sizeof ins * 16 * 2; i++) {
        uint32_t in = ins[i / 32], intermediate = i % 16,
                 controls = READ_32B | (i / 16 % 2 ? ROUND_10B : 0);
        start();
        pack_plain(controls, in, in);
        bool usual = in != FP16 || controls & ROUND_10B; /* FP16 of 32 bits is rounded */
        core.cfg[0][1] = (core.cfg[0][1] & 0xE1FFFFFFu) | intermediate << 25;
        bool fp32 = (in == FP16 || in == TF32) && intermediate == FP32;
        bool rounded = controls & ROUND_10B && (fp32 || (in == FP16 && intermediate == BF16));
        CHECK_EQ(run(PACK(0, 15, 1)),
                 usual && (intermediate == in || rounded) ? STX_DONE : STX_FAULT);
    }
}

/* The format of Dst 31:28, how Dst is read 27:8, In and Out. */
TEST(a_bad_format_of_the_packer_is_told_with_its_controls) {
    for (unsigned bit = 0; bit < 20; bit++) {
        start();
        pack_plain(0, BF16, BF16);
        core.cfg[0][1] = (core.cfg[0][1] & 0xE1FFFFFFu) | (uint32_t)BFP8 << 25;
        core.cfg[0][18] = 1u << bit;
        CHECK_EQ(run(PACK(0, 15, 1)), STX_FAULT);
        CHECK_EQ(stx_last_fault(&core)->detail,
                 (uint32_t)BFP8 << 28 | 1u << (bit + 8) | BF16 << 4 | BF16);
    }
}

/* What stands for a column that the edge mask drops: of FP16 all bits, of an integer 0. */
TEST(minus_infinity_of_each_kind_of_number) {
    static const struct {
        uint32_t controls, format, bytes, value;
    } kinds[] = {
        {0, BF16, 2, 0xFF80},    {READ_32B, FP32, 4, 0xFF800000},
        {0, FP16, 2, 0xFFFF},    {READ_32B | ROUND_10B, FP16, 2, 0xFFFF},
        {READ_32B, INT32, 4, 0},
    };
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        start();
        pack_plain(kinds[i].controls, kinds[i].format, kinds[i].format);
        core.cfg[0][24] = 0x7FFF | 1u << 16;
        CHECK(done(PACK(0, 1, 1)));
        CHECK_EQ(l1_get(OUT + 15 * kinds[i].bytes, kinds[i].bytes), kinds[i].value);
        CHECK_EQ(l1_get(OUT + 14 * kinds[i].bytes, kinds[i].bytes), 0);
    }
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 1024, pairs_of_formats_of_the_unpacker);
    RUN_IF(STX_DST_ROWS >= 1024, a_compressed_tile_has_no_rule);
    RUN_IF(STX_DST_ROWS >= 1024, a_bank_that_is_cleared_and_valid_has_a_format);
    RUN_IF(STX_DST_ROWS >= 1024, each_mode_of_the_packer_without_a_rule_faults_alone);
    RUN_IF(STX_DST_ROWS >= 1024, rows_of_eight_without_a_rule_fault);
    RUN_IF(STX_DST_ROWS >= 1024, the_intermediate_format_is_in);
    RUN_IF(STX_DST_ROWS >= 1024, minus_infinity_of_each_kind_of_number);
    RUN_IF(STX_DST_ROWS >= 1024, a_bad_format_of_the_packer_is_told_with_its_controls);
    return test_summary();
}
