/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack.h - thread 0: moves tiles of two buffers to SrcA and SrcB. */
#pragma once

#include "../../llk/thread_unpack.h"
#include "buffers.h"

namespace own {

static unpack_context context;

inline void unpack_start_up(u32 a, u32 b) {
    const FormatConfig formats = {u32(unpack_src_format[a]),
                                  u32(unpack_src_format[b]),
                                  u32(unpack_dst_format[a]),
                                  u32(unpack_dst_format[b]),
                                  0,
                                  0,
                                  0};
    unpack_configure(formats);
}

/* Switches to other buffers. transposed: each face is transposed on its way to SrcA. */
inline void unpack_from(u32 a, u32 b, bool transposed) {
    TTI_STALLWAIT(HOLD_SYNC, UNTIL_UNPACK_IDLE);
    ckernel::tensix_sync();
    unpack_format(UNPACK_A, unpack_src_format[a], unpack_dst_format[a]);
    unpack_format(UNPACK_B, unpack_src_format[b], unpack_dst_format[b]);
    cfg_field<THCON_SEC0_REG2_Haloize_mode_RMW>(transposed);
    cfg_stored();
}

inline void unpack_both(u32 a, u32 b, u32 page_a, u32 page_b) {
    context.start(page_address(a, page_a), page_address(b, page_b));
    TTI_MOP(0, 3, 0x8);
    context.finish();
}

inline void unpack_one(u32 a, u32 page) {
    context.start(page_address(a, page), page_address(a, page));
    TTI_MOP(1, 0, 0);
    context.finish();
}

/* Loads a tile for pooling, and one face of factors into SrcB. */
inline void unpack_pooled(u32 a, u32 factors, u32 page_a, u32 page_factors) {
    context.start(page_address(a, page_a), page_address(factors, page_factors));
    unpack_zeros_b<false>();
    TT_UNPACR(UNPACK_B, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1);
    TTI_MOP(1, 0, 0);
    context.finish();
}

} // namespace own
