/* SPDX-License-Identifier: Apache-2.0
 *
 * mop.h - the MOP expander, the first stage of the front end (SPEC 2). */
#ifndef STX_FRONTEND_MOP_H
#define STX_FRONTEND_MOP_H

#include "softensix/core.h"
#include "private.h"

/* Stages of struct stx_front: there is nothing to expand, a word that is not a MOP, or the first
 * stage of a MOP (mop.c). */
enum { FRONT_IDLE, FRONT_WORD, FRONT_MOP };

/* mop_next() gets the next word that leaves the expander; false if the accepted word is used up. */
void mop_start(struct stx_core *core, unsigned thread, uint32_t word);
bool mop_next(struct stx_front *front, uint32_t *word);

#endif
