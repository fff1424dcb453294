/* SPDX-License-Identifier: Apache-2.0
 *
 * A lint that is asked for from a library that cannot trace says so, and is no clean result. */
#include <stdlib.h>
#include <string.h>

#include "collect.h"
#include "coop/timing.h"
#include "coop/watch.h"
#include "counter.h"
#include "softensix/lint.h"
#include "softensix/trace.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static struct coop coop;
static void does_nothing(void *argument) {
    (void)argument;
    stx_issue(&core, 1, TT_OP_NOP);
}

TEST(the_lint_is_never_clean_where_it_cannot_watch) {
    coop_start(&coop, &core, NULL, 0);
    coop_watch(&coop, collect, NULL);
    coop_add(&coop, "math", 1, does_nothing, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(coop_findings(), stx_has_trace() ? 0 : 1);
    CHECK_EQ(strcmp(text, stx_has_trace() ? ""
                                          : "lint: the library was built without STX_TRACE (make "
                                            "DIAG=1): nothing is watched\n"),
             0);
}

TEST(what_needs_the_trace_tells_whether_there_is_one) {
    static struct stx_lint lint;
    static struct stx_trace trace;
    CHECK_EQ(stx_has_trace(), STX_TRACE);
    CHECK_EQ(stx_lint_init(&lint, &core, NULL, NULL), STX_TRACE);
    CHECK_EQ(stx_trace_init(&trace, STX_TRACE_JSON, &core, collect, NULL), STX_TRACE);
}

#if !STX_TRACE
TEST(the_time_is_never_told_where_it_cannot_be_measured) {
    text[0] = 0;
    coop_start(&coop, &core, NULL, 0);
    CHECK(!coop_time(&coop, collect, NULL));
    coop_time_lines(collect, NULL);
    coop_time_end("run", collect, NULL);
    CHECK(strcmp(text, "time: the library was built without STX_TRACE (make DIAG=1): nothing is "
                       "timed\n") == 0);
    CHECK(coop_time_option("clock=7") != NULL);
    CHECK_EQ(coop_code_thread(), 0);
}
#endif

#if STX_TRACE
/* Each pair of words is a finding: an SFPLOAD right after a product on the same rows. */
static void reads_too_soon(void *argument) {
    (void)argument;
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    for (unsigned i = 0; i < 25; i++) {
        stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 7, 0));
        stx_issue(&core, 1, TT_OP_SFPLOAD(0, 0, 7, 0));
    }
    stx_issue_from(&core, 1, TT_OP_MVMUL(0, 0, 7, 0), "kernel.c:7");
    stx_issue_from(&core, 1, TT_OP_SFPLOAD(0, 0, 7, 0), "kernel.c:8");
}

static unsigned printed, counted, placed;

static void count(void *ctx, const char *piece) {
    printed += ctx == &printed && strstr(piece, "lint: thread ") != NULL;
    counted += strstr(piece, " times") != NULL;
    placed += strstr(piece, "kernel.c:7") || strstr(piece, "kernel.c:8");
}

TEST(a_finding_is_printed_once_at_the_end_with_its_place_and_how_often_it_came_up) {
    coop_start(&coop, &core, NULL, 0);
    stx_init_as_firmware(&core);
    printed = counted = placed = 0;
    coop_watch(&coop, count, &printed);
    coop_add(&coop, "math", 1, reads_too_soon, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(coop_findings(), 26);
    CHECK_EQ(printed, 2);
    CHECK_EQ(counted, 1);
    CHECK_EQ(placed, 2);
}

/* A store to the configuration of a MOP that may still run is seen as well. */
static void stores_too_soon(void *argument) {
    (void)argument;
    for (unsigned i = 0; i < 9; i++) {
        stx_mmio_write(&core, 1, STX_MOP_WINDOW + 4 * i, i < 2 ? 1 : TT_OP_NOP);
    }
    stx_mmio_write(&core, 1, STX_MOP_WINDOW + 4 * 5, TT_OP_SETADCXX(1, 0, 0));
    stx_mmio_write(&core, 1, STX_MOP_WINDOW + 4 * 7, TT_OP_SETADCXX(1, 0, 0));
    stx_issue(&core, 1, TT_OP_MOP(1, 0, 0));
    stx_mmio_write(&core, 1, STX_MOP_WINDOW, 1);
}

TEST(accesses_are_watched_too) {
    coop_start(&coop, &core, NULL, 0);
    coop_watch(&coop, collect, NULL);
    coop_add(&coop, "math", 1, stores_too_soon, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(coop_findings(), 1);
}

static void two_words(void *argument) {
    (void)argument;
    stx_issue(&core, 1, TT_OP_NOP);
    stx_mmio_read(&core, 1, 0xFFE80004u); /* waits for all words before it */
    stx_issue(&core, 1, TT_OP_NOP);
}

TEST(a_run_is_timed_with_lines_and_tables) {
    static const char last[] =
        "cycles run unpack 0 math 2 pack 0 total 2 low 1 high 3\n"
        "busy:\n"
        "  counters                2 cycles, 100.0 %\n"
        "  issue of words          2 cycles, 100.0 %\n"
        "math: 2 words; waits:\n"
        "alone: unpack 0 math 2 pack 0 cycles\n"
        "twice as fast: matrix unit 2, vector unit 2, unpackers 2, packer 2, scalar unit 2, "
        "issue of words 2 cycles\n"
        "verdict: order and waits limit the run; no unit of twice the speed would help\n"
        "feed: infinite: all data are in L1 from the start\n"
        "band: words of the other units, ";
    text[0] = 0;
    coop_start(&coop, &core, NULL, 0);
    CHECK(coop_time(&coop, collect, NULL));
    CHECK(coop_time_option("no_such=1") != NULL);
    CHECK(coop_time_option("clock=7") == NULL);
    coop_time_lines(collect, NULL);
    coop_add(&coop, "math", 1, two_words, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    coop_time_end("run", collect, NULL);
    CHECK(strstr(text, ",\"clock\":7,"));
    CHECK(strstr(text, "}\n{\"n\":1,\"thread\":1,"));
    CHECK(strstr(text, "{\"n\":2,\"thread\":1,\"pushed\":1,\"arrive\":1,\"start\":1,\"end\":2,"));
    if (!strstr(text, last)) {
        printf("%s", text);
    }
    CHECK(strstr(text, last));
    CHECK(strstr(text, "; with the fastest and slowest parameters: 2 and 2 cycles\n"));
}

#if !defined(__riscv) || defined(__linux__) /* the tests say how many instructions were executed \
                                             */
/* Code between words, as it was counted, and when the word after it was pushed. A call with
 * constants that makes a word takes 38 instructions, one that traps 53 more before the counter is
 * read, and 41 after it was read for the word before (port/coop/timing.c). */
static void code(void (*begins)(unsigned), void (*ends)(unsigned), uint64_t instructions) {
    port_host_instructions = 5000;
    begins(1);
    port_host_instructions += instructions;
    ends(1);
    port_host_instructions += 1000;
    ends(1); /* nothing has begun */
    stx_issue(&core, 1, TT_OP_NOP);
}

static void word_after(uint64_t instructions) {
    coop_code_begins(1);
    port_host_instructions += 38 + instructions;
    coop_code_ends(1);
    stx_issue(&core, 1, TT_OP_NOP);
}

/* A function stores its last value, selects the next row and gives back its registers. */
static void ends_a_function_of_values(void) {
    coop_code_forgets(1);
    coop_code_stored(1);
    coop_code_ends(1);
    stx_issue(&core, 1, TT_OP_NOP); /* INCRWC */
    word_after(50);
    word_after(60);
}

/* Each piece of code has 400 instructions, which come from L1. The first 64 after a value may be
 * closer together on silicon. */
static void executes_code_far_from_that_of_silicon(void) {
    coop_code_forgets(1);
    for (uint32_t i = 0; i < 64; i++) {
        coop_code_executed(1, i * 0x1000u, i * 0x1000u + 1600u);
    }
    word_after(0);
    coop_code_executed(1, 0x80000u, 0x80000u + 1600u);
    word_after(0);
    coop_time_round(1);
    word_after(0);
}

static void runs_code(void *argument) {
    (void)argument;
    code(coop_code_begins, coop_code_ends, 38);
    code(coop_code_begins, coop_code_ends, 37);
    code(coop_code_begins, coop_code_ends, 38 + 20);
    code(coop_code_begins, coop_code_traps, 38 + 53);
    code(coop_code_begins, coop_code_traps, 38 + 53 + 30);
    code(coop_code_resumes, coop_code_traps, 41 + 38 + 53);
    code(coop_code_resumes, coop_code_traps, 41 + 38 + 53 + 40);
    code(coop_code_begins, coop_code_forgets, 1000);
    coop_code_ends(1);                        /* of code that was forgotten */
    stx_mmio_write(&core, 1, 0xFFE00000u, 5); /* a store is an instruction */
    stx_issue(&core, 1, TT_OP_NOP);
    coop_code_ends(STX_THREADS); /* there is no such thread */
    coop_code_begins(STX_THREADS);
    coop_code_forgets(STX_THREADS);
    coop_code_stored(STX_THREADS);
    ends_a_function_of_values();
    executes_code_far_from_that_of_silicon();
}

TEST(nobody_counts_code_before_the_time_is_asked_for) {
    port_host_instructions = 5000;
    coop_code_begins(1);
    CHECK_EQ(coop_code_thread(), 0);
}

/* The place in time of the next line's word; the lines are in order. */
static unsigned long pushed(const char **at) {
    *at = strstr(*at, "\"pushed\":");
    return *at ? strtoul(*at += 9, NULL, 10) : ~0ul;
}

/* With a cycle an instruction; a push takes one more. */
TEST(code_is_counted_without_the_call_that_stands_for_a_push) {
    static const unsigned instructions[15] = {0, 0, 20, 0, 30, 0, 40, 0, 1, 0, 0, 60, 0, 100, 2};
    const char *at = text;
    text[0] = 0;
    coop_start(&coop, &core, NULL, 0);
    CHECK(coop_time(&coop, collect, NULL));
    CHECK(coop_time_option("riscv_cycles=1") == NULL);
    CHECK(coop_time_option("fetch_extra=25") == NULL);
    CHECK(coop_time_option("riscv_round=2") == NULL);
    coop_time_lines(collect, NULL);
    coop_add(&coop, "math", 1, runs_code, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    coop_time_end("run", collect, NULL);
    for (unsigned i = 0, expected = 0; i < 15; i++) {
        expected += instructions[i];
        CHECK_EQ(pushed(&at), expected);
        expected++;
    }
    CHECK_EQ(pushed(&at), ~0ul);
    CHECK_EQ(coop_code_thread(), 1);
}
#endif
#endif

int main(void) {
#if STX_TRACE && (!defined(__riscv) || defined(__linux__))
    RUN_IF(STX_THREADS == 3, nobody_counts_code_before_the_time_is_asked_for);
#endif
    RUN(the_lint_is_never_clean_where_it_cannot_watch);
    RUN(what_needs_the_trace_tells_whether_there_is_one);
#if !STX_TRACE
    RUN(the_time_is_never_told_where_it_cannot_be_measured);
#else
    RUN_IF(STX_THREADS == 3,
           a_finding_is_printed_once_at_the_end_with_its_place_and_how_often_it_came_up);
    RUN_IF(STX_THREADS == 3, accesses_are_watched_too);
    RUN_IF(STX_THREADS == 3, a_run_is_timed_with_lines_and_tables);
#if !defined(__riscv) || defined(__linux__)
    RUN_IF(STX_THREADS == 3, code_is_counted_without_the_call_that_stands_for_a_push);
#endif
#endif
    return test_summary();
}
