/* SPDX-License-Identifier: Apache-2.0
 *
 * feed.h - tells the time model how pages come into circular buffers and leave them. */
#ifndef METAL_FEED_H
#define METAL_FEED_H

#include "tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* After tile_start() and timed_begin(); does nothing if no time is asked for. */
void feed_begin(struct tile *tile);

#ifdef __cplusplus
}
#endif
#endif
