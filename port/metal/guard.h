/* SPDX-License-Identifier: Apache-2.0
 *
 * guard.h - what a kernel writes outside its circular buffers: L1 between them holds a pattern that
 * must still be there at the end. */
#ifndef METAL_GUARD_H
#define METAL_GUARD_H

#include "cb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills all of L1 that no circular buffer has: what lies below the first one with 0. */
void guard_fill(const struct cbs *cbs, uint32_t l1_bytes);

/* Prints the first place that has changed; false: none. */
bool guard_broken(const struct cbs *cbs, uint32_t l1_bytes, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
