/* SPDX-License-Identifier: Apache-2.0
 *
 * expand.h - the front end of a thread: word in, plain words out (SPEC 2). */
#ifndef STX_FRONTEND_FRONT_H
#define STX_FRONTEND_FRONT_H

#include "softensix/core.h"

/* Accepts a word for expansion. Everything of an earlier word must have been taken. */
void front_offer(struct stx_core *core, unsigned thread, uint32_t word);

/* Next plain word of the accepted word; false when there is none left, or, with front.refused, when
 * a fault stops. */
bool front_next(struct stx_core *core, unsigned thread, uint32_t *plain);

/* MOP expander: next word that leaves it, false when the accepted word is used up. */
void mop_start(struct stx_core *core, unsigned thread, uint32_t word);
bool mop_next(struct stx_front *front, uint32_t *word);

/* The rules for a REPLAY that is not recorded; true for other words. */
bool replay_allowed(struct stx_core *core, unsigned thread, uint32_t word);

/* Replay expander. replay_next: next word of a buffer being read. replay_take: what becomes of a
 * word that left the MOP expander; true if it is plain and goes on to the units. */
bool replay_next(struct stx_front *front, uint32_t *plain);
bool replay_take(struct stx_front *front, uint32_t word);

#endif
