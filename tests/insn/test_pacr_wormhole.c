/* SPDX-License-Identifier: Apache-2.0
 *
 * Wormhole's four packers (appendix F of the book, packers): which a PACR gives work, the
 * configuration and the sequence that each has for itself, addresses, edge masks. Dst row r, column
 * c holds the whole number 16 r + c, modulo 256, as BF16. */
#include "floats.h"
#include "data.h"

static uint32_t number(unsigned row, unsigned col) {
    return bits((float)((16 * row + col) % 256)) >> 16;
}

static void begin(uint32_t out) {
    start();
    for (unsigned row = 0; row < 1024; row++) {
        stx_dst_row_set_valid(&core, row, true);
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_dst_set_bf16(&core, row, col, number(row, col));
        }
    }
    pack_plain(0, BF16, out);
    memset(l1 + OUT, 0xEE, 4 * APART);
}

static uint32_t *own(unsigned packer) {
    return &core.cfg[0][packer_words[packer]];
}

static uint32_t out16(unsigned packer, unsigned i) {
    return l1_get(OUT + APART * packer + 2 * i, 2);
}

/* The datums of a packer are these of Dst, and none behind them is written. */
static bool wrote(unsigned packer, unsigned row, unsigned col, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        unsigned from = 16 * row + col + i;
        if (out16(packer, i) != number(from / 16, from % 16)) {
            printf("packer %u, datum %u: %04x\n", packer, i, (unsigned)out16(packer, i));
            return false;
        }
    }
    return out16(packer, (count + 7) / 8 * 8) == 0xEEEE;
}

TEST(four_packers_write_a_face_each) {
    begin(BF16);
    CHECK(done(PACK(0, 15, 1)));
    for (unsigned i = 0; i < 4; i++) {
        CHECK(wrote(i, 16 * i, 0, 256));
        CHECK_EQ(core.packer[i].active, 0);
    }
    CHECK_EQ(core.adc[0][2].at[0][1], 4); /* stepped once, not once a packer */
}

TEST(a_mask_names_packers) {
    static const uint16_t defined =
        1u << 0 | 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 | 1u << 3 | 1u << 12 | 1u << 15;
    for (unsigned mask = 0; mask < 16; mask++) {
        begin(BF16);
        if (!(defined >> mask & 1u)) {
            CHECK(refuses(PACK(0, mask, 1), STX_RULE_UNDEFINED_MODE));
            stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
        }
        CHECK(done(PACK(0, mask, 1)));
        for (unsigned i = 0; i < 4; i++) {
            bool named = (mask ? mask : 1) >> i & 1u;
            CHECK(wrote(i, 16 * i, 0, named ? 256 : 0));
        }
    }
}

/* With bit 31 of packer 0's address the others' are relative to it, so that the header is skipped
 * once for each. */
TEST(addresses_of_the_others_may_be_relative) {
    static const uint8_t masks[] = {1, 3, 15};
    for (unsigned k = 0; k < sizeof masks; k++) {
        unsigned mask = masks[k];
        begin(BF16);
        own(0)[1] |= 1u << 31;
        for (unsigned i = 1; i < 4; i++) {
            own(i)[1] = APART * i / 16 - 1;
        }
        CHECK(done(PACK(0, mask, 1)));
        for (unsigned i = 0; i < 4; i++) {
            CHECK(wrote(i, 16 * i, 0, mask >> i & 1u ? 256 : 0));
        }
    }
    begin(BF16); /* packer 0 need not be named, and either header may be left out */
    own(0)[1] = (1u << 31) + OUT / 16;
    own(0)[2] |= 1u << 15;
    own(2)[1] = 2 * APART / 16;
    own(2)[2] |= 1u << 15;
    CHECK(done(PACK(0, 4, 1)));
    CHECK(wrote(0, 0, 0, 0) && wrote(2, 32, 0, 256));
}

/* Counters and base of channel 1 count bytes whose lowest four bits are dropped, and the rest is
 * added to a number of 16-byte units. */
TEST(channel_1_moves_addresses_by_256_bytes) {
    begin(BF16);
    core.cfg[0][10] = 9u << 12;
    core.cfg[0][11] = 10 | 5u << 12;
    core.cfg[0][13] = 16 + 4;
    run(TT_OP_SETADC(PACKER, 1, 1, 3));
    run(TT_OP_SETADC(PACKER, 1, 2, 2));
    run(TT_OP_SETADC(PACKER, 1, 3, 1)); /* 27 + 20 + 5 + 20 = 72 = 4 * 16 + 8 */
    CHECK(done(PACK(0, 1, 1)));
    CHECK_EQ(l1_get(OUT + 4 * 256 - 2, 2), 0xEEEE);
    CHECK_EQ(l1_get(OUT + 4 * 256 + 2, 2), number(0, 1));
}

/* X names single datums, base and Y, Z, W whole 16 bytes; the run goes on through the rows, past
 * the last one too. */
TEST(a_run_begins_in_any_column) {
    begin(BF16);
    core.cfg[0][12] = 32 * 3 + 14; /* with 11 times 2 bytes four rows and 4 bytes */
    core.cfg[0][153] = 1022 - 4 - 2 - 16 - 64;
    run(TT_OP_SETADC(PACKER, 0, 1, 2));
    run(TT_OP_SETADC(PACKER, 0, 2, 1));
    run(TT_OP_SETADC(PACKER, 0, 3, 1));
    run(TT_OP_SETADCXX(PACKER, 11 + 39, 11));
    CHECK(done(PACK(0, 2, 1)));
    for (unsigned i = 0; i < 40; i++) {
        unsigned from = 16 * 1022 + 11 % 8 + i;
        CHECK_EQ(out16(1, i), number(from / 16 % 1024, from % 16));
    }
    CHECK_EQ(out16(1, 40), 0xEEEE);
}

TEST(each_packer_has_a_sequence_of_its_own) {
    begin(BF16);
    run(TT_OP_SETADCXX(PACKER, 4, 0));
    CHECK(done(PACK(0, 3, 0)));
    CHECK(core.packer[0].active && core.packer[1].active && !core.packer[2].active);
    own(0)[1] = own(1)[1] = 0; /* read only where a sequence begins */
    own(2)[1] = 0x1FFF0;       /* outside L1: a packer that is not active has nothing to flush */
    CHECK(done(PACK(0, 1, 1)));
    CHECK(!core.packer[0].active && core.packer[1].active);
    CHECK_EQ(core.packer[1].x, 5);
    CHECK_EQ(core.packer[1].data_address, OUT + APART + 10);
    CHECK(wrote(1, 16, 0, 5));
    CHECK_EQ(out16(1, 5), 0xEEEE);
    CHECK(done(TT_OP_PACR(0, 0, 15, 0, 0, 1, 0)));
    CHECK_EQ(out16(1, 5) | out16(1, 6) | out16(1, 7), 0);
    CHECK_EQ(out16(0, 5), number(4, 0)); /* Y was 4 */
    CHECK_EQ(out16(0, 10) | out16(0, 15), 0);
    CHECK_EQ(out16(2, 0), 0xEEEE);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQ(core.packer[i].active, 0);
    }
}

/* Columns of Dst are masked, rows of the tile choose the mask; a row of the tile ends after sixteen
 * datums, wherever they came from. */
TEST(edge_masks_by_packer_and_row) {
    begin(BF16);
    core.cfg[0][20] = 0xFFFF | 0u << 17 | 1u << 19 | 2u << 21 | 3u << 23;
    core.cfg[0][21] = 0x0001;
    core.cfg[0][22] = 0xFF00;
    core.cfg[0][23] = 0;
    core.cfg[0][17] = 0x55555555; /* packer 1: mask 1 */
    core.cfg[0][18] = 2u << 2;    /* packer 2: the second row mask 2 */
    core.cfg[0][19] = 3u << 4;    /* packer 3: the third row mask 3 */
    CHECK(done(PACK(0, 15, 1)));
    for (unsigned i = 0; i < 256; i++) {
        unsigned row = i / 16, col = i % 16;
        CHECK_EQ(out16(0, i), number(row, col));
        CHECK_EQ(out16(1, i), col == 0 ? number(16 + row, col) : 0);
        CHECK_EQ(out16(2, i), row != 1 || col >= 8 ? number(32 + row, col) : 0);
        CHECK_EQ(out16(3, i), row != 2 ? number(48 + row, col) : 0);
    }
}

TEST(a_row_of_the_tile_may_end_within_a_row_of_dst) {
    begin(BF16);
    core.cfg[0][24] = 2u << 8; /* two rows a plane */
    core.cfg[0][21] = 0x00FF;
    core.cfg[0][16] = 1u << 2; /* the second row of a plane has mask 1 */
    run(TT_OP_SETADCXX(PACKER, 9, 0));
    core.tcfg[0][31] = 1;
    for (unsigned k = 0; k < 6; k++) {
        CHECK(done(PACK(0, 1, k == 5)));
    }
    for (unsigned i = 0; i < 60; i++) {
        unsigned row = i / 10, col = i % 10;
        bool kept = i / 16 % 2 == 0 || col < 8;
        CHECK_EQ(out16(0, i), kept ? number(row, col) : 0);
    }
    CHECK_EQ(core.packer[0].z * 100 + core.packer[0].y * 20 + core.packer[0].x, 100 + 20 + 12);
}

TEST(face_sets_by_packer) {
    begin(BF16);
    core.cfg[0][15] = 1u << 8 | 3u << 4; /* packer 2: set 3; the others set 0 */
    core.cfg[0][35] = 1u << 2 * 6;       /* its plane 6: mask set 1 */
    core.cfg[0][17] = 0xFFFFFFFF;        /* mask 3 for all rows */
    core.cfg[0][26] = 8u << 8;
    core.cfg[0][154] |= 5u << 12;
    CHECK(done(PACK(0, 15, 1)));
    for (unsigned i = 0; i < 256; i++) {
        CHECK_EQ(out16(1, i), number(16 + i / 16, i % 16));
        CHECK_EQ(out16(2, i), i < 128 ? number(32 + i / 16, i % 16) : 0);
    }
}

/* As LLK sets it up: four exponent sections in a row, then four blocks of data. */
TEST(exponents_of_four_packers_are_one_section) {
    static const uint8_t units[] = {4, 1 + 2 + 16, 2 + 32, 1 + 48};
    begin(BFP8);
    for (unsigned i = 0; i < 4; i++) {
        own(i)[0] = (uint32_t)units[i] << 16;
        own(i)[1] = OUT / 16 - 1 + i;
    }
    CHECK(done(PACK(0, 15, 1)));
    for (unsigned i = 0; i < 64; i++) {
        unsigned top = (16 * i + 15) % 256; /* the largest number of the row */
        unsigned log2 = 0;
        for (; top >> (log2 + 1); log2++) {
        }
        CHECK_EQ(l1[OUT + i], 127 + log2);
    }
    CHECK_EQ(l1[OUT + 64 + 15], 15 << 3); /* 15 of the largest exponent 3: 7 bits, 1.111 */
    CHECK_EQ(l1[OUT + 64 + 1023], 255 >> 1 | 0);
}

TEST(formats_and_accumulation_are_each_packers_own) {
    begin(BF16);
    own(1)[2] = BF16 << 8 | FP32 << 4 | 1;
    own(2)[3] = 1u << 21;
    for (unsigned i = 0; i < 256; i++) {
        l1_put(OUT + 2 * APART + 2 * i, 2, 0x3F80);
    }
    CHECK(done(PACK(0, 15, 1)));
    CHECK(wrote(0, 0, 0, 256) && wrote(3, 48, 0, 256));
    for (unsigned i = 0; i < 256; i++) {
        CHECK_EQ(l1_get(OUT + APART + 4 * i, 4), number(16 + i / 16, i % 16) << 16);
        uint32_t sum = bits((float)(i + 1));
        CHECK_EQ(out16(2, i), sum >> 16 | 0); /* 256 has a bit to spare */
    }
}

TEST(downsampling_leaves_datums_out) {
    begin(BF16);
    own(0)[3] = 0x8421;
    own(1)[3] = 0xFFFF;
    run(TT_OP_SETADCXX(PACKER, 32 + 5, 0));
    CHECK(done(PACK(0, 3, 0)) && done(PACK(0, 3, 1)));
    static const uint8_t taken[] = {0, 5, 10, 15, 16, 21, 26, 31, 32, 37};
    for (unsigned k = 0; k < 20; k++) {
        unsigned i = taken[k % 10] + (k < 10 ? 0 : 64); /* Y was 4 */
        CHECK_EQ(out16(0, k), number(i / 16, i % 16));
    }
    CHECK_EQ(out16(0, 20) | out16(0, 23), 0);
    CHECK_EQ(out16(0, 24), 0xEEEE);
    CHECK_EQ(out16(1, 76), 0); /* all of both, and then padding */
    CHECK_EQ(out16(1, 75), number(16 + 4 + 2, 5));
}

TEST(small_exponents_become_zero) {
    begin(BF16);
    own(0)[3] = 1u << 20 | 130u << 24; /* below 8 */
    CHECK(done(PACK(0, 1, 1)));
    for (unsigned i = 0; i < 256; i++) {
        CHECK_EQ(out16(0, i), i < 8 ? 0 : number(i / 16, i % 16));
    }
}

TEST(zero_write_reads_nothing) {
    begin(BF16);
    CHECK(done(TT_OP_PACR(0, 1, 15, 0, 0, 0, 1)));
    CHECK_EQ(out16(3, 0) | out16(3, 255), 0);
    CHECK_EQ(out16(3, 256), 0xEEEE);
}

/* What is not known or not modelled is a fault, whichever packer it is about; then none has
 * written. */
TEST(what_has_no_rule_faults) {
    static const struct {
        uint8_t word;
        uint32_t bit;
        enum stx_rule rule;
    } rows[] = {
        {7, 1u << 0, STX_RULE_UNIMPLEMENTED_MODE},
        {58, 1u << 1, STX_RULE_UNIMPLEMENTED_MODE},
        {86, 1u << 13, STX_RULE_UNIMPLEMENTED_MODE},
        {98, 1u << 16, STX_RULE_UNIMPLEMENTED_MODE},
        {127, 1u << 16, STX_RULE_UNIMPLEMENTED_MODE},
        {87, 1u << 19, STX_RULE_UNIMPLEMENTED_MODE},
        {27, 1u << 23, STX_RULE_UNIMPLEMENTED_MODE},
        {126, 0xF0, STX_RULE_BAD_FORMAT},
        {126, 0x100, STX_RULE_BAD_FORMAT},
        {125, 1u << 16, STX_RULE_L1_RANGE},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        begin(BF16);
        core.cfg[0][rows[i].word] ^= rows[i].bit;
        CHECK(faults(PACK(0, 15, 1), rows[i].rule));
        CHECK_EQ(out16(0, 0), 0xEEEE);
    }
    begin(BF16);
    CHECK(faults(TT_OP_PACR(0, 0, 15, 1, 0, 0, 1), STX_RULE_UNIMPLEMENTED_MODE));
    run(TT_OP_SETADCXX(PACKER, 3, 4)); /* ends before it begins */
    CHECK(faults(PACK(0, 15, 1), STX_RULE_UNIMPLEMENTED_MODE));
    begin(BFP8);
    run(TT_OP_SETADCXX(PACKER, 7, 0)); /* half a group */
    CHECK(faults(PACK(0, 15, 1), STX_RULE_UNIMPLEMENTED_MODE));
}

/* Blackhole makes FP16 of binary32 and of BF16 by Round_10b_mant; Wormhole's packer cannot. */
TEST(no_fp16_by_rounding_to_ten_bits) {
    for (unsigned i = 0; i < 4; i++) {
        begin(BF16);
        pack_plain(ROUND_10B | (i & 1 ? READ_32B : 0), FP16, FP16);
        core.cfg[0][1] = (i & 2 ? FP16 : FP32) << 25;
        CHECK(faults(PACK(0, 15, 1), STX_RULE_BAD_FORMAT));
    }
    begin(BF16);
    pack_plain(0, FP16, FP16);
    CHECK(done(PACK(0, 15, 1)));
}

/* LLK's fast tilize packs a Dst of 16 bits to FP32 with In = FP32. */
TEST(bf16_may_be_read_as_fp32) {
    start();
    pack_plain(0, FP32, FP32);
    for (unsigned i = 0; i < 16; i++) {
        stx_dst_set_bf16(&core, 0, i, 0x3F80 + i * 0x811);
    }
    stx_dst_row_set_valid(&core, 0, true);
    CHECK(done(PACK(1, 1, 1)));
    for (unsigned i = 0; i < 16; i++) {
        CHECK_EQ(l1_get(OUT + 4 * i, 4), (0x3F80 + i * 0x811) << 16);
    }
    pack_plain(READ_AS_IS, FP32, FP32);
    CHECK(faults(PACK(1, 1, 1), STX_RULE_BAD_FORMAT));
}

TEST(pacr_setreg_does_nothing) {
    static struct stx_core before;
    begin(BF16);
    memcpy(&before, &core, sizeof core);
    CHECK(done(TT_OP_PACR_SETREG(1, 0, 5, 15, 3, 1, 0)));
    CHECK(same_state(&before, &core));
}

int main(void) {
    RUN(bf16_may_be_read_as_fp32);
    RUN(pacr_setreg_does_nothing);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, four_packers_write_a_face_each);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, a_mask_names_packers);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, addresses_of_the_others_may_be_relative);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, channel_1_moves_addresses_by_256_bytes);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, a_run_begins_in_any_column);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, each_packer_has_a_sequence_of_its_own);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, edge_masks_by_packer_and_row);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, a_row_of_the_tile_may_end_within_a_row_of_dst);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, face_sets_by_packer);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, exponents_of_four_packers_are_one_section);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, formats_and_accumulation_are_each_packers_own);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, downsampling_leaves_datums_out);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, small_exponents_become_zero);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, zero_write_reads_nothing);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, what_has_no_rule_faults);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, no_fp16_by_rounding_to_ten_bits);
    return test_summary();
}
