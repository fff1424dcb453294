/* SPDX-License-Identifier: Apache-2.0
 *
 * mover.h - a reader and a writer, each on a stack of its own: in C (metal/mover.h), or
 * data-movement kernels of tt-metal (metal/dataflow.h). They run whenever a thread of the compute
 * kernel waits, until they wait themselves. */
#ifndef METAL_MOVER_RUNNER_H
#define METAL_MOVER_RUNNER_H

#include "cb.h"
#include "memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Made with a program whose description names a reader or a writer; else both are NULL. */
extern void (*const stx_metal_mover[CB_SIDES])(void);

struct mover_arguments {
    const uint32_t *word, *common;
    uint32_t count, common_count;
};

/* Prepares those that there are. program: they are tt-metal's. slow: each gives way after every
 * push and pop. seed: requests to the NoC land at random, with 0 as late as they may. */
void mover_start(struct cbs *cbs, struct stx_core *core, const struct memory *memory,
                 const struct mover_arguments arguments[CB_SIDES], bool program, bool slow,
                 uint32_t seed);

/* Lets both go on. False: neither could do anything. */
bool mover_run(void);

/* What one of them has done wrong, NULL: nothing. */
const char *mover_error(void);

/* In words: what it waits for; "" if there is none or it has ended. */
void mover_explain(enum cb_side side, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
