/* SPDX-License-Identifier: Apache-2.0
 *
 * touched.h - which rows of Dst a word of the FPU or of the vector unit reads and writes, by its
 * row of the table, its counters and its configuration; unpackers and packers tell theirs
 * themselves. Nothing of it exists in a library without tracing. */
#ifndef STX_FRONTEND_TOUCHED_H
#define STX_FRONTEND_TOUCHED_H

#include "softensix/listen.h"
#include "private.h"

/* `count` rows from `first` on, counted as words of their width count them. The first one may lie
 * past the last row of Dst, and then wraps around. */
struct touched {
    uint32_t first, count;
};

/* The word has executed; none of the words that touch Dst changes the configuration on which this
 * depends. dst: RWC.Dst as it was before the word. A count of 0 means none, also for a word that no
 * instruction has. */
struct touched touched_rows(const struct stx_core *core, unsigned thread, uint32_t word,
                            unsigned dst, bool write);

/* Tells them to those who listen; that the configuration is read for this is no use of it. */
void touched_tell(struct stx_core *core, unsigned thread, uint32_t word, unsigned dst);

#endif
