/* SPDX-License-Identifier: Apache-2.0
 *
 * UNPACR around the last row of a source (SPEC 11.3, step 9): SrcA drops rows, SrcB wraps. */
#include "unpacr.h"

static void src_a_fill(uint32_t v) {
    for (unsigned i = 0; i < 64 * STX_COLS; i++) {
        stx_src_poke(&core, 0, 0, i / STX_COLS, i % STX_COLS, v);
    }
}

/* SrcA is written by eight rows: those from row 60 on end with row 63, the next ones begin in
 * row 4.
 */
TEST(rows_behind_the_last_one_of_srca_are_dropped) {
    begin();
    src_a_fill(7 << 16);
    core.cfg[0][84] = 64 + 16 * 60;
    CHECK(refuses(UNPACK(0, 0), STX_RULE_UNDEFINED_MODE));
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(60, 0), datum(0));
    CHECK_EQ(src_a(63, 1), datum(3 * 16 + 1));
    for (unsigned row = 0; row < 4; row++) {
        CHECK_EQ(src_a(row, 1), 7 << 16);
    }
    CHECK_EQ(src_a(4, 0), datum(8 * 16));
    CHECK_EQ(src_a(11, 15), datum(255));
    CHECK_EQ(src_a(12, 0), 7 << 16);
    begin();
    src_a_fill(7 << 16);
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    core.cfg[0][84] = 64 + 16 * 56; /* eight rows to the end, so nothing is behind it */
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(63, 15), datum(127));
    CHECK_EQ(src_a(0, 0), datum(128));
    CHECK_EQ(src_a(7, 15), datum(255));
    core.cfg[0][84] = 64 + 16 * 124; /* row 60 once more: the first row counts modulo 64 */
    src_a_fill(7 << 16);
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(63, 1), datum(3 * 16 + 1));
    CHECK_EQ(src_a(3, 15), 7 << 16);
}

/* Rows of BF16 that were dropped take nothing from the only rows with all bits of TF32. */
TEST(tf32_survives_bf16_that_is_dropped) {
    begin();
    stx_src_poke(&core, 0, 0, 0, 1, 0x3F80E000); /* 1 + 7 / 1024 */
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    core.cfg[0][84] = 64 + 16 * 60;
    CHECK(done(UNPACK(0, 1)) && done(UNPACK(1, 1)));
    core.cfg[0][1] |= 1u << 29; /* Fp32_enabled */
    CHECK(done(TT_OP_ELWADD(0, 0, 0, 0, 0)));
    CHECK_EQ(stx_dst_f32(&core, 0, 1), 0x40007000);
}

TEST(rows_behind_the_last_one_of_srcb_wrap) {
    begin();
    unpack_plain(1, BF16, BF16, FACE);
    core.cfg[0][61] = 2 * 16 * 60;
    CHECK(done(UNPACK(1, 0)));
    CHECK_EQ(src_b(63, 1), datum(3 * 16 + 1));
    CHECK_EQ(src_b(0, 1), datum(4 * 16 + 1));
    CHECK_EQ(src_b(11, 15), datum(255));
}

int main(void) {
    RUN(rows_behind_the_last_one_of_srca_are_dropped);
    RUN_IF(STX_SRC_LOW, tf32_survives_bf16_that_is_dropped);
    RUN(rows_behind_the_last_one_of_srcb_wrap);
    return test_summary();
}
