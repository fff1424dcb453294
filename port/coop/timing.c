/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.c - the time model beside a run of cooperative threads. */
#include "coop/timing.h"

#if STX_TRACE
#include "softensix/time.h"

static struct stx_time timing;
static struct stx_time_lines lines;

bool coop_time(struct coop *coop, stx_print print, void *ctx) {
    (void)print;
    (void)ctx;
    coop->on_trace = stx_time_word;
    coop->on_access = stx_time_access;
    coop->on_trace_ctx = coop->on_access_ctx = &timing;
    bool timed = stx_time_init(&timing, coop->core);
    stx_time_more(&timing);
    return timed;
}

const char *coop_time_option(const char *text) {
    return stx_time_option(&timing, text);
}

void coop_time_lines(stx_print print, void *ctx) {
    lines = (struct stx_time_lines){print, ctx};
    stx_time_tell(&timing, &lines);
}

void coop_time_end(const char *name, stx_print print, void *ctx) {
    stx_time_end(&timing);
    stx_time_print(&timing, name, print, ctx);
    stx_time_table(&timing, print, ctx);
}
#else
bool coop_time(struct coop *coop, stx_print print, void *ctx) {
    (void)coop;
    print(ctx, "time: the library was built without STX_TRACE (make DIAG=1): nothing is timed\n");
    return false;
}

const char *coop_time_option(const char *text) {
    (void)text;
    return "nothing is timed";
}

void coop_time_lines(stx_print print, void *ctx) {
    (void)print;
    (void)ctx;
}

void coop_time_end(const char *name, stx_print print, void *ctx) {
    (void)name;
    (void)print;
    (void)ctx;
}
#endif
