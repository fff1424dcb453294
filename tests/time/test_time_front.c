/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * How words reach their units in the model of time: pushes, the FIFO, the MOP and the REPLAY
 * expander, and the order of threads on a unit that they share. Worked out by hand. */
#include "heard.h"
#include "time/told.h"

/* Each word keeps its thread for 100 cycles; 32 of them fit into the FIFO. */
TEST(a_push_waits_for_room_in_the_fifo) {
    begin_told();
    stx_time_option(&timing, "ADDDMAREG.cycles=100");
    for (unsigned i = 0; i < 40; i++) {
        stx_issue(&core, 0, TT_OP_ADDDMAREG(0, 0, 0, 0));
    }
    stx_time_end(&timing);
    for (unsigned i = 0; i < 40; i++) {
        const struct stx_time_event *e = &told[0][i];
        CHECK_EQ(e->pushed, i <= 32 ? i : 100 * (i - 32));
        CHECK_EQ(e->arrive, 100 * i);
        CHECK_EQ(e->start, 100 * i);
        CHECK_EQ(e->number, i + 1);
    }
}

TEST(the_depth_of_the_fifo_is_a_parameter) {
    begin_told();
    CHECK(stx_time_option(&timing, "fifo_words=4") == NULL);
    for (unsigned i = 0; i < 12; i++) {
        stx_issue(&core, 0, TT_OP_ADDDMAREG(0, 0, 0, 0));
    }
    stx_time_end(&timing);
    for (unsigned i = 0; i < 12; i++) {
        /* A word leaves every three cycles; four are under way. */
        CHECK_EQ(told[0][i].pushed, i < 6 ? i : 3 * (i - 4));
    }
}

/* Cycles between pushes are what limits a thread that does nothing else. */
TEST(words_start_when_they_are_pushed) {
    static const struct row rows[] = {
        {1, TT_OP_NOP, 0, 1, 0, 0}, {1, TT_OP_NOP, 4, 5, PUSH, 0}, {1, TT_OP_NOP, 8, 9, PUSH, 0}};
    begin_told();
    stx_time_set(&timing, "push_cycles", 4);
    CHECK(TOLD(rows));
}

/* A read of TENSIX_SYNC waits for all words of the thread; the product ends after five cycles. */
TEST(a_word_after_a_sync_is_pushed_when_all_before_are_done) {
    begin();
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    tell_words();
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0));
    heard_access(&timing.listener, 1, 0xFFE80004u, 0, false);
    stx_issue(&core, 1, TT_OP_NOP);
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    CHECK_EQ(told[1][1].pushed, 5);
    CHECK_EQ(told[1][1].start, 5);
    CHECK_EQ(told[1][1].stall, PUSH);
    CHECK_EQ(told[1][2].pushed, 6);
    CHECK_EQ(told[1][2].stall, STX_STALL_NONE);
}

static void template_1(uint32_t outer, uint32_t inner) {
    uint32_t *cfg = core.front[1].mop_cfg;
    cfg[0] = outer, cfg[1] = inner;
    cfg[2] = cfg[3] = cfg[4] = cfg[6] = TT_OP_NOP; /* not there */
    cfg[5] = cfg[7] = cfg[8] = TT_OP_SETADCXX(UNPACKER_0, 15, 0);
}

/* All words of a MOP are pushed as one, and come one a cycle. Three MOPs and a word follow each
 * other; the last one comes a cycle late, because it is no MOP. */
static bool mops_are_told(uint32_t mop, unsigned words) {
    for (unsigned i = 0; i < 3; i++) {
        stx_issue(&core, 1, mop);
    }
    stx_issue(&core, 1, TT_OP_SETADCXX(UNPACKER_0, 0, 0));
    stx_time_end(&timing);
    for (unsigned i = 0; i < 3 * words; i++) {
        if (told[1][i].pushed != i / words || told[1][i].start != i || told[1][i].stall) {
            printf("%08x, word %u: pushed at %u, starts at %u\n", (unsigned)mop, i,
                   (unsigned)told[1][i].pushed, (unsigned)told[1][i].start);
            return false;
        }
    }
    const struct stx_time_event *last = &told[1][3 * words];
    return told_count[1] == 3 * words + 1 && last->pushed == 3 && last->start == 3 * words + 1 &&
           last->stall == MOP;
}

TEST(words_of_two_loops_are_one_push) {
    for (uint32_t outer = 1; outer <= 4; outer++) {
        for (uint32_t inner = 1; inner <= 4; inner++) {
            begin_told();
            template_1(outer, inner);
            CHECK(mops_are_told(TT_OP_MOP(1, 0, 0), outer * inner));
        }
    }
}

/* Words that compute are no pushes either. */
TEST(products_of_a_mop_are_one_push) {
    begin();
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    tell_words();
    template_1(1, 3);
    core.front[1].mop_cfg[5] = TT_OP_MVMUL(0, 0, 0, 0);
    core.front[1].mop_cfg[7] = core.front[1].mop_cfg[8] = TT_OP_MOVD2A(0, 0, 0, 0, 64);
    stx_issue(&core, 1, TT_OP_MOP(1, 0, 0));
    stx_time_end(&timing);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQ(told[1][i].pushed, 0);
    }
    CHECK_EQ(timing.clock[STX_TIME_EXPECTED].pushes[1], 1);
}

/* With a word before and two after the inner loop. */
TEST(words_around_the_inner_loop_belong_to_the_same_push) {
    for (uint32_t outer = 1; outer <= 3; outer++) {
        begin_told();
        template_1(outer, 2);
        core.front[1].mop_cfg[2] = core.front[1].mop_cfg[3] = core.front[1].mop_cfg[4] =
            TT_OP_SETADCXX(UNPACKER_0, 7, 0);
        CHECK(mops_are_told(TT_OP_MOP(1, 0, 0), outer * 5));
    }
}

static void template_0(uint32_t flags) {
    begin_told();
    core.front[1].mop_cfg[1] = flags;
    for (unsigned i = 2; i < 9; i++) {
        core.front[1].mop_cfg[i] = TT_OP_SETADCXX(UNPACKER_0, i, 0);
    }
}

/* Template 0: flag 1 adds B, flag 2 adds A1 to A3; bits of the mask replace A and B by others. */
TEST(words_of_a_masked_loop_are_one_push) {
    for (uint32_t flags = 0; flags < 4; flags++) {
        unsigned a = flags & 2 ? 4 : 1, b = flags & 1;
        for (uint32_t count = 1; count <= 3; count++) {
            template_0(flags);
            CHECK(mops_are_told(TT_OP_MOP(0, count - 1, 0), count * (a + b)));
            template_0(flags);
            CHECK(mops_are_told(TT_OP_MOP(0, count - 1, 1), 1 + b + (count - 1) * (a + b)));
        }
    }
}

/* Three words recorded and executed, then a MOP of REPLAYs: while words are read back, the pause
 * after the MOP is hidden, unless each REPLAY is one word only. */
static void replays(uint32_t length) {
    begin_told();
    template_1(1, 4);
    core.front[1].mop_cfg[5] = core.front[1].mop_cfg[7] = core.front[1].mop_cfg[8] =
        TT_OP_REPLAY(0, length, 0, 0);
    stx_issue(&core, 1, TT_OP_REPLAY(0, 3, 1, 1));
    for (unsigned i = 0; i < 3; i++) {
        stx_issue(&core, 1, TT_OP_SETADCXX(UNPACKER_0, i, 0));
    }
    stx_issue(&core, 1, TT_OP_MOP(1, 0, 0));
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
}

TEST(words_that_are_read_back_hide_the_pause_after_a_mop) {
    for (uint32_t length = 1; length <= 3; length++) {
        replays(length);
        CHECK_EQ(told_count[1], 3 + 4 * length + 1);
        for (unsigned i = 0; i < 3 + 4 * length; i++) {
            CHECK_EQ(told[1][i].pushed, i < 3 ? i : 3);
            CHECK_EQ(told[1][i].start, i);
        }
        const struct stx_time_event *last = &told[1][3 + 4 * length];
        CHECK_EQ(last->pushed, 4);
        CHECK_EQ(last->start, 3 + 4 * length + (length == 1));
        CHECK_EQ(last->stall, length == 1 ? MOP : STX_STALL_NONE);
    }
}

/* Each REPLAY that is pushed is a push; its words follow by themselves. */
TEST(words_of_a_replay_are_one_push) {
    begin_told();
    stx_issue(&core, 1, TT_OP_REPLAY(0, 3, 1, 1));
    for (unsigned i = 0; i < 3; i++) {
        stx_issue(&core, 1, TT_OP_SETADCXX(UNPACKER_0, i, 0));
    }
    for (unsigned i = 0; i < 4; i++) {
        stx_issue(&core, 1, TT_OP_REPLAY(0, 3, 0, 0));
    }
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    for (unsigned i = 0; i < 16; i++) {
        CHECK_EQ(told[1][i].pushed, i < 3 ? i : 3 + (i - 3) / 3);
        CHECK_EQ(told[1][i].start, i);
        CHECK_EQ(told[1][i].stall, STX_STALL_NONE);
    }
}

/* REPLAY and three words that are recorded only: four cycles in which nothing is passed on. */
TEST(words_that_are_recorded_only_take_a_cycle_each) {
    begin_told();
    stx_issue(&core, 1, TT_OP_NOP);
    stx_issue(&core, 1, TT_OP_REPLAY(0, 3, 0, 1));
    for (unsigned i = 0; i < 3; i++) {
        stx_issue(&core, 1, TT_OP_SETADCXX(UNPACKER_0, i + 1, 0));
    }
    stx_issue(&core, 1, TT_OP_NOP);
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    CHECK_EQ(told_count[1], 3);
    CHECK_EQ(told[1][1].pushed, 1 + 4);
    CHECK_EQ(told[1][1].start, 1 + 4);
    CHECK_EQ(told[1][1].stall, PUSH);
    CHECK_EQ(told[1][2].start, 1 + 4 + 1);
}

/* 100 words of a MOP that keep the thread for three cycles each. The expander is two words ahead,
 * so it passes on the last one when the last but two starts, at 291. After it come a pause of a
 * cycle and the 17 words of a recording, which nobody executes. */
TEST(a_recording_after_a_mop_waits_until_the_expander_has_passed_on_its_words) {
    begin_told();
    template_1(1, 100);
    core.front[1].mop_cfg[5] = core.front[1].mop_cfg[7] = core.front[1].mop_cfg[8] =
        TT_OP_ADDDMAREG(0, 0, 0, 0);
    stx_issue(&core, 1, TT_OP_MOP(1, 0, 0));
    stx_issue(&core, 1, TT_OP_REPLAY(0, 16, 0, 1));
    for (unsigned i = 0; i < 16; i++) {
        stx_issue(&core, 1, TT_OP_SETADCXX(UNPACKER_0, i + 1, 0));
    }
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    CHECK_EQ(told_count[1], 101);
    CHECK_EQ(told[1][99].start, 297);
    CHECK_EQ(told[1][100].start, 292 + 17 + 1);
    CHECK_EQ(told[1][100].stall, MOP);
}

/* The one that has waited longer goes first; then threads take turns. */
TEST(threads_take_turns_on_a_unit) {
    static const struct row rows[] = {
        {1, TT_OP_SFPMOV(0, 0, 1, 0), 0, 1, 0, 0},    {1, TT_OP_SFPMOV(0, 0, 1, 0), 2, 3, UNIT, 0},
        {1, TT_OP_SFPMOV(0, 0, 1, 0), 4, 5, UNIT, 0}, {2, TT_OP_SFPMOV(0, 2, 3, 0), 1, 2, UNIT, 0},
        {2, TT_OP_SFPMOV(0, 2, 3, 0), 3, 4, UNIT, 0}, {2, TT_OP_SFPMOV(0, 2, 3, 0), 5, 6, UNIT, 0}};
    /* Two threads come in the same cycle, after the first one of them has used the unit, or not. */
    static const struct row first[] = {{1, TT_OP_SFPMOV(0, 0, 1, 0), 0, 1, 0, 0},
                                       {1, TT_OP_SFPMOV(0, 0, 1, 0), 2, 3, UNIT, 0},
                                       {2, TT_OP_NOP, 0, 1, 0, 0},
                                       {2, TT_OP_SFPMOV(0, 2, 3, 0), 1, 2, 0, 0}};
    static const struct row second[] = {{1, TT_OP_NOP, 0, 1, 0, 0},
                                        {1, TT_OP_SFPMOV(0, 0, 1, 0), 1, 2, 0, 0},
                                        {2, TT_OP_SFPMOV(0, 2, 3, 0), 0, 1, 0, 0},
                                        {2, TT_OP_SFPMOV(0, 2, 3, 0), 2, 3, UNIT, 0}};
    begin_told();
    CHECK(TOLD(rows));
    begin_told();
    CHECK(TOLD(first));
    begin_told();
    CHECK(TOLD(second));
}

/* More words of thread 1 than are kept: thread 2 comes later and finds the odd cycles free. */
TEST(a_thread_that_comes_late_takes_the_gaps_that_were_left) {
    begin_told();
    for (unsigned i = 0; i < 600; i++) {
        stx_issue(&core, 1, i % 2 ? TT_OP_NOP : TT_OP_SFPMOV(0, 0, 1, 0));
    }
    for (unsigned i = 0; i < 20; i++) {
        stx_issue(&core, 2, TT_OP_SFPMOV(0, 2, 3, 0));
    }
    stx_time_end(&timing);
    for (unsigned i = 0; i < 20; i++) {
        CHECK_EQ(told[2][i].start, 2 * i + 1);
        CHECK_EQ(told[2][i].stall, UNIT);
    }
    CHECK_EQ(told_count[1], 600);
    CHECK_EQ(stx_time_of(&timing, STX_TIME_EXPECTED, 1), 600);
}

/* 400 words wait for those of another thread, however many came before: both take turns. */
TEST(a_thread_that_comes_soon_enough_takes_its_turns) {
    begin_told();
    for (unsigned i = 0; i < 900; i++) {
        stx_issue(&core, i % 3, TT_OP_SETADCXX(UNPACKER_0, 0, 0));
    }
    for (unsigned i = 0; i < 400; i++) {
        stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    }
    for (unsigned i = 0; i < 10; i++) {
        stx_issue(&core, 2, TT_OP_SFPMOV(0, 2, 3, 0));
    }
    stx_time_end(&timing);
    CHECK_EQ(told_count[2], 310);
    for (unsigned i = 300; i < 310; i++) {
        CHECK_EQ(told[2][i % 128].start, 301 + 2 * (i - 300));
    }
}

/* Each of them, in its order, however many wait for the other threads. */
TEST(no_word_is_lost_when_there_are_more_than_are_kept) {
    begin_told();
    for (unsigned i = 0; i < 1200; i++) {
        stx_issue(&core, 1, TT_OP_SETADCXX(UNPACKER_0, i % 1000, i / 1000));
        unsigned placed = told_count[1];
        CHECK(placed == 0 ? i < 512 : told[1][(placed - 1) % 128].start == placed - 1);
        CHECK(placed == 0 ||
              told[1][(placed - 1) % 128].word ==
                  TT_OP_SETADCXX(UNPACKER_0, (placed - 1) % 1000, (placed - 1) / 1000));
    }
    stx_time_end(&timing);
    CHECK_EQ(told_count[1], 1200);
}

/* A semaphore that may not go up is full even at 0: who waits for a post does not wait for a get.
 */
TEST(a_semaphore_without_room_is_awaited_like_others) {
    begin_told();
    stx_issue(&core, 2, TT_OP_SEMINIT(0, 0, 1));
    CHECK_EQ(stx_issue(&core, 1, TT_OP_SEMWAIT(2, 1, 1)), STX_WAIT);
    for (unsigned i = 0; i < 30; i++) {
        stx_issue(&core, 2, TT_OP_NOP);
    }
    stx_issue(&core, 2, TT_OP_SEMPOST(1));
    CHECK_EQ(stx_issue(&core, 1, TT_OP_SEMWAIT(2, 1, 1)), STX_DONE);
    stx_issue(&core, 1, TT_OP_SEMGET(1u << 3));
    stx_time_end(&timing);
    /* The new value, the release of the wait. */
    CHECK_EQ(told[1][1].start, told[2][31].start + 2);
    CHECK_EQ(timing.clock[STX_TIME_EXPECTED].forced, 0);
}

/* A post that no word has made is never seen: words behind the wait are placed without it. */
TEST(words_whose_wait_ended_unseen_are_placed_and_counted) {
    begin_told();
    stx_issue(&core, 1, TT_OP_SEMINIT(2, 0, 4));
    CHECK_EQ(stx_issue(&core, 1, TT_OP_SEMWAIT(256, 4, 1)), STX_WAIT);
    stx_semaphore_post(&core, 2);
    CHECK_EQ(stx_issue(&core, 1, TT_OP_SEMWAIT(256, 4, 1)), STX_DONE);
    for (unsigned i = 0; i < 3; i++) {
        stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    }
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    CHECK_EQ(timing.clock[STX_TIME_EXPECTED].forced, 3);
    CHECK_EQ(told_count[1], 6);
    CHECK_EQ(told[1][2].start, 3); /* SEMINIT 0, SEMWAIT 1, its release 3 */
    CHECK_EQ(told[1][5].start, 6);
}

int main(void) {
    RUN(a_push_waits_for_room_in_the_fifo);
    RUN(the_depth_of_the_fifo_is_a_parameter);
    RUN_IF(STX_THREADS == 3, words_start_when_they_are_pushed);
    RUN_IF(STX_THREADS == 3, a_word_after_a_sync_is_pushed_when_all_before_are_done);
    RUN_IF(STX_THREADS == 3, words_of_two_loops_are_one_push);
    RUN_IF(STX_THREADS == 3, products_of_a_mop_are_one_push);
    RUN_IF(STX_THREADS == 3, words_around_the_inner_loop_belong_to_the_same_push);
    RUN_IF(STX_THREADS == 3, words_of_a_masked_loop_are_one_push);
    RUN_IF(STX_THREADS == 3, words_that_are_read_back_hide_the_pause_after_a_mop);
    RUN_IF(STX_THREADS == 3, words_of_a_replay_are_one_push);
    RUN_IF(STX_THREADS == 3, words_that_are_recorded_only_take_a_cycle_each);
    RUN_IF(STX_THREADS == 3,
           a_recording_after_a_mop_waits_until_the_expander_has_passed_on_its_words);
    RUN_IF(STX_THREADS == 3, threads_take_turns_on_a_unit);
    RUN_IF(STX_THREADS == 3, a_thread_that_comes_late_takes_the_gaps_that_were_left);
    RUN_IF(STX_THREADS == 3, a_thread_that_comes_soon_enough_takes_its_turns);
    RUN_IF(STX_THREADS == 3, no_word_is_lost_when_there_are_more_than_are_kept);
    RUN_IF(STX_THREADS == 3, a_semaphore_without_room_is_awaited_like_others);
    RUN_IF(STX_THREADS == 3, words_whose_wait_ended_unseen_are_placed_and_counted);
    return test_summary();
}
