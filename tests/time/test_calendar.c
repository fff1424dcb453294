/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Which cycles of a unit are taken: against a plain list of all cycles. */
#include <string.h>

#include "test.h"
#include "time/model.h"

enum { SPAN = 32 * STX_TIME_CALENDAR, END = 20 * SPAN };

static struct stx_time_calendar calendar;
static uint8_t taken[2 * END];

/* The first free cycles from "at" on. */
static uint64_t first_gap(uint64_t at, unsigned cycles) {
    for (unsigned run = 0;; at++) {
        run = taken[at] ? 0 : run + 1;
        if (run == cycles) {
            return at + 1 - cycles;
        }
    }
}

static void take(uint64_t at, unsigned cycles) {
    stx_time_take(&calendar, at, cycles);
    memset(taken + at, 1, cycles);
}

static void start(void) {
    memset(&calendar, 0, sizeof calendar);
    memset(taken, 0, sizeof taken);
}

TEST(a_gap_is_the_first_one_that_is_long_enough) {
    start();
    take(10, 5);
    take(17, 3);
    CHECK_EQ(stx_time_gap(&calendar, 0, 10), 0);
    CHECK_EQ(stx_time_gap(&calendar, 0, 11), 20);
    CHECK_EQ(stx_time_gap(&calendar, 1, 10), 20);
    CHECK_EQ(stx_time_gap(&calendar, 10, 2), 15);
    CHECK_EQ(stx_time_gap(&calendar, 10, 3), 20);
    CHECK_EQ(stx_time_gap(&calendar, 14, 1), 15);
    CHECK_EQ(stx_time_gap(&calendar, 19, 1), 20);
}

TEST(the_last_cycles_are_remembered_and_older_ones_are_full) {
    static const uint64_t ends[] = {SPAN - 1,      SPAN,          SPAN + 1,     2 * SPAN - 1,
                                    2 * SPAN,      2 * SPAN + 1,  3 * SPAN + 5, 7 * SPAN,
                                    9 * SPAN + 31, 5 * SPAN + 700};
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        start();
        take(3, 2);
        take(SPAN - 12, 2);
        take(ends[i] - 4, 4);
        CHECK_EQ(stx_time_gap(&calendar, ends[i] - 4, 1), ends[i]);
        CHECK_EQ(stx_time_gap(&calendar, ends[i] - 6, 2), ends[i] - 6);
        uint64_t oldest = ends[i] < SPAN ? 0 : ends[i] / 32 * 32 + 32 - SPAN;
        CHECK_EQ(calendar.base, oldest);
        CHECK_EQ(stx_time_gap(&calendar, 0, 1), oldest);
        for (uint64_t at = oldest; at < ends[i] + SPAN; at++) {
            CHECK_EQ(stx_time_gap(&calendar, at, 1), first_gap(at, 1));
        }
    }
}

/* Words come in random order within half of what is remembered. */
TEST(random_takings_leave_the_gaps_of_a_plain_list) {
    uint32_t state = 99;
    start();
    for (uint64_t now = 0; now < END - SPAN; now += test_random(&state) % 40) {
        uint64_t from = now + test_random(&state) % (SPAN / 2);
        unsigned cycles = 1 + test_random(&state) % 12;
        from = from < calendar.base ? calendar.base : from;
        uint64_t at = stx_time_gap(&calendar, from, cycles);
        CHECK_EQ(at, first_gap(from, cycles));
        take(at, cycles);
    }
}

int main(void) {
    RUN(a_gap_is_the_first_one_that_is_long_enough);
    RUN(the_last_cycles_are_remembered_and_older_ones_are_full);
    RUN(random_takings_leave_the_gaps_of_a_plain_list);
    return test_summary();
}
