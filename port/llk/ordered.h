/* SPDX-License-Identifier: Apache-2.0
 *
 * ordered.h - the order checker around a run of LLK kernels. Arguments: the word "order", a name
 * for its line, a level ("default", "strict", "relaxed"), then rules to switch off, or "ledger":
 * configuration that was used but not written is reported too. */
#ifndef LLK_ORDERED_H
#define LLK_ORDERED_H

#include "coop/coop.h"
#include "softensix/order.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the arguments for the order checker begin; those for the time model may stand before them.
 * `count` if there are none. */
int ordered_at(int count, char **arguments);

/* Starts the order checker if the arguments ask for it. Ends the program with a message if one of
 * them is invalid. Returns the order checker, so that the port can report further events to it;
 * NULL if it was not started. */
struct stx_order *ordered_begin(struct coop *coop, int count, char **arguments);

/* For a port that prints findings itself: the name for its line, NULL if the order checker was not
 * started, and whether the ledger is to be printed. */
const char *ordered_name(bool *with_ledger);

/* Prints what has been found and returns the number of findings. Call this after coop_run(),
 * however the run ended. `tell`, if it is not NULL, prints further findings and returns their
 * number. */
unsigned ordered_end(unsigned (*tell)(void *ctx, stx_print print), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
