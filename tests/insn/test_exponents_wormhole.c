/* SPDX-License-Identifier: Apache-2.0
 *
 * The histograms of exponents that Wormhole's four packers have (SPEC 12.10): each packer counts
 * every datum that it reads, by the exponent after the early conversion, the edge mask and ReLU. */
#include "data.h"

enum { ENABLE_ACC_STATS = 46 };

#define READ_STATISTICS(size, which, source, half, to) \
    TT_OP_SETDMAREG(size, (which) << 7 | (source) << 3 | (half), 1, to)

/* Face f of Dst has f + 1 datums of exponent 128 + f, the others are 1.0. */
static void begin(void) {
    start();
    for (unsigned i = 0; i < 1024; i++) {
        unsigned face = i / 256;
        stx_dst_row_set_valid(&core, i / 16, true);
        stx_dst_set_bf16(&core, i / 16, i % 16, i % 256 <= face ? (128 + face) << 7 : 0x3F80);
    }
    pack_plain(0, BF16, BF16);
    run(TT_OP_CLREXPHIST);
    run(TT_OP_SETC16(ENABLE_ACC_STATS, 1));
}

static uint32_t bin(unsigned packer, unsigned n) {
    run(READ_STATISTICS(2, packer, 6 + n / 16, 0, 16));
    return core.gpr[0][8 + n % 16 / 4] >> 8 * (n % 4) & 0xFFu;
}

static uint32_t largest(void) {
    run(READ_STATISTICS(1, 0, 9, 0, 16));
    return core.gpr[0][8];
}

TEST(each_packer_counts_all_its_datums) {
    begin();
    CHECK(done(PACK(0, 15, 1)));
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned n = 0; n < 32; n++) {
            uint32_t ones = 256 - (i + 1);
            CHECK_EQ(bin(i, n), n == 31 ? ones : n == i ? i + 1 : 0);
        }
    }
    CHECK_EQ(largest(), 128); /* that of packer 0; of the others it cannot be read */
}

TEST(bins_saturate_and_the_index_of_the_packer_has_two_bits) {
    begin();
    CHECK(done(PACK(0, 15, 1)));
    CHECK(done(PACK(0, 15, 1)));
    for (unsigned i = 0; i < 16; i++) {
        CHECK_EQ(bin(i, 31), 255);
    }
    CHECK(done(TT_OP_CLREXPHIST));
    CHECK_EQ(bin(3, 31), 0);
    CHECK_EQ(largest(), 0);
}

TEST(without_the_flag_only_the_largest_exponent_is_kept) {
    begin();
    run(TT_OP_SETC16(ENABLE_ACC_STATS, 0));
    CHECK(done(PACK(0, 15, 1)));
    CHECK_EQ(bin(0, 31), 0);
    CHECK_EQ(largest(), 128);
}

/* ReLU sets negative datums to 0 before they are counted. */
TEST(relu_comes_first) {
    begin();
    for (unsigned c = 0; c < 16; c++) {
        stx_dst_set_bf16(&core, 0, c, 0xC000);
    }
    core.cfg[0][2] = 1u << 2;
    CHECK(done(PACK(0, 1, 1)));
    CHECK_EQ(bin(0, 0), 16);
    CHECK_EQ(bin(0, 31), 240);
    CHECK_EQ(largest(), 127);
}

/* FP16 has five bits of exponent: 1.0 counts in bin 15. */
TEST(five_bit_exponents_count_as_they_are) {
    begin();
    for (unsigned i = 0; i < 256; i++) {
        stx_dst_set_fp16(&core, i / 16, i % 16, 0x3C00);
    }
    pack_plain(0, FP16, FP16);
    CHECK(done(PACK(0, 1, 1)));
    CHECK_EQ(bin(0, 15), 255);
    CHECK_EQ(largest(), 15);
}

TEST(words_that_pack_zeros_read_nothing) {
    begin();
    CHECK(done(PACK(0, 1, 1) | 1u << 12));
    CHECK_EQ(bin(0, 0), 0);
    CHECK_EQ(largest(), 0);
}

int main(void) {
    RUN(each_packer_counts_all_its_datums);
    RUN_IF(STX_DST_ROWS >= 512, bins_saturate_and_the_index_of_the_packer_has_two_bits);
    RUN(without_the_flag_only_the_largest_exponent_is_kept);
    RUN(relu_comes_first);
    RUN(five_bit_exponents_count_as_they_are);
    RUN(words_that_pack_zeros_read_nothing);
    return test_summary();
}
