/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.c - the lint beside a run of cooperative threads. */
#include "coop/watch.h"

static unsigned in_vain;

static const char REFUSED[] =
    "lint: the library was built without STX_TRACE (make DIAG=1): nothing is watched\n";

#if STX_TRACE
#include "softensix/lint.h"

#define FINDINGS_PRINTED 20u /* more of them would say the same */

static struct stx_lint lint;
static stx_print findings_print;

static void on_finding(void *ctx, const struct stx_lint_finding *finding) {
    if (stx_lint_total(&lint) <= FINDINGS_PRINTED) {
        stx_lint_print(finding, findings_print, ctx);
    }
}

void coop_watch(struct coop *coop, stx_print print, void *ctx) {
    findings_print = print;
    in_vain = !stx_lint_init(&lint, coop->core, on_finding, ctx);
    if (in_vain) {
        print(ctx, REFUSED);
    }
    coop->on_trace = stx_lint_word;
    coop->on_trace_ctx = &lint;
    coop->on_access = stx_lint_access;
    coop->on_access_ctx = &lint;
}

unsigned coop_findings(void) {
    return in_vain ? in_vain : stx_lint_total(&lint);
}
#else
void coop_watch(struct coop *coop, stx_print print, void *ctx) {
    (void)coop;
    in_vain = 1;
    print(ctx, REFUSED);
}

unsigned coop_findings(void) {
    return in_vain;
}
#endif
