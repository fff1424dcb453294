/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.h - runs the lint (softensix/lint.h) alongside cooperative threads, in programs that are
 * built with STX_TRACE (make DIAG=1). In other programs it prints a message, and that counts as a
 * finding. If the lint is optional, ask stx_has_trace() first. */
#ifndef COOP_WATCH_H
#define COOP_WATCH_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins to watch. Call this after coop_init(). At the end of the run each finding is printed
 * once, with file, line and number of occurrences. */
void coop_watch(struct coop *coop, stx_print print, void *ctx);

/* The same for code that runs without cooperative threads, which asks for the findings itself. */
void coop_watch_core(struct stx_core *core, stx_print print, void *ctx);
void coop_watch_tell(void *ctx);

/* The number of findings so far; 1 if coop_watch() was called in a program without STX_TRACE. */
unsigned coop_findings(void);

/* On silicon the next word of a thread does not follow the one before it (stx_lint_forget). */
#if STX_TRACE
void coop_watch_forgets(unsigned thread);
#else
static inline void coop_watch_forgets(unsigned thread) {
    (void)thread;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
