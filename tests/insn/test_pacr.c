/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * PACR's modes (SPEC 12): rows, addresses, edge masks, accumulation, ends of a sequence.
 * Dst row r, column c holds the whole number 16 r + c as BF16 or FP32. */
#include "floats.h"
#include "data.h"

static uint32_t number(unsigned row, unsigned col) {
    return bits((float)((16 * row + col) % 256));
}

static void begin(void) {
    start();
    for (unsigned row = 0; row < 128; row++) {
        stx_dst_row_set_valid(&core, row, true);
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_dst_set_bf16(&core, row, col, number(row, col) >> 16);
        }
    }
    pack_plain(0, BF16, BF16);
    memset(l1 + OUT, 0xEE, 0x1000);
}

static uint32_t out16(unsigned i) {
    return l1_get(OUT + 2 * i, 2);
}

static bool row_is(unsigned i, unsigned row) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        if (out16(16 * i + col) != number(row, col) >> 16) {
            printf("output row %u, column %u: %04x\n", i, col, (unsigned)out16(16 * i + col));
            return false;
        }
    }
    return true;
}

TEST(interfaces_read_the_rows_of_their_mask) {
    static const uint8_t rows[16][4] = {
        {0, 1, 2, 3}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
        {3},          {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
    for (unsigned mask = 0; mask < 16; mask++) {
        unsigned count = mask ? 0 : 4;
        for (unsigned i = 0; i < 4; i++) {
            count += mask >> i & 1u;
        }
        begin();
        CHECK(done(PACK(0, mask, 1)));
        for (unsigned i = 0; i < count; i++) {
            CHECK(row_is(i, rows[mask][i]));
        }
        CHECK_EQ(out16(16 * count), 0xEEEE);
    }
}

/* The first row is a multiple of four, but not with strides, as kernels untilize on cards;
 * interfaces with strides are one, two or four. */
TEST(interfaces_beyond_their_group_are_undefined) {
    for (unsigned i = 0; i < 4 * 16 * 2; i++) {
        unsigned row = i % 4, mask = i / 4 % 16, strided = i / 64, of = mask ? mask : 15;
        bool defined = strided ? of == 1 || of == 3 || of == 15 : row == 0;
        uint32_t word = TT_OP_PACR(0, 0, strided, 0, 0, 0, mask, 0, 0, 0, 0, 1);
        begin();
        core.cfg[0][180] = row;
        CHECK(defined ? done(word) : refuses(word, STX_RULE_UNDEFINED_MODE));
    }
}

TEST(strided_interfaces_are_sixteen_rows_apart) {
    begin();
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    CHECK(done(TT_OP_PACR(0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 0, 1)));
    CHECK(row_is(0, 0) && row_is(1, 16)); /* the second one enabled, not the third */
}

TEST(counters_and_offset_choose_the_first_row) {
    begin();
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON); /* row 83 */
    core.cfg[0][180] = 64;                                              /* PACK_SEC0 offset */
    run(TT_OP_SETADC(PACKER, 0, 1, 3));
    run(TT_OP_SETADC(PACKER, 0, 2, 1));
    CHECK(done(PACK(0, 1, 1)));
    CHECK_EQ(out16(0), number(64 + 3 + 16, 0) >> 16);
}

TEST(addr_mod_increments_carries_and_clears) {
    struct stx_adc *adc = &core.adc[0][2];
    begin();
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON); /* row 3 */
    core.tcfg[0][37] = 3 | 2u << 6 | 1u << 12 | 1u << 14;               /* Y += 3, 2; Z += 1, 1 */
    core.tcfg[0][38] = 4 | 1u << 4 | 1u << 11;                          /* CR += 4, Y = CR; clear */
    CHECK(done(PACK(0, 1, 1)));
    CHECK_EQ(adc->at[0][1] << 8 | adc->at[1][1], 3u << 8 | 2);
    CHECK_EQ(adc->at[0][2] << 8 | adc->at[1][2], 1u << 8 | 1);
    CHECK_EQ(adc->cr[0][1], 0);
    CHECK(done(PACK(1, 1, 1)));
    CHECK_EQ(adc->at[0][1] << 8 | adc->at[1][1], 4u << 8 | 0);
    CHECK_EQ(adc->cr[0][1], 4);
}

TEST(output_goes_on_until_the_last_and_is_padded) {
    begin();
    run(TT_OP_SETADCXX(PACKER, 7, 0)); /* eight datums a row */
    CHECK(done(PACK(0, 1, 0)));
    core.cfg[0][69] = 0; /* read only where a sequence begins */
    CHECK(done(PACK(0, 1, 0)) && done(PACK(0, 1, 1)));
    CHECK_EQ(core.packer[0].active, 0);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQ(out16(8 * i + 7), number(4 * i, 7) >> 16);
    }
    CHECK_EQ(out16(24), 0xEEEE);
}

TEST(flush_pads_and_ends_without_datums) {
    begin();
    pack_plain(0, BF16, BFP4);
    CHECK(done(PACK(0, 1, 0)));
    CHECK_EQ(core.packer[0].active, 1);
    CHECK_EQ(l1[OUT + 64 + 8], 0xEE);
    CHECK(done(TT_OP_PACR(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0)));
    CHECK_EQ(core.packer[0].active, 0);
    CHECK_EQ(l1[OUT + 1], 0); /* exponents and data to multiples of 16 */
    CHECK_EQ(l1[OUT + 15], 0);
    CHECK_EQ(l1[OUT + 16], 0xEE);
    CHECK_EQ(l1[OUT + 64 + 8], 0);
    CHECK_EQ(l1[OUT + 64 + 16], 0xEE);
}

TEST(address_of_an_output_follows_channel_1) {
    begin();
    core.cfg[0][14] = 64u << 16; /* Ystride */
    run(TT_OP_SETADC(PACKER, 1, 1, 2));
    CHECK(done(PACK(0, 1, 1)));
    CHECK_EQ(l1_get(OUT + 128, 2), 0);
    CHECK_EQ(l1_get(OUT + 130, 2), bits(1) >> 16);
    CHECK_EQ(out16(0), 0xEEEE);
    core.cfg[0][70] |= 1u << 15; /* no tile header: a unit less */
    CHECK(done(PACK(0, 1, 1)));
    CHECK_EQ(l1_get(OUT + 128 - 16, 2), number(4, 0) >> 16);
}

/* Strides of Y, Z and W and the base are bytes; sixteen of them are a unit of L1. */
TEST(each_counter_of_channel_1_has_its_stride) {
    begin();
    core.cfg[0][14] = 16u << 16;
    core.cfg[0][15] = 64u | 256u << 16;
    core.cfg[0][17] = 1024;
    for (unsigned i = 0; i < 3; i++) {
        core.adc[0][2].at[1][1 + i] = 3 - i;
    }
    CHECK(done(PACK(0, 1, 1)));
    uint32_t at = OUT + 3 * 16 + 2 * 64 + 256 + 1024;
    CHECK_EQ(l1_get(at + 2, 2), bits(1) >> 16);
    CHECK_EQ(l1_get(at - 16 + 2, 2), 0xEEEE);
}

TEST(invalid_rows_and_zero_write_give_zeroes) {
    begin();
    stx_dst_row_set_valid(&core, 1, false);
    CHECK(done(PACK(0, 3, 1)));
    CHECK_EQ(out16(16 + 5), 0);
    CHECK_EQ(out16(15), bits(15) >> 16);
    CHECK(done(TT_OP_PACR(0, 0, 0, 0, 0, 1, 15, 0, 0, 0, 0, 1)));
    CHECK_EQ(out16(15), 0);
}

/* ---- edge masks ---- */

TEST(edge_masks_are_chosen_by_row_and_set) {
    begin();
    core.cfg[0][24] = 0xFFFF | 1u << 17; /* set 1 */
    core.cfg[0][25] = 0x00FF;
    core.cfg[0][26] = 0;
    core.cfg[0][21] = 0u | 1u << 2 | 2u << 4; /* rows 0, 1, 2: masks 0, 1, 2 */
    CHECK(done(PACK(0, 15, 1)));
    for (unsigned col = 0; col < 16; col++) {
        CHECK_EQ(out16(col), number(0, col) >> 16);
        CHECK_EQ(out16(16 + col), col < 8 ? number(1, col) >> 16 : 0);
        CHECK_EQ(out16(32 + col), 0);
        CHECK_EQ(out16(48 + col), number(3, col) >> 16);
    }
}

/* Bit c of a mask stands for column c of Dst, of rows of eight datums too. */
TEST(edge_masks_go_by_columns_of_dst) {
    begin();
    run(TT_OP_SETADCXX(PACKER, 7, 0));
    core.cfg[0][24] = 0x000F;
    CHECK(done(PACK(0, 1, 0)) && done(PACK(0, 1, 1)));
    for (unsigned i = 0; i < 16; i++) {
        CHECK_EQ(out16(i), i % 8 < 4 ? number(i < 8 ? 0 : 4, i % 8) >> 16 : 0);
    }
}

/* A row of the tile for each row of Dst, of eight datums too: rows 0 and 2 of the tile keep columns
 * 0..3 and 8..11 of Dst, row 1 the others. */
TEST(edge_masks_and_tile_position_go_row_by_row) {
    begin();
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON); /* rows 1 and 2 */
    core.cfg[0][20] = 1u << 2;                                          /* row 1: mask 1 */
    core.cfg[0][24] = 0x0F0F;
    core.cfg[0][25] = 0xF0F0;
    core.cfg[0][28] = 3u << 8;
    core.tcfg[0][37] = 1; /* one row of Dst a word */
    for (unsigned word = 0; word < 3; word++) {
        run(TT_OP_SETADCXX(PACKER, word == 1 ? 15 : 7, 0));
        CHECK(done(PACK(0, 1, 0)));
        CHECK_EQ(core.packer[0].y, (word + 1) % 3);
        CHECK_EQ(core.packer[0].z, word == 2);
    }
    for (unsigned i = 0; i < 32; i++) {
        unsigned row = i < 8 ? 0 : i < 24 ? 1 : 2, col = row == 1 ? i - 8 : i % 8;
        bool kept = col % 8 < 4 ? row != 1 : row == 1;
        CHECK_EQ(out16(i), kept ? number(row, col) >> 16 : 0);
    }
}

/* The k-th interface that is enabled, whichever it is: interfaces 0 and 2 use rows 1 and 2. */
TEST(edge_masks_count_interfaces_that_are_enabled) {
    begin();
    core.cfg[0][20] = 1u << 2 | 2u << 4; /* rows 0, 1, 2: masks 0, 1, 2 */
    core.cfg[0][24] = 0xFFFF;
    core.cfg[0][25] = 0x5555;
    core.cfg[0][26] = 0;
    CHECK(done(PACK(0, 1, 0)) && done(PACK(0, 5, 1)));
    for (unsigned i = 0; i < 48; i++) {
        bool kept = i < 16 || (i < 32 && i % 2 == 0);
        CHECK_EQ(out16(i), kept ? number(i < 32 ? i / 16 * 4 : 6, i % 16) >> 16 : 0);
    }
}

/* A face ends where its rows are hit, not where they are passed; eight bits count on. */
TEST(the_tile_position_wraps_on_an_exact_hit_alone) {
    static const struct {
        uint8_t plane, rows, words;
        uint16_t y, z;
    } after[] = {{4, 15, 1, 0, 1}, {3, 15, 1, 4, 0}, {6, 15, 2, 8, 0}, {6, 3, 3, 0, 1},
                 {5, 3, 3, 6, 0},  {8, 15, 5, 4, 2}, {2, 7, 86, 0, 1}, {3, 15, 64, 0, 0},
                 {1, 7, 87, 5, 0}, {1, 1, 3, 0, 3}};
    for (unsigned i = 0; i < sizeof after / sizeof after[0]; i++) {
        begin();
        core.cfg[0][28] = (uint32_t)after[i].plane << 8;
        run(TT_OP_SETADCXX(PACKER, 15, 0));
        for (unsigned word = 0; word < after[i].words; word++) {
            core.packer[0].data_address = OUT;
            CHECK(done(PACK(0, after[i].rows, 0)));
        }
        CHECK_EQ(core.packer[0].y, after[i].y);
        CHECK_EQ(core.packer[0].z, after[i].z);
    }
}

TEST(edge_mode_gives_minus_infinity) {
    begin();
    core.cfg[0][24] = 0x7FFF | 1u << 16;
    CHECK(done(PACK(0, 1, 1)));
    CHECK_EQ(out16(15), 0xFF80);
    CHECK_EQ(out16(14), number(0, 14) >> 16);
}

TEST(faces_choose_their_set_of_masks) {
    begin();
    core.cfg[0][24] = 0xFFFF;
    core.cfg[0][19] = 1u << 8; /* by face */
    core.cfg[0][36] = 0u | 1u << 2;
    core.cfg[0][21] = 0x55555555u; /* set 1: mask 1 for all rows */
    core.cfg[0][25] = 0x0001;
    core.cfg[0][28] = 2u << 8; /* a face has two rows */
    CHECK(done(PACK(0, 3, 0)) && done(PACK(0, 3, 1)));
    CHECK_EQ(out16(16 + 1), number(1, 1) >> 16);
    CHECK_EQ(out16(32 + 0), number(4, 0) >> 16);
    CHECK_EQ(out16(32 + 1), 0);
    core.cfg[0][180] = 1u << 12; /* ZOffset: the first face is number 1 */
    run(TT_OP_SETADCXY(PACKER, 0, 0, 0, 0, 10));
    CHECK(done(PACK(0, 3, 0)) && done(PACK(0, 3, 1)));
    CHECK_EQ(out16(1), 0);
    CHECK_EQ(out16(32 + 1), number(4, 1) >> 16);
}

/* A face's set is bits 2 z + 1:2 z of the face map, z modulo 16 (PACK_SEC0_ZOffset moves it). */
TEST(there_are_sixteen_faces_in_a_map) {
    for (unsigned z = 0; z < 64; z++) {
        begin();
        core.cfg[0][180] = z << 12;
        core.cfg[0][24] = 0xFFFF;
        core.cfg[0][19] = 1u << 8;            /* by face */
        core.cfg[0][36] = 1u << 2 * (z % 16); /* this one has set 1, all others set 0 */
        core.cfg[0][21] = 0x55555555u;        /* set 1: mask 1 for all rows */
        core.cfg[0][25] = 0x0001;
        CHECK(done(PACK(0, 1, 1)));
        CHECK_EQ(out16(0), number(0, 0) >> 16);
        CHECK_EQ(out16(1), 0);
    }
}

/* A row's mask is bits 2 y + 1:2 y of its set. */
TEST(there_are_sixteen_rows_in_a_set) {
    for (unsigned y = 0; y < 16; y++) {
        begin();
        core.cfg[0][24] = 0xFFFF;
        core.cfg[0][25] = 0x0001;
        core.cfg[0][20] = 1u << 2 * y;
        for (unsigned n = 0; n < 4; n++) {
            CHECK(done(PACK(0, 15, n == 3)));
        }
        for (unsigned row = 0; row < 16; row++) {
            CHECK_EQ(out16(16 * row + 1) == 0, row == y);
        }
    }
}

/* ---- accumulation in L1 ---- */

TEST(accumulation_adds_to_what_l1_holds) {
    begin();
    core.cfg[0][71] = 1u << 19;
    for (unsigned col = 0; col < 16; col++) {
        l1_put(OUT + 2 * col, 2, bits(100) >> 16);
    }
    CHECK(done(PACK(0, 1, 1)));
    for (unsigned col = 0; col < 16; col++) {
        CHECK_EQ(out16(col), bits(100.0f + (float)col) >> 16);
    }
    pack_plain(READ_32B, FP32, FP32);
    core.cfg[0][71] = 1u << 19;
    stx_dst_set_f32(&core, 0, 3, bits(0.125f));
    l1_put(OUT + 4 * 3, 4, bits(1000));
    CHECK(done(PACK(0, 1, 1)));
    CHECK_EQ(l1_get(OUT + 4 * 3, 4), bits(1000.125f));
    pack_plain(0, BF16, BFP8);
    CHECK(faults(PACK(0, 1, 1), STX_RULE_UNIMPLEMENTED_MODE));
}

TEST(what_has_no_rule_faults_under_every_policy) {
    begin();
    CHECK(faults(TT_OP_PACR(0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1), STX_RULE_UNIMPLEMENTED_MODE));
    CHECK(faults(TT_OP_PACR(1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1), STX_RULE_UNIMPLEMENTED_MODE));
    CHECK(faults(TT_OP_PACR(0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1), STX_RULE_UNIMPLEMENTED_MODE));
    run(TT_OP_SETADCXX(PACKER, 9, 0)); /* ten datums */
    CHECK(faults(PACK(0, 1, 1), STX_RULE_UNIMPLEMENTED_MODE));
    pack_plain(0, FP16, FP8);
    CHECK(done(PACK(0, 1, 1)));
    run(TT_OP_SETADCXX(PACKER, 7, 0)); /* eight datums of a byte */
    CHECK(faults(PACK(0, 1, 1), STX_RULE_UNIMPLEMENTED_MODE));
    begin();
    core.cfg[0][70] = BF16 << 8 | INT32 << 4;
    CHECK(faults(PACK(0, 1, 1), STX_RULE_BAD_FORMAT));
    begin();
    core.cfg[0][1] = FP16 << 25; /* not what In says */
    CHECK(faults(PACK(0, 1, 1), STX_RULE_BAD_FORMAT));
    begin();
    core.cfg[0][69] = sizeof l1 / 16 - 1;
    CHECK(faults(PACK(0, 1, 1), STX_RULE_L1_RANGE));
    core.cfg[0][69] = sizeof l1 / 16 - 2 - 1; /* one row fits, two do not */
    CHECK(faults(PACK(0, 3, 1), STX_RULE_L1_RANGE));
    CHECK(done(PACK(0, 1, 1)));
}

int main(void) {
    RUN(interfaces_read_the_rows_of_their_mask);
    RUN(interfaces_beyond_their_group_are_undefined);
    RUN(strided_interfaces_are_sixteen_rows_apart);
    RUN_IF(STX_DST_ROWS >= 512, counters_and_offset_choose_the_first_row);
    RUN(addr_mod_increments_carries_and_clears);
    RUN(output_goes_on_until_the_last_and_is_padded);
    RUN(flush_pads_and_ends_without_datums);
    RUN(address_of_an_output_follows_channel_1);
    RUN(each_counter_of_channel_1_has_its_stride);
    RUN(invalid_rows_and_zero_write_give_zeroes);
    RUN(edge_masks_are_chosen_by_row_and_set);
    RUN(edge_masks_go_by_columns_of_dst);
    RUN(edge_masks_and_tile_position_go_row_by_row);
    RUN(edge_masks_count_interfaces_that_are_enabled);
    RUN_IF(STX_DST_ROWS >= 512, the_tile_position_wraps_on_an_exact_hit_alone);
    RUN(edge_mode_gives_minus_infinity);
    RUN(there_are_sixteen_faces_in_a_map);
    RUN(there_are_sixteen_rows_in_a_set);
    RUN(faces_choose_their_set_of_masks);
    RUN(accumulation_adds_to_what_l1_holds);
    RUN(what_has_no_rule_faults_under_every_policy);
    return test_summary();
}
