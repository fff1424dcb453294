/* SPDX-License-Identifier: Apache-2.0
 *
 * rows.h - what kernels that normalise each row of a row of tiles have in common. */
#pragma once

#include "api.h"

/* Makes tile 0 of Dst the next page of a buffer. */
inline void finish(u32 cb) {
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(cb, 1);
    pack_tile(0, cb);
    push_tiles(cb, 1);
    tile_regs_release();
}

/* Multiplies each row of the tiles in cb by its number in column 0 of the tile in factors, and pops
 * both.
 */
inline void scale_rows(u32 cb, u32 factors, u32 out, u32 across) {
    cb_wait_front(factors, 1);
    mul_tiles_bcast_cols_init(cb, factors);
    for (u32 t = 0; t < across; t++) {
        tile_regs_acquire();
        mul_tiles_bcast_cols(cb, factors, t, 0, 0);
        finish(out);
    }
    cb_pop_front(factors, 1);
    cb_pop_front(cb, across);
}
