/* SPDX-License-Identifier: Apache-2.0
 *
 * What the order checker takes from the rows of the instruction table: it agrees with what else
 * the rows say. */
#include "diag/order_core.h"
#include "diag/order.h"

TEST(waits_hold_their_classes) {
    CHECK(stx_order_holds(STALL_MATH, TT_OP_MVMUL(0, 0, 7, 0)));
    CHECK(stx_order_holds(STALL_MATH, TT_OP_SETRWC(0, 0, 0, 0, 0, 0)));
    CHECK(!stx_order_holds(STALL_MATH, TT_OP_SFPSTORE(0, 0, 7, 0)));
    CHECK(stx_order_holds(1, TT_OP_SETADCXX(1, 0, 0))); /* STALL_TDMA */
    CHECK(stx_order_holds(1, TT_OP_SETDVALID(1)));
    CHECK(!stx_order_holds(0x1FE, TT_OP_SETDVALID(1)));
    CHECK(stx_order_holds(0x1FF, TT_OP_NOP));
    CHECK(!stx_order_holds(0x1FE, TT_OP_NOP));
    CHECK(stx_order_holds(STALL_CFG, TT_OP_STALLWAIT(1, 1))); /* a wait, by any other */
    CHECK(stx_order_holds(STALL_CFG, TT_OP_SETC16(0, 0)));
    CHECK(!stx_order_holds(STALL_CFG, TT_OP_SETDMAREG(0, 0, 0, 0)));
}

/* No two share a clock: what one has done the other would seem to have seen. */
TEST(all_who_act_have_places_of_their_own) {
    bool taken[STX_ORDER_AGENTS] = {false};
    for (unsigned thread = 0; thread <= STX_ORDER_WRITER_NOC; thread++) {
        for (unsigned kind = 0; kind < (thread < STX_THREADS ? STX_ORDER_KINDS : 1); kind++) {
            unsigned agent = order_agent(thread, (enum order_kind)kind);
            CHECK(agent < STX_ORDER_AGENTS && !taken[agent % STX_ORDER_AGENTS]);
            taken[agent % STX_ORDER_AGENTS] = true;
        }
    }
}

int main(void) {
    RUN(all_who_act_have_places_of_their_own);
    RUN(waits_hold_their_classes);
    return test_summary();
}
