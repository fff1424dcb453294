/* SPDX-License-Identifier: Apache-2.0
 *
 * remote.h - the calls on global circular buffers, for one size of pages: a part of tt-metal's API
 * with the same names and meanings, written for this project. A sender pushes pages into the L1 of
 * its receivers, each of which gets its own, and pops them there. */
#pragma once

#include "dataflow/api.h"

namespace own {

/* Words of the configuration. */
enum { IS_SENDER, RECEIVERS, ADDRESS, BYTES, POINTER, PLACES_AT, COUNTERS_AT, INCREMENTS_AT };
enum { UNIT = 16, COUNTER_BYTES = 16 };

inline const stx_metal_remote &remote(u32 cb) {
    return stx_metal_setup()->remote[STX_METAL_CBS - 1 - cb];
}
inline volatile u32 *words_at(u32 address) {
    return reinterpret_cast<volatile u32 *>(address);
}
inline volatile u32 &remote_word(u32 cb, u32 index) {
    return words_at(remote(cb).config)[index];
}
inline u32 end_of_pages(u32 cb) {
    const u32 bytes = remote_word(cb, BYTES);
    return remote_word(cb, ADDRESS) + bytes - bytes % remote(cb).page_bytes;
}

/* The port waits, where a call has to; a report has the line of the kernel that makes the call. */
#define OWN_CALL inline __attribute__((always_inline))
OWN_CALL void tell(stx_remote_call call, u32 cb, u32 pages) {
    stx_remote_place place = {0, 0, 0};
    if (remote(cb).config) {
        place = {remote_word(cb, POINTER), remote(cb).page_bytes, end_of_pages(cb)};
    }
    stx_dm_remote(call, cb, pages, &place);
}

/* Moves the place behind these pages. Returns the units that count as moved: behind the last whole
 * page also the rest of the buffer. */
inline u32 move(u32 cb, u32 pages) {
    const u32 bytes = pages * remote(cb).page_bytes, end = end_of_pages(cb);
    const u32 to = remote_word(cb, POINTER) + bytes, start = remote_word(cb, ADDRESS);
    remote_word(cb, POINTER) = to >= end ? start + (to - end) : to;
    return (bytes + (to >= end ? start + remote_word(cb, BYTES) - end : 0)) / UNIT;
}

/* A core's own counter and the one that it increments in another core grow together. */
inline void add(u32 own_counter, u32 place, u32 counter, u32 units) {
    *words_at(own_counter) = *words_at(own_counter) + units;
    noc_semaphore_inc(place, counter, units);
}

inline u32 place_of_other(u32 cb, u32 number) {
    volatile u32 *places = words_at(remote_word(cb, PLACES_AT));
    return place_of(places[2 * number], places[2 * number + 1]);
}

} // namespace own

OWN_CALL void remote_cb_reserve_back(u32 cb, u32 pages) {
    own::tell(STX_REMOTE_RESERVE_BACK, cb, pages);
}

/* Receiver i gets the pages from l1 + i * pages * the size of one on. A flush lies between them and
 * the word that announces them, which takes another command buffer. */
OWN_CALL void remote_cb_push_back_and_write_pages(u32 cb, u32 l1, u32 pages) {
    own::tell(STX_REMOTE_PUSH_BACK, cb, pages);
    const u32 to = own::remote_word(cb, own::POINTER),
              receivers = own::remote_word(cb, own::RECEIVERS);
    const u32 bytes = pages * own::remote(cb).page_bytes, units = own::move(cb, pages);
    for (u32 i = 0; i < receivers; i++) {
        noc_async_write(l1 + i * bytes, own::place_of_other(cb, i), to, bytes);
    }
    noc_async_writes_flushed();
    for (u32 i = 0; i < receivers; i++) {
        const u32 step = i * 2 * own::COUNTER_BYTES;
        own::add(own::remote_word(cb, own::COUNTERS_AT) + step, own::place_of_other(cb, i),
                 own::remote_word(cb, own::INCREMENTS_AT) + step, units);
    }
}

/* Waits until all receivers have popped all pages. */
OWN_CALL void remote_cb_sender_barrier(u32 cb) {
    own::tell(STX_REMOTE_BARRIER, cb, 0);
}

OWN_CALL void remote_cb_wait_front(u32 cb, u32 pages) {
    own::tell(STX_REMOTE_WAIT_FRONT, cb, pages);
}
OWN_CALL void remote_cb_pop_front(u32 cb, u32 pages) {
    own::tell(STX_REMOTE_POP_FRONT, cb, pages);
    const u32 acked = own::remote_word(cb, own::COUNTERS_AT) + own::COUNTER_BYTES;
    own::add(acked, own::place_of_other(cb, 0), own::remote_word(cb, own::INCREMENTS_AT),
             own::move(cb, pages));
}
/* Where the next page is. */
inline u32 remote_cb_read_ptr(u32 cb) {
    return own::remote_word(cb, own::POINTER);
}
