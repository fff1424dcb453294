/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.h - the lint (softensix/lint.h) beside a run, in programs that are built with STX_TRACE
 * (make DIAG=1). Asked for in others it says so, and that counts as a finding: ask stx_has_trace()
 * first where the lint is welcome but not required. */
#ifndef COOP_WATCH_H
#define COOP_WATCH_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins to watch, after coop_init(); the port has to have coop_trace and coop_access. At the end
 * of the run each finding is printed once, with file and line and how often it came up. */
void coop_watch(struct coop *coop, stx_print print, void *ctx);

/* Findings so far; 1 if coop_watch() was asked for in vain. */
unsigned coop_findings(void);

#ifdef __cplusplus
}
#endif

#endif
