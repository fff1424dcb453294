/* SPDX-License-Identifier: Apache-2.0
 *
 * UNPACR to Dst while rows of SrcA have addresses, on either chip (SPEC 11). */
#include "unpacr.h"

/* Which rows of Dst UNPACR writes is undefined while addresses are given for SrcA. LLK clears the
 * bit first. Without datums nothing is open. */
TEST(to_dst_with_an_address_for_srca_is_undefined) {
    start();
    unpack_plain(0, BF16, BF16, FACE);
    unpack_to_dst();
    core.cfg[0][DEST_WORD] = 64 + 16 * 16;
    core.tcfg[0][TC_SRCA_SET] = 4;
    CHECK(refuses(UNPACK(0, 0), STX_RULE_UNDEFINED_MODE));
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    CHECK(done(UNPACK(0, 0)));
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_FAULT);
    core.tcfg[0][TC_SRCA_SET] = 0;
    CHECK(done(UNPACK(0, 0)));
    core.tcfg[0][TC_SRCA_SET] = 4;
    CHECK(done(TT_OP_SETADCXX(UNPACKER_0, 14, 15)));
    CHECK(done(UNPACK(0, 0)));
}

/* Sixteen rows from this one on, each datum of which has the number of its row, with the address.
 */
static void write_rows(unsigned first, uint32_t format, enum stx_side side) {
    begin();
    for (unsigned i = 0; i < FACE; i++) {
        l1_put(IN + 2 * i, 2, datum(1 + i / 16) >> 16);
    }
    unpack_plain(0, format, format, FACE);
    unpack_to_dst();
    core.cfg[0][DEST_WORD] = 64 + 16 * first;
    core.tcfg[0][TC_SRCA_SET] = 4;
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    stx_departure_set_all(&core, side);
}

/* The page (main at f7fda21) guesses that silicon masks the row by 0x3CF; the simulator does not.
 */
TEST(rows_of_dst_lose_bits_5_and_4_with_an_address) {
    for (unsigned i = 0; i < 2 * 48; i++) {
        unsigned first = i % 48, mask = i < 48 ? 0x3CF : 0x3FF;
        write_rows(first, BF16, i < 48 ? STX_SIDE_SILICON : STX_SIDE_SIMULATOR);
        CHECK(done(UNPACK(0, 0)));
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_UNPACR_DST_ROW), 1);
        uint32_t want[64] = {0};
        for (unsigned row = 0; row < 16; row++) {
            want[(first + row) & mask] = datum(1 + row) >> 16;
        }
        for (unsigned row = 0; row < 64; row++) {
            CHECK_EQ(stx_dst_bf16(&core, row, 0), want[row]);
            CHECK_EQ(stx_dst_bf16(&core, row, 15), want[row]);
        }
    }
}

TEST(rows_of_32_bits_lose_them_too) {
    write_rows(16, FP32, STX_SIDE_SILICON);
    for (unsigned i = 0; i < FACE; i++) {
        l1_put(IN + 4 * i, 4, 0x40000000u + i);
    }
    CHECK(done(UNPACK(0, 0)));
    for (unsigned row = 0; row < 16; row++) {
        CHECK_EQ(stx_dst_f32(&core, row, 5), 0x40000000u + 16 * row + 5);
    }
}

int main(void) {
    RUN(rows_of_dst_lose_bits_5_and_4_with_an_address);
    RUN_IF(STX_DST_ROWS >= 128, rows_of_32_bits_lose_them_too);
    RUN(to_dst_with_an_address_for_srca_is_undefined);
    return test_summary();
}
