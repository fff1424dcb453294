/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Who waits for whom while SFPLOADMACRO sequences are under way (SPEC 8.10): words for the register
 * that the word before writes late, and other units' words for what is scheduled. */
#include "sfpu.h"

enum { ADDS_1 = 4, VA_IS_INDIRECT = 4, VD_IS_INDIRECT = 8, GPR = 9 };
#define DELAY(n) ((uint32_t)(n) << 3)
#define MACRO TT_OP_SFPLOADMACRO(0 << 2 | 1, 6, 0, 0) /* sequence 0, LReg1 = 100 */
#define OTHER_UNIT TT_OP_INCRWC(0, 0, 0, 0)

/* LReg1 becomes 101 so many cycles after the one behind the load. */
static void begin(unsigned delay) {
    start();
    enable(UINT32_MAX);
    stx_dst_row_set_valid(&core, 0, true);
    for (unsigned row = 0; row < 16; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_dst_poke(&core, row, col, 100);
        }
    }
    core.sfpu.templates[0] = TT_OP_SFPIADD(1, 0, 0, 5);
    core.sfpu.sequence[0] = DELAY(delay) | ADDS_1;
    set_all(7, 3); /* the register that is meant where LReg7 says which */
    (void)run(MACRO);
}

static bool has_come(void) {
    return lane_of(1, 0) == 101 && !core.sfpu.apart;
}

/* Does the word take two cycles after the one before? What is scheduled for the fifth cycle has
 * come after one more word then, else after two. */
static bool waits_behind(uint32_t before, uint32_t word) {
    begin(3);
    (void)run(before);
    (void)run(word);
    (void)run(TT_OP_SFPNOP);
    return lane_of(1, 0) == 101;
}

TEST(a_word_waits_for_the_one_register_that_is_late) {
    for (unsigned late = 0; late < 7; late++) {
        for (unsigned reads = 0; reads < 16; reads++) {
            bool waits =
                waits_behind(TT_OP_SFPMAD(10, 10, 2, late, 0), TT_OP_SFPMOV(0, reads, 4, 0));
            CHECK_EQ(late == 1 || waits, late == 1 || reads == late);
        }
    }
}

/* Which of the first eight it is, LReg7 says too late. */
TEST(a_word_waits_for_any_register_that_may_be_late) {
    for (unsigned reads = 0; reads < 16; reads++) {
        CHECK_EQ(
            waits_behind(TT_OP_SFPMAD(10, 10, 2, 5, VD_IS_INDIRECT), TT_OP_SFPMOV(0, reads, 4, 0)),
            reads < 8);
        CHECK_EQ(
            waits_behind(TT_OP_SFPMAD(10, 10, 2, 5, VA_IS_INDIRECT), TT_OP_SFPMOV(0, reads, 4, 0)),
            reads == 5);
    }
}

/* A cycle of another unit's word is time enough. */
TEST(only_the_next_cycle_waits) {
    begin(4);
    RUN_WORDS(TT_OP_SFPADD(10, 10, 2, 3, 0), OTHER_UNIT, TT_OP_SFPMOV(0, 3, 4, 0), TT_OP_SFPNOP);
    CHECK_EQ(lane_of(1, 0), 100);
    RUN_WORDS(TT_OP_SFPNOP);
    CHECK_EQ(lane_of(1, 0), 101);
}

/* The first and the last word of Dst, and registers that are none of it. */
TEST(a_load_from_dst_waits_for_what_the_thread_has_scheduled) {
    static const struct {
        uint32_t address;
        bool is_dst;
    } registers[] = {{0xFFBD8000u, true},  {0xFFBDFFFCu, true},  {0xFFBD9000u, true},
                     {0xFFB12068u, false}, {0xFFB11000u, false}, {0xFFB121F8u, false}};
    for (unsigned i = 0; i < sizeof registers / sizeof registers[0]; i++) {
        for (unsigned thread = 0; thread < 2; thread++) {
            begin(5);
            uint32_t load = TT_OP_LOADREG(GPR, registers[i].address >> 2 & 0x3FFFF);
            CHECK_EQ(stx_try(&core, thread, load), STX_DONE);
            CHECK_EQ(has_come(), registers[i].is_dst && thread == 0);
        }
    }
    begin(5); /* a store waits for nothing */
    RUN_WORDS(TT_OP_STOREREG(GPR, 0xFFBD8000u >> 2 & 0x3FFFF));
    CHECK(!has_come());
}

/* Reads of the RISC-V side: GPRs, Dst and the PC buffer. */
TEST(reads_of_the_hart_wait_for_what_its_thread_has_scheduled) {
    static const uint32_t waits[] = {0xFFE00000u, 0xFFBD8000u, 0xFFE80004u, 0xFFE80020u};
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned thread = 0; thread < 2; thread++) {
            begin(5);
            (void)stx_mmio_read(&core, thread, waits[i]);
            CHECK_EQ(has_come(), thread == 0);
        }
    }
    begin(5);
    (void)stx_mmio_read(&core, 0, 0xFFB12068u);
    CHECK(!has_come());
}

static bool came_while_waiting;

/* Ends the wait. */
static void look_and_post(void *ctx, unsigned thread) {
    (void)ctx, (void)thread;
    came_while_waiting = has_come();
    core.sem[1].value = 1;
}

TEST(a_word_that_waits_lets_the_vector_unit_of_its_thread_finish) {
    const uint32_t waits = TT_OP_SEMWAIT(1, 2, 1);
    for (unsigned thread = 0; thread < 2; thread++) {
        begin(5);
        CHECK_EQ(stx_try(&core, thread, waits), STX_WAIT);
        CHECK(!has_come()); /* a try that waits changes nothing */
        core.port.yield = look_and_post;
        CHECK_EQ(stx_issue(&core, thread, waits), STX_DONE);
        CHECK_EQ(came_while_waiting, thread == 0);
        begin(5);
        core.sem[1].value = 1;
        CHECK_EQ(stx_try(&core, thread, waits), STX_DONE);
        CHECK(!has_come());
        begin(5);
        CHECK_EQ(stx_try(&core, thread, TT_OP_STALLWAIT(1, 0)), STX_DONE);
        CHECK_EQ(has_come(), thread == 0);
        begin(5);
        CHECK_EQ(stx_try(&core, thread, TT_OP_NOP), STX_DONE);
        CHECK(!has_come());
    }
}

/* Each unit alone keeps the sequence alive until its cycle: Simple, MAD, Round, Store. */
TEST(each_unit_is_waited_for) {
    for (unsigned unit = 0; unit < 4; unit++) {
        begin(0);
        stx_settle(&core);
        core.sfpu.templates[1] = TT_OP_SFPADD(10, 10, 0, 0, 0);
        core.sfpu.templates[2] = TT_OP_SFP_STOCH_RND(0, 0, 0, 0, 0, 6);
        uint32_t kind = unit == 3 ? 3 : 4 + unit; /* a store, or the template of this number */
        core.sfpu.sequence[0] = (DELAY(2) | kind) << 8 * unit;
        RUN_WORDS(MACRO, TT_OP_SFPNOP, TT_OP_SFPNOP);
        CHECK(core.sfpu.apart);
        stx_settle(&core);
        CHECK(!core.sfpu.apart);
    }
}

int main(void) {
    RUN_IF(STX_MACROS, a_word_waits_for_the_one_register_that_is_late);
    RUN_IF(STX_MACROS, a_word_waits_for_any_register_that_may_be_late);
    RUN_IF(STX_MACROS, only_the_next_cycle_waits);
    RUN_IF(STX_MACROS && STX_THREADS == 3 && STX_DST_ROWS == 1024,
           a_load_from_dst_waits_for_what_the_thread_has_scheduled);
    RUN_IF(STX_MACROS && STX_THREADS == 3,
           a_word_that_waits_lets_the_vector_unit_of_its_thread_finish);
    RUN_IF(STX_MACROS && STX_THREADS == 3,
           reads_of_the_hart_wait_for_what_its_thread_has_scheduled);
    RUN_IF(STX_MACROS, each_unit_is_waited_for);
    return test_summary();
}
