/* SPDX-License-Identifier: Apache-2.0
 *
 * lint_find.c - hands a finding of the lint to the caller. */
#include "diag/lint.h"

/* How many words stand between the two, 255 at most. The second event of MOP_REWRITE is a store and
 * not a word, so one more word lies between. */
static uint32_t words_between(const struct stx_lint_thread *t, enum stx_lint_rule rule,
                              const struct stx_lint_event *first) {
    uint32_t since = t->now - first->at;
    uint32_t between = rule == STX_LINT_MOP_REWRITE ? since : since - 1u;
    return first->word == 0 ? 0 : between > 255u ? 255u : between;
}

void stx_lint_find(struct stx_lint *lint, unsigned thread, enum stx_lint_rule rule,
                   const struct stx_lint_event *first, uint32_t second) {
    const struct stx_lint_thread *t = &lint->thread[thread];
    struct stx_lint_finding finding = {rule,
                                       thread,
                                       first->word,
                                       second,
                                       words_between(t, rule, first),
                                       t->stall.at > first->at ? t->stall.word : 0};
    lint->found[rule]++;
    if (lint->report) {
        lint->report(lint->ctx, &finding);
    }
}
