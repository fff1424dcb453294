/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The report of cycles as text, from clocks that are set by hand. */
#include "diag/capture.h"
#include "softensix/time.h"
#include "time/limits.h"
#include "test.h"

static struct stx_time timing;

static void set_clocks(void) {
    struct stx_time_clock *c = &timing.clock[STX_TIME_EXPECTED];
    memset(&timing, 0, sizeof timing);
    c->finished[0] = 40, c->finished[1] = 200;
    c->busy[STX_RESOURCE_THREAD] = 200;
    c->busy[STX_RESOURCE_FPU] = 50;
    c->busy[STX_RESOURCE_SFPU] = 25;
    c->words[1] = 12;
    timing.clock[STX_TIME_LOW].finished[2] = 7;
    timing.clock[STX_TIME_HIGH].finished[0] = 12345678901;
    capture_clear();
}

TEST(the_line_of_totals_has_every_thread_and_bound) {
    set_clocks();
    stx_time_print(&timing, "matmul", capture, NULL);
    char text[128];
    snprintf(text, sizeof text,
             "cycles matmul unpack 40 math 200 pack 0 total 200 low %lu high %lu\n",
             low_of(STX_TIME_MATRIX, 200), high_of(STX_TIME_MATRIX, 200));
    CHECK(captured_is(text));
    capture_clear();
    timing.clock[STX_TIME_EXPECTED].finished[1] = 12345678000;
    stx_time_print(&timing, "long", capture, NULL);
    CHECK(captured_has("cycles long unpack 40 math 12345678000 pack 0 total 12345678000 low "));
    CHECK_EQ(stx_time_band(&timing, STX_TIME_HIGH, 12345678000) / 1000,
             (uint64_t)12345678 * bands[STX_TIME_MATRIX].high / 1000);
}

TEST(units_are_told_with_their_share_of_the_whole_run) {
    set_clocks();
    stx_time_table(&timing, capture, NULL);
    CHECK(!strcmp(captured, "busy:\n"
                            "  counters                200 cycles, 100.0 %\n"
                            "  matrix unit             50 cycles, 25.0 %  FPU_COUNTER\n"
                            "  vector unit             25 cycles, 12.5 %  SFPU_COUNTER\n"
                            "  issue of words          12 cycles, 6.0 %\n"
                            "math: 12 words; waits:\n"));
}

static bool is_of_each_thread(const char *counter) {
    return *counter && counter[strlen(counter) - 1] == '_';
}

/* One at a time; the share is of the thread's own time. */
TEST(every_stall_is_told_by_its_name_text_and_counter) {
    char expected[400];
    for (unsigned s = 1; s < STX_STALLS; s++) {
        enum stx_stall stall = (enum stx_stall)s;
        set_clocks();
        timing.clock[STX_TIME_EXPECTED].stall[1][s] = 31;
        stx_time_table(&timing, capture, NULL);
        snprintf(expected, sizeof expected,
                 "math: 12 words; waits:\n  %-24s31 cycles, 15.5 %%  %s%s%s%s\n",
                 stx_stall_name(stall), stx_stall_text(stall),
                 *stx_stall_counter(stall) ? "; " : "", stx_stall_counter(stall),
                 is_of_each_thread(stx_stall_counter(stall)) ? "1" : "");
        CHECK(captured_has(expected));
    }
}

TEST(every_unit_is_told_by_its_name_and_counter) {
    static const char *const names[STX_TIME_RESOURCES][2] = {
        {"other", ""},
        {"front end", ""},
        {"counters", ""},
        {"thread configuration", ""},
        {"sync unit", ""},
        {"mutexes", ""},
        {"configuration", ""},
        {"scalar unit", ""},
        {"matrix unit", "  FPU_COUNTER"},
        {"vector unit", "  SFPU_COUNTER"},
        {"unpackers", "  UNPACK0_BUSY_THREAD0, UNPACK1_BUSY_THREAD0"},
        {"packer", "  PACKER_BUSY"},
        {"mover", ""}};
    char expected[2000] = "busy:\n";
    set_clocks();
    for (unsigned r = 0; r < STX_TIME_RESOURCES; r++) {
        size_t at = strlen(expected);
        timing.clock[STX_TIME_EXPECTED].busy[r] = 2 * r + 2;
        snprintf(expected + at, sizeof expected - at, "  %-24s%u cycles, %u.0 %%%s\n", names[r][0],
                 2 * r + 2, r + 1, names[r][1]);
    }
    timing.clock[STX_TIME_EXPECTED].code[2] = 100;
    strcat(expected, "  issue of words          12 cycles, 6.0 %\n"
                     "  RISC-V code             100 cycles, 50.0 %\n");
    stx_time_table(&timing, capture, NULL);
    CHECK(!strncmp(captured, expected, strlen(expected)));
}

/* No wait is no row. */
TEST(what_has_not_waited_is_not_told) {
    set_clocks();
    timing.clock[STX_TIME_EXPECTED].stall[1][STX_STALL_NONE] = 9;
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_has("math: 12 words; waits:\n"));
    CHECK(!captured_has("9 cycles"));
}

/* The first one of those that gain most; what gains nothing limits nothing. Of 200 cycles. The
 * matrix unit is busy for 50. */
TEST(what_gains_most_limits_the_run) {
    static const struct {
        uint16_t halves[7];
        const char *verdict;
    } rows[] = {
        {{300, 300, 400, 400, 400, 300, 400},
         "verdict: matrix unit limits the run; twice its speed would save 25.0 %\n"},
        {{400, 399, 399, 350, 350, 400, 400},
         "verdict: packer limits the run; twice its speed would save 12.5 %; "
         "the busiest, matrix unit, 0.0 %\n"},
        {{400, 400, 400, 400, 398, 400, 400},
         "verdict: scalar unit limits the run; twice its speed would save 0.5 %; "
         "the busiest, matrix unit, 0.0 %\n"},
        {{390, 400, 400, 400, 400, 380, 400},
         "verdict: issue of words limits the run; twice its speed would save 5.0 %; "
         "the busiest, matrix unit, 2.5 %\n"},
        {{390, 400, 400, 400, 400, 380, 200},
         "verdict: RISC-V code limits the run; twice its speed would save 50.0 %; "
         "the busiest, matrix unit, 2.5 %\n"},
        {{400, 400, 400, 400, 400, 400, 400},
         "verdict: order and waits limit the run; no unit of twice the speed would help\n"},
        {{402, 400, 401, 400, 410, 400, 400},
         "verdict: order and waits limit the run; no unit of twice the speed would help\n"}};
    static const uint8_t units[] = {STX_RESOURCE_FPU,  STX_RESOURCE_SFPU,   STX_RESOURCE_UNPACK,
                                    STX_RESOURCE_PACK, STX_RESOURCE_SCALAR, STX_TIME_ISSUE,
                                    STX_TIME_CODE};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_clocks();
        timing.clocks = STX_TIME_CLOCKS;
        for (unsigned k = 0; k < sizeof units; k++) {
            timing.clock[STX_TIME_TWICE + k].tick = 2;
            timing.clock[STX_TIME_TWICE + k].twice = units[k];
            timing.clock[STX_TIME_TWICE + k].finished[1] = rows[i].halves[k];
        }
        stx_time_table(&timing, capture, NULL);
        CHECK(captured_has(rows[i].verdict));
    }
}

TEST(words_that_were_placed_by_force_are_counted) {
    set_clocks();
    stx_time_table(&timing, capture, NULL);
    CHECK(!captured_has("left out"));
    timing.clock[STX_TIME_EXPECTED].forced = 3;
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_has("waits for events that were never seen were left out: 3 words\n"));
}

/* 8 x 16 sums of 16 products a word; the words of later phases refine the same products. */
TEST(operations_are_told_against_the_peak_of_the_fidelity_that_was_used) {
    set_clocks();
    timing.clock[STX_TIME_EXPECTED].flops = 100 * 4096;
    timing.clock[STX_TIME_EXPECTED].work = 200 * 4096;
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_has("operations: 409600 in 200 cycles, 2048 a cycle of 2048 at HiFi2: "
                       "100.0 % of the peak\n"));
}

/* Half cycles are counted then. */
TEST(a_unit_that_is_twice_as_fast_is_told_with_the_time_that_it_leaves) {
    set_clocks();
    timing.clocks = STX_TIME_CLOCKS;
    for (unsigned i = STX_TIME_TWICE; i < STX_TIME_CLOCKS; i++) {
        timing.clock[i].tick = 2;
        timing.clock[i].twice = STX_RESOURCE_SFPU;
        timing.clock[i].finished[1] = i == STX_TIME_TWICE ? 300 : 400;
    }
    timing.clock[STX_TIME_ALONE + 1].finished[1] = 190;
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_has("alone: unpack 0 math 190 pack 0 cycles\n"));
    CHECK(captured_has("twice as fast: vector unit 150, vector unit 200,"));
    CHECK(captured_has("verdict: vector unit limits the run; twice its speed would save 25.0 %\n"));
}

int main(void) {
    RUN(the_line_of_totals_has_every_thread_and_bound);
    RUN(units_are_told_with_their_share_of_the_whole_run);
    RUN(every_stall_is_told_by_its_name_text_and_counter);
    RUN(operations_are_told_against_the_peak_of_the_fidelity_that_was_used);
    RUN(a_unit_that_is_twice_as_fast_is_told_with_the_time_that_it_leaves);
    RUN(every_unit_is_told_by_its_name_and_counter);
    RUN(what_has_not_waited_is_not_told);
    RUN(what_gains_most_limits_the_run);
    RUN(words_that_were_placed_by_force_are_counted);
    return test_summary();
}
