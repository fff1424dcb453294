/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Zones of kernels, one within another, and how far operations and bytes are below the roofs. */
#include <limits.h>
#include <stdio.h>

#include "diag/capture.h"
#include "time/told.h"

static void begin_zones(void) {
    begin_told();
    capture_clear();
}

static void end_zones(void) {
    stx_time_end(&timing);
    stx_time_table(&timing, capture, NULL);
}

/* Two words outside, three in OUTER, twice four in INNER, one behind it: 14 cycles. */
TEST(a_zone_has_the_cycles_of_its_words_and_of_the_zones_in_it) {
    begin_zones();
    idle(1, 2);
    stx_time_zone(&timing, 1, "OUTER");
    idle(1, 3);
    for (unsigned i = 0; i < 2; i++) {
        stx_time_zone(&timing, 1, "INNER");
        idle(1, 4);
        stx_time_zone(&timing, 1, NULL);
    }
    stx_time_zone(&timing, 1, NULL);
    idle(1, 1);
    end_zones();
    CHECK(captured_has("zone OUTER of math: 11 cycles, 78.5 %; 11 words, busy 11\n"
                       "zone INNER of math, within OUTER: 8 cycles, 57.1 %; 8 words, busy 8\n"));
    CHECK(!told[1][0].zone && !told[1][13].zone);
    CHECK(!strcmp(told[1][2].zone, "OUTER") && !strcmp(told[1][5].zone, "INNER"));
    CHECK(!strcmp(told[1][5].zones[told[1][5].zones[told[1][5].place].parent].name, "OUTER"));
    static const uint8_t kept[14] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 1, 2, 2, 2, 0};
    for (unsigned i = 0; i < 14; i++) {
        CHECK_EQ(told[1][i].kept, kept[i]);
    }
}

/* The wait of a word counts where the word stands: 3 cycles each for the scalar unit. */
TEST(waits_count_too) {
    begin_zones();
    stx_time_zone(&timing, 1, "SCALAR");
    stx_issue(&core, 1, TT_OP_ADDDMAREG(0, 0, 0, 0));
    stx_issue(&core, 1, TT_OP_ADDDMAREG(0, 0, 0, 0));
    end_zones();
    CHECK(captured_has("zone SCALAR of math: 6 cycles, 100.0 %; 2 words, busy 6\n"));
}

TEST(threads_have_zones_of_their_own) {
    begin_zones();
    stx_time_zone(&timing, 0, "A");
    idle(2, 2);
    idle(0, 1);
    stx_time_zone(&timing, 2, NULL); /* it is in none */
    stx_time_zone(&timing, 7, "A");
    idle(2, 1);
    end_zones();
    CHECK_EQ(timing.zones, 1);
    CHECK(captured_has("zone A of unpack: 1 cycles, 100.0 %; 1 words, busy 1\n"));
}

TEST(a_thread_that_does_not_exist_changes_nothing) {
    static struct stx_time before;
    begin_zones();
    stx_time_zone(&timing, 2, "A");
    before = timing;
    stx_time_zone(&timing, STX_THREADS, "B");
    stx_time_zone(&timing, STX_THREADS, NULL);
    stx_time_zone(&timing, UINT_MAX, "B");
    CHECK(memcmp(&timing, &before, sizeof before) == 0);
    end_zones();
}

/* Words of zones that are too many, or too deep, count in the last one around them that is kept. */
TEST(too_many_zones_count_in_those_around_them) {
    static char names[STX_TIME_ZONES + 8][8];
    begin_zones();
    stx_time_zone(&timing, 1, "ALL");
    for (unsigned i = 0; i < STX_TIME_ZONES + 8; i++) {
        snprintf(names[i], sizeof names[i], "Z%u", i);
        stx_time_zone(&timing, 1, names[i]);
        idle(1, 1);
        stx_time_zone(&timing, 1, NULL);
    }
    for (unsigned i = 0; i < 2 * STX_TIME_NESTED; i++) {
        stx_time_zone(&timing, 1, "DEEP");
    }
    idle(1, 1);
    for (unsigned i = 0; i < 2 * STX_TIME_NESTED; i++) {
        stx_time_zone(&timing, 1, NULL);
    }
    idle(1, 1);
    CHECK_EQ(stx_time_zone_now(&timing, 1), 1);
    end_zones();
    CHECK_EQ(timing.zones, STX_TIME_ZONES - 1);
    CHECK(captured_has("zone ALL of math: 42 cycles, 100.0 %; 42 words, busy 42\n"));
}

/* 4,096 operations a word; the peak of LoFi, and what 128 bytes a cycle allow for. */
TEST(a_run_has_a_roof_of_operations_or_of_bytes) {
    begin_zones();
    timing.clock[0].flops = timing.clock[0].work = 40960;
    timing.clock[0].finished[1] = 100;
    timing.fetched = 640; /* 64 operations a byte: more than the 32 that 4096 / 128 need */
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_has("roofline: 64.00 operations a byte from L1; the peak is 4096 a cycle, of "
                       "which 10.0 % are reached\n"));
    capture_clear();
    timing.fetched = 10240; /* 4 a byte: 512 a cycle */
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_has("roofline: 4.00 operations a byte from L1; L1 allows for 512 a cycle, of "
                       "which 80.0 % are reached\n"));
    capture_clear();
    timing.clock[0].work = 4 * 40960; /* four phases of fidelity */
    stx_time_table(&timing, capture, NULL);
    CHECK(captured_has("L1 allows for 512 a cycle"));
    capture_clear();
    timing.fetched = 0;
    stx_time_table(&timing, capture, NULL);
    CHECK(!captured_has("roofline"));
}

/* The zones around a word's zone, from the inside outwards, if there are any. */
TEST(json_lines_name_the_zones) {
    static const struct stx_time_lines lines = {capture, NULL};
    begin_zones();
    stx_time_tell(&timing, &lines);
    for (unsigned depth = 0; depth < 3; depth++) {
        stx_time_zone(&timing, 1, depth == 0 ? "A" : depth == 1 ? "B" : "C");
        idle(1, 1);
    }
    stx_time_end(&timing);
    CHECK(captured_has(",\"zone\":\"A\",\"kept\":0}\n"));
    CHECK(captured_has(",\"zone\":\"B\",\"kept\":1,\"within\":[\"A\"]}\n"));
    CHECK(captured_has(",\"zone\":\"C\",\"kept\":2,\"within\":[\"B\",\"A\"]}\n"));
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_zone_has_the_cycles_of_its_words_and_of_the_zones_in_it);
    RUN_IF(STX_THREADS == 3, waits_count_too);
    RUN_IF(STX_THREADS == 3, threads_have_zones_of_their_own);
    RUN_IF(STX_THREADS == 3, a_thread_that_does_not_exist_changes_nothing);
    RUN_IF(STX_THREADS == 3, too_many_zones_count_in_those_around_them);
    RUN(a_run_has_a_roof_of_operations_or_of_bytes);
    RUN_IF(STX_THREADS == 3, json_lines_name_the_zones);
    return test_summary();
}
