/* SPDX-License-Identifier: Apache-2.0
 *
 * tile.h - one Tensix tile: the coprocessor, L1, circular buffers, the three threads of a compute
 * kernel, a reader and a writer. It holds all state of a run, so that a process may have several
 * tiles. Kernels use the tile whose core is bound (stx_bind()). */
#ifndef METAL_TILE_H
#define METAL_TILE_H

#include "input.h"
#include "llk/job.h"
#include "llk/turn.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tile {
    struct stx_core
        core; /* the first member, so that the bound core gives the address of its tile */
    struct coop coop;
    struct cbs cbs;
    struct movers movers;
    struct options options;
    uint8_t *l1;
    uint32_t l1_bytes;
    uint32_t turn; /* counts turns of the threads; the movers have one in every options.turns */
    struct llk_trap trap;
    /* Several cores (grid.h): lets the others have their turns. NULL: there is only this core. */
    void (*pause)(struct tile *tile);
};

/* Prepares a run. The options and the circular buffers must have been set. movers are the functions
 * of reader and writer. */
void tile_start(struct tile *tile, uint8_t *l1, uint32_t l1_bytes,
                const struct llk_threads *threads, void (*const movers[CB_SIDES])(void));

/* Runs until everything has ended or no thread can go on. */
enum coop_end tile_run(struct tile *tile);

/* With the order checker: finds threads of a run that need more stack than the chip has. */
void tile_check_stacks(struct tile *tile);

/* Writes the words of L1 that the chip's firmware writes. When they are removed again, they must be
 * unchanged. */
void tile_set_words(struct tile *tile, bool there);

#ifdef __cplusplus
}
#endif
#endif
