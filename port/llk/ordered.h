/* SPDX-License-Identifier: Apache-2.0
 *
 * ordered.h - the judge of order around a run of LLK kernels. Arguments: the word "order", a name
 * for its line, a level ("default", "strict", "relaxed"), then rules to switch off, or "ledger":
 * configuration that was used and not written is told too. */
#ifndef LLK_ORDERED_H
#define LLK_ORDERED_H

#include "coop/coop.h"
#include "softensix/order.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Do the arguments ask for the judge of order? */
bool ordered_asked(int count, char **arguments);

/* Nothing if they do not. Ends the program with a message if one of them makes no sense. The judge,
 * for what a port has to tell it; NULL: there is none. */
struct stx_order *ordered_begin(struct coop *coop, int count, char **arguments);

/* After coop_run(), however it ended: what has been found; how much. tell, if it is not NULL, tells
 * more findings with print and returns their number. */
unsigned ordered_end(unsigned (*tell)(void *ctx, stx_print print), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
