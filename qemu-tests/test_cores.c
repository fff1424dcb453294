/* SPDX-License-Identifier: Apache-2.0
 *
 * Several cores on one hart (port/coop/cores.h): words and bytes between them, turns, faults,
 * deadlocks. */
#include <string.h>

#define COLLECT_BYTES 8192
#include "collect.h"
#include "coop/cores.h"
#include "softensix/isa.h"
#include "softensix/tti.h"
#include "test.h"

enum { CORES = 3, BYTES = 4096, WORD = 64, SEEN = 16 };
static struct stx_core core[CORES];
static struct coop coop[CORES];
static struct coop_cores cores;
static uint8_t l1[CORES][BYTES] __attribute__((aligned(16)));
static unsigned seen[SEEN], count;

static void setup(void (*run)(void *)) {
    memset(l1, 0, sizeof l1);
    count = 0;
    coop_cores_init(&cores);
    for (unsigned i = 0; i < CORES; i++) {
        coop_start(&coop[i], &core[i], l1[i], BYTES);
        CHECK(coop_add(&coop[i], "kernel", 1, run, &coop[i]));
        CHECK(coop_cores_add(&cores, &coop[i]));
    }
}

static unsigned number_of(const struct coop *self) {
    return (unsigned)(self - coop);
}

static uint32_t word_of(unsigned number) {
    uint32_t word;
    memcpy(&word, l1[number] + WORD, sizeof word);
    return word;
}

/* A byte goes around three times; each core adds its number and one. */
static void around(void *argument) {
    struct coop *self = argument;
    const unsigned number = number_of(self);
    for (uint32_t round = 0; round < 3; round++) {
        coop_await(self, 1, WORD, round + (number != 0));
        l1[number][128] = (uint8_t)(l1[number][128] + number + 1);
        CHECK(coop_send(self, 128, &coop[(number + 1) % CORES], 128, 1));
        CHECK(coop_post(self, &coop[(number + 1) % CORES], WORD, 1));
    }
}

TEST(bytes_go_around) {
    setup(around);
    CHECK_EQ(coop_cores_run(&cores), COOP_DONE);
    CHECK_EQ(l1[0][128], 3 * (1 + 2 + 3));
    CHECK_EQ(word_of(0), 3);
    CHECK_EQ(word_of(2), 3);
    CHECK_EQ(coop_cores_run(&cores), COOP_DONE);
}

/* The second core writes down each value of its word. */
static void noted(void *argument) {
    struct coop *self = argument;
    for (uint32_t i = 1; i <= 5; i++) {
        if (number_of(self) == 1) {
            coop_await(self, 1, WORD, i);
            seen[count++] = word_of(1);
        } else if (number_of(self) == 0) {
            coop_post(self, &coop[1], WORD, 1);
        }
    }
}

TEST(a_core_that_waits_sees_each_value) {
    setup(noted);
    CHECK_EQ(coop_cores_run(&cores), COOP_DONE);
    CHECK_EQ(count, 5);
    for (unsigned i = 0; i < 5; i++) {
        CHECK_EQ(seen[i], i + 1);
    }
}

/* Words of the coprocessor go to the core whose thread issues them, also after other turns. */
static void issues(void *argument) {
    struct coop *self = argument;
    const unsigned number = number_of(self);
    for (unsigned i = 0; i <= number; i++) {
        stx_issue(self->core, 1, TT_OP_NOP);
        coop_post(self, &coop[(number + 1) % CORES], WORD, 1);
        TTI_NOP;
    }
}

TEST(words_belong_to_the_core_that_has_its_turn) {
    setup(issues);
    CHECK_EQ(coop_cores_run(&cores), COOP_DONE);
    for (unsigned i = 0; i < CORES; i++) {
        CHECK_EQ(core[i].retired, 2 * (i + 1));
    }
}

static void waits_for_nobody(void *argument) {
    struct coop *self = argument;
    if (number_of(self) != 0) {
        coop_await(self, 1, WORD, 1);
    }
}

TEST(a_word_that_nobody_sends_is_a_deadlock) {
    setup(waits_for_nobody);
    CHECK_EQ(coop_cores_run(&cores), COOP_DEADLOCK);
    text[0] = 0;
    coop_cores_report(&cores, collect, NULL);
    CHECK(strstr(text, "core 0:\n"));
    CHECK(strstr(text, ", which has not ended:\n"));
    CHECK(strstr(text, "0x00000040"));
    CHECK_EQ(coop_cores_run(&cores), COOP_DEADLOCK);
}

static void reaches_out(void *argument) {
    struct coop *self = argument;
    if (number_of(self) == 1) {
        coop_send(self, 0, &coop[0], BYTES - 15, 16);
        count++;
    }
}

TEST(bytes_beyond_the_other_l1_are_a_fault_of_the_sender) {
    setup(reaches_out);
    CHECK_EQ(coop_cores_run(&cores), COOP_STOPPED);
    CHECK_EQ(count, 0);
    CHECK_EQ(stx_last_fault(&core[1])->rule, STX_RULE_L1_RANGE);
    CHECK_EQ(stx_last_fault(&core[0])->kind, STX_FAULT_NONE);
}

static void posts_beside(void *argument) {
    struct coop *self = argument;
    coop_post(self, &coop[0], WORD + 2, 1);
}

TEST(a_word_is_aligned) {
    setup(posts_beside);
    CHECK_EQ(coop_cores_run(&cores), COOP_STOPPED);
    CHECK_EQ(stx_last_fault(&core[0])->rule, STX_RULE_L1_RANGE);
}

TEST(too_many_cores_and_none_are_refused) {
    static struct coop more[COOP_CORES + 1];
    setup(noted);
    for (unsigned i = CORES; i < COOP_CORES; i++) {
        CHECK(coop_cores_add(&cores, &more[i]));
    }
    CHECK(!coop_cores_add(&cores, &more[0]));
    CHECK_EQ(coop_cores_run(&cores), COOP_STOPPED);
    coop_cores_init(&cores);
    CHECK_EQ(coop_cores_run(&cores), COOP_STOPPED);
}

TEST(a_core_is_added_once) {
    setup(noted);
    CHECK(!coop_cores_add(&cores, &coop[0]));
    CHECK_EQ(coop_cores_run(&cores), COOP_STOPPED);
    CHECK_EQ(count, 0);
}

static void runs_or_adds(void *argument) {
    struct coop *self = argument;
    count += coop_cores_run(&cores) == COOP_STOPPED && !coop_cores_add(&cores, self);
}

TEST(a_run_is_not_begun_again_and_gets_no_cores) {
    setup(runs_or_adds);
    CHECK_EQ(coop_cores_run(&cores), COOP_DONE);
    CHECK_EQ(count, CORES);
}

TEST(outside_of_a_run_nothing_changes_a_word) {
    setup(waits_for_nobody);
    CHECK(coop_post(&coop[0], &coop[1], WORD, 1));
    CHECK(coop_await(&coop[1], 1, WORD, 1));
    CHECK(!coop_await(&coop[1], 1, WORD, 2));
    CHECK_EQ(stx_last_fault(&core[1])->rule, STX_RULE_DEADLOCK);
    CHECK_EQ(coop_run(&coop[2]), COOP_DEADLOCK);
}

int main(void) {
    RUN(bytes_go_around);
    RUN(a_core_that_waits_sees_each_value);
    RUN(words_belong_to_the_core_that_has_its_turn);
    RUN(a_word_that_nobody_sends_is_a_deadlock);
    RUN(bytes_beyond_the_other_l1_are_a_fault_of_the_sender);
    RUN(a_word_is_aligned);
    RUN(too_many_cores_and_none_are_refused);
    RUN(a_core_is_added_once);
    RUN(a_run_is_not_begun_again_and_gets_no_cores);
    RUN(outside_of_a_run_nothing_changes_a_word);
    return test_summary();
}
