/* SPDX-License-Identifier: Apache-2.0
 *
 * guard.h - finds writes of a kernel outside its circular buffers. L1 between them holds a pattern
 * that must be unchanged at the end. */
#ifndef METAL_GUARD_H
#define METAL_GUARD_H

#include "memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Clears the circular buffers and the other parts of L1 that are in use. */
void guard_clear(uint8_t *l1, const struct cbs *cbs, const struct memory *m);

/* Fills all of L1 outside the circular buffers; the part below the first one is filled with 0. */
void guard_fill(const struct cbs *cbs, const struct memory *m);

/* Prints the first place that has changed, and returns false if none has. */
bool guard_broken(const struct cbs *cbs, const struct memory *m, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
