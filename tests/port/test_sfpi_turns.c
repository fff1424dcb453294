/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_sfpi_turns.c - a builtin's word where threads switch in any order: another thread that has
 * its turn in the middle does not take back the registers that the values have borrowed. And what
 * is told the time model of words that the vendor's compiler makes where none is executed. */
#include <string.h>

#include "../../port/llk/sfpi.c"
#include "heard.h"
#define STX_THREAD 0
#include "softensix/tti.h"
#include "test.h"

enum { L1_BYTES = 64, WHAT_WAS_THERE = 0x55AA };
static struct stx_core core;
static uint8_t l1[L1_BYTES];
static unsigned turns;

/* What is not of this test. */
void coop_watch_forgets(unsigned thread) {
    (void)thread;
}
void coop_code_forgets(unsigned thread) {
    (void)thread;
}
unsigned coop_code_thread(void) {
    return 0;
}
void coop_order_values(unsigned thread, bool have) {
    (void)thread, (void)have;
}
void coop_order_value(unsigned thread, unsigned lreg, uint32_t lanes, bool write,
                      const char *where) {
    (void)thread, (void)lreg, (void)lanes, (void)write, (void)where;
}
void coop_time_compiled(bool compiled) {
    (void)compiled;
}
static unsigned stood;
void coop_time_stands(unsigned thread, unsigned words) {
    (void)thread;
    stood += words;
}
const char *stx_llk_place_text(const void *address) {
    (void)address;
    return NULL;
}

/* Words and accesses of another thread begin like this. */
static void another_thread(struct stx_listener *self, struct stx_core *of,
                           const struct stx_event *e) {
    (void)self, (void)of, (void)e;
    turns++;
    stx_llk_settle();
}

TEST(a_turn_in_the_middle_of_a_word_leaves_its_registers) {
    uint32_t in[STX_LANES], out[STX_LANES] = {0}, registers[STX_LANES];
    stx_init(&core, l1, sizeof l1, NULL);
    heard_by(&core, STX_HEAR(END), another_thread);
    stx_bind(&core);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        in[lane] = 0x3F800000u + lane;
        core.sfpu.lreg[1][lane] = WHAT_WAS_THERE;
    }
    const struct stx_llk_sfpu op = {
        .in = {in}, .out = out, .word = TT_OP_SFPMOV(0, 0, 1, 0), .result = 1};
    stx_llk_sfpu_run(0, &op);
    CHECK(turns > 0 && memcmp(in, out, sizeof in) == 0);
    stx_llk_lreg_read(1, registers);
    CHECK_EQ(registers[0], WHAT_WAS_THERE);
}

/* Outside of a condition a variable is only another name. Inside one a word moves the value, but
 * for that which the word before has computed. */
TEST(values_that_conditions_choose_are_moved_by_a_word) {
    uint32_t in[STX_LANES], out[STX_LANES];
    stx_init(&core, l1, sizeof l1, NULL);
    stx_bind(&core);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        in[lane] = 7 * lane;
    }
    const struct stx_llk_sfpu op = {
        .in = {in}, .out = out, .word = TT_OP_SFPABS(0, 0, 1, 0), .result = 1};
    stx_llk_sfpu_run(0, &op);
    in[3]++;
    stood = 0;
    stx_llk_assigned(0, in);
    CHECK_EQ(stood, 0);
    core.sfpu.depth = 1;
    stx_llk_assigned(0, out);
    CHECK_EQ(stood, 0);
    stx_llk_assigned(0, in);
    CHECK_EQ(stood, 1);
    stx_llk_tested(0, 3);
    CHECK_EQ(stood, 4);
}

int main(void) {
    RUN(values_that_conditions_choose_are_moved_by_a_word);
    RUN(a_turn_in_the_middle_of_a_word_leaves_its_registers);
    return test_summary();
}
