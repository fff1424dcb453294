/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The rules of the pipeline behind SFPLOADMACRO (SPEC 8.10, D.2): when operations execute, what is
 * discarded, who waits, what is undefined. */
#include "sfpu.h"

#define ALL UINT32_MAX
enum { LOAD_IS_VB = 0x80, TO_LREG16 = 0x40, STORE = 3, NOP = 2 };
#define DELAY(n) ((uint32_t)(n) << 3)
#define TEMPLATE(n) (4u + (n))
#define SIMPLE(byte) ((uint32_t)(byte))
#define MAD(byte) ((uint32_t)(byte) << 8)
#define ROUND(byte) ((uint32_t)(byte) << 16)
#define STORED(byte) ((uint32_t)(byte) << 24)
/* Macro and VD, format UINT16, Dst address 0. */
#define MACRO(macro, vd) TT_OP_SFPLOADMACRO((macro) << 2 | ((vd)&3), 6, 0, (vd) >> 2)
#define IDLE TT_OP_SFPNOP

/* Dst row 0 holds 100 + column; template 0 adds 1, template 1 is 1.0 * VC + VC, template 2 negates
 * by SFPMOV, template 3 rounds to UINT16. */
static void begin(void) {
    start();
    enable(ALL);
    for (unsigned row = 0; row < 16; row++) {
        stx_dst_row_set_valid(&core, row, true);
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_dst_poke(&core, row, col, 100 + col);
        }
    }
    core.sfpu.templates[0] = TT_OP_SFPIADD(1, 0, 0, 5); /* VC + 1, no flags */
    core.sfpu.templates[1] = TT_OP_SFPADD(10, 10, 0, 0, 0);
    core.sfpu.templates[2] = TT_OP_SFPMOV(0, 0, 0, 1);
    core.sfpu.templates[3] = TT_OP_SFP_STOCH_RND(0, 0, 0, 0, 0, 6);
}

static void sequence(unsigned macro, uint32_t bytes) {
    core.sfpu.sequence[macro] = bytes;
}

TEST(delay_counts_cycles_from_the_one_after_the_load) {
    for (unsigned delay = 0; delay < 8; delay++) {
        begin();
        sequence(0, SIMPLE(DELAY(delay) | TEMPLATE(0)));
        RUN_WORDS(MACRO(0, 1));
        for (unsigned cycle = 0; cycle <= delay; cycle++) {
            CHECK_EQ(lane_of(1, 0), 100);
            RUN_WORDS(IDLE);
        }
        CHECK_EQ(lane_of(1, 0), 101);
        CHECK(!core.sfpu.apart);
    }
}

/* The hart waits for its own thread, and for no other. */
TEST(a_read_of_a_gpr_waits_for_what_the_thread_has_scheduled) {
    begin();
    sequence(0, SIMPLE(DELAY(5) | TEMPLATE(0)));
    RUN_WORDS(MACRO(0, 1));
    for (unsigned other = 1; other < STX_THREADS; other++) {
        stx_mmio_read(&core, other, STX_GPR_WINDOW);
        CHECK_EQ(lane_of(1, 0), 100);
    }
    stx_mmio_read(&core, 0, STX_GPR_WINDOW);
    CHECK_EQ(lane_of(1, 0), 101);
    CHECK(!core.sfpu.apart);
}

TEST(words_of_other_units_are_cycles_too) {
    begin();
    core.sfpu.misc = 0xE00; /* all sub-units but Simple count instructions */
    sequence(0, SIMPLE(DELAY(1) | TEMPLATE(0)));
    RUN_WORDS(MACRO(0, 1), TT_OP_INCRWC(0, 0, 0, 0));
    CHECK_EQ(lane_of(1, 0), 100);
    RUN_WORDS(TT_OP_INCRWC(0, 0, 0, 0));
    CHECK_EQ(lane_of(1, 0), 101);
}

TEST(a_unit_that_counts_instructions_freezes_all_until_one_is_issued) {
    begin();
    core.sfpu.misc = 1u << 8; /* Simple */
    sequence(0, SIMPLE(DELAY(1) | TEMPLATE(0)) | STORED(DELAY(2) | STORE));
    RUN_WORDS(MACRO(0, 1));
    for (unsigned i = 0; i < 5; i++) {
        RUN_WORDS(TT_OP_INCRWC(0, 0, 0, 0));
    }
    stx_settle(&core); /* nothing can tick */
    CHECK(core.sfpu.apart);
    CHECK_EQ(lane_of(1, 0), 100);
    RUN_WORDS(IDLE, IDLE);
    CHECK_EQ(lane_of(1, 0), 101);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 100); /* the store counts cycles again */
    RUN_WORDS(TT_OP_INCRWC(0, 0, 0, 0));
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 0); /* mode 0 of misc: FP16 of 101 as a denormal */
}

TEST(a_mad_takes_two_cycles) {
    begin();
    sequence(0, MAD(TEMPLATE(1)));
    set_all(1, 0);
    RUN_WORDS(TT_OP_SFPLOADMACRO(1, 7, 0, 0)); /* HI16: 100 << 16, a denormal: 1 + 0 */
    RUN_WORDS(IDLE);
    CHECK_EQ(lane_of(1, 0), 100u << 16);
    RUN_WORDS(IDLE);
    CHECK_EQ(lane_of(1, 0), 0x3F800000u);
}

TEST(readers_of_a_cycle_see_the_state_before_it) {
    begin();
    sequence(0, SIMPLE(TEMPLATE(0)));
    RUN_WORDS(MACRO(0, 1));
    RUN_WORDS(TT_OP_SFPMUL24(1, 1, 9, 2, 0)); /* beside the addition */
    stx_settle(&core);
    CHECK_EQ(lane_of(1, 0), 101);
    CHECK_EQ(lane_of(2, 0), 100 * 100);
}

TEST(a_load_beside_a_store_finds_the_old_cells) {
    begin();
    core.sfpu.misc = 1u << 4; /* the load's format */
    sequence(0, SIMPLE(TEMPLATE(0)) | STORED(DELAY(1) | STORE));
    RUN_WORDS(MACRO(0, 1), IDLE, TT_OP_SFPLOAD(2, 6, 0, 0), TT_OP_SFPLOAD(3, 6, 0, 0));
    CHECK_EQ(lane_of(2, 0), 100);
    CHECK_EQ(lane_of(3, 0), 101);
}

TEST(a_word_whose_unit_is_taken_is_dropped_with_its_effects) {
    begin();
    core.tcfg[0][28 + 1] = 4; /* ADDR_MOD 1 */
    core.sfpu.misc = 1u << 4;
    sequence(0, SIMPLE(TEMPLATE(0)) | STORED(DELAY(1) | STORE));
    set_all(2, 5);
    RUN_WORDS(MACRO(0, 1), TT_OP_SFPIADD(1, 2, 2, 5), TT_OP_SFPSTORE(2, 6, 1, 4));
    CHECK(all_are(2, 5));
    CHECK_EQ(core.rwc[0].dst, 0);
    CHECK_EQ(stx_dst_peek(&core, 4, 0), 100);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 101);
}

TEST(several_operations_of_a_unit_may_be_under_way) {
    begin();
    sequence(0, SIMPLE(DELAY(3) | TEMPLATE(0)));
    RUN_WORDS(MACRO(0, 1), MACRO(0, 2), MACRO(0, 3), IDLE);
    CHECK_EQ(lane_of(1, 0) + lane_of(2, 0) + lane_of(3, 0), 300);
    RUN_WORDS(IDLE);
    CHECK_EQ(lane_of(1, 0), 101);
    CHECK_EQ(lane_of(2, 0), 100);
    RUN_WORDS(IDLE, IDLE);
    CHECK_EQ(lane_of(2, 0), 101);
    CHECK_EQ(lane_of(3, 0), 101);
}

TEST(a_new_operation_replaces_the_one_due_in_the_same_cycle) {
    begin();
    sequence(0, SIMPLE(DELAY(1) | TEMPLATE(0)));
    sequence(1, SIMPLE(DELAY(0) | TEMPLATE(0)));
    RUN_WORDS(MACRO(0, 1), MACRO(1, 2));
    stx_settle(&core);
    CHECK_EQ(lane_of(1, 0), 100);
    CHECK_EQ(lane_of(2, 0), 101);
}

TEST(a_byte_of_kind_0_replaces_nothing) {
    begin();
    sequence(0, SIMPLE(DELAY(1) | TEMPLATE(0)));
    sequence(1, 0);
    RUN_WORDS(MACRO(0, 1), MACRO(1, 2));
    stx_settle(&core);
    CHECK_EQ(lane_of(1, 0), 101);
}

TEST(the_thread_waits_a_cycle_for_its_own_mad) {
    begin();
    sequence(0, SIMPLE(DELAY(3) | TEMPLATE(0)));
    set_all(2, 0x3F800000u);
    /* cycle 0, 1, then the dependent word waits in cycle 2, runs in 3 */
    RUN_WORDS(MACRO(0, 1), TT_OP_SFPADD(10, 10, 2, 3, 0), TT_OP_SFPADD(10, 10, 3, 4, 0));
    CHECK_EQ(lane_of(1, 0), 100);
    RUN_WORDS(IDLE); /* cycle 4 = 0 + 1 + 3 */
    CHECK_EQ(lane_of(1, 0), 101);
    CHECK_EQ(lane_of(3, 0), 0x40000000u);
    stx_settle(&core);
    CHECK_EQ(lane_of(4, 0), 0x40400000u);
}

/* Has the word to wait while a SFPADD that writes LReg3 is under way? What is scheduled comes a
 * word earlier then. */
static bool waits(uint32_t word) {
    begin();
    sequence(0, SIMPLE(DELAY(3) | TEMPLATE(0)));
    set_all(2, 0x3F800000u);
    stx_try(&core, 0, MACRO(0, 1));
    stx_try(&core, 0, TT_OP_SFPADD(10, 10, 2, 3, 0));
    if (stx_try(&core, 0, word) != STX_DONE) {
        stx_try(&core, 0, word);
    }
    stx_try(&core, 0, IDLE);
    return lane_of(1, 0) == 101;
}

/* VC is read by all of these, VD where the result depends on it, VB by few. */
TEST(words_wait_for_the_registers_that_they_read) {
    CHECK(!waits(TT_OP_SFPMOV(0, 5, 4, 0)) && waits(TT_OP_SFPMOV(0, 3, 4, 0)));
    CHECK(waits(TT_OP_SFPSETEXP(0, 5, 3, 0)) && waits(TT_OP_SFPSETEXP(0, 5, 3, 2)));
    CHECK(!waits(TT_OP_SFPSETEXP(7, 5, 3, 1)) && waits(TT_OP_SFPSETEXP(7, 3, 4, 1)));
    CHECK(waits(TT_OP_SFPSETMAN(0, 5, 3, 0)) && !waits(TT_OP_SFPSETMAN(7, 5, 3, 1)));
    CHECK(waits(TT_OP_SFPSETSGN(0, 5, 3, 0)) && !waits(TT_OP_SFPSETSGN(1, 5, 3, 1)));
    CHECK(waits(TT_OP_SFPIADD(0, 5, 3, 4)) && !waits(TT_OP_SFPIADD(1, 5, 3, 5)));
    CHECK(waits(TT_OP_SFPXOR(0, 5, 3, 0)) && !waits(TT_OP_SFPXOR(0, 5, 4, 0)));
    CHECK(!waits(TT_OP_SFPEXEXP(0, 5, 3, 0)) && waits(TT_OP_SFPEXEXP(0, 3, 4, 0)));
    CHECK(waits(TT_OP_SFPMAD(3, 5, 5, 4, 0)) && waits(TT_OP_SFPMAD(5, 3, 5, 4, 0)));
    CHECK(waits(TT_OP_SFPMAD(5, 5, 3, 4, 0)) && !waits(TT_OP_SFPMAD(5, 5, 5, 4, 0)));
    CHECK(waits(TT_OP_SFPADDI(0x3F80, 3, 0)) && !waits(TT_OP_SFPADDI(0x3F80, 4, 0)));
    CHECK(waits(TT_OP_SFPSTORE(3, 4, 7, 0)) && !waits(TT_OP_SFPSTORE(4, 4, 7, 0)));
    CHECK(!waits(TT_OP_SFPLOADI(4, 2, 1)));
}

TEST(whatever_follows_a_swap_waits_a_cycle) {
    begin();
    sequence(0, SIMPLE(DELAY(3) | TEMPLATE(0)));
    set_all(2, 2);
    set_all(3, 3);
    RUN_WORDS(MACRO(0, 1), TT_OP_SFPSWAP(0, 2, 3, 0), TT_OP_SFPLOADI(5, 2, 1));
    CHECK_EQ(lane_of(1, 0), 100);
    RUN_WORDS(IDLE); /* cycle 4 */
    CHECK_EQ(lane_of(1, 0), 101);
    CHECK(all_are(2, 3) && all_are(3, 2));
}

TEST(operands_of_scheduled_operations) {
    begin();
    set_all(3, 1000);
    core.sfpu.templates[0] = TT_OP_SFPIADD(0, 3, 4, 4); /* VC + VB, T = 4 */
    set_all(4, 20);
    sequence(0, SIMPLE(TEMPLATE(0)));              /* VC := L, VB = T */
    sequence(1, SIMPLE(LOAD_IS_VB | TEMPLATE(0))); /* VB := L, VC = LReg3 */
    sequence(2, SIMPLE(LOAD_IS_VB | TO_LREG16 | TEMPLATE(0)));
    RUN_WORDS(MACRO(0, 1), IDLE, MACRO(1, 2), IDLE, MACRO(2, 5), IDLE);
    CHECK_EQ(lane_of(1, 0), 120);
    CHECK_EQ(lane_of(2, 0), 1100);
    CHECK_EQ(lane_of(5, 0), 100);
    CHECK_EQ(lane_of(16, 0), 1100);
    CHECK(all_are(3, 1000) && all_are(4, 20));
}

TEST(lreg16_is_what_a_store_may_take) {
    begin();
    core.sfpu.misc = 1u << 4 | 6;
    sequence(0, SIMPLE(TO_LREG16 | TEMPLATE(0)) | STORED(DELAY(1) | TO_LREG16 | STORE));
    sequence(1, STORED(LOAD_IS_VB | STORE)); /* LReg0 */
    set_all(0, 7);
    RUN_WORDS(MACRO(0, 1), IDLE, IDLE);
    CHECK_EQ(lane_of(1, 0), 100);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 101);
    RUN_WORDS(MACRO(1, 1), IDLE);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 7);
}

TEST(the_store_goes_where_the_load_came_from) {
    begin();
    core.tcfg[0][28] = 4; /* ADDR_MOD 0 moves on */
    core.sfpu.misc = 1u << 4;
    sequence(0, SIMPLE(TEMPLATE(0)) | STORED(DELAY(1) | STORE));
    RUN_WORDS(MACRO(0, 1), MACRO(0, 2), IDLE, IDLE);
    CHECK_EQ(core.rwc[0].dst, 8);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 101);
    CHECK_EQ(stx_dst_peek(&core, 4, 0), 101);
    CHECK_EQ(stx_dst_peek(&core, 8, 0), 100);
}

/* Is what is due in the next cycle, in which a word is issued, undefined? */
static bool breaks_schedule(uint32_t word) {
    stx_clear_fault(&core);
    return run(word) == STX_FAULT && stx_last_fault(&core)->rule == STX_RULE_SFPU_SCHEDULE;
}

TEST(simple_and_round_together_need_lreg16_for_one) {
    static const uint8_t other[] = {0, TO_LREG16};
    for (unsigned i = 0; i < 4; i++) {
        begin();
        sequence(0, SIMPLE(other[i / 2] | TEMPLATE(0)) | ROUND(other[i % 2] | TEMPLATE(3)));
        RUN_WORDS(MACRO(0, 1));
        CHECK(breaks_schedule(IDLE) == (i == 0 || i == 3));
    }
}

TEST(a_scheduled_swap_needs_mad_idle_and_then_simple_and_round) {
    static const uint32_t beside[] = {MAD(TEMPLATE(1)), ROUND(DELAY(1) | TEMPLATE(3)), MAD(NOP),
                                      ROUND(DELAY(2) | TEMPLATE(3))};
    for (unsigned i = 0; i < 4; i++) {
        begin();
        core.sfpu.templates[0] = TT_OP_SFPSWAP(0, 2, 0, 1);
        sequence(0, SIMPLE(TEMPLATE(0)) | beside[i]);
        RUN_WORDS(MACRO(0, 1));
        CHECK(breaks_schedule(IDLE) == (i < 2));
    }
}

TEST(no_load_in_the_cycle_of_a_swap_schedules_simple_or_round_for_the_next) {
    static const uint32_t loads[] = {SIMPLE(TEMPLATE(2)),
                                     ROUND(TEMPLATE(3)),
                                     SIMPLE(DELAY(1) | TEMPLATE(2)),
                                     ROUND(DELAY(1) | TEMPLATE(3)),
                                     MAD(TEMPLATE(1)),
                                     SIMPLE(NOP) | ROUND(NOP),
                                     STORED(STORE)};
    for (unsigned i = 0; i < 7; i++) {
        begin();
        core.sfpu.templates[2] = core.sfpu.templates[0];
        core.sfpu.templates[0] = TT_OP_SFPSWAP(0, 2, 0, 1);
        sequence(0, SIMPLE(TEMPLATE(0)));
        sequence(1, loads[i]);
        RUN_WORDS(MACRO(0, 1));
        CHECK(breaks_schedule(MACRO(1, 3)) == (i < 2));
    }
}

TEST(templates_have_to_fit_their_unit) {
    begin();
    sequence(0, SIMPLE(1)); /* kind 1 */
    CHECK(undefined(MACRO(0, 1), STX_RULE_SFPU_TEMPLATE));
    sequence(0, SIMPLE(TEMPLATE(1))); /* an addition of floats */
    CHECK(undefined(MACRO(0, 1), STX_RULE_SFPU_TEMPLATE));
    sequence(0, STORED(TEMPLATE(0)));
    CHECK(undefined(MACRO(0, 1), STX_RULE_SFPU_TEMPLATE));
    sequence(0, SIMPLE(NOP) | MAD(NOP) | ROUND(NOP) | STORED(STORE));
    RUN_WORDS(MACRO(0, 1));
}

TEST(configuration_must_not_change_while_operations_are_pending) {
    begin();
    sequence(0, SIMPLE(DELAY(7) | TEMPLATE(0)));
    RUN_WORDS(MACRO(0, 1));
    for (unsigned dest = 0; dest <= 15; dest++) {
        CHECK((run(TT_OP_SFPCONFIG(0, dest, 0)) == STX_FAULT) == (dest <= 8 || dest == 15));
        begin();
        sequence(0, SIMPLE(DELAY(7) | TEMPLATE(0)));
        RUN_WORDS(MACRO(0, 1));
    }
    CHECK_EQ(run(TT_OP_SFPIADD(0, 1, 12, 0)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_SFPU_MACRO_CHANGE);
}

TEST(settling_finishes_what_is_under_way) {
    begin();
    core.sfpu.misc = 1u << 4;
    sequence(0, SIMPLE(DELAY(5) | TEMPLATE(0)) | STORED(DELAY(7) | STORE));
    RUN_WORDS(MACRO(0, 1));
    stx_settle(&core);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 101);
    CHECK(!core.sfpu.apart);
    RUN_WORDS(MACRO(0, 1), TT_OP_STALLWAIT(1, 0)); /* so does a word that may wait */
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 102);
}

/* A state that is restored or poked may have any word at any place. Three chains of registers would
 * be twelve results, and there is room for nine, with SrcA behind it. */
TEST(an_operation_of_another_sub_unit_does_nothing) {
    begin();
    for (unsigned unit = 0; unit < 3; unit++) {
        core.sfpu.pending[unit][0].word = TT_OP_SFPSHFT2(0, 4, 0, 2);
        core.sfpu.waiting[unit] = 1;
    }
    memset(core.sfpu.lreg, 0x55, sizeof core.sfpu.lreg);
    core.sfpu.lreg[1][0] = 7;
    core.sfpu.apart = STX_APART_MACRO;
    const struct stx_src before = core.srca;
    stx_settle(&core);
    CHECK(!memcmp(&before, &core.srca, sizeof before));
    CHECK(!core.sfpu.apart);
    CHECK_EQ(lane_of(0, 0), 7);
    CHECK_EQ(lane_of(1, 0), 0x55555555);
}

int main(void) {
    RUN_IF(STX_MACROS, delay_counts_cycles_from_the_one_after_the_load);
    RUN_IF(STX_MACROS, a_read_of_a_gpr_waits_for_what_the_thread_has_scheduled);
    RUN_IF(STX_MACROS, words_of_other_units_are_cycles_too);
    RUN_IF(STX_MACROS, a_unit_that_counts_instructions_freezes_all_until_one_is_issued);
    RUN_IF(STX_MACROS, a_mad_takes_two_cycles);
    RUN_IF(STX_MACROS, readers_of_a_cycle_see_the_state_before_it);
    RUN_IF(STX_MACROS, a_load_beside_a_store_finds_the_old_cells);
    RUN_IF(STX_MACROS, a_word_whose_unit_is_taken_is_dropped_with_its_effects);
    RUN_IF(STX_MACROS, several_operations_of_a_unit_may_be_under_way);
    RUN_IF(STX_MACROS, a_new_operation_replaces_the_one_due_in_the_same_cycle);
    RUN_IF(STX_MACROS, a_byte_of_kind_0_replaces_nothing);
    RUN_IF(STX_MACROS, the_thread_waits_a_cycle_for_its_own_mad);
    RUN_IF(STX_MACROS, words_wait_for_the_registers_that_they_read);
    RUN_IF(STX_MACROS, whatever_follows_a_swap_waits_a_cycle);
    RUN_IF(STX_MACROS, operands_of_scheduled_operations);
    RUN_IF(STX_MACROS, lreg16_is_what_a_store_may_take);
    RUN_IF(STX_MACROS, the_store_goes_where_the_load_came_from);
    RUN_IF(STX_MACROS, simple_and_round_together_need_lreg16_for_one);
    RUN_IF(STX_MACROS, a_scheduled_swap_needs_mad_idle_and_then_simple_and_round);
    RUN_IF(STX_MACROS, no_load_in_the_cycle_of_a_swap_schedules_simple_or_round_for_the_next);
    RUN_IF(STX_MACROS, templates_have_to_fit_their_unit);
    RUN_IF(STX_MACROS, configuration_must_not_change_while_operations_are_pending);
    RUN_IF(STX_MACROS, settling_finishes_what_is_under_way);
    RUN_IF(STX_MACROS, an_operation_of_another_sub_unit_does_nothing);
    return test_summary();
}
