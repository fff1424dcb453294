/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * PACR's conversions that the documentation alone describes (SPEC 12.4, 12.6): by TF32, and of
 * datums that are read as they are. Expected numbers are worked out by hand from its rules. */
#include "data.h"

enum { ROWS = 4, DATUMS = ROWS * STX_COLS };

/* Four rows, all filled by one datum; `dst` is the format of Dst, `in` and `out` are the packer's.
 */
struct conversion {
    uint32_t controls, dst, in, out;
};

static void configure(struct conversion c) {
    pack_plain(c.controls, c.in, c.out);
    core.cfg[0][1] = (core.cfg[0][1] & 0xE1FFFFFFu) | c.dst << 25;
    memset(l1 + OUT, 0xEE, 0x1000);
}

static void fill32(uint32_t v) {
    start();
    for (unsigned i = 0; i < DATUMS; i++) {
        stx_dst_row_set_valid(&core, i / STX_COLS, true);
        stx_dst_set_f32(&core, i / STX_COLS, i % STX_COLS, v);
    }
}

static void fill_bf16(uint32_t v) {
    start();
    for (unsigned i = 0; i < DATUMS; i++) {
        stx_dst_row_set_valid(&core, i / STX_COLS, true);
        stx_dst_set_bf16(&core, i / STX_COLS, i % STX_COLS, v);
    }
}

static void fill_fp16(uint32_t v) {
    start();
    for (unsigned i = 0; i < DATUMS; i++) {
        stx_dst_row_set_valid(&core, i / STX_COLS, true);
        stx_dst_set_fp16(&core, i / STX_COLS, i % STX_COLS, v);
    }
}

/* What all four rows hold in L1; a number that no test expects if they differ. */
static uint32_t packed(struct conversion c) {
    unsigned bytes = c.out == FP32 || c.out == TF32 ? 4 : 2;
    configure(c);
    if (!done(PACK(0, 15, 1))) {
        return 0xDEADDEAD;
    }
    for (unsigned i = 1; i < DATUMS; i++) {
        if (l1_get(OUT + bytes * i, bytes) != l1_get(OUT, bytes)) {
            return 0xBADBAD00;
        }
    }
    return l1_get(OUT, bytes);
}

static bool has_no_rule(struct conversion c) {
    configure(c);
    return faults(PACK(0, 15, 1), STX_RULE_BAD_FORMAT);
}

/* ---- TF32 ---- */

static const struct conversion to_tf32[] = {
    {ROUND_10B, FP32, FP32, FP32}, {ROUND_10B, FP32, FP32, TF32}, {ROUND_10B, FP32, TF32, FP32},
    {ROUND_10B, FP32, TF32, TF32}, {0, TF32, TF32, FP32},         {0, TF32, TF32, TF32},
    {ROUND_10B, TF32, TF32, FP32}, {ROUND_10B, TF32, TF32, TF32}};
enum { TO_TF32 = sizeof to_tf32 / sizeof to_tf32[0] };

static struct conversion with(struct conversion c, uint32_t controls) {
    c.controls |= controls;
    return c;
}

/* Ties away from zero, NaN to infinity, denormals and -0 to +0. */
TEST(fp32_is_rounded_to_tf32) {
    static const uint32_t of[][2] = {
        {0x3F801FFF, 0x3F802000}, {0x3F800FFF, 0x3F800000}, {0x3F801000, 0x3F802000},
        {0x3F803000, 0x3F804000}, {0xBF801000, 0xBF802000}, {0xC2F6E979, 0xC2F6E000},
        {0x3FFFF000, 0x40000000}, {0x7F7FF000, 0x7F800000}, {0x7F800000, 0x7F800000},
        {0xFF800000, 0xFF800000}, {0x7FC00000, 0x7F800000}, {0xFF800001, 0xFF800000},
        {0x00000001, 0},          {0x803FFFFF, 0},          {0x80000000, 0},
        {0x00801000, 0x00802000}};
    for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
        for (unsigned k = 0; k < TO_TF32; k++) {
            fill32(of[i][0]);
            CHECK_EQ(packed(with(to_tf32[k], READ_32B)), of[i][1]);
        }
    }
}

/* Numbers whose exponent stays inside: the nearest multiple of 8192 of the bit pattern. */
TEST(tf32_is_the_nearest_number_of_ten_bits) {
    uint32_t seed = 5;
    for (unsigned i = 0; i < 2000; i++) {
        uint32_t v = test_random(&seed) % 0x7F000000 + 0x800000, whole = v / 8192, rest = v % 8192;
        uint32_t nearest = (rest < 4096 ? whole : whole + 1) * 8192;
        fill32(v | (i % 2) << 31);
        CHECK_EQ(packed(with(to_tf32[i % TO_TF32], READ_32B)), nearest | (i % 2) << 31);
    }
}

TEST(bf16_becomes_tf32) {
    static const uint32_t of[][2] = {
        {0x3F81, 0x3F810000}, {0xC27F, 0xC27F0000}, {0x0080, 0x00800000}, {0x7F80, 0x7F800000},
        {0xFFC1, 0xFF800000}, {0x0001, 0},          {0x807F, 0},          {0x8000, 0}};
    for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
        for (unsigned k = 0; k < TO_TF32; k++) {
            fill_bf16(of[i][0]);
            CHECK_EQ(packed(to_tf32[k]), of[i][1]);
        }
    }
}

/* What comes of 32 bits by TF32 goes on as FP32 does: cut to BF16, a threshold of FP32's form. */
TEST(tf32_goes_on_as_fp32_does) {
    fill32(0x3F80FFFF);
    CHECK_EQ(packed((struct conversion){READ_32B, TF32, TF32, BF16}), 0x3F81);
    fill32(0x3F80EFFF); /* to ten bits first, so it is not 3F81 */
    CHECK_EQ(packed((struct conversion){READ_32B, TF32, TF32, BF16}), 0x3F80);
    fill32(0x3F802FFF);
    CHECK_EQ(packed((struct conversion){READ_32B | ROUND_10B, FP32, FP32, FP16}), 0x3C01);
    fill32(0x40001000);
    core.cfg[0][2] = 3 << 2 | 0x3F80u << 6;
    CHECK_EQ(packed((struct conversion){READ_32B | ROUND_10B, FP32, FP32, TF32}), 0x3F800000);
    fill32(0xC0001000);
    core.cfg[0][2] = 1 << 2;
    CHECK_EQ(packed((struct conversion){READ_32B | ROUND_10B, FP32, FP32, TF32}), 0);
}

/* All bits of the narrower formats are bits of TF32. */
TEST(narrower_formats_widen_to_tf32) {
    fill32(0x3F80FFFF);
    CHECK_EQ(packed((struct conversion){READ_32B, BF16, BF16, TF32}), 0x3F810000);
    fill_bf16(0xC2F7);
    CHECK_EQ(packed((struct conversion){0, BF16, BF16, TF32}), 0xC2F70000);
    fill_bf16(0xC2F7);
    CHECK_EQ(packed((struct conversion){0, BFP8, BFP8, TF32}), 0xC2F80000);
    fill_fp16(0xBC01);
    CHECK_EQ(packed((struct conversion){0, FP16, FP16, TF32}), 0xBF802000);
}

TEST(what_is_not_rounded_is_no_tf32) {
    fill32(0x3F801FFF);
    CHECK(has_no_rule((struct conversion){READ_32B, FP32, FP32, TF32}));
    CHECK(has_no_rule((struct conversion){READ_32B, FP32, TF32, TF32}));
    CHECK(has_no_rule((struct conversion){READ_32B | ROUND_10B | READ_AS_IS, FP32, FP32, TF32}));
    CHECK(has_no_rule((struct conversion){READ_32B | ROUND_10B | READ_AS_IS, FP32, TF32, FP32}));
    CHECK(has_no_rule((struct conversion){READ_32B | READ_AS_IS, TF32, TF32, TF32}));
    CHECK(has_no_rule((struct conversion){READ_AS_IS, TF32, TF32, FP32}));
    CHECK(has_no_rule((struct conversion){0, FP32, FP32, FP32})); /* of 16 bits */
    CHECK(has_no_rule((struct conversion){ROUND_10B | READ_AS_IS, FP32, FP32, FP32}));
}

/* ---- BF16 to FP16 ---- */

TEST(bf16_goes_to_fp16_by_tf32_where_ten_bits_are_asked_for) {
    static const struct {
        uint32_t v, rounded, kept; /* with and without ROUND_10B */
    } of[] = {{0x3F802000, 0x3C01, 0x3C00}, {0x3F801000, 0x3C01, 0x3C00},
              {0x3F807FFF, 0x3C04, 0x3C00}, {0x3F808000, 0x3C04, 0x3C08},
              {0xC2F6E979, 0xD7B7, 0xD7B8}, {0x48000000, 0x7FFF, 0x7FFF},
              {0xFFC00000, 0xFFFF, 0xFFFF}, {0x30000000, 0, 0}};
    for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
        fill32(of[i].v);
        CHECK_EQ(packed((struct conversion){READ_32B | ROUND_10B, BF16, BF16, FP16}),
                 of[i].rounded);
        CHECK_EQ(packed((struct conversion){READ_32B | ROUND_10B, BF16, TF32, FP16}),
                 of[i].rounded);
        CHECK_EQ(packed((struct conversion){READ_32B, BF16, BF16, FP16}), of[i].kept);
    }
    fill_bf16(0x3F81);
    CHECK_EQ(packed((struct conversion){ROUND_10B, BF16, BF16, FP16}), 0x3C08);
    CHECK_EQ(packed((struct conversion){ROUND_10B, BF16, TF32, FP16}), 0x3C08);
}

/* The bit says nothing for other formats in L1, and nobody says what it is of a datum as it is. */
TEST(bf16_by_tf32_is_for_fp16_alone) {
    fill32(0x3F802000);
    CHECK_EQ(packed((struct conversion){READ_32B | ROUND_10B, BF16, BF16, FP32}), 0x3F800000);
    CHECK_EQ(packed((struct conversion){READ_32B | ROUND_10B, BF16, BF16, BF16}), 0x3F80);
    CHECK(has_no_rule((struct conversion){READ_32B | ROUND_10B, BF16, TF32, FP32}));
    CHECK(has_no_rule((struct conversion){READ_32B, BF16, TF32, FP16}));
    CHECK(has_no_rule((struct conversion){READ_32B | ROUND_10B | READ_AS_IS, BF16, BF16, FP16}));
    CHECK(has_no_rule((struct conversion){READ_32B | ROUND_10B | READ_AS_IS, BF16, TF32, FP16}));
    CHECK_EQ(packed((struct conversion){READ_32B | READ_AS_IS, BF16, BF16, FP16}), 0x3C00);
}

/* ---- read as it is ---- */

TEST(fp32_and_tf32_are_kept_as_they_are) {
    static const uint32_t of[] = {0x3F801FFF, 0xFFC00001, 0x80000001, 0x80000000, 0x7F7FFFFF};
    for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
        fill32(of[i]);
        CHECK_EQ(packed((struct conversion){READ_32B | READ_AS_IS, TF32, TF32, FP32}), of[i]);
        CHECK_EQ(packed((struct conversion){READ_32B | READ_AS_IS | ROUND_10B, TF32, TF32, FP32}),
                 of[i]);
        CHECK_EQ(packed((struct conversion){READ_32B | READ_AS_IS | ROUND_10B, FP32, FP32, FP32}),
                 of[i]);
    }
}

TEST(bfp8_as_it_is_is_cut_to_bf16) {
    static const uint32_t wide[][2] = {
        {0x3F81FFFF, 0x3F81}, {0xFFC00001, 0xFFC0}, {0x80010000, 0x8001}};
    static const uint32_t cells[] = {0x3F81, 0xFFC1, 0x8001, 0x8000};
    for (unsigned i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        fill32(wide[i][0]);
        CHECK_EQ(packed((struct conversion){READ_32B | READ_AS_IS, BFP8, BFP8, BF16}), wide[i][1]);
    }
    for (unsigned i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        fill_bf16(cells[i]);
        CHECK_EQ(packed((struct conversion){READ_AS_IS, BFP8, BFP8, BF16}), cells[i]);
    }
}

/* 1 + 1/128 beside a 2: in units of 1/32 it is 32.25; rounded to six bits before, 1 + 1/64 is 32.5.
 */
TEST(a_block_of_bfp8_as_it_is_is_rounded_once) {
    for (uint32_t raw = 0; raw < 2; raw++) {
        fill_bf16(0x3F81);
        stx_dst_set_bf16(&core, 0, 0, 0x4000);
        configure((struct conversion){raw ? READ_AS_IS : 0, BFP8, BFP8, BFP8});
        CHECK(done(PACK(0, 1, 1)));
        CHECK_EQ(l1[OUT], 128);
        CHECK_EQ(l1[OUT + 64], 64);
        CHECK_EQ(l1[OUT + 65], raw ? 32 : 33);
    }
}

TEST(bfp8a_as_it_is_keeps_seven_bits_of_mantissa) {
    static const uint32_t of[][2] = {{0x3C0F, 0x3C08}, {0x3C07, 0x3C00}, {0xBFFF, 0xBFF8},
                                     {0x000F, 0x0008}, {0x8007, 0x8000}, {0x7FFF, 0x7FF8}};
    for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
        fill_fp16(of[i][0]);
        CHECK_EQ(packed((struct conversion){READ_AS_IS, BFP8A, BFP8A, FP16}), of[i][1]);
    }
    fill_fp16(0x3C0F);
    CHECK_EQ(packed((struct conversion){READ_AS_IS, BFP8A, BFP8A, FP32}), 0x3F810000);
    CHECK_EQ(packed((struct conversion){0, BFP8A, BFP8A, FP32}), 0x3F820000);
}

/* As for BFP8, with the exponents of FP16: 1 + 1/128 beside a 2. */
TEST(a_block_of_bfp8a_as_it_is_is_rounded_once) {
    for (uint32_t raw = 0; raw < 2; raw++) {
        fill_fp16(0x3C0F);
        stx_dst_set_fp16(&core, 0, 0, 0x4000);
        configure((struct conversion){raw ? READ_AS_IS : 0, BFP8A, BFP8A, BFP8A});
        CHECK(done(PACK(0, 1, 1)));
        CHECK_EQ(l1[OUT], 16);
        CHECK_EQ(l1[OUT + 64], 64);
        CHECK_EQ(l1[OUT + 65], raw ? 32 : 33);
    }
}

int main(void) {
    RUN(fp32_is_rounded_to_tf32);
    RUN(tf32_is_the_nearest_number_of_ten_bits);
    RUN(bf16_becomes_tf32);
    RUN(tf32_goes_on_as_fp32_does);
    RUN(narrower_formats_widen_to_tf32);
    RUN(what_is_not_rounded_is_no_tf32);
    RUN(bf16_goes_to_fp16_by_tf32_where_ten_bits_are_asked_for);
    RUN(bf16_by_tf32_is_for_fp16_alone);
    RUN(fp32_and_tf32_are_kept_as_they_are);
    RUN(bfp8_as_it_is_is_cut_to_bf16);
    RUN(a_block_of_bfp8_as_it_is_is_rounded_once);
    RUN(bfp8a_as_it_is_keeps_seven_bits_of_mantissa);
    RUN(a_block_of_bfp8a_as_it_is_is_rounded_once);
    return test_summary();
}
