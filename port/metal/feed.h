/* SPDX-License-Identifier: Apache-2.0
 *
 * feed.h - reports to the time model how pages come into circular buffers and leave them. */
#ifndef METAL_FEED_H
#define METAL_FEED_H

#include "tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is remembered of a tile: for reader and writer the pages of each buffer that it has waited
 * for and not moved yet, and the call that waited last. */
struct feed {
    struct stx_listener listener;
    struct tile *tile;
    struct {
        uint32_t reserved[STX_METAL_CBS];
        uint8_t id;
        bool pops, any;
    } claim[CB_SIDES];
    uint64_t bank_bytes[NOC_BANKS]; /* of the whole run */
};

/* Begins to report. Call this after tile_start() and timed_begin(); it does nothing if the run is
 * not timed. */
void feed_begin(struct feed *feed, struct tile *tile);

/* Reports what a reader or writer has requested since its last report, and that it has waited until
 * something from another core had arrived, if `after` is not NULL (struct stx_time_transfer). */
void feed_tell(struct feed *feed, enum cb_side side, const uint64_t *after);

#ifdef __cplusplus
}
#endif
#endif
