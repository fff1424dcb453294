/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.c - runs the lint alongside cooperative threads. */
#include "coop/watch.h"

static unsigned in_vain;

static const char REFUSED[] =
    "lint: the library was built without STX_TRACE (make DIAG=1): nothing is watched\n";

#if STX_TRACE
#include "softensix/lint.h"

static struct stx_lint lint;
static stx_print findings_print;

void coop_watch_tell(void *ctx) {
    stx_lint_tell(&lint, findings_print, ctx);
}

void coop_watch_core(struct stx_core *core, stx_print print, void *ctx) {
    findings_print = print;
    in_vain = !stx_lint_init(&lint, core, NULL, NULL);
    if (in_vain) {
        print(ctx, REFUSED);
    }
}

void coop_watch_forgets(unsigned thread) {
    if (thread < STX_THREADS) {
        stx_lint_forget(&lint, thread);
    }
}

unsigned coop_findings(void) {
    return in_vain ? in_vain : stx_lint_total(&lint);
}
#else
void coop_watch_tell(void *ctx) {
    (void)ctx;
}

void coop_watch_core(struct stx_core *core, stx_print print, void *ctx) {
    (void)core;
    in_vain = 1;
    print(ctx, REFUSED);
}

unsigned coop_findings(void) {
    return in_vain;
}
#endif

void coop_watch(struct coop *coop, stx_print print, void *ctx) {
    coop_watch_core(coop->core, print, ctx);
    coop->on_end = coop_watch_tell;
    coop->on_end_ctx = ctx;
}
