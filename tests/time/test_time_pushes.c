/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What holds in the model of time whatever the word and whichever the thread: words of a MOP are
 * one push, FIFOs have their depth, each thread may be late, alone or stuck. */
#include "time/told.h"

/* A MOP of one word a round, and of another one in the last round. */
static void program_mop(uint32_t rounds, uint32_t word, uint32_t last) {
    uint32_t *cfg = core.front[1].mop_cfg;
    cfg[0] = 1, cfg[1] = rounds;
    cfg[2] = cfg[3] = cfg[4] = cfg[6] = TT_OP_NOP; /* not there */
    cfg[5] = word;
    cfg[7] = cfg[8] = last;
}

TEST(three_words_of_a_mop_are_one_push_whatever_they_are) {
    static const uint32_t words[] = {TT_OP_MVMUL(0, 0, 0, 0),
                                     TT_OP_ELWADD(0, 0, 0, 0, 0),
                                     TT_OP_ELWADD(0, 1, 0, 0, 0),
                                     TT_OP_GAPOOL(0, 0, 0, 0, 0),
                                     TT_OP_ZEROACC(0, 0, 0, 0, 0),
                                     TT_OP_ZEROACC(3, 0, 0, 0, 0),
                                     TT_OP_MOVA2D(0, 0, 0, 0, 0),
                                     TT_OP_MOVB2D(0, 0, 0, 0, 0),
                                     TT_OP_MOVB2A(0, 0, 0, 0),
                                     TT_OP_MOVD2A(0, 0, 0, 0, 64),
                                     TT_OP_MOVD2B(0, 0, 0, 0, 64),
                                     TT_OP_INCRWC(0, 0, 0, 0),
                                     TT_OP_SETADCXX(PACKER, 15, 0),
                                     TT_OP_SETC16(0, 0),
                                     TT_OP_SFPMOV(0, 0, 1, 0),
                                     TT_OP_SFPLOAD(0, 0, 0, 0),
                                     TT_OP_SEMPOST(4),
                                     TT_OP_ATGETM(0),
                                     TT_OP_RDCFG(0, 0),
                                     TT_OP_SETDMAREG(0, 0, 0, 0),
                                     TT_OP_ADDDMAREG(0, 0, 0, 0),
                                     TT_OP_LOADIND(1, 0, 0, 4, 0),
                                     TT_OP_STOREIND(1, 0, 1, 0, 0, 4, 8),
                                     TT_OP_ATINCGET(0, 31, 0, 8, 1),
                                     TT_OP_STALLWAIT(64, 16),
                                     TT_OP_XMOV(0, 0),
                                     PACK(0, 15, 0),
                                     UNPACK(0, 0)};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        begin();
        unpack_plain(0, BF16, BF16, 16);
        pack_plain(READ_32B, FP32, FP32);
        core.cfg[0][71] |= 1u << 19;                /* packing adds to L1 */
        core.cfg[0][88] = 16, core.cfg[0][89] = 64; /* the mover copies */
        core.cfg[0][90] = 1u | 3u << 30;
        for (unsigned t = 1; t < 3; t++) {
            memcpy(core.adc[t], core.adc[0], sizeof core.adc[0]);
            memcpy(core.tcfg[t], core.tcfg[0], sizeof core.tcfg[0]);
        }
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
        tell_words();
        program_mop(3, words[i], words[i]);
        stx_issue(&core, 1, TT_OP_MOP(1, 0, 0));
        stx_time_end(&timing);
        CHECK_EQ(told_count[1], 3);
        CHECK_EQ(timing.clock[STX_TIME_EXPECTED].pushes[1], 1);
        CHECK_EQ(timing.clock[STX_TIME_EXPECTED].passes[1], 3);
    }
}

/* The first word waits for SrcA until 51; it is in the FIFO until then. */
static void first_word_leaves_at_51(uint32_t depth, unsigned words) {
    begin_told();
    stx_time_set(&timing, "fifo_words", depth);
    CHECK_EQ(stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0)), STX_WAIT);
    idle(0, 50);
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    CHECK_EQ(stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0)), STX_DONE);
    idle(1, words);
    stx_time_end(&timing);
    CHECK_EQ(told[1][0].start, 51);
}

TEST(the_fifo_holds_as_many_words_as_its_depth) {
    for (uint32_t depth = 1; depth <= 32; depth++) {
        first_word_leaves_at_51(depth, 100);
        for (unsigned i = 0; i <= 100; i++) {
            CHECK_EQ(told[1][i].start, 51 + i);
            CHECK_EQ(told[1][i].pushed, i < depth ? i : 51 + i - depth);
        }
    }
}

/* Between the expanders is room for one word. The first of two words waits until 51; then the
 * second one is passed on, and after a pause a REPLAY and 16 words that are recorded and not
 * executed. */
TEST(the_mop_expander_waits_for_room_behind_it) {
    begin_told();
    stx_time_set(&timing, "replay_fifo", 1);
    program_mop(2, TT_OP_MVMUL(0, 0, 0, 0), TT_OP_SETADCXX(UNPACKER_0, 15, 0));
    CHECK_EQ(stx_issue(&core, 1, TT_OP_MOP(1, 0, 0)), STX_WAIT);
    idle(0, 50);
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    CHECK_EQ(stx_issue(&core, 1, TT_OP_MOP(1, 0, 0)), STX_DONE);
    stx_issue(&core, 1, TT_OP_REPLAY(0, 16, 0, 1));
    for (unsigned i = 0; i < 16; i++) {
        stx_issue(&core, 1, TT_OP_SETADCXX(UNPACKER_0, i + 1, 0));
    }
    idle(1, 1);
    stx_time_end(&timing);
    CHECK_EQ(told_count[1], 3);
    CHECK_EQ(told[1][0].start, 51);
    CHECK_EQ(told[1][1].start, 52);
    CHECK_EQ(told[1][2].start, 51 + 1 + 1 + 17);
}

/* Cycles of each thread in each of the runs that time one thread alone: 10, 20 and 30 words. */
TEST(each_thread_is_timed_alone) {
    begin();
    stx_time_more(&timing);
    for (unsigned t = 0; t < 3; t++) {
        idle(t, 10 * (t + 1));
    }
    stx_time_end(&timing);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned t = 0; t < 3; t++) {
            CHECK_EQ(stx_time_of(&timing, (enum stx_time_bound)(STX_TIME_ALONE + i), t),
                     i == t ? 10 * (t + 1) : 0);
        }
    }
}

/* Each of them finds the odd cycles free that another one has left in more words than are kept. */
TEST(each_thread_may_come_late) {
    for (unsigned late = 0; late < 3; late++) {
        unsigned first = (late + 1) % 3;
        begin_told();
        for (unsigned i = 0; i < 600; i++) {
            stx_issue(&core, first, i % 2 ? TT_OP_NOP : TT_OP_SFPMOV(0, 0, 1, 0));
        }
        for (unsigned i = 0; i < 20; i++) {
            stx_issue(&core, late, TT_OP_SFPMOV(0, 2, 3, 0));
        }
        stx_time_end(&timing);
        CHECK_EQ(told_count[first], 600);
        for (unsigned i = 0; i < 20; i++) {
            CHECK_EQ(told[late][i].start, 2 * i + 1);
            CHECK_EQ(told[late][i].stall, UNIT);
        }
    }
}

/* A word is late that could have started before one that has its place; this one comes as early.
 * The mover copies 256 bytes in 22 cycles. */
TEST(a_word_that_is_not_late_waits_until_its_unit_is_free) {
    begin();
    core.cfg[0][88] = 16, core.cfg[0][89] = 64;
    core.cfg[0][90] = 16u | 3u << 30;
    tell_words();
    stx_issue(&core, 1, TT_OP_XMOV(0, 0));
    idle(1, STX_TIME_WINDOW - STX_TIME_BATCH);
    CHECK_EQ(told_now(1), 1);
    stx_issue(&core, 2, TT_OP_XMOV(0, 0));
    stx_time_end(&timing);
    CHECK_EQ(told[2][0].start, 22);
}

/* The thread stalls until the mover can start, and goes on a cycle later. */
TEST(a_thread_waits_with_its_second_copy_until_the_first_is_done) {
    begin();
    core.cfg[0][88] = 16, core.cfg[0][89] = 64;
    core.cfg[0][90] = 16u | 3u << 30;
    tell_words();
    stx_issue(&core, 1, TT_OP_XMOV(0, 0));
    stx_issue(&core, 1, TT_OP_XMOV(0, 0));
    stx_issue(&core, 1, TT_OP_SEMPOST(4));
    stx_time_end(&timing);
    CHECK_EQ(told[1][1].start, told[1][0].start + 22);
    CHECK_EQ(told[1][1].stall, UNIT);
    CHECK(told[1][2].start > told[1][1].start && told[1][2].start < told[1][1].start + 22);
}

/* The queue of each thread keeps the words that the next ones may come before, and no more: when
 * places are given, it must have room for the words that come until they are given again. */
TEST(a_queue_gives_up_its_first_words_when_it_is_full) {
    const unsigned most = STX_TIME_WINDOW - STX_TIME_BATCH;
    for (unsigned t = 0; t < 3; t++) {
        begin_told();
        for (unsigned i = 1; i <= 1500; i++) {
            idle(t, 1);
            unsigned seen = i - i % STX_TIME_BATCH;
            CHECK_EQ(told_count[t], seen > most ? seen - most : 0);
        }
        stx_time_end(&timing);
        CHECK_EQ(told_count[t], 1500);
        CHECK_EQ(timing.clock[STX_TIME_EXPECTED].forced, 0);
    }
}

/* RISC-V code has posted what each thread waits for: its words get places without that, when there
 * are too many of them or in the end. */
TEST(words_of_each_thread_are_placed_without_what_was_not_seen) {
    static const unsigned words[] = {3, 600};
    for (unsigned t = 0; t < 3; t++) {
        for (unsigned k = 0; k < 2; k++) {
            begin_told();
            stx_issue(&core, t, TT_OP_SEMINIT(2, 0, 4));
            CHECK_EQ(stx_issue(&core, t, TT_OP_SEMWAIT(256, 4, 1)), STX_WAIT);
            stx_semaphore_post(&core, 2);
            CHECK_EQ(stx_issue(&core, t, TT_OP_SEMWAIT(256, 4, 1)), STX_DONE);
            for (unsigned i = 0; i < words[k]; i++) {
                stx_issue(&core, t, TT_OP_SFPMOV(0, 0, 1, 0));
            }
            CHECK(k ? told_count[t] >= 600 - 510 : told_count[t] <= 2);
            stx_time_end(&timing);
            CHECK_EQ(told_count[t], 2 + words[k]);
            CHECK_EQ(timing.clock[STX_TIME_EXPECTED].forced, words[k]);
        }
    }
}

TEST(after_the_end_no_word_is_seen) {
    begin_told();
    for (unsigned t = 0; t < 3; t++) {
        idle(t, 2);
    }
    stx_time_end(&timing);
    CHECK_EQ(told_count[0] + told_count[1] + told_count[2], 6);
    for (unsigned t = 0; t < 3; t++) {
        idle(t, 2);
        CHECK_EQ(stx_issue(&core, t, TT_OP_SEMWAIT(2, 4, 1)), STX_WAIT);
    }
    stx_time_end(&timing);
    CHECK_EQ(told_count[0] + told_count[1] + told_count[2], 6);
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           three_words_of_a_mop_are_one_push_whatever_they_are);
    RUN_IF(STX_THREADS == 3, the_fifo_holds_as_many_words_as_its_depth);
    RUN_IF(STX_THREADS == 3, the_mop_expander_waits_for_room_behind_it);
    RUN_IF(STX_THREADS == 3, each_thread_is_timed_alone);
    RUN_IF(STX_THREADS == 3, each_thread_may_come_late);
    RUN_IF(STX_THREADS == 3, a_word_that_is_not_late_waits_until_its_unit_is_free);
    RUN_IF(STX_THREADS == 3, a_thread_waits_with_its_second_copy_until_the_first_is_done);
    RUN_IF(STX_THREADS == 3, a_queue_gives_up_its_first_words_when_it_is_full);
    RUN_IF(STX_THREADS == 3, words_of_each_thread_are_placed_without_what_was_not_seen);
    RUN_IF(STX_THREADS == 3, after_the_end_no_word_is_seen);
    return test_summary();
}
