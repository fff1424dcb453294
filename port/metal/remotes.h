/* SPDX-License-Identifier: Apache-2.0
 *
 * remotes.h - global circular buffers: a sender writes pages into the L1 of other cores, its
 * receivers, and both count them with words that the other one increments over the NoC. */
#ifndef METAL_REMOTES_H
#define METAL_REMOTES_H

#include "memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What tt-metal's host writes into L1 for each of them: words, and from REMOTE_PLACES on
 * coordinates, x and y. It lies behind the semaphores. */
enum {
    REMOTE_IS_SENDER,
    REMOTE_RECEIVERS,
    REMOTE_ADDRESS,
    REMOTE_BYTES,
    REMOTE_POINTER,       /* the next page: kernels keep it here for the next program */
    REMOTE_PLACES_AT,     /* the address of the coordinates */
    REMOTE_COUNTERS_AT,   /* of the first counter, or of that of this receiver */
    REMOTE_INCREMENTS_AT, /* of the first counter that it increments in the other core */
    REMOTE_PLACES,
    REMOTE_WORDS = REMOTE_PLACES + 2 * GLOBAL_RECEIVERS,
    REMOTE_CONFIG_BYTES = (4 * REMOTE_WORDS + 63) / 64 * 64
};
enum { REMOTE_UNIT = 16 }; /* bytes that count as one page */

/* Writes that into L1, sets the counters to 0, and tells kernels where it is. */
void remotes_open(struct stx_metal_setup *setup, const struct memory *m, uint8_t *l1);

/* True if the core with the second memory changes this semaphore of the first one's core, or may: a
 * counter of a global circular buffer is changed by one core only. */
bool remotes_may_change(const struct memory *m, const struct memory *other, uint32_t semaphore);

/* The text "semaphore 3", or what a counter counts. */
void remotes_name(const struct memory *m, uint32_t semaphore, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
