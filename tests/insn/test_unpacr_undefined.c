/* SPDX-License-Identifier: Apache-2.0
 *
 * What the page UNPACR_Regular leaves undefined on both chips: each faults under the strict policy
 * and runs under the other one; what is next to it does not fault (SPEC 11.3). */
#include "unpacr.h"

/* The word breaks the rule, or is done. */
static bool is_undefined(uint32_t word) {
    if (!refuses(word, STX_RULE_UNDEFINED_MODE)) {
        return false;
    }
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    bool runs = done(word);
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_FAULT);
    return runs;
}

TEST(unpacker_1_has_two_contexts) {
    for (unsigned context = 0; context < 4; context++) {
        begin();
        core.tcfg[0][TC_UNPACK_MISC] = (uint16_t)(context << 8);
        CHECK_EQ(is_undefined(UNPACK(1, 0)), context > 1);
        core.tcfg[0][TC_UNPACK_MISC] = (uint16_t)context; /* unpacker 0 has more */
        core.cfg[0][DEST_WORD + context / 2] |= 64u << 16 | 64u;
        CHECK(done(UNPACK(0, 0)));
    }
}

/* Rows from this one on; a row base counts on top. */
TEST(srca_without_an_address_has_sixteen_rows) {
    for (unsigned row = 0; row < 32; row++) {
        for (unsigned rows = 1; rows <= 16; rows += 5) {
            begin();
            unpack_plain(0, BF16, BF16, 16 * rows);
            core.tcfg[0][TC_SRCA_SET] = 0;
            core.unpacker[0].row_base[0] = 32;
            core.cfg[0][DEST_WORD] = 64 + 16 * row;
            CHECK_EQ(is_undefined(UNPACK(0, 0)), row + rows > 16);
        }
    }
}

int main(void) {
    RUN(unpacker_1_has_two_contexts);
    RUN(srca_without_an_address_has_sixteen_rows);
    return test_summary();
}
