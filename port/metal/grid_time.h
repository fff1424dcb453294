/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_time.h - the time model for a program of several cores. Each core has a model of its own,
 * whose reader and writer also wait for words of other cores. A word arrives a number of hops after
 * its sender has sent it, and after what the same kernel has sent before. */
#ifndef METAL_GRID_TIME_H
#define METAL_GRID_TIME_H

#include "grid_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins to time a core whose tile has started, if the arguments ask for it (llk/timed.h). */
void grid_time_begin(struct grid_core *core, int count, char **arguments);
/* The core has its turn. */
void grid_time_turn(struct grid_core *core);
/* A request of a core is made, or has taken effect. */
void grid_time_made(struct grid_core *from, struct noc_request *r);
void grid_time_landed(const struct grid_core *from, const struct noc_request *r);
/* A reader or writer has waited for a word of L1. */
void grid_time_waited(struct grid_core *core, enum cb_side side, uint32_t address);
/* True if a request is a word for another core, which leaves after all that its kernel has
 * requested before. */
bool grid_time_is_word(const struct noc_request *r);
/* The cycle in which such a word leaves; for others, how many cycles it takes to request so many
 * bytes before. */
uint64_t grid_time_of(const struct grid_core *core, const struct noc_request *r, uint32_t after);
/* The core that is the least far in time of those in which something can happen, or NULL. */
struct grid_core *grid_time_next(void);
/* Prints the report. */
void grid_time_end(void);

#ifdef __cplusplus
}
#endif
#endif
