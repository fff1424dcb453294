/* SPDX-License-Identifier: Apache-2.0
 *
 * recorder.h - keeps the pages of circular buffers as they are pushed, for tools/kernels. */
#ifndef METAL_RECORDER_H
#define METAL_RECORDER_H

#include "tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes an argument "record=FILE:IDS", where IDS are numbers of buffers with commas, or "all": from
 * now on each page that is pushed goes to the file, after five words of 32 bits: buffer, thread
 * (softensix/order.h), where its code is (0: not known), the place of the page among those of its
 * buffer, bytes. False for any other argument. Call this after tile_start(). */
bool recorder_takes(struct tile *tile, char *argument);
/* Ends the file. */
void recorder_end(void);

#ifdef __cplusplus
}
#endif

#endif
