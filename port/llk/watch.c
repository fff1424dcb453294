/* SPDX-License-Identifier: Apache-2.0 */
#include "watch.h"

#if STX_TRACE
#include <stdio.h>

#include "softensix/lint.h"

static struct stx_lint lint;

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static void on_finding(void *ctx, const struct stx_lint_finding *finding) {
    if (stx_lint_total(&lint) <= 20) { /* more of them would say the same */
        stx_lint_print(finding, print, ctx);
    }
}

void llk_watch(struct coop *coop) {
    stx_lint_init(&lint, coop->core, on_finding, NULL);
    coop->on_trace = stx_lint_word;
    coop->on_trace_ctx = &lint;
    coop->on_access = stx_lint_access;
    coop->on_access_ctx = &lint;
}

unsigned llk_findings(void) {
    return stx_lint_total(&lint);
}
#else
void llk_watch(struct coop *coop) {
    (void)coop;
}

unsigned llk_findings(void) {
    return 0;
}
#endif
