/* SPDX-License-Identifier: Apache-2.0
 *
 * A lint that is asked for from a library that cannot trace says so, and is no clean result. */
#include <string.h>

#include "coop/timing.h"
#include "coop/watch.h"
#include "softensix/lint.h"
#include "softensix/trace.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static struct coop coop;
static char text[2000];

static void collect(void *ctx, const char *piece) {
    (void)ctx;
    strncat(text, piece, sizeof text - strlen(text) - 1);
}

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
    CHECK_EQ(strstr(text, "built without STX_TRACE") != NULL, !stx_has_trace());
}

TEST(what_needs_the_trace_tells_whether_there_is_one) {
    static struct stx_lint lint;
    static struct stx_trace trace;
    CHECK_EQ(stx_has_trace(), STX_TRACE);
    CHECK_EQ(stx_lint_init(&lint, &core, NULL, NULL), STX_TRACE);
    CHECK_EQ(stx_trace_init(&trace, STX_TRACE_JSON, &core, collect, NULL), STX_TRACE);
}

#if STX_TRACE
/* Each pair of words is a finding: an SFPLOAD right after a product on the same rows. */
static void reads_too_soon(void *argument) {
    (void)argument;
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    for (unsigned i = 0; i < 25; i++) {
        stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 7, 0));
        stx_issue(&core, 1, TT_OP_SFPLOAD(0, 0, 7, 0));
    }
}

static unsigned printed;

static void count(void *ctx, const char *piece) {
    printed += ctx == &printed && strstr(piece, "lint: thread ") != NULL;
}

TEST(twenty_findings_are_printed_and_all_are_counted) {
    coop_start(&coop, &core, NULL, 0);
    stx_init_as_firmware(&core);
    printed = 0;
    coop_watch(&coop, count, &printed);
    coop_add(&coop, "math", 1, reads_too_soon, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(coop_findings(), 25);
    CHECK_EQ(printed, 20);
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
        "cycles run unpack 0 math 2 pack 0 total 2 low 2 high 2\n"
        "busy:\n"
        "  counters                2 cycles, 100.0 %\n"
        "math: 2 words; waits:\n"
        "alone: unpack 0 math 2 pack 0 cycles\n"
        "twice as fast: matrix unit 2, vector unit 2, unpackers 2, packer 2, scalar unit 2 cycles; "
        "binding: none of them: order and waits\n";
    text[0] = 0;
    coop_start(&coop, &core, NULL, 0);
    CHECK(coop_time(&coop, collect, NULL));
    CHECK(coop_time_option("no_such=1") != NULL);
    CHECK(coop_time_option("clock=7") == NULL);
    coop_time_lines(collect, NULL);
    coop_add(&coop, "math", 1, two_words, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    coop_time_end("run", collect, NULL);
    CHECK(strstr(text, "\"clock\":7}\n{\"n\":1,\"thread\":1,"));
    CHECK(strstr(text, "{\"n\":2,\"thread\":1,\"pushed\":1,\"arrive\":1,\"start\":1,\"end\":2,"));
    if (strlen(text) < strlen(last) || strcmp(text + strlen(text) - strlen(last), last)) {
        printf("%s", text);
    }
    CHECK(strlen(text) > strlen(last) && !strcmp(text + strlen(text) - strlen(last), last));
}
#endif

int main(void) {
    RUN(the_lint_is_never_clean_where_it_cannot_watch);
    RUN(what_needs_the_trace_tells_whether_there_is_one);
#if STX_TRACE
    RUN_IF(STX_THREADS == 3, twenty_findings_are_printed_and_all_are_counted);
    RUN_IF(STX_THREADS == 3, accesses_are_watched_too);
    RUN_IF(STX_THREADS == 3, a_run_is_timed_with_lines_and_tables);
#endif
    return test_summary();
}
