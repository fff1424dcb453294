/* SPDX-License-Identifier: Apache-2.0
 *
 * lint_find.c - a finding of the lint goes to the caller. */
#include "diag/lint.h"

void stx_lint_find(struct stx_lint *lint, unsigned thread, enum stx_lint_rule rule,
                   const struct stx_lint_event *first, uint32_t second) {
    uint32_t between = lint->thread[thread].now - first->at - 1u;
    struct stx_lint_finding finding = {rule, thread, first->word, second,
                                       first->word == 0 ? 0
                                       : between > 255u ? 255u
                                                        : between};
    lint->found[rule]++;
    if (lint->report) {
        lint->report(lint->ctx, &finding);
    }
}
