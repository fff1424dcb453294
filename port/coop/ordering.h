/* SPDX-License-Identifier: Apache-2.0
 *
 * ordering.h - the judge of order (softensix/order.h) beside a run of cooperative threads, in
 * programs that are built with STX_TRACE (make DIAG=1). */
#ifndef COOP_ORDERING_H
#define COOP_ORDERING_H

#include "coop/coop.h"
#include "softensix/order.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins, after coop_init() and stx_init(); the port has to have coop_before, coop_trace and
 * coop_access. Who is told of words and accesses already, the lint for example, is told still.
 * NULL: the program was built without STX_TRACE, or for a chip whose rules nobody has written down,
 * which is told; it counts as a finding. */
struct stx_order *coop_order(struct coop *coop, enum stx_order_level level, stx_print print,
                             void *ctx);

/* Findings, then the line "order NAME findings N", which counts `more` that the caller has told;
 * all of them. */
unsigned coop_order_end(const char *name, unsigned more, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
