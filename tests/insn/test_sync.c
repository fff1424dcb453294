/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Mutexes and semaphores step by step, worked out by hand from SPEC 9. */
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;

static void start(void) {
    stx_init(&core, NULL, 0, NULL);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
}

#define TAKE(thread) stx_try(&core, (thread), TT_OP_ATGETM(3))
#define RELEASE(thread) stx_try(&core, (thread), TT_OP_ATRELM(3))

TEST(a_mutex_has_one_owner_until_it_is_released) {
    start();
    CHECK_EQ(TAKE(0), STX_DONE);
    CHECK_EQ(TAKE(0), STX_DONE);
    CHECK_EQ(TAKE(1), STX_WAIT);
    CHECK_EQ(RELEASE(1), STX_DONE); /* not its owner */
    CHECK_EQ(TAKE(1), STX_WAIT);
    CHECK_EQ(RELEASE(0), STX_DONE);
    CHECK_EQ(TAKE(1), STX_DONE);
}

TEST(of_two_waiting_threads_the_one_after_the_releaser_is_next) {
    for (unsigned owner = 0; owner < 3; owner++) {
        unsigned next = (owner + 1) % 3, last = (owner + 2) % 3;
        start();
        CHECK_EQ(TAKE(owner), STX_DONE);
        CHECK_EQ(TAKE(last), STX_WAIT);
        CHECK_EQ(TAKE(next), STX_WAIT);
        CHECK_EQ(RELEASE(owner), STX_DONE);
        CHECK_EQ(TAKE(last), STX_WAIT);
        CHECK_EQ(TAKE(next), STX_DONE);
        CHECK_EQ(RELEASE(next), STX_DONE);
        CHECK_EQ(TAKE(last), STX_DONE);
    }
}

/* Else the second release would keep the mutex for a thread that does not want it any more. */
TEST(a_thread_that_got_its_mutex_waits_no_longer) {
    start();
    CHECK_EQ(TAKE(0), STX_DONE);
    CHECK_EQ(TAKE(1), STX_WAIT);
    CHECK_EQ(RELEASE(0), STX_DONE);
    CHECK_EQ(TAKE(1), STX_DONE);
    CHECK_EQ(RELEASE(1), STX_DONE);
    CHECK_EQ(TAKE(2), STX_DONE);
    CHECK_EQ(RELEASE(2), STX_DONE);
    CHECK_EQ(TAKE(0), STX_DONE);
}

/* The mutex was given to a thread that gives it back without having asked again. */
TEST(who_releases_a_mutex_is_not_the_next_to_have_it) {
    start();
    CHECK_EQ(TAKE(0), STX_DONE);
    CHECK_EQ(TAKE(1), STX_WAIT);
    CHECK_EQ(RELEASE(0), STX_DONE);
    CHECK_EQ(core.mutex[3], 2);
    CHECK_EQ(RELEASE(1), STX_DONE);
    CHECK_EQ(core.mutex[3], 0);
}

TEST(mutexes_do_not_know_of_each_other) {
    static const uint8_t exists[] = {0, 2, 3, 4};
    start();
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQ(stx_try(&core, i % 3, TT_OP_ATGETM(exists[i])), STX_DONE);
        CHECK_EQ(core.mutex[exists[i]], i % 3 + 1);
    }
    CHECK_EQ(stx_try(&core, 1, TT_OP_ATRELM(2)), STX_DONE);
    CHECK_EQ(core.mutex[2], 0);
    CHECK_EQ(core.mutex[0], 1);
    CHECK_EQ(core.mutex[3], 3);
    CHECK_EQ(core.mutex[4], 1);
    for (unsigned i = 0; i < 8; i++) {
        bool there = i == 0 || (i >= 2 && i <= 4);
        start();
        CHECK_EQ(stx_try(&core, 0, TT_OP_ATGETM(i)), there ? STX_DONE : STX_WAIT);
        CHECK_EQ(stx_try(&core, 0, TT_OP_ATRELM(i)), there ? STX_DONE : STX_WAIT);
    }
}

enum { WHILE_ZERO = 1, WHILE_MAX = 2 };

/* Every value and maximum: "at max" is not below it, a value may be above. */
TEST(semwait_waits_at_zero_and_at_or_above_the_maximum) {
    for (unsigned n = 0; n < 16 * 16 * 4; n++) {
        unsigned value = n % 16, max = n / 16 % 16, condition = n / 256;
        bool waits =
            ((condition & WHILE_ZERO) && value == 0) || ((condition & WHILE_MAX) && value >= max);
        start();
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMINIT(max, value, 1 << 5)), STX_DONE);
        CHECK_EQ(stx_semaphore_read(&core, 5), value);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMWAIT(0, 1 << 5, condition)),
                 waits ? STX_WAIT : STX_DONE);
    }
}

TEST(a_word_of_many_semaphores_changes_those_it_selects) {
    for (unsigned mask = 0; mask < 256; mask++) {
        start();
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMINIT(9, 4, 0xFF)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMPOST(mask)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMPOST(mask)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMGET(mask & 0x5A)), STX_DONE);
        for (unsigned i = 0; i < 8; i++) {
            unsigned posted = mask >> i & 1u, taken = (mask & 0x5A) >> i & 1u;
            CHECK_EQ(stx_semaphore_read(&core, i), 4 + 2 * posted - taken);
            CHECK_EQ(core.sem[i].max, 9);
        }
    }
}

TEST(one_of_the_selected_semaphores_is_enough_to_wait) {
    for (unsigned i = 0; i < 8; i++) {
        start();
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMINIT(9, 4, 0xFF)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMWAIT(0, 0xFF, 3)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMINIT(9, 0, 1u << i)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMWAIT(0, 0xFF, WHILE_ZERO)), STX_WAIT);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMWAIT(0, 0xFF & ~(1u << i), WHILE_ZERO)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMINIT(9, 9, 1u << i)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMWAIT(0, 0xFF, WHILE_MAX)), STX_WAIT);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMWAIT(0, 0xFF, WHILE_ZERO)), STX_DONE);
    }
}

/* From the words and from the RISC-V side: 15 is the top whatever the maximum, 0 the bottom. */
TEST(semaphores_stop_at_15_and_at_0) {
    start();
    for (unsigned i = 0; i < 20; i++) {
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMPOST(1)), STX_DONE);
        stx_semaphore_post(&core, 7);
        CHECK_EQ(stx_semaphore_read(&core, 0), i < 15 ? i + 1 : 15);
        CHECK_EQ(stx_semaphore_read(&core, 7), i < 15 ? i + 1 : 15);
        CHECK_EQ(core.accesses, i + 1);
    }
    for (unsigned i = 0; i < 20; i++) {
        CHECK_EQ(stx_try(&core, 0, TT_OP_SEMGET(1)), STX_DONE);
        stx_semaphore_get(&core, 7);
        CHECK_EQ(stx_semaphore_read(&core, 0), i < 15 ? 14 - i : 0);
        CHECK_EQ(stx_semaphore_read(&core, 7), i < 15 ? 14 - i : 0);
        CHECK_EQ(core.accesses, 20 + i + 1);
    }
}

/* Strict: what would be lost is a fault, and nothing changes. */
TEST(overflow_and_underflow_are_faults_of_their_own) {
    stx_init(&core, NULL, 0, NULL);
    CHECK_EQ(stx_try(&core, 0, TT_OP_SEMINIT(15, 14, 3)), STX_DONE);
    CHECK_EQ(stx_try(&core, 0, TT_OP_SEMPOST(1)), STX_DONE);
    CHECK_EQ(stx_try(&core, 0, TT_OP_SEMPOST(3)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_SEM_OVERFLOW);
    CHECK_EQ(stx_semaphore_read(&core, 1), 14);
    stx_clear_fault(&core);
    CHECK_EQ(stx_try(&core, 0, TT_OP_SEMINIT(15, 0, 1)), STX_DONE);
    CHECK_EQ(stx_try(&core, 0, TT_OP_SEMGET(3)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_SEM_UNDERFLOW);
    CHECK_EQ(stx_semaphore_read(&core, 1), 14);
    stx_clear_fault(&core);
    CHECK_EQ(stx_try(&core, 0, TT_OP_SEMWAIT(0, 1, 0)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_SEMWAIT_CONDITION);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_mutex_has_one_owner_until_it_is_released);
    RUN_IF(STX_THREADS == 3, of_two_waiting_threads_the_one_after_the_releaser_is_next);
    RUN_IF(STX_THREADS == 3, a_thread_that_got_its_mutex_waits_no_longer);
    RUN_IF(STX_THREADS == 3, who_releases_a_mutex_is_not_the_next_to_have_it);
    RUN_IF(STX_THREADS == 3, mutexes_do_not_know_of_each_other);
    RUN(semwait_waits_at_zero_and_at_or_above_the_maximum);
    RUN(a_word_of_many_semaphores_changes_those_it_selects);
    RUN(one_of_the_selected_semaphores_is_enough_to_wait);
    RUN(semaphores_stop_at_15_and_at_0);
    RUN(overflow_and_underflow_are_faults_of_their_own);
    return test_summary();
}
