/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What a port's callbacks find in the core while a word executes, and that watching words changes
 * nothing. */
#include <string.h>

#include "core_state.h"
#include "heard.h"
#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

#define ILLEGAL 0xFF000000u
#define OTHER TT_OP_SETDMAREG(0, 1, 0, 0)

static struct stx_core core;
static uint8_t l1[4096];
static unsigned calls, free_calls, watched;
static struct stx_front seen;
static uint32_t seen_word;
static enum stx_result nested;

/* Looks, and offers the thread another word. */
static void look(void) {
    free_calls += !core.front[1].held;
    if (calls++ == 0) {
        seen = core.front[1];
        seen_word = core.now_word;
        nested = stx_issue(&core, 1, OTHER);
    }
}

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    (void)ctx, (void)fault;
    look();
    return STX_SKIP;
}

static bool on_outside(void *ctx, unsigned thread, uint32_t address, uint32_t *value, bool write) {
    (void)ctx, (void)thread, (void)address, (void)value, (void)write;
    look();
    return true;
}

static void start(void) {
    stx_init(&core, l1, sizeof l1, &(struct stx_port){.fault = on_fault, .outside = on_outside});
    stx_policy_set(&core, STX_RULE_WORD_PENDING, STX_POLICY_SKIP);
    calls = free_calls = 0;
}

/* The word executes, and no other word of its thread is taken. */
static bool saw(uint32_t offered, uint32_t plain) {
    return seen.held && seen.offered == offered && seen.word == plain && seen_word == plain &&
           nested == STX_DONE && stx_rule_count(&core, STX_RULE_WORD_PENDING) == 1;
}

TEST(a_fault_callback_finds_the_word_held) {
    start();
    CHECK_EQ(stx_issue(&core, 1, ILLEGAL), STX_DONE);
    CHECK(saw(ILLEGAL, ILLEGAL));
    CHECK(!core.front[1].held);
}

/* A simple word whose body asks the port: LOADREG of a register that is not the coprocessor's. */
TEST(a_callback_of_a_simple_word_finds_it_held) {
    uint32_t load = TT_OP_LOADREG(3, 0x40000 / 4);
    start();
    CHECK_EQ(stx_issue(&core, 1, load), STX_DONE);
    CHECK_EQ(calls, 2); /* is there such a register; the access */
    CHECK_EQ(free_calls, 0);
    CHECK(saw(load, load));
    CHECK(!core.front[1].held);
}

TEST(a_callback_inside_a_replay_finds_both_words) {
    uint32_t load = TT_OP_LOADREG(3, 0x40000 / 4), replay = TT_OP_REPLAY(0, 2, 0, 0);
    start();
    stx_issue(&core, 1, TT_OP_REPLAY(0, 2, 0, 1));
    stx_issue(&core, 1, load);
    stx_issue(&core, 1, load);
    CHECK_EQ(stx_issue(&core, 1, replay), STX_DONE);
    CHECK(saw(replay, load));
    CHECK_EQ(seen.replay_left, 1);
}

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of, (void)e;
    watched++;
}

/* Every opcode with random operands, and 0: a core with a callback after each word and one without
 * come to the same result and the same state. */
TEST(being_watched_changes_nothing) {
    static struct stx_core other;
    static uint8_t memory[sizeof l1];
    uint32_t seed = 7;
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init(&other, memory, sizeof memory, NULL);
    heard_by(&other, STX_HEAR(WAIT) | STX_HEAR(FAULT) | STX_HEAR(END), hear);
    for (unsigned round = 0; round < 40; round++) {
        for (uint32_t opcode = 0; opcode < 256; opcode++) {
            const struct stx_insn *insn = stx_insn_of(opcode << 24);
            uint32_t reserved = insn && round % 4 ? insn->reserved : 0;
            uint32_t word = opcode << 24 | (test_random(&seed) & 0xFFFFFFu & ~reserved);
            word = opcode ? word : 0;
            enum stx_result result = stx_issue(&core, 0, word);
            CHECK_EQ(stx_issue(&other, 0, word), result);
            if (result == STX_WAIT) { /* both are to forget the word */
                core.front[0].held = other.front[0].held = 0;
            }
            CHECK_EQ(other.retired, core.retired);
            CHECK_EQ(other.now_word, core.now_word);
            CHECK(same_state(&core, &other));
        }
    }
    CHECK(watched > 40 * 100);
}

static void on_yield(void *ctx, unsigned thread) {
    (void)ctx, (void)thread;
    calls++;
}

/* Thread 0 waits for a bank of SrcA. Whoever gives one back lets it go on at once. */
static unsigned turns_given_by(uint32_t word) {
    start();
    core.srca.fpu_owns[0] = core.srca.fpu_owns[1] = core.srcb.fpu_owns[0] = 1;
    stx_issue(&core, 0, TT_OP_STALLWAIT(1, 1u << 5));
    core.port.yield = on_yield;
    calls = 0;
    return stx_issue(&core, 1, word) == STX_DONE ? calls : 99;
}

TEST(a_bank_given_back_gives_a_turn) {
    CHECK_EQ(turns_given_by(TT_OP_SETRWC(1, 0, 0, 0, 0, 0)), 1);
    CHECK_EQ(turns_given_by(TT_OP_CLEARDVALID(1, 0)), 1);
    CHECK_EQ(turns_given_by(TT_OP_CLEARDVALID(0, 1)), 1);
    CHECK_EQ(turns_given_by(TT_OP_MVMUL(1, 0, 0, 0)), 1);
    CHECK_EQ(turns_given_by(TT_OP_ELWADD(1, 0, 0, 0, 0)), 1);
    CHECK_EQ(turns_given_by(TT_OP_NOP), 0);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_fault_callback_finds_the_word_held);
    RUN_IF(STX_THREADS == 3, a_callback_of_a_simple_word_finds_it_held);
    RUN_IF(STX_THREADS == 3, a_callback_inside_a_replay_finds_both_words);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, a_bank_given_back_gives_a_turn);
    RUN(being_watched_changes_nothing);
    return test_summary();
}
