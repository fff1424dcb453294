/* SPDX-License-Identifier: Apache-2.0
 *
 * feed.h - reports to the time model how pages come into circular buffers and leave them. */
#ifndef METAL_FEED_H
#define METAL_FEED_H

#include "tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins to report. Call this after tile_start() and timed_begin(); it does nothing if the run is
 * not timed. */
void feed_begin(struct tile *tile);

#ifdef __cplusplus
}
#endif
#endif
