/* SPDX-License-Identifier: Apache-2.0
 *
 * A lint that is asked for from a library that cannot trace says so, and is no clean result. */
#include <string.h>

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

int main(void) {
    RUN(the_lint_is_never_clean_where_it_cannot_watch);
    RUN(what_needs_the_trace_tells_whether_there_is_one);
    return test_summary();
}
