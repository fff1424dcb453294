/* SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_mover_kernels.c - a reader and a writer of tt-metal: counters, polls, the clock, and
 * who is known to run. */
#include "metal_mover.h"

/* Pages of buffer 3 that have come and gone; a kernel adds without a mask, as on the chip. */
TEST(counters_that_a_kernel_writes_have_16_bits) {
    start_with(nothing, nothing, false);
    active = &movers;
    stx_dm_stream[3][STX_METAL_ACKED] = 0xFFFF;
    stx_dm_stream[3][STX_METAL_RECEIVED] = 0xFFFF + 3;
    take_counters();
    CHECK_EQ(cbs.cb[3].acked, 0xFFFF);
    CHECK_EQ(cbs.cb[3].received, 2);
    CHECK_EQ(stx_dm_stream[3][STX_METAL_RECEIVED], 2);
    CHECK(movers.moved);
    movers.moved = false;
    take_counters();
    CHECK(!movers.moved);
    CHECK_EQ(cbs.cb[9].received, 0);
}

/* A kernel of tt-metal that asks for what is there. */
static unsigned asked;
static void asks(void) {
    while (asked < 3) {
        stx_dm_begin(STX_METAL_RESERVE_BACK, 3, 1, 0x40, 0x80);
        stx_dm_end();
        asked++;
    }
}

/* What follows would wait for ever where nobody else moves. */
TEST(a_slow_kernel_goes_on_after_a_call_that_changes_nothing) {
    start_with(asks, NULL, true);
    movers.mover[CB_READER].is_c = false;
    asked = 0;
    for (unsigned i = 0; i < 3; i++) {
        CHECK(mover_run(&movers));
        CHECK_EQ(asked, i);
    }
    CHECK(mover_run(&movers) && asked == 3 && !explained(CB_READER)[0]);
    CHECK(!mover_run(&movers));
}

/* A barrier whose counter never has the value that the kernel expects. */
static void waits_in_vain(void) {
    while (stx_dm_read(WINDOW + STATUS + 4 * READS_ANSWERED) != 7) {
    }
}

TEST(a_barrier_that_cannot_end_gives_way_and_says_so) {
    unsigned turns = 0;
    start_with(waits_in_vain, NULL, false);
    movers.mover[CB_READER].is_c = false;
    while (turns < 9 && mover_run(&movers)) {
        turns++;
    }
    CHECK(turns < 9);
    CHECK(strstr(explained(CB_READER), "reads a counter of the NoC again and again"));
    CHECK(mover_place(&movers, CB_READER));
}

/* A kernel of tt-metal sees what a compute kernel has taken since it ran last. */
static uint32_t seen;
static void looks_at_a_counter(void) {
    seen = stx_dm_stream[3][STX_METAL_ACKED];
}

TEST(a_kernel_sees_counters_as_they_are) {
    start_with(looks_at_a_counter, NULL, false);
    movers.mover[CB_READER].is_c = false;
    stx_dm_stream[3][STX_METAL_ACKED] = 9;
    cbs.cb[3].acked = 2;
    (void)mover_run(&movers);
    CHECK_EQ(seen, 2);
}

static void polls(void) {
    for (;;) {
        stx_dm_poll();
    }
}

/* Semaphores 0 and 2, and what is said of a kernel that polls. */
TEST(what_semaphores_hold_is_told_of_a_kernel_that_polls) {
    static const struct memory without = {.cbs = &cbs, .l1_bytes = L1_BYTES, .banks = 1};
    memory.semaphores = 0x200;
    memory.semaphore[0] = memory.semaphore[2] = true;
    memset(l1 + 0x200, 0, 3 * SEMAPHORE_BYTES);
    l1[0x200 + 2 * SEMAPHORE_BYTES + 1] = 3;
    start_with(polls, nothing, false);
    movers.mover[CB_READER].is_c = false;
    while (mover_run(&movers)) {
    }
    CHECK(strcmp(explained(CB_READER), "reader: waits for a semaphore or a word of L1; semaphore 0 "
                                       "is 0; semaphore 2 is 768") == 0);
    CHECK(!mover_has_ended(&movers, CB_READER) && mover_has_ended(&movers, CB_WRITER));
    start_with(polls, NULL, false);
    CHECK(!mover_has_ended(&movers, CB_WRITER));
    memory = without;
}

static const char *who[2];
static void asks_who_runs(void) {
    who[0] = mover_inside(&movers, l1 + 1);
    mover_poll(&movers);
    who[1] = mover_inside(&movers, NULL);
}

/* Traps, and calls that give way, ask whose code runs. */
TEST(the_mover_that_runs_is_known_and_where_it_stands) {
    start_with(nothing, asks_who_runs, false);
    CHECK(!mover_inside(&movers, l1 + 2) && !mover_place(&movers, CB_WRITER));
    CHECK(mover_run(&movers) && !mover_inside(&movers, l1 + 3) && !who[1]);
    CHECK(!mover_is_stopped(&movers, CB_WRITER) && strcmp(who[0], "writer") == 0 &&
          mover_place(&movers, CB_WRITER) == l1 + 1);
    CHECK(mover_run(&movers) && strcmp(who[1], "writer") == 0);
    CHECK(!mover_place(&movers, CB_WRITER) && !mover_place(&movers, CB_READER));
}

static void overruns(void) {
    cb_push_back(9, 3);
}

TEST(who_has_ended_the_run_is_told_and_where) {
    start_with(overruns, polls, false);
    (void)mover_run(&movers);
    CHECK(mover_is_stopped(&movers, CB_READER) && !mover_is_stopped(&movers, CB_WRITER));
    CHECK(mover_place(&movers, CB_READER) != NULL && !explained(CB_WRITER)[0]);
}

static uint32_t clock_seen[2];
static void reads_the_clock(void) {
    clock_seen[0] = stx_dm_read(STX_DEBUG_WINDOW + 0x1F0);
    clock_seen[1] = stx_dm_read(STX_DEBUG_WINDOW + 0x1F8);
}

TEST(a_kernel_reads_the_clock) {
    start_with(reads_the_clock, NULL, false);
    core.clock_low = 40;
    core.clock_high = 3;
    CHECK(mover_run(&movers) && !mover_error(&movers));
    CHECK_EQ(clock_seen[0], 41);
    CHECK_EQ(clock_seen[1], 3);
}

static void reads_an_argument(void) {
    stx_dm_argument(0, 7);
}

TEST(a_kernel_tells_which_argument_it_reads) {
    static const uint32_t seventh_of_two[] = {STX_THREADS + CB_READER, 0, 7, 2};
    start_with(reads_an_argument, NULL, false);
    (void)mover_run(&movers);
    CHECK(memcmp(argument, seventh_of_two, sizeof argument) == 0);
}

int main(void) {
    RUN(the_mover_that_runs_is_known_and_where_it_stands);
    RUN(who_has_ended_the_run_is_told_and_where);
    RUN(a_kernel_reads_the_clock);
    RUN(what_semaphores_hold_is_told_of_a_kernel_that_polls);
    RUN(a_kernel_sees_counters_as_they_are);
    RUN(a_kernel_tells_which_argument_it_reads);
    RUN(a_slow_kernel_goes_on_after_a_call_that_changes_nothing);
    RUN(counters_that_a_kernel_writes_have_16_bits);
    RUN(a_barrier_that_cannot_end_gives_way_and_says_so);
    return test_summary();
}
