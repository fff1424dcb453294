/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_checked.h - the order checker and the contract of circular buffers around a program of
 * several cores, for each of them. */
#ifndef METAL_GRID_CHECKED_H
#define METAL_GRID_CHECKED_H

#include "grid_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the arguments of the program, behind the names of its files. Ends it with a message if one
 * is invalid. */
void checked_arguments(int count, char **arguments);
/* Begins to check a core whose tile has started. */
void checked_begin(struct grid_core *core);
/* The core has its turn. */
void checked_turn(struct grid_core *core);
/* A request of a core has been made, or has taken effect; a reader or writer has waited for a word
 * of L1, or is about to set one. */
void checked_made(struct grid_core *core, struct noc_request *r);
void checked_landed(struct grid_core *core, const struct noc_request *r);
void checked_said(struct grid_core *core, enum cb_side side, uint32_t address, bool sets);
/* One has waited for the answers to its writes on a NoC, those with these transaction ids. */
void checked_answered(struct grid_core *core, enum cb_side side, unsigned noc, uint32_t ids);
/* A reader or writer pops these bytes of a global circular buffer. */
void checked_popped(struct grid_core *core, enum cb_side side, uint32_t address, uint32_t bytes);
/* One has read how many pages of a buffer have been pushed, or popped. */
void checked_counted(struct grid_core *core, enum cb_side side, uint32_t cb, bool acked);
/* A reader or writer has ended. */
void checked_ended(struct grid_core *core, enum cb_side side);
/* All cores have ended, or none can go on: prints what has been found. */
void checked_end(bool done);

#ifdef __cplusplus
}
#endif
#endif
