/* Blackhole only: its numbers. SPDX-License-Identifier: Apache-2.0
 *
 * A core among others: readers and writers wait for what these send. */
#include "time/told.h"

/* 6,400 bytes from three routers away: 40 + 3 x 11 cycles and 100 for the bytes. Then the writer,
 * which has nothing to do, waits for something that arrives at 500, at the earliest at 400. */
TEST(other_cores_are_waited_for) {
    const struct stx_time_transfer far = {.number = 64, .bytes = 6400, .hops = 3};
    const struct stx_time_transfer waits = {.number = 64, .writer = true, .after = {500, 400, 600}};
    begin_told();
    stx_time_transfer(&timing, &far);
    stx_time_transfer(&timing, &waits);
    stx_time_settle(&timing);
    CHECK_EQ(stx_time_mover(&timing, STX_TIME_EXPECTED, false), 40 + 33 + 100);
    CHECK_EQ(stx_time_arrival(&timing, STX_TIME_LOW, false), 10 + 27 + 100);
    CHECK_EQ(stx_time_mover(&timing, STX_TIME_EXPECTED, true), 500);
    CHECK_EQ(stx_time_mover(&timing, STX_TIME_LOW, true), 400);
    CHECK_EQ(stx_time_apart(&timing, STX_TIME_HIGH, true), 600);
    CHECK_EQ(stx_time_apart(&timing, STX_TIME_HIGH, false), 0);
    CHECK_EQ(stx_time_core(&timing, STX_TIME_EXPECTED), 500);
    CHECK_EQ(stx_time_core(&timing, STX_TIME_CLOCKS), 0);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 0);
}

/* A word of a thread has its place after it is asked for, and not when another thread ends. */
TEST(words_have_their_places_when_they_are_asked_for) {
    begin_told();
    stx_issue(&core, 0, TT_OP_NOP);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 0);
    stx_time_settle(&timing);
    const uint64_t settled = stx_time_total(&timing, STX_TIME_EXPECTED);
    CHECK(settled > 0);
    stx_time_end(&timing);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), settled);
    stx_time_settle(&timing);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), settled);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, other_cores_are_waited_for);
    RUN_IF(STX_THREADS == 3, words_have_their_places_when_they_are_asked_for);
    return test_summary();
}
