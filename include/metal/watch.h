/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.h - the four calls on circular buffers report to the port what they are about to do, so
 * that a report can name buffer and pages, and reads of run-time arguments report their index. The
 * checkout's functions do the work; from here on a kernel means these when it says cb_wait_front,
 * or calls what lies below (llk_wait_tiles), as the class CircularBuffer does. */
#pragma once

#include "api/compute/cb_api.h"
#include "api/compute/common.h"
#include "metal/platform.h"
#include "tools/profiler/kernel_profiler.hpp"

#define stx_reads_argument(common, index) stx_metal_argument(COMPILE_FOR_TRISC, common, index)
#include "metal/arguments.h"

/* Replaces the checkout's zones, which do nothing without its profiler. */
#include "metal/zone.h"

namespace ckernel {

/* Kernels may move a buffer's pointers themselves; these are the ones that count. */
#ifdef TRISC_UNPACK
inline std::uint32_t stx_cb_to_end(std::uint32_t cb) {
    const LocalCBInterface &b = get_local_cb_interface(cb % NUM_CIRCULAR_BUFFERS);
    return 16 * (b.fifo_limit - b.fifo_rd_ptr);
}
#endif
#ifdef TRISC_PACK
inline std::uint32_t stx_cb_to_end(std::uint32_t cb) {
    const LocalCBInterface &b = get_local_cb_interface(cb % NUM_CIRCULAR_BUFFERS);
    return 16 * (b.fifo_limit - b.fifo_wr_ptr);
}
#endif

#ifdef TRISC_UNPACK
inline void stx_cb_wait_front(std::uint32_t cb, std::uint32_t pages) {
    stx_metal_begin(COMPILE_FOR_TRISC, STX_METAL_WAIT_FRONT, cb, pages, stx_cb_to_end(cb));
    cb_wait_front(cb, pages);
    stx_metal_end(COMPILE_FOR_TRISC);
}

inline void stx_cb_pop_front(std::uint32_t cb, std::uint32_t pages, std::int32_t = 0) {
    stx_metal_begin(COMPILE_FOR_TRISC, STX_METAL_POP_FRONT, cb, pages, stx_cb_to_end(cb));
    cb_pop_front(cb, pages);
    stx_metal_end(COMPILE_FOR_TRISC);
}
#define cb_wait_front stx_cb_wait_front
#define cb_pop_front stx_cb_pop_front
#define llk_wait_tiles stx_cb_wait_front
#define llk_pop_tiles stx_cb_pop_front
#endif

#ifdef TRISC_PACK
inline void stx_cb_reserve_back(std::uint32_t cb, std::uint32_t pages) {
    stx_metal_begin(COMPILE_FOR_TRISC, STX_METAL_RESERVE_BACK, cb, pages, stx_cb_to_end(cb));
    cb_reserve_back(cb, pages);
    stx_metal_end(COMPILE_FOR_TRISC);
}

inline void stx_cb_push_back(std::uint32_t cb, std::uint32_t pages) {
    stx_metal_begin(COMPILE_FOR_TRISC, STX_METAL_PUSH_BACK, cb, pages, stx_cb_to_end(cb));
    cb_push_back(cb, pages);
    stx_metal_end(COMPILE_FOR_TRISC);
}

/* LLK's functions have template parameters that change nothing on Blackhole. */
template <bool...> inline void stx_llk_reserve_back(std::uint32_t cb, std::uint32_t pages) {
    stx_cb_reserve_back(cb, pages);
}
template <bool...> inline void stx_llk_push_back(std::uint32_t cb, std::uint32_t pages) {
    stx_cb_push_back(cb, pages);
}
#define cb_reserve_back stx_cb_reserve_back
#define cb_push_back stx_cb_push_back
#define llk_wait_for_free_tiles stx_llk_reserve_back
#define llk_push_tiles stx_llk_push_back
#endif

} // namespace ckernel
