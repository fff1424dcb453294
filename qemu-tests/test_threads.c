/* SPDX-License-Identifier: Apache-2.0
 *
 * Three cooperative threads: semaphores between them, ends, faults, deadlocks. */
#include <string.h>

#define COLLECT_BYTES 8192
#include "collect.h"
#include "coop/coop.h"
#include "softensix/names.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static struct coop coop;
static uint8_t l1[4096];

static void setup(void) {
    struct stx_port port = {.ctx = &coop, .yield = coop_yield, .fault = coop_fault};
    stx_init(&core, l1, sizeof l1, &port);
    stx_bind(&core);
    coop_init(&coop, &core);
}

static enum stx_result issue(unsigned thread, uint32_t word) {
    return stx_issue(&core, thread, word);
}

/* A chain: unpack -> math by semaphore 1, math -> pack by semaphore 2, ROUNDS times, depth 2. */
#define ROUNDS 100
enum { SEM_A = 1 << 1, SEM_B = 1 << 2, WHILE_ZERO = 1, WHILE_MAX = 2 };
static unsigned made, passed_on, taken, most_ahead;

static void chain_unpack(void *argument) {
    (void)argument;
    for (unsigned i = 0; i < ROUNDS; i++) {
        issue(0, TT_OP_SEMWAIT(8, SEM_A, WHILE_MAX));
        made++;
        if (made - taken > most_ahead) {
            most_ahead = made - taken;
        }
        issue(0, TT_OP_SEMPOST(SEM_A));
    }
}

static void chain_math(void *argument) {
    (void)argument;
    for (unsigned i = 0; i < ROUNDS; i++) {
        issue(1, TT_OP_SEMWAIT(64, SEM_A, WHILE_ZERO));
        issue(1, TT_OP_SEMWAIT(64, SEM_B, WHILE_MAX));
        issue(1, TT_OP_SEMGET(SEM_A));
        passed_on++;
        issue(1, TT_OP_SEMPOST(SEM_B));
    }
}

static void chain_pack(void *argument) {
    unsigned *count = argument;
    for (unsigned i = 0; i < ROUNDS; i++) {
        issue(2, TT_OP_SEMWAIT(1, SEM_B, WHILE_ZERO));
        (*count)++;
        issue(2, TT_OP_SEMGET(SEM_B));
    }
}

TEST(three_threads_hand_over_by_semaphores) {
    setup();
    issue(0, TT_OP_SEMINIT(2, 0, SEM_A | SEM_B));
    CHECK(coop_add(&coop, "pack", 2, chain_pack, &taken));
    CHECK(coop_add(&coop, "math", 1, chain_math, NULL));
    CHECK(coop_add(&coop, "unpack", 0, chain_unpack, NULL));
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(made, ROUNDS);
    CHECK_EQ(passed_on, ROUNDS);
    CHECK_EQ(taken, ROUNDS);
    CHECK(most_ahead <= 5);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

static unsigned registers_bad;

/* Keeps many values live across waits, so that every preserved register is used. */
static void keeps_registers(void *argument) {
    uint32_t x = (uint32_t)(uintptr_t)argument, v[12];
    float f[12];
    for (unsigned i = 0; i < 12; i++) {
        v[i] = test_random(&x);
        f[i] = (float)(v[i] >> 8);
    }
    for (unsigned round = 0; round < 20; round++) {
        coop_yield(&coop, 0);
        for (unsigned i = 0; i < 12; i++) {
            v[i] += 3;
            f[i] += 1.0f;
        }
    }
    x = (uint32_t)(uintptr_t)argument;
    for (unsigned i = 0; i < 12; i++) {
        uint32_t r = test_random(&x);
        float g = (float)(r >> 8);
        for (unsigned round = 0; round < 20; round++) {
            g += 1.0f;
        }
        registers_bad += v[i] != r + 60 || f[i] != g;
    }
}

TEST(a_switch_preserves_registers) {
    setup();
    coop_add(&coop, "a", 0, keeps_registers, (void *)(uintptr_t)0x1234567u);
    coop_add(&coop, "b", 1, keeps_registers, (void *)(uintptr_t)0x7654321u);
    coop_add(&coop, "c", 2, keeps_registers, (void *)(uintptr_t)0x0F0F0F1u);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK(coop.switches > 50);
    CHECK_EQ(registers_bad, 0);
}

static bool came_back;

static void unknown_opcode(void *argument) {
    (void)argument;
    issue(1, 0xFF000000u);
    came_back = true;
}

static void waits_for_ever(void *argument) {
    (void)argument;
    issue(0, TT_OP_SEMWAIT(8, SEM_A, WHILE_ZERO));
    came_back = true;
}

TEST(a_fault_ends_the_run) {
    setup();
    coop_add(&coop, "waits", 0, waits_for_ever, NULL);
    coop_add(&coop, "faults", 1, unknown_opcode, NULL);
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
    CHECK(!came_back);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_ILLEGAL);
    CHECK_EQ(stx_last_fault(&core)->thread, 1);
    CHECK_EQ(stx_last_fault(&core)->word, 0xFF000000u);
}

static enum stx_verdict skip(void *ctx, const struct stx_fault *fault) {
    (void)fault;
    ++*(unsigned *)ctx;
    return STX_SKIP;
}

TEST(the_verdict_skip_goes_on) {
    unsigned asked = 0;
    setup();
    coop.on_fault = skip;
    coop.on_fault_ctx = &asked;
    coop_add(&coop, "faults", 1, unknown_opcode, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK(came_back);
    CHECK_EQ(asked, 1);
}

static unsigned occurrences(const char *piece) {
    unsigned n = 0;
    for (const char *p = text; (p = strstr(p, piece)) != NULL; p++) {
        n++;
    }
    return n;
}

static void waits_for_data(void *argument) {
    (void)argument;
    issue(1, TT_OP_STALLWAIT(p_stall_STALL_MATH, p_stall_SRCA_VLD));
}

static void waits_for_max(void *argument) {
    (void)argument;
    issue(2, TT_OP_SEMWAIT(1, SEM_B, WHILE_MAX));
}

TEST(a_deadlock_is_found_and_names_three_waits) {
    setup();
    issue(0, TT_OP_SEMINIT(2, 2, SEM_B));
    coop_add(&coop, "unpack", 0, waits_for_ever, NULL);
    coop_add(&coop, "math", 1, waits_for_data, NULL);
    coop_add(&coop, "pack", 2, waits_for_max, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DEADLOCK);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_DEADLOCK);
    coop_report(&coop, collect, NULL);
    CHECK_EQ(occurrences("waits: "), 3);
    CHECK_EQ(occurrences("unpack: 0x"), 1);
    CHECK_EQ(occurrences("SEMWAIT: semaphore 1 MATH_PACK is 0, never initialised, waits while 0"),
             1);
    CHECK_EQ(occurrences("could be ended by: math (waits), pack (waits)"), 1);
    CHECK_EQ(occurrences("could be ended by: unpack (waits)\n"), 1);
    CHECK_EQ(occurrences("could be ended by: unpack (waits), math (waits)"), 1);
    CHECK_EQ(occurrences("STALLWAIT: SrcA bank 0 is not valid yet"), 1);
    CHECK_EQ(occurrences("SEMWAIT: semaphore 2 UNPACK_TO_DEST is 2, waits while >= max 2"), 1);
}

static void mutex_twice(void *argument) {
    unsigned tensix = (unsigned)(uintptr_t)argument;
    issue(tensix, TT_OP_NOP);
    issue(tensix, TT_OP_ATGETM(2));
    issue(tensix, TT_OP_SEMWAIT(1, SEM_A, tensix == 1 ? WHILE_ZERO : WHILE_MAX));
}

TEST(the_report_tells_who_could_help_and_what_came_before) {
    setup();
    text[0] = 0;
    coop_add(&coop, "math", 1, mutex_twice, (void *)(uintptr_t)1);
    coop_add(&coop, "pack", 2, mutex_twice, (void *)(uintptr_t)2);
    CHECK_EQ(coop_run(&coop), COOP_DEADLOCK);
    coop_report(&coop, collect, NULL);
    CHECK_EQ(
        occurrences("ATGETM: mutex 2 is held by thread 1\n    could be ended by: math (waits)"), 1);
    CHECK_EQ(occurrences("before: "), STX_TRACE ? 3 : 0);
    CHECK_EQ(occurrences("before: 0x02000000 NOP\n    before: 0xa0000002 ATGETM"), STX_TRACE);
}

/* Hand-over through plain memory that the core does not see. */
static unsigned baton;

static void passes_baton(void *argument) {
    unsigned own = (unsigned)(uintptr_t)argument;
    for (unsigned i = 0; i < 50; i++) {
        while (baton % 3 != own) {
            coop_yield(&coop, own);
        }
        baton++;
    }
}

TEST(hand_over_through_memory_is_no_deadlock) {
    setup();
    baton = 0;
    for (uintptr_t i = 0; i < 3; i++) {
        coop_add(&coop, "baton", (unsigned)i, passes_baton, (void *)i);
    }
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(baton, 150);
}

/* Who ran, in order. */
static uint8_t order[90];
static unsigned ran;

static void notes_its_turns(void *argument) {
    for (unsigned i = 0; i < 30; i++) {
        order[ran++] = (uint8_t)(uintptr_t)argument;
        coop_yield(&coop, 0);
    }
}

static uint32_t order_of_seed(uint32_t seed) {
    uint32_t hash = 0;
    setup();
    coop.seed = seed;
    ran = 0;
    for (uintptr_t i = 0; i < 3; i++) {
        coop_add(&coop, "turns", (unsigned)i, notes_its_turns, (void *)i);
    }
    if (coop_run(&coop) != COOP_DONE || ran != 90) {
        return 0;
    }
    for (unsigned i = 0; i < 90; i++) {
        hash = hash * 31 + order[i];
    }
    return hash;
}

TEST(a_seed_repeats_its_interleaving) {
    CHECK_EQ(order_of_seed(7), order_of_seed(7));
    CHECK(order_of_seed(7) != order_of_seed(8));
    CHECK(order_of_seed(0) != order_of_seed(8));
    CHECK(order_of_seed(7) != 0);
    CHECK(order_of_seed(0) != 0);
    CHECK_EQ(order[0] * 16 + order[1] * 4 + order[2], 6); /* round robin: 0 1 2 */
}

/* A seed that an even factor would turn into 0, which means no interruptions. */
TEST(every_seed_but_0_makes_turns_random) {
    for (unsigned bit = 0; bit < 32; bit++) {
        CHECK(order_of_seed(UINT32_C(1) << bit) != order_of_seed(0));
    }
}

static void issues_without_waiting(void *argument) {
    unsigned tensix = (unsigned)(uintptr_t)argument;
    for (unsigned i = 0; i < 100; i++) {
        issue(tensix, TT_OP_NOP);
        order[i / 2] = (uint8_t)tensix;
    }
    ran = ran ? ran : tensix + 1;
}

/* With STX_TRACE they are interrupted between two words; which thread ends first depends on it. */
TEST(a_seed_interrupts_threads_that_never_wait) {
    unsigned first_to_end[2] = {0, 0}, switches = 0;
    for (uint32_t seed = 0; seed < 20; seed++) {
        setup();
        coop.seed = seed;
        ran = 0;
        coop_add(&coop, "a", 0, issues_without_waiting, (void *)(uintptr_t)0);
        coop_add(&coop, "b", 1, issues_without_waiting, (void *)(uintptr_t)1);
        CHECK_EQ(coop_run(&coop), COOP_DONE);
        first_to_end[ran - 1]++;
        switches = seed == 0 ? coop.switches : switches;
        CHECK(seed == 0 || !STX_TRACE || coop.switches > switches + 8);
    }
    CHECK(!STX_TRACE || (first_to_end[0] > 1 && first_to_end[1] > 1));
}

TEST(a_report_of_a_fault_tells_word_detail_and_threads) {
    setup();
    text[0] = 0;
    coop_add(&coop, "faults", 1, unknown_opcode, NULL);
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
    coop_report(&coop, collect, NULL);
    CHECK_EQ(occurrences("  first raised by 0x"), 1);
    CHECK_EQ(occurrences("  thread 1 faults: raised the fault\n"), 1);
    CHECK_EQ(occurrences("waits: "), 0);
    CHECK_EQ(text[strlen(text) - 1], '\n');
}

TEST(no_more_threads_than_there_is_room_for) {
    setup();
    for (unsigned i = 0; i < COOP_THREADS; i++) {
        CHECK(coop_add(&coop, "t", 0, waits_for_ever, NULL));
    }
    CHECK(!coop_add(&coop, "t", 0, waits_for_ever, NULL));
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
    CHECK_EQ(core.retired, 0);
}

TEST(there_is_no_fourth_tensix_thread) {
    setup();
    CHECK(!coop_add(&coop, "t", STX_THREADS, waits_for_ever, NULL));
    CHECK(!coop_add(&coop, "t", 255, waits_for_ever, NULL));
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
}

static bool has_run;

static void runs(void *argument) {
    (void)argument;
    has_run = true;
}

/* Whoever does not look at the answer of coop_add() hears of it. */
TEST(a_thread_that_was_refused_stops_the_run_before_it_begins) {
    setup();
    has_run = false;
    CHECK(coop_add(&coop, "good", 0, runs, NULL));
    CHECK(!coop_add(&coop, "lost", STX_THREADS, runs, NULL));
    CHECK(!coop_add(&coop, "later", STX_THREADS + 1, runs, NULL));
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
    CHECK(!has_run);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_NO_THREAD);
    CHECK_EQ(stx_last_fault(&core)->detail, 2);
    coop_report(&coop, collect, NULL);
    CHECK(strstr(text, "a run has no thread, or coop_add() has refused one of them\n"));
    CHECK(strstr(text, "  lost: refused by coop_add(), which takes "));
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
}

TEST(a_run_without_threads_is_not_done) {
    setup();
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_NO_THREAD);
    CHECK_EQ(stx_last_fault(&core)->detail, 0);
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
    setup();
    CHECK(coop_add(&coop, "good", 0, runs, NULL));
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(coop_run(&coop), COOP_DONE); /* it is */
}

TEST(a_run_that_was_stopped_is_not_run_again) {
    setup();
    coop_add(&coop, "faults", 1, unknown_opcode, NULL);
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
    uint32_t switches = coop.switches;
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
    CHECK_EQ(coop.switches, switches);
}

int main(void) {
    RUN(three_threads_hand_over_by_semaphores);
    RUN(a_switch_preserves_registers);
    RUN(a_fault_ends_the_run);
    RUN(the_verdict_skip_goes_on);
    RUN(a_deadlock_is_found_and_names_three_waits);
    RUN(the_report_tells_who_could_help_and_what_came_before);
    RUN(hand_over_through_memory_is_no_deadlock);
    RUN(a_seed_repeats_its_interleaving);
    RUN(every_seed_but_0_makes_turns_random);
    RUN(a_seed_interrupts_threads_that_never_wait);
    RUN(a_report_of_a_fault_tells_word_detail_and_threads);
    RUN(no_more_threads_than_there_is_room_for);
    RUN(there_is_no_fourth_tensix_thread);
    RUN(a_thread_that_was_refused_stops_the_run_before_it_begins);
    RUN(a_run_without_threads_is_not_done);
    RUN(a_run_that_was_stopped_is_not_run_again);
    return test_summary();
}
