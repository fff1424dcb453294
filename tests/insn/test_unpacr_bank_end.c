/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * UNPACR around the last row of a source (SPEC 11.3, step 9): SrcA drops rows, SrcB wraps. */
#include "unpacr.h"

static void src_a_fill(uint32_t v) {
    for (unsigned i = 0; i < 64 * STX_COLS; i++) {
        stx_src_poke(&core, 0, 0, i / STX_COLS, i % STX_COLS, v);
    }
}

/* Datums of 8, 16 and 32 bits in L1, each with the value of its row, and the rows of a burst. A row
 * of BFP8 has the exponent of its value and fields of 1.0. */
static const struct kind {
    unsigned in, out, bytes, burst;
} kinds[] = {{INT8, INT8, 1, 8},
             {BF16, BF16, 2, 4},
             {FP32, TF32, 4, 2},
             {FP32, BF16, 4, 2},
             {BFP8, BFP8, 1, 8}};

static uint32_t in_l1(const struct kind *k, unsigned row) {
    return k->in == BFP8   ? 0x40
           : k->in == INT8 ? row + 1
           : k->in == BF16 ? 0x3F80 + row
                           : 0x3F800000 + (row << 16);
}

static uint32_t in_srca(const struct kind *k, unsigned row) {
    return k->in == BFP8   ? (100 + row) << 23
           : k->in == INT8 ? 16u << 23 | (row + 1) << 13
                           : 0x3F800000 + (row << 16);
}

static void begin_kind(const struct kind *k, unsigned first) {
    start();
    src_a_fill(7 << 16);
    unsigned exponents = k->in == BFP8 ? FACE / 16 : 0;
    for (unsigned i = 0; i < exponents; i++) {
        l1_put(IN + i, 1, 100 + i);
    }
    for (unsigned i = 0; i < FACE; i++) {
        l1_put(IN + exponents + k->bytes * i, k->bytes, in_l1(k, i / 16));
    }
    unpack_plain(0, k->in, k->out, FACE);
    core.cfg[0][DEST_WORD] = 64 + 16 * first;
}

/* Where row `row` of 16 rows goes that begin in row `first` of SrcA; -1: nowhere. A burst ends at
 * the first multiple of 16. */
static int place(unsigned first, unsigned row, unsigned burst) {
    unsigned begins = first + row / burst * burst;
    unsigned at = first + row, border = begins / 16 * 16 + 16;
    return at < border ? (int)(at % 64) : -1;
}

static void check_rows(const struct kind *k, unsigned first, unsigned burst) {
    uint32_t want[64];
    for (unsigned row = 0; row < 64; row++) {
        want[row] = 7 << 16;
    }
    for (unsigned row = 0; row < 16; row++) {
        int to = place(first, row, burst);
        if (to >= 0) {
            want[to] = in_srca(k, row);
        }
    }
    for (unsigned row = 0; row < 64 && !test_bad; row++) {
        CHECK_EQ(src_a(row, 0), want[row]);
        CHECK_EQ(src_a(row, 15), want[row]);
    }
}

/* RTL waves show the rows that are missing for bytes from rows 7 and 63 on (ISA documentation, pull
 * request 52). */
TEST(rows_of_a_burst_behind_a_set_of_sixteen_are_dropped) {
    for (unsigned n = 0; n < 5 * 64 && !test_bad; n++) {
        const struct kind *k = &kinds[n / 64];
        unsigned first = n % 64, crosses = first % k->burst != 0;
        begin_kind(k, first);
        if (crosses || first > 48) {
            CHECK(refuses(UNPACK(0, 0), STX_RULE_UNDEFINED_MODE));
            stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
        }
        CHECK(done(UNPACK(0, 0)));
        check_rows(k, first, k->burst);
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_UNPACR_SET_BORDER), crosses);
        begin_kind(k, first);
        stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
        stx_departure_set_all(&core, STX_SIDE_SIMULATOR);
        CHECK(done(UNPACK(0, 0)));
        check_rows(k, first, 1); /* drops none */
    }
}

/* With an override, mode m reads 16 << m bytes at once, and words of two bytes and more never only
 * 64 of 128; with tiles in lines 64 of single bytes. */
TEST(the_throttle_mode_sets_the_length_of_a_burst) {
    static const uint8_t rows[3][4] = {{1, 2, 4, 8}, {1, 1, 4, 4}, {1, 1, 2, 2}};
    for (unsigned n = 0; n < 3 * 4 && !test_bad; n++) {
        const struct kind *k = &kinds[n / 4];
        unsigned mode = n % 4;
        begin_kind(k, 13);
        stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
        core.cfg[0][UNPACK_WORD - 2] |= 1u << 3;
        core.cfg[0][UNPACK_WORD] |= mode << 4;
        CHECK(done(UNPACK(0, 0)));
        check_rows(k, 13, rows[n / 4][mode]);
    }
}

/* Wormhole: bursts of eight rows, and no border but the last row. From row 60 on they end with row
 * 63, the next ones begin in row 4. */
TEST(rows_behind_the_last_one_of_srca_are_dropped) {
    if (STX_ARCH == STX_ARCH_WORMHOLE) {
        begin();
        src_a_fill(7 << 16);
        core.cfg[0][DEST_WORD] = 64 + 16 * 60;
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
    }
    begin();
    src_a_fill(7 << 16);
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    core.cfg[0][DEST_WORD] = 64 + 16 * 56; /* eight rows to the end, so nothing is behind it */
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(63, 15), datum(127));
    CHECK_EQ(src_a(0, 0), datum(128));
    CHECK_EQ(src_a(7, 15), datum(255));
    core.cfg[0][DEST_WORD] = 64 + 16 * 125; /* row 61 once more: the first row counts modulo 64 */
    src_a_fill(7 << 16);
    CHECK(done(UNPACK(0, 0)));
    CHECK_EQ(src_a(63, 1), datum(2 * 16 + 1));
    CHECK_EQ(src_a(0, 15), 7 << 16);
}

/* Rows of BF16 that were dropped take nothing from the only rows with all bits of TF32. */
TEST(tf32_survives_bf16_that_is_dropped) {
    begin();
    stx_src_poke(&core, 0, 0, 0, 1, 0x3F80E000); /* 1 + 7 / 1024 */
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    core.cfg[0][DEST_WORD] = 64 + 16 * 61;
    CHECK(done(UNPACK(0, 1)) && done(UNPACK(1, 1)));
    core.cfg[0][1] |= 1u << 29; /* Fp32_enabled */
    CHECK(done(TT_OP_ELWADD(0, 0, 0, 0, 0)));
    CHECK_EQ(stx_dst_f32(&core, 0, 1), 0x40007000);
}

TEST(rows_behind_the_last_one_of_srcb_wrap) {
    begin();
    unpack_plain(1, BF16, BF16, FACE);
    core.cfg[0][61] = 2 * 16 * 60;
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    CHECK(done(UNPACK(1, 0)));
    CHECK_EQ(src_b(63, 1), datum(3 * 16 + 1));
    CHECK_EQ(src_b(0, 1), datum(4 * 16 + 1));
    CHECK_EQ(src_b(11, 15), datum(255));
}

/* What the page UNPACR_Regular (main at f7fda21) leaves open: each faults under the strict policy
 * and runs under the other one; what is next to it does not fault. */
TEST(undefined_targets_of_blackhole_fault_under_the_strict_policy) {
    begin();
    core.cfg[0][61] = 2 * 16 * 49; /* SrcB: sixteen rows from row 49 on */
    CHECK(refuses(UNPACK(1, 0), STX_RULE_UNDEFINED_MODE));
    core.cfg[0][61] = 2 * 16 * 48;
    CHECK(done(UNPACK(1, 0)));
    core.cfg[0][61] = 2 * 16 * 64;
    CHECK(refuses(UNPACK(1, 0), STX_RULE_UNDEFINED_MODE));
    core.cfg[0][61] = 1;
    CHECK(refuses(UNPACK(1, 0), STX_RULE_UNDEFINED_MODE));
    core.cfg[0][61] = 0;
    core.tcfg[0][41] = 2 << 8; /* context 2 of unpacker 1 */
    CHECK(refuses(UNPACK(1, 0), STX_RULE_UNDEFINED_MODE));
    core.tcfg[0][41] = 0;
    core.cfg[0][DEST_WORD] = 64 + 8; /* half a row */
    CHECK(refuses(UNPACK(0, 0), STX_RULE_UNDEFINED_MODE));
    core.cfg[0][DEST_WORD] = 64;
    core.tcfg[0][TC_SRCA_SET] = 0; /* no address is given */
    CHECK(done(UNPACK(0, 0)));
    core.cfg[0][DEST_WORD] = 64 + 16;
    CHECK(refuses(UNPACK(0, 0), STX_RULE_UNDEFINED_MODE));
}

int main(void) {
    RUN_IF(STX_ARCH == STX_ARCH_BLACKHOLE && STX_SIZE == STX_SIZE_FULL,
           rows_of_a_burst_behind_a_set_of_sixteen_are_dropped);
    RUN_IF(STX_ARCH == STX_ARCH_BLACKHOLE && STX_SIZE == STX_SIZE_FULL,
           the_throttle_mode_sets_the_length_of_a_burst);
    RUN_IF(STX_ARCH == STX_ARCH_BLACKHOLE,
           undefined_targets_of_blackhole_fault_under_the_strict_policy);
    RUN(rows_behind_the_last_one_of_srca_are_dropped);
    RUN_IF(STX_SRC_LOW, tf32_survives_bf16_that_is_dropped);
    RUN(rows_behind_the_last_one_of_srcb_wrap);
    return test_summary();
}
