/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Which events end which waits in the model of time, and when a word gets its place: as soon as no
 * other thread can come before it, and not sooner. Worked out by hand. */
#include "heard.h"
#include "time/told.h"

/* Banks are given by words that start at 20, 21 (SrcA), 40, 41 (SrcB) and returned by words that
 * start at 60 and 80. */
static void change_banks(void) {
    idle(0, 20);
    stx_issue(&core, 0, TT_OP_SETDVALID(1));
    stx_issue(&core, 0, TT_OP_SETDVALID(1));
    idle(0, 18);
    stx_issue(&core, 0, TT_OP_SETDVALID(2));
    stx_issue(&core, 0, TT_OP_SETDVALID(2));
    idle(1, 60);
    stx_issue(&core, 1, TT_OP_CLEARDVALID(1, 0));
    idle(1, 19);
    stx_issue(&core, 1, TT_OP_CLEARDVALID(2, 0));
}

/* An event happens a cycle after the start of its word, and the wait ends a cycle after that. Bits
 * 5 and 6 of STALLWAIT are for banks that are returned, 7 and 8 for those that are given; the
 * others name units, which are idle. */
TEST(a_stallwait_ends_with_the_bank_that_it_names) {
    static const struct {
        uint8_t bit, start, stall, thread, word;
    } banks[] = {{5, 62, STX_STALL_BANK, 1, 60},
                 {6, 82, STX_STALL_BANK, 1, 80},
                 {7, 23, STX_STALL_SRCA, 0, 21},
                 {8, 43, STX_STALL_SRCB, 0, 41}};
    for (unsigned bit = 0; bit < 15; bit++) {
        begin_told();
        change_banks();
        CHECK_EQ(stx_issue(&core, 2, TT_OP_STALLWAIT(2, 1u << bit)), STX_DONE);
        stx_issue(&core, 2, TT_OP_SEMPOST(4));
        stx_time_end(&timing);
        const struct stx_time_event *e = &told[2][1];
        if (bit < 5 || bit > 8) {
            CHECK_EQ(e->start, 2);
            CHECK_EQ(e->stall, STX_STALL_WAIT);
            CHECK_EQ(e->after, 0);
        } else {
            CHECK_EQ(e->start, banks[bit - 5].start);
            CHECK_EQ(e->stall, banks[bit - 5].stall);
            CHECK_EQ(e->after, told[banks[bit - 5].thread][banks[bit - 5].word].number);
        }
    }
}

/* Each waits for the bank that it needs and for no other: the second bank of a source is given to
 * the FPU, so its unpacker waits until one of them has been returned. */
TEST(words_wait_for_their_own_banks_alone) {
    static const struct {
        uint32_t word;
        uint8_t start, stall;
    } words[] = {{TT_OP_UNPACR_NOP(0, 0, 0, 0, 0, 1, 0, 0, 1), 61, STX_STALL_BANK},
                 {TT_OP_UNPACR_NOP(1, 0, 0, 0, 0, 1, 0, 0, 1), 81, STX_STALL_BANK},
                 {TT_OP_MOVA2D(0, 0, 0, 0, 0), 22, STX_STALL_SRCA},
                 {TT_OP_MOVB2D(0, 0, 0, 0, 0), 42, STX_STALL_SRCB},
                 {TT_OP_ATGETM(0), 0, 0},
                 {TT_OP_SEMPOST(1), 0, 0},
                 {TT_OP_NOP, 0, 0}};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        begin_told();
        change_banks();
        CHECK_EQ(stx_issue(&core, 2, words[i].word), STX_DONE);
        stx_time_end(&timing);
        CHECK_EQ(told[2][0].start, words[i].start);
        CHECK_EQ(told[2][0].stall, words[i].stall);
    }
}

/* tt-llk#1481: UNPACR_NOP clears the unpacker's bank, but waits for the FPU's unless it asks for
 * its own. One bank of each source is given at 20 and returned at 60; the other is free. */
TEST(a_word_that_clears_a_bank_waits_for_that_of_the_fpu_unless_it_asks_for_its_own) {
    for (unsigned i = 0; i < 4; i++) {
        unsigned source = i / 2, own = i % 2;
        begin_told();
        idle(0, 20);
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
        idle(1, 60);
        stx_issue(&core, 1, TT_OP_CLEARDVALID(3, 0));
        CHECK_EQ(stx_issue(&core, 2, TT_OP_UNPACR_NOP(source, 0, 0, 0, 0, own, 0, 0, 1)), STX_DONE);
        stx_time_end(&timing);
        CHECK_EQ(told[2][0].start, own ? 0 : 61);
        CHECK_EQ(told[2][0].stall, own ? STX_STALL_NONE : STX_STALL_BANK);
    }
}

/* SETDVALID needs free banks, not those of the FPU. */
TEST(giving_a_bank_waits_for_no_other_that_is_given) {
    begin_told();
    idle(0, 30);
    stx_issue(&core, 0, TT_OP_SETDVALID(1));
    stx_issue(&core, 2, TT_OP_SETDVALID(2));
    stx_time_end(&timing);
    CHECK_EQ(told[2][0].start, 0);
}

/* Posted three times, ten cycles apart, and taken three times: it is above 0 from the first post
 * on, and has room again after the first get. */
TEST(a_semwait_ends_with_the_first_post_or_get_that_is_enough) {
    for (unsigned full = 0; full < 2; full++) {
        begin_told();
        stx_issue(&core, 0, TT_OP_SEMINIT(3, 0, 2));
        idle(1, full * 40);
        for (unsigned i = 0; i < 3; i++) {
            idle(0, 9);
            stx_issue(&core, 0, TT_OP_SEMPOST(2));
            if (full) {
                stx_issue(&core, 1, TT_OP_NOP);
            }
        }
        for (unsigned i = 0; full && i < 3; i++) {
            idle(1, i ? 9 : 0);
            stx_issue(&core, 1, TT_OP_SEMGET(2));
        }
        CHECK_EQ(stx_issue(&core, 2, TT_OP_SEMWAIT(2, 2, 1 + full)), STX_DONE);
        stx_issue(&core, 2, TT_OP_SEMPOST(4));
        stx_time_end(&timing);
        const struct stx_time_event *first = full ? &told[1][43] : &told[0][10];
        CHECK_EQ(told[2][1].start, first->start + 2);
        CHECK_EQ(told[2][1].after, first->number);
        CHECK_EQ(told[2][1].stall, full ? STX_STALL_SEMAPHORE_FULL : STX_STALL_SEMAPHORE);
    }
}

/* Four semaphores are above 0 from the beginning; the fifth one is posted at 10. */
TEST(semaphores_that_need_no_event_leave_room_for_one_that_does) {
    begin();
    for (unsigned i = 0; i < 4; i++) {
        core.sem[i].value = 1;
    }
    tell_words();
    idle(0, 10);
    stx_issue(&core, 0, TT_OP_SEMPOST(1 << 4));
    CHECK_EQ(stx_issue(&core, 2, TT_OP_SEMWAIT(2, 0x1F, 1)), STX_DONE);
    stx_issue(&core, 2, TT_OP_SEMPOST(1 << 5));
    stx_time_end(&timing);
    CHECK_EQ(told[2][1].start, 12);
}

/* What RISC-V code has done is nobody's post. */
TEST(a_post_is_of_the_semaphores_that_its_word_names) {
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        for (unsigned other = 0; other < STX_SEMAPHORES; other++) {
            begin_told();
            stx_semaphore_post(&core, other);
            stx_issue(&core, 1, TT_OP_SEMPOST(1u << i));
            stx_issue(&core, 1, TT_OP_SEMGET(1u << i));
            stx_time_end(&timing);
            CHECK_EQ(told[1][0].signals, 1u << (4 + i));
            CHECK_EQ(told[1][1].signals, 1u << (12 + i));
        }
    }
}

TEST(a_mutex_is_freed_by_the_word_that_releases_it) {
    static const uint8_t mutexes[] = {0, 2, 3, 4};
    for (unsigned t = 0; t < 3; t++) {
        begin_told();
        for (unsigned i = 0; i < 4; i++) {
            stx_issue(&core, t, TT_OP_ATGETM(mutexes[i]));
        }
        for (unsigned i = 0; i < 4; i++) {
            stx_issue(&core, t, TT_OP_ATRELM(mutexes[i]));
        }
        stx_time_end(&timing);
        for (unsigned i = 0; i < 4; i++) {
            CHECK_EQ(told[t][i].signals, 0);
            CHECK_EQ(told[t][4 + i].signals, 1u << (20 + mutexes[i]));
        }
    }
}

/* Of the numbers that ATGETM has room for, mutexes have eight: the thread waits for ever. */
TEST(a_wait_for_a_mutex_that_does_not_exist_ends_with_the_run) {
    for (unsigned index = 8; index < 16; index++) {
        begin_told();
        CHECK_EQ(stx_issue(&core, 1, TT_OP_ATGETM(index)), STX_WAIT);
        idle(0, 3);
        stx_time_end(&timing);
        CHECK_EQ(told_count[0], 3);
        CHECK_EQ(told_count[1], 0);
    }
}

/* What thread 1 does first, the word that has to wait then, and what ends that wait. */
static const struct {
    uint32_t before[5], word, event;
} waits[] = {
    {{TT_OP_SEMINIT(4, 0, 1), TT_OP_SEMPOST(1), TT_OP_SEMGET(1)},
     TT_OP_SEMWAIT(2, 1, 1),
     TT_OP_SEMPOST(1)},
    {{TT_OP_SEMINIT(2, 0, 1), TT_OP_SEMPOST(1), TT_OP_SEMPOST(1), TT_OP_SEMGET(1),
      TT_OP_SEMPOST(1)},
     TT_OP_SEMWAIT(2, 1, 2),
     TT_OP_SEMGET(1)},
    {{TT_OP_ATGETM(3), TT_OP_ATRELM(3), TT_OP_ATGETM(3)}, TT_OP_ATGETM(3), TT_OP_ATRELM(3)},
    {{TT_OP_SETDVALID(1), TT_OP_CLEARDVALID(1, 0)}, TT_OP_STALLWAIT(2, 1 << 7), TT_OP_SETDVALID(1)},
    {{TT_OP_SETDVALID(2), TT_OP_CLEARDVALID(2, 0)}, TT_OP_STALLWAIT(2, 1 << 8), TT_OP_SETDVALID(2)},
    {{TT_OP_SETDVALID(1), TT_OP_CLEARDVALID(1, 0), TT_OP_SETDVALID(1), TT_OP_SETDVALID(1)},
     TT_OP_STALLWAIT(2, 1 << 5),
     TT_OP_CLEARDVALID(1, 0)},
    {{TT_OP_SETDVALID(2), TT_OP_CLEARDVALID(2, 0), TT_OP_SETDVALID(2), TT_OP_SETDVALID(2)},
     TT_OP_STALLWAIT(2, 1 << 6),
     TT_OP_CLEARDVALID(2, 0)},
    {{TT_OP_SETDVALID(3), TT_OP_CLEARDVALID(3, 0)}, TT_OP_MVMUL(0, 0, 0, 0), TT_OP_SETDVALID(3)},
    {{TT_OP_SETDVALID(2)}, TT_OP_MVMUL(0, 0, 0, 0), TT_OP_SETDVALID(1)},
    {{TT_OP_SETDVALID(1)}, TT_OP_MVMUL(0, 0, 0, 0), TT_OP_SETDVALID(2)},
    {{TT_OP_SETDVALID(3), TT_OP_CLEARDVALID(1, 0)},
     TT_OP_MOVA2D(0, 0, 0, 0, 0),
     TT_OP_SETDVALID(1)},
    {{TT_OP_SETDVALID(3), TT_OP_CLEARDVALID(2, 0)},
     TT_OP_MOVB2D(0, 0, 0, 0, 0),
     TT_OP_SETDVALID(2)},
    {{TT_OP_SETDVALID(3), TT_OP_SETDVALID(1)}, TT_OP_SETDVALID(1), TT_OP_CLEARDVALID(1, 0)},
    {{TT_OP_SETDVALID(3), TT_OP_SETDVALID(2)}, TT_OP_SETDVALID(2), TT_OP_CLEARDVALID(2, 0)},
};

/* The other one waits for a semaphore that nobody posts. Thread 1's words are told when places are
 * given, up to the event; then the word that has waited may come before them, until so many are
 * kept that some must be told. */
TEST(words_have_their_places_when_all_other_threads_wait) {
    for (unsigned i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        for (unsigned waiter = 0; waiter < 3; waiter += 2) {
            unsigned n = 0;
            begin_told();
            for (; n < 5 && waits[i].before[n]; n++) {
                CHECK_EQ(stx_issue(&core, 1, waits[i].before[n]), STX_DONE);
            }
            CHECK_EQ(stx_issue(&core, 2 - waiter, TT_OP_SEMWAIT(2, 1 << 7, 1)), STX_WAIT);
            CHECK_EQ(told_now(1), 0);
            CHECK_EQ(stx_issue(&core, waiter, waits[i].word), STX_WAIT);
            CHECK_EQ(told_now(1), n);
            for (; n < 8; n++) {
                stx_issue(&core, 1, TT_OP_NOP);
                CHECK_EQ(told_now(1), n + 1);
            }
            CHECK_EQ(stx_issue(&core, 1, waits[i].event), STX_DONE);
            CHECK_EQ(told_now(1), 9);
            (void)stx_issue(&core, 1, waits[i].event);
            idle(1, 5);
            CHECK_EQ(told_now(1), 9);
            idle(1, 700);
            CHECK(told_count[1] < 9 + 6 + 700 - 500);
            CHECK_EQ(stx_issue(&core, waiter, waits[i].word), STX_DONE);
            stx_time_end(&timing);
            CHECK_EQ(timing.clock[STX_TIME_EXPECTED].forced, 0);
        }
    }
}

/* A card: the FPU turns to its next bank at the end of the word that returns the one before. Until
 * then SRCA_VLD is about the bank before, which is valid; with MATH the wait is for the next bank.
 * The first bank of SrcA is there at 1, so SETRWC starts at 0 and leaves the pipeline at 5; banks
 * of both sources are given at 40. */
TEST(a_wait_for_a_valid_bank_is_void_while_the_word_that_turns_to_it_is_in_the_fpu) {
    enum { MATH = 1 << 4, SRCA = 1 << 7, SRCB = 1 << 8, HOLD_MATH = 64 };
    static const struct {
        uint16_t until;
        uint8_t idle, start;
    } waits[] = {{SRCA, 0, 3},  {MATH | SRCA, 0, 42}, {SRCA, 2, 5},
                 {SRCA, 4, 42}, {SRCB, 0, 42},        {SRCA | SRCB, 0, 42}};
    for (unsigned i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        begin_told();
        stx_issue(&core, 0, TT_OP_SETDVALID(1));
        idle(0, 39);
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
        stx_issue(&core, 1, TT_OP_SETRWC(1, 0, 0, 0, 0, 0));
        idle(1, waits[i].idle);
        CHECK_EQ(stx_issue(&core, 1, TT_OP_STALLWAIT(HOLD_MATH, waits[i].until)), STX_DONE);
        stx_issue(&core, 1, TT_OP_MOVD2A(0, 0, 0, 0, 0));
        stx_time_end(&timing);
        CHECK_EQ(told[1][waits[i].idle + 2].start, waits[i].start);
    }
}

/* The vendor's performance tests let waits for a bank and CLEARDVALIDs follow each other, one for
 * each bank that is filled. A bank of SrcA is given at 0, the next at 40. */
TEST(a_wait_for_a_valid_bank_behind_cleardvalid_is_about_the_next) {
    begin_told();
    stx_issue(&core, 0, TT_OP_SETDVALID(1));
    idle(0, 39);
    stx_issue(&core, 0, TT_OP_SETDVALID(1));
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(stx_issue(&core, 1, TT_OP_STALLWAIT(64, 1 << 7)), STX_DONE);
        stx_issue(&core, 1, TT_OP_CLEARDVALID(1, 0));
    }
    stx_time_end(&timing);
    CHECK_EQ(told[1][1].start, 2);
    CHECK_EQ(told[1][3].start, 42);
}

/* It was pushed behind the words before it, and the word behind it a push later. */
TEST(a_wait_that_the_library_could_not_execute_at_once_is_a_push) {
    begin_told();
    stx_time_set(&timing, "push_cycles", 4);
    stx_issue(&core, 1, TT_OP_NOP);
    CHECK_EQ(stx_issue(&core, 1, TT_OP_STALLWAIT(2, 1 << 7)), STX_WAIT);
    stx_issue(&core, 0, TT_OP_SETDVALID(1));
    CHECK_EQ(stx_issue(&core, 1, TT_OP_STALLWAIT(2, 1 << 7)), STX_DONE);
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQ(told[1][i].pushed, 4 * i);
        CHECK_EQ(told[1][i].start, 4 * i);
    }
}

/* Only the first push after a read of TENSIX_SYNC has waited for the words before. */
TEST(a_sync_delays_one_push) {
    begin();
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    tell_words();
    heard_access(&timing.listener, 1, 0xFFE80004u, 0, false);
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0));
    stx_issue(&core, 1, TT_OP_NOP);
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQ(told[1][i].pushed, i);
    }
}

/* The post ends the wait at 3; the scalar unit is busy with a word of 30 cycles until 30. */
TEST(what_is_told_is_the_last_reason_for_a_wait) {
    static const struct row rows[] = {
        {2, TT_OP_SEMWAIT(32, 2, 1), 0, 1, 0, 0},
        {2, TT_OP_ADDDMAREG(0, 0, 0, 0), 30, 60, UNIT, 0},
        {0, TT_OP_ADDDMAREG(0, 0, 0, 0), 0, 30, 0, 0},
        {1, TT_OP_NOP, 0, 1, 0, 0},
        {1, TT_OP_SEMPOST(2), 1, 2, 0, 0},
    };
    begin_told();
    CHECK(stx_time_option(&timing, "ADDDMAREG.cycles=30") == NULL);
    CHECK(TOLD(rows));
}

/* Thread 0 has the unit until 10; thread 2 wants it from 1 on, thread 1 from 2 on. */
TEST(the_thread_that_has_waited_longer_goes_first) {
    static const struct row rows[] = {{0, TT_OP_ADDDMAREG(0, 0, 0, 0), 0, 10, 0, 0},
                                      {1, TT_OP_NOP, 0, 1, 0, 0},
                                      {1, TT_OP_NOP, 1, 2, 0, 0},
                                      {1, TT_OP_ADDDMAREG(0, 0, 0, 0), 20, 30, UNIT, 0},
                                      {2, TT_OP_NOP, 0, 1, 0, 0},
                                      {2, TT_OP_ADDDMAREG(0, 0, 0, 0), 10, 20, UNIT, 0}};
    begin_told();
    CHECK(stx_time_option(&timing, "ADDDMAREG.cycles=10") == NULL);
    CHECK(TOLD(rows));
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, a_stallwait_ends_with_the_bank_that_it_names);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_wait_for_a_valid_bank_is_void_while_the_word_that_turns_to_it_is_in_the_fpu);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_wait_for_a_valid_bank_behind_cleardvalid_is_about_the_next);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_word_that_clears_a_bank_waits_for_that_of_the_fpu_unless_it_asks_for_its_own);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, words_wait_for_their_own_banks_alone);
    RUN_IF(STX_THREADS == 3, giving_a_bank_waits_for_no_other_that_is_given);
    RUN_IF(STX_THREADS == 3, a_semwait_ends_with_the_first_post_or_get_that_is_enough);
    RUN_IF(STX_THREADS == 3, semaphores_that_need_no_event_leave_room_for_one_that_does);
    RUN_IF(STX_THREADS == 3, a_post_is_of_the_semaphores_that_its_word_names);
    RUN_IF(STX_THREADS == 3, a_mutex_is_freed_by_the_word_that_releases_it);
    RUN_IF(STX_THREADS == 3, a_wait_for_a_mutex_that_does_not_exist_ends_with_the_run);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           words_have_their_places_when_all_other_threads_wait);
    RUN_IF(STX_THREADS == 3, a_wait_that_the_library_could_not_execute_at_once_is_a_push);
    RUN_IF(STX_THREADS == 3, a_sync_delays_one_push);
    RUN_IF(STX_THREADS == 3, what_is_told_is_the_last_reason_for_a_wait);
    RUN_IF(STX_THREADS == 3, the_thread_that_has_waited_longer_goes_first);
    return test_summary();
}
