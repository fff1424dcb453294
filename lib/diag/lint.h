/* SPDX-License-Identifier: Apache-2.0
 *
 * lint.h - shared by the files of the lint. */
#ifndef STX_DIAG_LINT_H
#define STX_DIAG_LINT_H

#include "softensix/lint.h"

/* Reports a pair: the thread's word `second` came too early after the event `first`. */
void stx_lint_find(struct stx_lint *lint, unsigned thread, enum stx_lint_rule rule,
                   const struct stx_lint_event *first, uint32_t second);

/* Checks the rules of the vector unit for a word and the one before it (lint_sfpu.c). */
void stx_lint_sfpu(struct stx_lint *lint, unsigned thread, uint32_t word);

#endif
