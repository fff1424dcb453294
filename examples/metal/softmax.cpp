/* SPDX-License-Identifier: Apache-2.0
 *
 * softmax.cpp - the softmax of each row of a row of tiles, after its largest number is subtracted.
 * The scaler of the maximum holds 1 in row 0, the factors of the sum hold 1 in column 0, because
 * rows are summed with a matrix product. Argument: tiles across. */
#include "compute/rows.h"

constexpr u32 cb_in = 0, cb_scaler = 1, cb_ones = 2, cb_out = 16;
constexpr u32 cb_largest = 24, cb_max = 25, cb_exp = 26, cb_factor = 27;

static void largest_of_rows(u32 across) {
    tile_regs_acquire();
    copy_tile_init(cb_in);
    copy_tile(cb_in, 0, 0);
    for (u32 t = 1; t < across; t++) {
        copy_tile(cb_in, t, 1);
        max_tile(0);
    }
    finish(cb_largest);
    cb_wait_front(cb_largest, 1);
    tile_regs_acquire();
    reduce_max_rows_init(cb_largest, cb_scaler);
    reduce_max_rows(cb_largest, cb_scaler, 0, 0);
    finish(cb_max);
    cb_pop_front(cb_largest, 1);
}

static void exponentials(u32 across) {
    cb_wait_front(cb_max, 1);
    sub_tiles_bcast_cols_init(cb_in, cb_max);
    for (u32 t = 0; t < across; t++) {
        tile_regs_acquire();
        sub_tiles_bcast_cols(cb_in, cb_max, t, 0, 0);
        exp_tile(0);
        finish(cb_exp);
    }
    cb_pop_front(cb_max, 1);
    cb_pop_front(cb_in, across);
}

static void one_over_sums(u32 across) {
    cb_wait_front(cb_exp, across);
    mm_init_short(cb_exp, cb_ones);
    tile_regs_acquire();
    for (u32 t = 0; t < across; t++) {
        matmul_tiles(cb_exp, cb_ones, t, 0, 0);
    }
    recip_tile(0);
    finish(cb_factor);
}

void kernel_main() {
    const u32 across = get_arg_val<u32>(0);
    start_up(cb_in, cb_scaler, cb_out);
    cb_wait_front(cb_scaler, 1);
    cb_wait_front(cb_ones, 1);
    cb_wait_front(cb_in, across);
    largest_of_rows(across);
    exponentials(across);
    one_over_sums(across);
    scale_rows(cb_exp, cb_factor, cb_out, across);
}
