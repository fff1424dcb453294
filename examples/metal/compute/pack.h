/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.h - thread 2: moves tiles from Dst to a buffer. */
#pragma once

#include "../../llk/thread_pack.h"
#include "buffers.h"

namespace own {

static u32 pack_half, packed; /* tiles packed since the last push */

inline void pack_start_up(u32 cb) {
    pack_configure(FormatConfig{0, 0, 0, 0, 0, pack_src_format[cb], pack_dst_format[cb]});
    pack_mop();
}

inline void pack_wait() {
    TTI_SEMWAIT(HOLD_PACK | HOLD_SYNC, SEM_DST, WHILE_ZERO);
}

inline void pack_one(u32 tile, u32 cb) {
    TTI_STALLWAIT(HOLD_CFG, UNTIL_PACK_IDLE); /* with the tile before */
    pack_aim(pack_half * DST_HALF_ROWS + tile * TILE_ROWS, page_address(cb, packed++),
             pack_dst_format[cb]);
    TTI_MOP(1, 0, 0);
}

/* The half is cleared before math may have it again. */
inline void pack_release() {
    TTI_STALLWAIT(HOLD_MATH, UNTIL_PACK_IDLE);
    dst_clear_half(pack_half);
    TTI_SEMGET(SEM_DST);
    pack_half ^= 1u;
}

} // namespace own
