/* SPDX-License-Identifier: Apache-2.0
 *
 * expand.h - the front end of a thread, which expands words to plain words (SPEC 2). */
#ifndef STX_FRONTEND_EXPAND_H
#define STX_FRONTEND_EXPAND_H

#include "softensix/core.h"
#include "private.h"

/* Accepts a word for expansion. All plain words of the previous word must have been taken. */
void front_offer(struct stx_core *core, unsigned thread, uint32_t word);

/* Gets the next plain word of the accepted word. False if there is none left or, with front.refused
 * set, if a fault stops the thread. */
bool front_next(struct stx_core *core, unsigned thread, uint32_t *plain);

#endif
