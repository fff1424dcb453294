/* SPDX-License-Identifier: Apache-2.0
 *
 * What the judge of order takes from the rows of the instruction table: it agrees with what else
 * the rows say. */
#include "diag/judged.h"
#include "diag/order.h"

/* STOREIND counts its offset up, which no later word has to wait for. */
static bool counts_only(const struct stx_insn *insn) {
    return insn->opcode == TT_OP_STOREIND(0, 0, 0, 0, 0, 0, 0) >> 24;
}

TEST(who_reads_gprs_says_which) {
    for (size_t i = 0; stx_insn_at(i); i++) {
        const struct stx_insn *insn = stx_insn_at(i);
        struct order_gprs gprs = stx_order_gprs((uint32_t)insn->opcode << 24);
        CHECK_EQ(gprs.reads != 0, insn->executes && (insn->reads & STX_PART_GPR));
    }
}

TEST(who_writes_gprs_says_which) {
    for (size_t i = 0; stx_insn_at(i); i++) {
        const struct stx_insn *insn = stx_insn_at(i);
        struct order_gprs gprs = stx_order_gprs((uint32_t)insn->opcode << 24);
        bool writes = insn->executes && (insn->writes & STX_PART_GPR) && !counts_only(insn);
        CHECK_EQ(gprs.bits != 0, writes);
    }
}

/* The GPRs that a word names, by the fields of its row. */
TEST(gprs_are_those_of_the_fields) {
    struct order_gprs gprs = stx_order_gprs(TT_OP_ADDDMAREG(0, 5, 4, 3));
    CHECK_EQ(gprs.reads, 2);
    CHECK_EQ(gprs.read[0], 3);
    CHECK_EQ(gprs.read[1], 4);
    CHECK_EQ(gprs.written, 5);
    gprs = stx_order_gprs(TT_OP_ADDDMAREG(1, 5, 4, 3)); /* a constant */
    CHECK_EQ(gprs.reads, 1);
    gprs = stx_order_gprs(TT_OP_WRCFG(9, 1, 0)); /* four, aligned */
    CHECK_EQ(gprs.reads, 4);
    CHECK_EQ(gprs.read[0], 8);
    CHECK_EQ(gprs.read[3], 11);
    gprs = stx_order_gprs(TT_OP_SETDMAREG(0, 1, 0, 7)); /* the upper half of GPR 3 */
    CHECK_EQ(gprs.written, 3);
    CHECK_EQ(gprs.bits, 0xFFFF0000u);
    gprs = stx_order_gprs(TT_OP_LOADIND(0, 0, 0, 6, 2));
    CHECK_EQ(gprs.read[0], 2);
    CHECK_EQ(gprs.written, 6);
}

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
    for (unsigned thread = 0; thread <= STX_ORDER_WRITER; thread++) {
        for (unsigned kind = 0; kind < (thread < STX_THREADS ? STX_ORDER_KINDS : 1); kind++) {
            unsigned agent = order_agent(thread, (enum order_kind)kind);
            CHECK(agent < STX_ORDER_AGENTS && !taken[agent % STX_ORDER_AGENTS]);
            taken[agent % STX_ORDER_AGENTS] = true;
        }
    }
}

int main(void) {
    RUN(all_who_act_have_places_of_their_own);
    RUN(who_reads_gprs_says_which);
    RUN(who_writes_gprs_says_which);
    RUN(gprs_are_those_of_the_fields);
    RUN(waits_hold_their_classes);
    return test_summary();
}
