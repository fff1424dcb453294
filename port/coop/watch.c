/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.c - the lint beside a run of cooperative threads. */
#include "coop/watch.h"

static unsigned in_vain;

static void refuse(stx_print print, void *ctx) {
    in_vain = 1;
    print(ctx, "lint: the library was built without STX_TRACE (make DIAG=1): nothing is watched\n");
}

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
    if (!stx_lint_init(&lint, coop->core, on_finding, ctx)) {
        refuse(print, ctx);
    }
    coop->on_trace = stx_lint_word;
    coop->on_trace_ctx = &lint;
    coop->on_access = stx_lint_access;
    coop->on_access_ctx = &lint;
}

unsigned coop_findings(void) {
    return stx_lint_total(&lint) + in_vain;
}
#else
void coop_watch(struct coop *coop, stx_print print, void *ctx) {
    (void)coop;
    refuse(print, ctx);
}

unsigned coop_findings(void) {
    return in_vain;
}
#endif
