/* SPDX-License-Identifier: Apache-2.0
 *
 * layernorm.cpp - layer normalisation of each row of a row of tiles: its mean is subtracted, and
 * the result is divided by sqrt(variance + epsilon). The factors hold 1 / (numbers of a row) in
 * column 0, so that means are matrix products. Argument: tiles across. */
#include "compute/rows.h"

constexpr u32 cb_in = 0, cb_factors = 1, cb_out = 16;
constexpr u32 cb_mean = 24, cb_centred = 25, cb_squares = 26, cb_scale = 27;
constexpr float EPSILON = 1e-5f;

/* The mean of each row of the tiles at the front of cb, in column 0 of tile 0 of Dst. */
static void means_of(u32 cb, u32 across) {
    mm_init_short(cb, cb_factors);
    tile_regs_acquire();
    for (u32 t = 0; t < across; t++) {
        matmul_tiles(cb, cb_factors, t, 0, 0);
    }
}

static void centre(u32 across) {
    means_of(cb_in, across);
    finish(cb_mean);
    cb_wait_front(cb_mean, 1);
    sub_tiles_bcast_cols_init(cb_in, cb_mean);
    for (u32 t = 0; t < across; t++) {
        tile_regs_acquire();
        sub_tiles_bcast_cols(cb_in, cb_mean, t, 0, 0);
        finish(cb_centred);
    }
    cb_pop_front(cb_mean, 1);
    cb_pop_front(cb_in, across);
}

static void one_over_deviations(u32 across) {
    cb_wait_front(cb_centred, across);
    mul_tiles_init(cb_centred, cb_centred);
    for (u32 t = 0; t < across; t++) {
        tile_regs_acquire();
        mul_tiles(cb_centred, cb_centred, t, t, 0);
        finish(cb_squares);
    }
    cb_wait_front(cb_squares, across);
    means_of(cb_squares, across);
    rsqrt_tile(0, EPSILON);
    finish(cb_scale);
    cb_pop_front(cb_squares, across);
}

void kernel_main() {
    const u32 across = get_arg_val<u32>(0);
    start_up(cb_in, cb_factors, cb_out);
    cb_wait_front(cb_factors, 1);
    cb_wait_front(cb_in, across);
    centre(across);
    one_over_deviations(across);
    scale_rows(cb_centred, cb_scale, cb_out, across);
}
