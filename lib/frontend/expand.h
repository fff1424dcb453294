/* SPDX-License-Identifier: Apache-2.0
 *
 * expand.h - the front end of a thread: word in, plain words out (SPEC 2). */
#ifndef STX_FRONTEND_EXPAND_H
#define STX_FRONTEND_EXPAND_H

#include "softensix/core.h"
#include "private.h"

/* Accepts a word for expansion. Everything of an earlier word must have been taken. */
void front_offer(struct stx_core *core, unsigned thread, uint32_t word);

/* Next plain word of the accepted word; false when there is none left,
 * or, with front.refused, when a fault stops. */
bool front_next(struct stx_core *core, unsigned thread, uint32_t *plain);

#endif
