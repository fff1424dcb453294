/* SPDX-License-Identifier: Apache-2.0
 *
 * buffers.h - the kernel's side of circular buffers. Each buffer has two counters, pages received
 * and pages acknowledged, which are registers of the tile. Kernels poll them. The coprocessor
 * writes them in order with its other words, so that a page is counted only once it is packed. */
#pragma once

#include "../../llk/kernel.h"
#include "metal/platform.h"

namespace own {

enum : u32 { STREAMS = 0xFFB40000, STREAM_BYTES = 0x1000 };
enum : u32 { ACKED = 4 * STX_METAL_ACKED, RECEIVED = 4 * STX_METAL_RECEIVED };
enum : u32 { GPR_COUNTER = 6 };

/* One thread's side of a buffer: how many pages it has popped or pushed, and the index of its next
 * page.
 */
struct buffer {
    u32 count, page;
};
static buffer buffers[STX_METAL_CBS];

inline u32 counter_address(u32 cb, u32 counter) {
    return STREAMS + STREAM_BYTES * cb + counter;
}

inline u32 counter_read(u32 cb, u32 counter) {
    return ckernel::reg_read(counter_address(cb, counter));
}

/* Writes a counter when the units that `until` names have finished all earlier words. */
inline void counter_write(u32 cb, u32 counter, u32 value, u32 until) {
    TT_SETDMAREG(value >> 14 & 3u, value & 0x3FFFu, 0, 2 * GPR_COUNTER);
    TT_SETDMAREG(0, 0, 0, 2 * GPR_COUNTER + 1);
    TT_STALLWAIT(32, until); /* holds the scalar unit back */
    TT_STOREREG(GPR_COUNTER, counter_address(cb, counter) >> 2 & 0x3FFFF);
}

inline void advance(u32 cb, u32 pages) {
    u32 capacity = stx_metal_setup()->cb[cb].pages;
    buffers[cb].count = (buffers[cb].count + pages) & 0xFFFFu;
    buffers[cb].page = (buffers[cb].page + pages) % capacity;
}

/* The bytes from this thread's next page to the end of the buffer. */
inline u32 bytes_to_end(u32 cb) {
    const struct stx_metal_cb &b = stx_metal_setup()->cb[cb % STX_METAL_CBS];
    return (b.pages - buffers[cb % STX_METAL_CBS].page) * b.page_bytes;
}

/* L1 address of a page; index 0 is this thread's next page. As in tt-metal, an index does not go on
 * at the beginning of the buffer. */
inline u32 page_address(u32 cb, u32 index) {
    const struct stx_metal_cb &b = stx_metal_setup()->cb[cb];
    return b.address + (buffers[cb].page + index) * b.page_bytes;
}

} // namespace own

#ifdef TRISC_UNPACK
inline void cb_wait_front(std::uint32_t cb, std::uint32_t pages) {
    stx_metal_begin(COMPILE_FOR_TRISC, STX_METAL_WAIT_FRONT, cb, pages, own::bytes_to_end(cb));
    while (((own::counter_read(cb, own::RECEIVED) - own::buffers[cb].count) & 0xFFFFu) < pages) {
    }
    stx_metal_end(COMPILE_FOR_TRISC);
}

inline void cb_pop_front(std::uint32_t cb, std::uint32_t pages) {
    stx_metal_begin(COMPILE_FOR_TRISC, STX_METAL_POP_FRONT, cb, pages, own::bytes_to_end(cb));
    own::advance(cb, pages);
    own::counter_write(cb, own::ACKED, own::buffers[cb].count, own::UNTIL_UNPACK_IDLE);
    stx_metal_end(COMPILE_FOR_TRISC);
}
#else
inline void cb_wait_front(std::uint32_t, std::uint32_t) {
}

inline void cb_pop_front(std::uint32_t, std::uint32_t) {
}
#endif

#ifdef TRISC_PACK
inline void cb_reserve_back(std::uint32_t cb, std::uint32_t pages) {
    std::uint32_t capacity = stx_metal_setup()->cb[cb].pages;
    stx_metal_begin(COMPILE_FOR_TRISC, STX_METAL_RESERVE_BACK, cb, pages, own::bytes_to_end(cb));
    while (capacity - ((own::buffers[cb].count - own::counter_read(cb, own::ACKED)) & 0xFFFFu) <
           pages) {
    }
    stx_metal_end(COMPILE_FOR_TRISC);
}

inline void cb_push_back(std::uint32_t cb, std::uint32_t pages) {
    stx_metal_begin(COMPILE_FOR_TRISC, STX_METAL_PUSH_BACK, cb, pages, own::bytes_to_end(cb));
    own::advance(cb, pages);
    own::counter_write(cb, own::RECEIVED, own::buffers[cb].count, own::UNTIL_PACK_IDLE);
    stx_metal_end(COMPILE_FOR_TRISC);
}
#else
inline void cb_reserve_back(std::uint32_t, std::uint32_t) {
}

inline void cb_push_back(std::uint32_t, std::uint32_t) {
}
#endif
