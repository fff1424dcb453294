/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Waits that are over in the model of time, which hold no word any more. */
#include "time/timing.h"
#include "time/told.h"

/* The word that was told last. */
static const struct stx_time_event *last_of(unsigned thread) {
    return &told[thread][(told_count[thread] - 1) % 128];
}

static void busy(unsigned thread, unsigned words) {
    while (words--) {
        stx_issue(&core, thread, TT_OP_SFPMOV(0, 0, 1, 0));
    }
}

/* The post that a wait is for lies sixteen posts back: its time is not remembered any more. */
TEST(a_wait_for_what_happened_long_before_is_over) {
    for (unsigned posts = 16; posts <= 17; posts++) {
        begin_told();
        CHECK_EQ(stx_issue(&core, 2, TT_OP_SEMWAIT(256, 4, 1)), STX_WAIT);
        for (unsigned i = 0; i < 10; i++) {
            stx_issue(&core, 1, TT_OP_NOP);
        }
        for (unsigned i = 1; i < posts; i++) {
            stx_issue(&core, 1, TT_OP_SEMPOST(4));
            stx_issue(&core, 1, TT_OP_SEMGET(4));
        }
        stx_issue(&core, 1, TT_OP_SEMPOST(4));
        for (unsigned i = 0; i < 600; i++) {
            stx_issue(&core, 1, TT_OP_NOP);
        }
        CHECK_EQ(stx_issue(&core, 2, TT_OP_SEMWAIT(256, 4, 1)), STX_DONE);
        stx_issue(&core, 2, TT_OP_SFPMOV(0, 2, 3, 0));
        stx_time_end(&timing);
        CHECK_EQ(last_of(2)->word, TT_OP_SFPMOV(0, 2, 3, 0));
        CHECK_EQ(last_of(2)->start, posts == 16 ? 12 : 2);
    }
}

/* The reports name the wait for a delay of its own only: a word that comes long after it is over is
 * not held by it, whatever else delays the word (SPEC 9.2). */
TEST(a_wait_that_is_over_holds_nothing) {
    for (unsigned late = 0; late < 2; late++) {
        begin_told();
        if (!late) {
            busy(0, 40);
            stx_issue(&core, 0, TT_OP_SETDVALID(1));
        }
        stx_issue(&core, 1, TT_OP_STALLWAIT(64, late ? 0 : 1 << 7));
        if (late) {
            busy(1, 20);
        }
        stx_issue(&core, 1, TT_OP_INCRWC(0, 0, 0, 0));
        stx_time_end(&timing);
        CHECK_EQ(last_of(1)->word, TT_OP_INCRWC(0, 0, 0, 0));
        CHECK_EQ(last_of(1)->start >= 40, !late);
        CHECK_EQ(last_of(1)->held, !late);
    }
}

/* A wait is over when the first word that it holds has left: a write of configuration behind that
 * word does not wait for seven cycles after the matrix unit (tt-metal#55053), as one that the wait
 * holds does. */
TEST(a_wait_holds_until_its_first_word) {
    enum { MATH_AND_CONFIG = 1 << 6 | 1 << 7, UNTIL_MATH = 1 << 4 };
    for (unsigned words = 0; words < 2; words++) {
        begin_told();
        stx_issue(&core, 1, TT_OP_INCRWC(0, 0, 0, 0));
        stx_issue(&core, 1, TT_OP_STALLWAIT(MATH_AND_CONFIG, UNTIL_MATH));
        for (unsigned i = 0; i < words; i++) {
            stx_issue(&core, 1, TT_OP_INCRWC(0, 0, 0, 0));
        }
        stx_issue(&core, 1, TT_OP_WRCFG(0, 0, 0));
        stx_time_end(&timing);
        CHECK_EQ(last_of(1)->word, TT_OP_WRCFG(0, 0, 0));
        CHECK_EQ(last_of(1)->start, words ? 7 : 5 + 7); /* the matrix unit is idle at 5 */
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_wait_for_what_happened_long_before_is_over);
    RUN_IF(STX_THREADS == 3, a_wait_that_is_over_holds_nothing);
    RUN_IF(STX_THREADS == 3, a_wait_holds_until_its_first_word);
    return test_summary();
}
