/* SPDX-License-Identifier: Apache-2.0
 *
 * lint.h - what the files of the lint share. */
#ifndef STX_DIAG_LINT_H
#define STX_DIAG_LINT_H

#include "softensix/lint.h"

/* Reports second, a word of the thread, after the event first. */
void stx_lint_find(struct stx_lint *lint, unsigned thread, enum stx_lint_rule rule,
                   const struct stx_lint_event *first, uint32_t second);

/* The rules of the vector unit about the word before (lint_sfpu.c). */
void stx_lint_sfpu(struct stx_lint *lint, unsigned thread, uint32_t word);

/* Rows of Dst that the word has written; count 0: none (lint_rows.c). dst: RWC.Dst
 * before the word. */
struct stx_lint_rows stx_lint_written(const struct stx_core *core, unsigned thread, uint32_t word,
                                      unsigned dst);
/* The same for rows that it has read. */
struct stx_lint_rows stx_lint_read(const struct stx_core *core, unsigned thread, uint32_t word,
                                   unsigned dst);

#endif
