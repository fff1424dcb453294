/* SPDX-License-Identifier: Apache-2.0
 *
 * mover.h - a reader and a writer in C (metal/mover.h), each on a stack of its own. They run
 * whenever a thread of the compute kernel waits, until they wait themselves. */
#ifndef METAL_MOVER_RUNNER_H
#define METAL_MOVER_RUNNER_H

#include "cb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Made with a program whose description names a reader or a writer; else both are NULL. */
extern void (*const stx_metal_mover[CB_SIDES])(void);

struct mover_arguments {
    const uint32_t *word;
    uint32_t count;
};

/* Prepares those that there are. slow: each gives way after every push and pop. */
void mover_start(struct cbs *cbs, struct stx_core *core, uint32_t l1_bytes,
                 const struct mover_arguments arguments[CB_SIDES], bool slow);

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
