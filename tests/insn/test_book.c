/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The examples with numbers of docs/spec, chapter by chapter, as the book works them out. */
#include "fpu.h"
#include "num/pack_datum.h"
#include "num/sfpu_mad.h"
#include "num/sfpu_recip.h"
#include "num/sfpu_round.h"
#include "num/unpack_datum.h"

enum { MINUS = 1u << 31 };

static bool done(uint32_t word) {
    return stx_issue(&core, 0, word) == STX_DONE;
}

TEST(chapter_1_a_word) {
    CHECK_EQ(TT_OP_MVMUL(3, 0, 1, 8), 0x26C04008);
}

TEST(chapter_3_cr_adds_to_the_copy) {
    start(BF16, BF16);
    core.tcfg[0][ADDR_MOD_AB + 0] = 8u << 8;
    core.tcfg[0][ADDR_MOD_AB + 1] = 32u << 8 | 1u << 14;
    CHECK(done(TT_OP_MVMUL(0, 0, 0, 0)));
    CHECK_EQ(core.rwc[0].srcb, 8);
    CHECK(done(TT_OP_MVMUL(0, 0, 1, 0)));
    CHECK_EQ(core.rwc[0].srcb, 32);
    core.rwc[0].dst_cr = 16;
    CHECK(done(TT_OP_SETRWC(0, 4, 8, 0, 0, 4)));
    CHECK_EQ(core.rwc[0].dst, 24);
    CHECK_EQ(core.rwc[0].dst_cr, 24);
}

TEST(chapter_4_datums_and_cells) {
    start(BF16, BF16);
    CHECK_EQ(unpack_int8(5), 0x0800A000);
    CHECK_EQ(unpack_fp16(0x3C00), 0x07800000);
    stx_dst_poke(&core, 0, 0, 0x007F);
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0x3F80);
}

/* SrcA row 0 and row k, SrcB columns 0 and k; the rest is 0. Dst[0][0] is their dot product. */
static uint32_t product(unsigned k, uint32_t a0, uint32_t ak, uint32_t b0, uint32_t bk) {
    for (unsigned row = 0; row < 16; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_src_poke(&core, A, 0, row, col, 0);
            stx_src_poke(&core, B, 0, row, col, 0);
        }
    }
    stx_src_poke(&core, A, 0, k, 0, ak);
    stx_src_poke(&core, B, 0, 0, k, bk);
    stx_src_poke(&core, A, 0, 0, 0, a0);
    stx_src_poke(&core, B, 0, 0, 0, b0);
    return done(TT_OP_MVMUL(0, 0, 0, 0)) ? stx_dst_f32(&core, 0, 0) : 0;
}

TEST(chapter_4_two_phases_hold_a_bf16) {
    start(BF16, BF16);
    set_dst32();
    CHECK_EQ(product(1, 0x3FFF0000, 0, ONE, 0), 0x3FF80000); /* 1.9375 */
    set_phase(1);
    CHECK_EQ(product(1, 0x3FFF0000, 0, ONE, 0), 0x3FFF0000); /* 1.9921875 */
}

TEST(chapter_5_rows_of_32_bits) {
    start(BF16, BF16);
    set_dst32();
    stx_dst_poke(&core, 16, 3, 0x007F); /* 32-bit row 8: halves in rows 16 and 24 */
    stx_dst_poke(&core, 24, 3, 0x1234);
    CHECK_EQ(stx_dst_f32(&core, 8, 3), 0x3F801234);
}

TEST(chapter_6_where_a_product_stands_decides_its_rounding) {
    start(BF16, BF16);
    set_dst32();
    CHECK_EQ(product(1, ONE, ONE, ONE, (127u - 11) << 23), 0x3F802000);
    start(BF16, BF16);
    set_dst32();
    CHECK_EQ(product(8, ONE, ONE, ONE, (127u - 11) << 23), 0x3F801000);
}

TEST(chapter_8_multiply_add) {
    uint32_t tiny = (127u - 100) << 23;
    CHECK_EQ(stx_sfpu_mad_plain(ONE, ONE, (127u - 25) << 23), ONE);
    CHECK_EQ(stx_sfpu_mad_plain(0x00800000, 0x3F000000, 0), 0);
    CHECK_EQ(stx_sfpu_mad_plain(ONE | MINUS, 0, 0), 0);
    CHECK_EQ(stx_sfpu_mad_plain(ONE | MINUS, 0, MINUS), MINUS);
    CHECK_EQ(stx_sfpu_mad_plain(tiny | MINUS, tiny, 0), 0);
}

TEST(chapter_8_rounding_toward_zero_and_the_reciprocal_of_one) {
    CHECK_EQ(sfpu_round_f32(0x3F801FFE, 13, 0x7FFFFF), ONE);
    CHECK_EQ(sfpu_round_f32(0x3F801FFF, 13, 0x7FFFFF), 0x3F802000); /* all ones */
    CHECK_EQ(sfpu_recip(ONE), 0x3F7F0000);
}

TEST(chapters_11_and_12_conversions) {
    uint32_t in[16] = {0x3FC0, 0x3F80}; /* 1.5, 1.0 */
    uint8_t field[16];
    CHECK_EQ(unpack_bfp(0x60, 8, 127), 0x3FC00000);
    CHECK_EQ(pack_bfp_group(in, false, 8, field), 127);
    CHECK_EQ(field[1], 0x40);
    CHECK_EQ(pack_f32_to_b16(0x807F8000), 0x8080);
    CHECK_EQ(pack_bf16_to_e8m6(0x7F7F), 0x7F80);
}

int main(void) {
    RUN(chapter_1_a_word);
    RUN(chapter_3_cr_adds_to_the_copy);
    RUN(chapter_4_datums_and_cells);
    RUN(chapter_4_two_phases_hold_a_bf16);
    RUN(chapter_5_rows_of_32_bits);
    RUN(chapter_6_where_a_product_stands_decides_its_rounding);
    RUN(chapter_8_multiply_add);
    RUN(chapter_8_rounding_toward_zero_and_the_reciprocal_of_one);
    RUN(chapters_11_and_12_conversions);
    return test_summary();
}
