/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_order.h - what orders kernels of different cores, and accesses that nothing orders. A word
 * that is waited for (noc_semaphore_wait) orders what its sender has done before; the counters of
 * circular buffers order the kernels of one core. Each kernel has a clock, and knows of each other
 * kernel up to which time it is ordered behind it. Only on hosts: it takes 2 MB for each core. */
#ifndef METAL_GRID_ORDER_H
#define METAL_GRID_ORDER_H

#include "grid_core.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __riscv
#define GRID_ORDERED 0
#else
#define GRID_ORDERED 1
#endif

/* Begins to check a core. */
void grid_order_begin(struct grid_core *core);
/* A request of a core has been made, or has taken effect. */
void grid_order_made(struct grid_core *from, struct noc_request *r);
void grid_order_landed(struct grid_core *from, const struct noc_request *r);
/* A reader or writer has waited for the answers to its writes on a NoC, those with these ids. */
void grid_order_answered(struct grid_core *core, enum cb_side side, unsigned noc, uint32_t ids);
/* A reader or writer has waited for a word of L1, or is about to set one. */
void grid_order_waited(struct grid_core *core, enum cb_side side, uint32_t address);
void grid_order_set(struct grid_core *core, enum cb_side side, uint32_t address);
/* A reader or writer pops these bytes of a global circular buffer. */
void grid_order_popped(struct grid_core *core, enum cb_side side, uint32_t address, uint32_t bytes);
/* One has read how many pages of a buffer have been pushed, or popped. */
void grid_order_counted(struct grid_core *core, enum cb_side side, uint32_t cb, bool acked);
/* A reader or writer has ended. */
void grid_order_ended(struct grid_core *core, enum cb_side side);
/* For struct cbs: about threads of a compute kernel. */
bool grid_order_is_good(const struct cbs *cbs, uint32_t address, uint32_t bytes, bool write);
/* For grid_tell.c's semaphores. */
uint32_t grid_semaphore_at(const struct memory *m, uint32_t address);

#ifdef __cplusplus
}
#endif
#endif
