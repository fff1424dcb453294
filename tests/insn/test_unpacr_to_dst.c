/* SPDX-License-Identifier: Apache-2.0
 *
 * UNPACR to Dst while rows of SrcA have addresses, on either chip (SPEC 11). */
#include "unpacr.h"

/* Which rows of Dst UNPACR writes is undefined while addresses are given for SrcA: Blackhole's page
 * (main at f7fda21) guesses row & 0x3CF, Wormhole's has row & 15, the simulator the row. LLK clears
 * the bit first. Without datums nothing is open. */
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

int main(void) {
    RUN(to_dst_with_an_address_for_srca_is_undefined);
    return test_summary();
}
