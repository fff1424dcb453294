/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.h - the lint beside a run, in programs that are built with STX_TRACE (make DIAG=1). */
#ifndef LLK_WATCH_H
#define LLK_WATCH_H

#include "coop/coop.h"

/* Begins to watch; the port has to have coop_trace and coop_access. Prints each finding. */
void llk_watch(struct coop *coop);

/* Findings so far; 0 without STX_TRACE. */
unsigned llk_findings(void);

#endif
