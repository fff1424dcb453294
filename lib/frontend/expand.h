/* SPDX-License-Identifier: Apache-2.0
 *
 * expand.h - the front end of a thread: it takes a word and gives plain words (SPEC 2). */
#ifndef STX_FRONTEND_EXPAND_H
#define STX_FRONTEND_EXPAND_H

#include "softensix/core.h"
#include "private.h"

/* Accepts a word for expansion. All plain words of the word before must have been taken. */
void front_offer(struct stx_core *core, unsigned thread, uint32_t word);

/* Gets the next plain word of the accepted word. False: there is none left, or, if front.refused is
 * set, a fault stops the thread. */
bool front_next(struct stx_core *core, unsigned thread, uint32_t *plain);

#endif
