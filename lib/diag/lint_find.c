/* SPDX-License-Identifier: Apache-2.0
 *
 * lint_find.c - passes each finding of the lint to the caller, and keeps equal ones only once. */
#include "core/text.h"
#include "diag/lint.h"

/* The number of words between the two events. The second event of MOP_REWRITE is a store and not a
 * word, so one more word is between them. */
static uint32_t words_between(const struct stx_lint_thread *t, enum stx_lint_rule rule,
                              const struct stx_lint_event *first) {
    uint32_t since = t->now - first->at;
    return first->word == 0 ? 0 : rule == STX_LINT_MOP_REWRITE ? since : since - 1u;
}

/* Two findings are the same if they have the same rule and thread and the same places in the
 * source, or the same words if the places are not known. */
static bool same(const struct stx_lint_finding *a, const struct stx_lint_finding *b) {
    bool words = a->first == b->first && a->second == b->second;
    return a->rule == b->rule && a->thread == b->thread && text_equal(a->where, b->where) &&
           text_equal(a->first_where, b->first_where) && (words || a->where);
}

static void keep(struct stx_lint *lint, const struct stx_lint_finding *finding) {
    for (uint32_t i = 0; i < lint->kept_count; i++) {
        if (same(&lint->kept[i], finding)) {
            lint->kept[i].times++;
            return;
        }
    }
    if (lint->kept_count == STX_LINT_KEPT) {
        lint->more++;
        return;
    }
    lint->kept[lint->kept_count++] = *finding;
}

void stx_lint_find(struct stx_lint *lint, unsigned thread, enum stx_lint_rule rule,
                   const struct stx_lint_event *first, uint32_t second) {
    const struct stx_lint_thread *t = &lint->thread[thread];
    struct stx_lint_finding finding = {rule,
                                       thread,
                                       first->word,
                                       second,
                                       words_between(t, rule, first),
                                       t->stall.at > first->at ? t->stall.word : 0,
                                       first->where,
                                       lint->core->place[thread],
                                       1};
    lint->found[rule]++;
    keep(lint, &finding);
    if (lint->report) {
        lint->report(lint->ctx, &finding);
    }
}
