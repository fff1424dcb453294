/* SPDX-License-Identifier: Apache-2.0
 *
 * ordering.h - runs the order checker (softensix/order.h) alongside cooperative threads, in
 * programs that are built with STX_TRACE (make DIAG=1). */
#ifndef COOP_ORDERING_H
#define COOP_ORDERING_H

#include "coop/coop.h"
#include "softensix/order.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the order checker. Call this after coop_init() and stx_init(). NULL: the program was built
 * without STX_TRACE or for a chip whose rules are not known; a message says so, and it counts as a
 * finding. */
struct stx_order *coop_order(struct coop *coop, enum stx_order_level level, stx_print print,
                             void *ctx);
/* The same for code that runs without cooperative threads. */
struct stx_order *coop_order_of(struct stx_core *core, enum stx_order_level level, stx_print print,
                                void *ctx);

/* Several cores in one process: from now on these functions are about this order checker, which is
 * the core's that runs. */
void coop_order_use(struct stx_order *used);

/* Prints the findings, then the line "order NAME findings N", in which N includes `more` findings
 * that the caller has printed. Returns N. */
unsigned coop_order_end(const char *name, unsigned more, stx_print print, void *ctx);

/* sfpi code of a thread is about to execute a word on its own values in LReg0 to 7, or has done so;
 * it takes the value of an LReg or, with write, sets it in these lanes. Nothing happens unless the
 * order checker runs. */
void coop_order_values(unsigned thread, bool have);
void coop_order_value(unsigned thread, unsigned lreg, uint32_t lanes, bool write,
                      const char *where);

#ifdef __cplusplus
}
#endif
#endif
