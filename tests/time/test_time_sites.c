/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Where in a kernel's source its time goes: words count at the place that stx_issue_from() was
 * told, what a STALLWAIT holds up counts there, and nothing is lost or counted twice. */
#include <stdio.h>

#include "diag/capture.h"
#include "isa/operand_values.h"
#include "time/timing.h"
#include "time/words.h"

static void begin_sites(void) {
    begin();
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    begin_timing();
    capture_clear();
}

static void words(unsigned thread, uint32_t word, unsigned count, const char *where) {
    while (count--) {
        stx_issue_from(&core, thread, word, where);
    }
}

/* Cycles 0 to 4: five products of different blocks. The STALLWAIT is issued in cycle 5 and sees the
 * matrix unit idle at 4 + 5; the word behind it starts at 10, which is its release a cycle later. A
 * NOP, that no place is known of, is the last word and leaves in cycle 11. */
TEST(a_stall_counts_where_the_wait_was_issued) {
    begin_sites();
    for (unsigned i = 0; i < 5; i++) {
        words(1, TT_OP_MVMUL(0, 0, 0, 8 * i), 1, "math.c:10");
    }
    words(1, TT_OP_STALLWAIT(p_stall_STALL_MATH, p_stall_MATH), 1, "math.c:11");
    words(1, TT_OP_SETRWC(0, 0, 0, 0, 0, 0), 1, "math.c:12");
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    stx_time_sites(&timing, STX_TIME_SITES, capture, NULL);
    CHECK(captured_is(
        "lines of math: 12 cycles until its last word has left\n"
        "  math.c:10                        5 cycles, 41.6 %; 5 words, busy 5\n"
        "  math.c:11                        5 cycles, 41.6 %; 1 words, busy 1; WAIT_MATH 4\n"
        "  unknown                          1 cycles, 8.3 %; 1 words, busy 1\n"
        "  math.c:12                        1 cycles, 8.3 %; 1 words, busy 0\n"));
}

TEST(only_the_hottest_lines_are_told) {
    begin_sites();
    words(1, TT_OP_NOP, 3, "a.c:1");
    words(1, TT_OP_NOP, 4, "b.c:2");
    words(1, TT_OP_NOP, 2, "c.c:3");
    stx_time_end(&timing);
    stx_time_sites(&timing, 1, capture, NULL);
    CHECK(captured_is("lines of math: 9 cycles until its last word has left\n"
                      "  b.c:2                            4 cycles, 44.4 %; 4 words, busy 4\n"
                      "  other lines: 5 cycles\n"));
}

TEST(nothing_is_told_of_threads_whose_places_are_not_known) {
    begin_sites();
    words(1, TT_OP_NOP, 3, NULL);
    stx_time_end(&timing);
    stx_time_sites(&timing, 5, capture, NULL);
    CHECK(captured_is(""));
}

/* A MOP and what it expands to is one place; equal texts at two addresses are one, too. */
TEST(words_of_a_mop_count_where_it_was_issued) {
    static const char here[] = "k.c:7", copy[] = "k.c:7";
    begin_sites();
    core.front[1].mop_cfg[0] = 3;
    core.front[1].mop_cfg[1] = 2;
    for (unsigned i = 2; i < 9; i++) {
        core.front[1].mop_cfg[i] = TT_OP_NOP;
    }
    words(1, TT_OP_MOP(1, 0, 0), 1, here);
    words(1, TT_OP_SETRWC(0, 0, 0, 0, 0, 0), 1, copy);
    stx_time_end(&timing);
    CHECK_EQ(timing.sites, STX_TIME_THREADS + 1u);
    CHECK_EQ(timing.site[STX_TIME_THREADS].words, timing.clock[0].words[1]);
    CHECK(timing.clock[0].words[1] > 6);
}

TEST(json_lines_name_the_place) {
    struct stx_time_lines lines = {capture, NULL};
    begin_sites();
    stx_time_tell(&timing, &lines);
    words(1, TT_OP_NOP, 1, "k.c:7");
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    const char *first = strstr(captured, "\"n\":1,"), *second = strstr(captured, "\"n\":2,");
    const char *where = strstr(captured, ",\"where\":\"k.c:7\"}\n");
    CHECK(first && second && where > first && where < second);
    CHECK(second && !strstr(second, "where") && strstr(second, "{\"total\":"));
}

static char texts[STX_TIME_SITES + 20][16];

/* More places than have room, and random programs whose words wait for each other. */
static void random_run(uint32_t seed, unsigned places) {
    uint32_t held[3] = {0};
    begin_sites();
    for (unsigned i = 0; i < 4000; i++) {
        seed = seed * 1664525u + 1013904223u;
        unsigned t = (seed >> 16) % 3u;
        uint32_t word = held[t] ? held[t] : time_words[(seed >> 8) % TIME_WORDS];
        const char *where = i % 7 ? texts[(seed >> 12) % places] : NULL;
        held[t] = stx_issue_from(&core, t, word, where) == STX_WAIT ? word : 0;
    }
    stx_time_end(&timing);
}

static bool sums_hold(void) {
    const struct stx_time_clock *c = &timing.clock[STX_TIME_EXPECTED];
    uint64_t cycles[3] = {0}, words_of[3] = {0}, stall[3][STX_STALLS] = {{0}}, busy = 0, all = 0;
    bool good = true;
    for (unsigned i = 0; i < timing.sites; i++) {
        const struct stx_time_site *s = &timing.site[i];
        cycles[s->thread] += s->cycles;
        words_of[s->thread] += s->words;
        busy += s->busy;
        for (unsigned k = 0; k < STX_STALLS; k++) {
            stall[s->thread][k] += s->stall[k];
        }
    }
    for (unsigned r = 0; r < STX_TIME_RESOURCES; r++) {
        all += c->busy[r];
    }
    for (unsigned t = 0; t < 3; t++) {
        good &= cycles[t] == c->next[t] && words_of[t] == c->words[t] &&
                !memcmp(stall[t], c->stall[t], sizeof stall[t]);
    }
    return good && busy == all;
}

TEST(sums_of_lines_are_those_of_the_run) {
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        snprintf(texts[i], sizeof texts[i], "k.c:%u", i);
    }
    uint32_t words_seen = 0;
    for (uint32_t seed = 1; seed <= 40; seed++) {
        random_run(seed, 30);
        CHECK(sums_hold());
        CHECK(timing.sites > STX_TIME_THREADS);
        words_seen += timing.clock[0].placed;
    }
    CHECK(words_seen > 20000);
}

TEST(words_of_more_places_than_have_room_count_as_unknown) {
    begin_sites();
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        snprintf(texts[i], sizeof texts[i], "k.c:%u", i);
        words(1, TT_OP_NOP, 1, texts[i]);
    }
    stx_time_end(&timing);
    CHECK_EQ(timing.sites, STX_TIME_SITES);
    CHECK_EQ(timing.site[1].words, 20u + STX_TIME_THREADS);
    CHECK(sums_hold());
}

/* Each of a few texts at more addresses than the model can tell apart. */
TEST(words_of_more_texts_than_are_known_count_as_unknown) {
    static char copies[STX_TIME_KNOWN + 20][4];
    begin_sites();
    for (unsigned i = 0; i < STX_TIME_KNOWN + 20u; i++) {
        snprintf(copies[i], sizeof copies[i], "a:%u", i % 5u);
        words(1, TT_OP_NOP, 1, copies[i]);
    }
    stx_time_end(&timing);
    CHECK_EQ(timing.sites, STX_TIME_THREADS + 5u);
    CHECK_EQ(timing.site[1].words, 21u);
    CHECK(sums_hold());
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_stall_counts_where_the_wait_was_issued);
    RUN_IF(STX_THREADS == 3, only_the_hottest_lines_are_told);
    RUN(nothing_is_told_of_threads_whose_places_are_not_known);
    RUN_IF(STX_THREADS == 3, words_of_a_mop_count_where_it_was_issued);
    RUN_IF(STX_THREADS == 3, json_lines_name_the_place);
    RUN_IF(STX_THREADS == 3, sums_of_lines_are_those_of_the_run);
    RUN_IF(STX_THREADS == 3, words_of_more_places_than_have_room_count_as_unknown);
    RUN_IF(STX_THREADS == 3, words_of_more_texts_than_are_known_count_as_unknown);
    return test_summary();
}
