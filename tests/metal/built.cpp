/* SPDX-License-Identifier: Apache-2.0
 *
 * built.cpp - A + B, tile by tile. Pack gives its half of Dst back with a word whose operand is
 * known only at run time: compiled by the vendor it is a store to the window for words, not an
 * instruction. Arguments: tiles, 1. */
#include "compute/api.h"

static void release(u32 one) {
    PACK(TTI_STALLWAIT(own::HOLD_MATH, own::UNTIL_PACK_IDLE); own::dst_clear_half(own::pack_half);
         TT_SEMGET(own::SEM_DST * one); own::pack_half ^= 1u;)
    (void)one;
}

void kernel_main() {
    constexpr u32 cb_a = 0, cb_b = 1, cb_out = 16;
    const u32 tiles = get_arg_val<u32>(0), one = get_arg_val<u32>(1);
    binary_op_init_common(cb_a, cb_b, cb_out);
    add_tiles_init(cb_a, cb_b);
    for (u32 i = 0; i < tiles; i++) {
        cb_wait_front(cb_a, 1);
        cb_wait_front(cb_b, 1);
        tile_regs_acquire();
        add_tiles(cb_a, cb_b, 0, 0, 0);
        tile_regs_commit();
        cb_pop_front(cb_a, 1);
        cb_pop_front(cb_b, 1);
        tile_regs_wait();
        cb_reserve_back(cb_out, 1);
        pack_tile(0, cb_out);
        push_tiles(cb_out, 1);
        release(one);
    }
}
