/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run has left undone is told: one sentence for each thing, none where nothing is left. */
#include "diag/capture.h"
#include "softensix/dump.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

#define MAILBOX(hart) (0xFFEC0000u + 0x1000u * (hart))

static struct stx_core core;

static void start(void) {
    stx_init(&core, NULL, 0, NULL);
    stx_init_as_firmware(&core);
    capture_clear();
}

/* Exactly this one sentence, and the same number without printing. */
static bool left(const char *sentence) {
    capture_clear();
    unsigned found = stx_leftovers(&core, capture, NULL);
    bool same = found == 1 && !strcmp(captured, sentence) && stx_leftovers(&core, NULL, NULL) == 1;
    if (!same) {
        printf("%u left:\n%s", found, captured);
    }
    return same;
}

TEST(nothing_is_left_after_reset_and_after_a_run_that_ends_well) {
    start();
    CHECK_EQ(stx_leftovers(&core, capture, NULL), 0);
    stx_issue(&core, 0, TT_OP_SEMINIT(2, 0, 2));
    stx_issue(&core, 0, TT_OP_SEMPOST(2));
    stx_issue(&core, 1, TT_OP_SEMGET(2));
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    stx_issue(&core, 1, TT_OP_MVMUL(3, 0, 0, 0));
    CHECK_EQ(stx_leftovers(&core, capture, NULL), 0);
    CHECK(!strcmp(captured, ""));
}

TEST(a_posted_semaphore_is_left) {
    start();
    stx_issue(&core, 0, TT_OP_SEMINIT(2, 0, 2));
    stx_issue(&core, 0, TT_OP_SEMPOST(2));
    stx_issue(&core, 0, TT_OP_SEMPOST(2));
    CHECK(left("left: semaphore 1 MATH_PACK stands at 2: it was posted and nobody waits for it\n"));
}

/* The first line: the second one is the word that waits. */
TEST(a_semaphore_that_a_word_waits_for_is_not_without_a_waiter) {
    static const char line[] = "left: semaphore 1 MATH_PACK stands at 2\n";
    for (unsigned t = 0; t < STX_THREADS; t++) {
        start();
        stx_issue(&core, 0, TT_OP_SEMINIT(2, 2, 2));
        stx_issue(&core, t, TT_OP_SEMWAIT(2, 2, 2)); /* while it is at its maximum */
        CHECK_EQ(stx_leftovers(&core, capture, NULL), 2);
        CHECK(!strncmp(captured, line, sizeof line - 1));
    }
}

/* A word that waits for another semaphore, one that waits for something else, one that is done. */
TEST(other_words_are_no_waiters_of_a_semaphore) {
    static const char line[] =
        "left: semaphore 1 MATH_PACK stands at 2: it was posted and nobody waits for it\n";
    static const uint32_t words[] = {TT_OP_SEMWAIT(2, 4, 1),  TT_OP_SEMWAIT(2, 4, 3),
                                     TT_OP_SEMWAIT(2, 1, 1),  TT_OP_NOP | 8,
                                     TT_OP_MVMUL(0, 0, 0, 8), 8};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        start();
        core.sem[1].value = 2;
        core.front[0].held = 1;
        core.front[0].word = words[i];
        CHECK_EQ(stx_leftovers(&core, capture, NULL), 2);
        CHECK(!strncmp(captured, line, sizeof line - 1));
    }
    start();
    core.sem[1].value = 2;
    core.front[0].word = TT_OP_SEMWAIT(2, 2, 1);
    CHECK(left(line));
}

TEST(each_thing_that_a_front_end_has_not_finished_is_enough) {
    for (unsigned i = 0; i < 3; i++) {
        start();
        struct stx_front *f = &core.front[STX_THREADS - 1];
        *(i == 0 ? &f->held : i == 1 ? &f->stage : &f->replay_left) = 1;
        f->offered = i ? TT_OP_NOP : 0;
        char text[60];
        snprintf(text, sizeof text, "left: thread %u has not finished %s\n", STX_THREADS - 1u,
                 i ? "NOP" : "a word");
        CHECK(left(text));
    }
}

TEST(a_valid_bank_that_nothing_consumed_is_left) {
    start();
    stx_issue(&core, 0, TT_OP_SETDVALID(2));
    CHECK(left("left: SrcB bank 0 is valid, and nothing has consumed it\n"));
}

TEST(a_held_mutex_is_left) {
    start();
    stx_issue(&core, 2, TT_OP_ATGETM(3));
    CHECK(left("left: mutex 3 is held by thread 2\n"));
}

TEST(an_unread_mailbox_is_left) {
    start();
    stx_mmio_write(&core, 0, MAILBOX(2), 5);
    stx_mmio_write(&core, 0, MAILBOX(2), 6);
    CHECK(
        left("left: the mailbox from thread 0 to thread 1 holds words that nobody has read: 2\n"));
}

TEST(a_recording_that_lacks_words_is_left) {
    start();
    stx_issue(&core, 1, TT_OP_REPLAY(0, 3, 0, 1));
    stx_issue(&core, 1, TT_OP_NOP);
    CHECK(left("left: thread 1 is still recording for the replay buffer: 2 words are missing\n"));
}

TEST(a_mop_with_words_to_come_is_left) {
    start();
    for (unsigned i = 0; i < STX_MOP_WORDS; i++) {
        stx_mop_write(&core, 0, i, i < 2 ? 2 : TT_OP_SEMWAIT(1, 2, 1));
    }
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MOP(1, 0, 0)), STX_WAIT);
    CHECK(left("left: thread 0 has not finished MOP\n"));
}

TEST(a_word_that_waits_is_left) {
    start();
    CHECK_EQ(stx_issue(&core, 2, TT_OP_SEMWAIT(1, 2, 1)), STX_WAIT);
    CHECK(left("left: thread 2 has not finished SEMWAIT\n"));
}

TEST(scheduled_operations_are_left) {
    start();
    core.sfpu.apart = 1;
    core.sfpu.macro_thread = 1;
    CHECK(left("left: operations scheduled by an SFPLOADMACRO of thread 1\n"));
}

/* Every one of a kind, alone, under its own number. */
TEST(each_semaphore_mutex_and_bank_is_told_by_its_number) {
    char expected[120];
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        start();
        core.sem[i].value = (uint8_t)(i + 1);
        snprintf(expected, sizeof expected,
                 "left: semaphore %u%s%s stands at %u: it was posted and nobody waits for it\n", i,
                 i ? " " : "", stx_semaphore_name(i), i + 1);
        CHECK(left(expected));
    }
    for (unsigned i = 0; i < STX_MUTEXES; i++) {
        start();
        core.mutex[i] = 1;
        snprintf(expected, sizeof expected, "left: mutex %u is held by thread 0\n", i);
        CHECK(left(expected));
    }
    for (unsigned i = 0; i < 2 * STX_SRC_BANKS; i++) {
        start();
        (i % 2 ? &core.srcb : &core.srca)->fpu_owns[i / 2] = 1;
        snprintf(expected, sizeof expected,
                 "left: Src%c bank %u is valid, and nothing has consumed it\n", i % 2 ? 'B' : 'A',
                 i / 2);
        CHECK(left(expected));
    }
}

TEST(each_mailbox_is_told_by_its_two_ends) {
    static const char *const ends[] = {"the host", "thread 0", "thread 1", "thread 2"};
    char expected[120];
    for (unsigned i = 0; i < 16; i++) {
        start();
        core.mailbox[i / 4][i % 4].count = 3;
        snprintf(expected, sizeof expected,
                 "left: the mailbox from %s to %s holds words that nobody has read: 3\n",
                 ends[i % 4], ends[i / 4]);
        CHECK(left(expected));
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3, nothing_is_left_after_reset_and_after_a_run_that_ends_well);
    RUN(a_posted_semaphore_is_left);
    RUN_IF(STX_THREADS == 3, a_semaphore_that_a_word_waits_for_is_not_without_a_waiter);
    RUN(other_words_are_no_waiters_of_a_semaphore);
    RUN(each_thing_that_a_front_end_has_not_finished_is_enough);
    RUN(a_valid_bank_that_nothing_consumed_is_left);
    RUN_IF(STX_THREADS == 3, a_held_mutex_is_left);
    RUN(an_unread_mailbox_is_left);
    RUN_IF(STX_THREADS == 3, a_recording_that_lacks_words_is_left);
    RUN(a_mop_with_words_to_come_is_left);
    RUN_IF(STX_THREADS == 3, a_word_that_waits_is_left);
    RUN(scheduled_operations_are_left);
    RUN(each_semaphore_mutex_and_bank_is_told_by_its_number);
    RUN(each_mailbox_is_told_by_its_two_ends);
    return test_summary();
}
