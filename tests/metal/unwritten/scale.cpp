/* SPDX-License-Identifier: Apache-2.0
 *
 * scale.cpp - multiplies a tile by a factor that an init keeps in a constant register of the vector
 * unit. INIT is the init, or nothing. */
#include "compute/api.h"

constexpr u32 cb_in = 0, cb_out = 16;
enum : u32 { FACTOR = 12, ZERO = 9, AS_CONFIGURED = 0 };

/* 2.5 as bfloat16 to LReg0, and from there to the constant register. */
static void scale_tile_init() {
    MATH(TTI_SFPLOADI(0, 0, 0x4020); TTI_SFPCONFIG(0, FACTOR, 0);)
}

static void scale_tile(u32 dst) {
    MATH(own::math_tile(dst); TTI_STALLWAIT(own::HOLD_SFPU, own::UNTIL_MATH_IDLE);
         for (u32 i = 0; i < own::VECTORS; i++) {
             TT_SFPLOAD(1, AS_CONFIGURED, own::VECTOR_STAY, 2 * i);
             TTI_SFPMUL(1, FACTOR, ZERO, 1, 0);
             TTI_SFPNOP;
             TT_SFPSTORE(1, AS_CONFIGURED, own::VECTOR_STAY, 2 * i);
         })
    (void)dst;
}

void kernel_main() {
    start_up(cb_in, cb_in, cb_out);
    INIT;
    copy_tile_init(cb_in);
    cb_wait_front(cb_in, 1);
    tile_regs_acquire();
    copy_tile(cb_in, 0, 0);
    scale_tile(0);
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(cb_out, 1);
    pack_tile(0, cb_out);
    cb_push_back(cb_out, 1);
    tile_regs_release();
    cb_pop_front(cb_in, 1);
}
