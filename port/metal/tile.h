/* SPDX-License-Identifier: Apache-2.0
 *
 * tile.h - one Tensix tile: the coprocessor, L1, circular buffers, the three threads of a compute
 * kernel, a reader and a writer. All that a run keeps is in here, so that a process may have
 * several; kernels mean the tile whose core is bound (stx_bind()). */
#ifndef METAL_TILE_H
#define METAL_TILE_H

#include "input.h"
#include "llk/job.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tile {
    struct stx_core core; /* first: the bound core tells which tile it is of */
    struct coop coop;
    struct cbs cbs;
    struct movers movers;
    struct options options;
    uint8_t *l1;
    uint32_t l1_bytes;
    uint32_t turn; /* of the threads; the movers have one in options.turns of them */
};

/* Prepares a run: options and the circular buffers are set. movers: the functions of reader and
 * writer. */
void tile_start(struct tile *tile, uint8_t *l1, uint32_t l1_bytes,
                const struct llk_threads *threads, void (*const movers[CB_SIDES])(void));

/* Runs until everything has ended, or nobody can go on. */
enum coop_end tile_run(struct tile *tile);

/* Words of L1 that the chip's firmware has written; taken away again, they must be what they were.
 */
void tile_set_words(struct tile *tile, bool there);

#ifdef __cplusplus
}
#endif
#endif
