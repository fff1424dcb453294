/* SPDX-License-Identifier: Apache-2.0
 *
 * api.h - the calls of data-movement kernels, by registers of the NoC alone: a part of tt-metal's
 * API with the same names and meanings, written for this project. A place is a pair of coordinates,
 * or of corners, as a register has them. */
#pragma once

#include "metal/dataflow.h"

using u32 = std::uint32_t;

namespace own {

#if STX_ARCH == STX_ARCH_BLACKHOLE
enum { TARGET_PLACE = 2, RETURN_PLACE = 5, DATA = 10, SEND = 16, BUFFER_BYTES = 0x800 };
#else
enum { TARGET_PLACE = 1, RETURN_PLACE = 4, DATA = 9, SEND = 10, BUFFER_BYTES = 0x400 };
#endif
enum { TARGET = 0, RETURN = 3, TAG = 6, CONTROL = 7, LENGTH = 8, STATUS = 0x80 };
enum { ATOMIC = 1, WRITE = 2, ANSWERED = 16, MULTICAST = 32, LINKED = 64, LOOPBACK = 1 << 17 };
enum { ATOMICS = 0, ACKS = 1, READS = 2, SENT = 10 }; /* counters */
enum { FOR_WRITES, FOR_READS, FOR_WORDS, FOR_ATOMICS, INCREMENT = 1 << 12 | 31 << 2 };

/* The NoC that the next calls use. */
static u32 noc = NOC_INDEX;

/* Answers and writes that this kernel waits for, by NoC and counter, and those of the core's two
 * kernels together. A kernel that may use both NoCs counts in L1, where the other one reads the
 * numbers. */
#if NOC_MODE == 0
static u32 expected[2][16];
inline u32 counted(u32 counter) {
    return expected[noc][counter];
}
inline u32 counted_by_all(u32 counter) {
    return counted(counter);
}
inline void count(u32 counter, u32 number) {
    expected[noc][counter] += number;
}
#else
inline volatile u32 *counter_of_kernel(u32 kernel, u32 counter) {
    const u32 place = counter == ATOMICS ? 3 : counter == ACKS ? 2 : counter == SENT ? 1 : 0;
    const u32 word = (noc * 2 + kernel) * STX_DM_COUNTER_WORDS + place;
    return reinterpret_cast<volatile u32 *>(STX_DM_COUNTERS) + word;
}
inline u32 counted(u32 counter) {
    return *counter_of_kernel(PROCESSOR_INDEX, counter);
}
inline u32 counted_by_all(u32 counter) {
    return *counter_of_kernel(0, counter) + *counter_of_kernel(1, counter);
}
inline void count(u32 counter, u32 number) {
    *counter_of_kernel(PROCESSOR_INDEX, counter) = counted(counter) + number;
}
#endif

/* The kernel has ended. */
inline void end() {
    for (noc = 0; noc < 2; noc++) {
        stx_dm_ended(noc, counted(ACKS));
    }
}
#define STX_DM_AT_END() own::end()

inline u32 address_of(u32 buffer, u32 index) {
    return 0xFFB20000u + noc * 0x10000u + buffer * BUFFER_BYTES + index * 4u;
}

inline void set(u32 buffer, u32 index, u32 value) {
    stx_dm_write(address_of(buffer, index), value);
}

inline void go(u32 buffer, u32 control, u32 from_place, u32 from, u32 to_place, u32 to, u32 bytes) {
    set(buffer, TARGET, from);
    set(buffer, TARGET_PLACE, from_place << STX_DM_PLACE_SHIFT);
    set(buffer, RETURN, to);
    set(buffer, RETURN_PLACE, to_place << STX_DM_PLACE_SHIFT);
    set(buffer, TAG, 0);
    set(buffer, LENGTH, bytes);
    set(buffer, CONTROL, control);
    set(buffer, SEND, 1);
}

inline void wait_for(u32 counter) {
    while (stx_dm_read(address_of(0, STATUS + counter)) != counted_by_all(counter)) {
    }
}

/* A bit and a number of CONTROL: the virtual channel that a request takes. */
inline u32 channel(u32 number) {
    return 1u << 7 | number << 13;
}

inline u32 here() {
    return stx_dm_setup()->y << 6 | static_cast<u32>(stx_dm_setup()->x);
}

inline void send(u32 buffer, u32 l1, u32 to_place, u32 to, u32 bytes, u32 more, u32 receivers) {
    go(buffer, WRITE | ANSWERED | more, here(), l1, to_place, to, bytes);
    count(SENT, 1);
    count(ACKS, receivers);
}

} // namespace own

template <typename T> inline T get_arg_val(u32 index) {
    stx_dm_argument(0, index);
    return static_cast<T>(stx_dm_setup()->args[index]);
}

/* Places. A rectangle's corners are in the order of NoC 0. */
inline u32 place_of(u32 x, u32 y) {
    return y << 6 | x;
}
inline u32 rectangle_of(u32 x0, u32 y0, u32 x1, u32 y1) {
    const u32 first = place_of(x0, y0), last = place_of(x1, y1);
    return own::noc == 0 ? first << 12 | last : last << 12 | first;
}
/* Where page `number` of a tensor in DRAM lies. */
inline u32 bank_of(u32 number) {
    const u32 bank = number % NUM_DRAM_BANKS;
    return place_of(STX_DM_BANK_X(bank), STX_DM_BANK_Y(bank));
}
inline u32 address_of_page(u32 tensor, u32 number, u32 bytes) {
    return tensor + number / NUM_DRAM_BANKS * bytes;
}

inline void noc_async_read(u32 place, u32 from, u32 l1, u32 bytes) {
    own::go(own::FOR_READS, own::ANSWERED, place, from, own::here(), l1, bytes);
    own::count(own::READS, 1);
}
inline void noc_async_write(u32 l1, u32 place, u32 to, u32 bytes) {
    own::send(own::FOR_WRITES, l1, place, to, bytes, 0, 1);
}
inline void noc_async_write_multicast(u32 l1, u32 rectangle, u32 to, u32 bytes, u32 receivers) {
    own::send(own::FOR_WRITES, l1, rectangle, to, bytes, own::MULTICAST, receivers);
}
inline void noc_async_write_multicast_loopback_src(u32 l1, u32 rectangle, u32 to, u32 bytes,
                                                   u32 receivers) {
    own::send(own::FOR_WRITES, l1, rectangle, to, bytes, own::MULTICAST | own::LOOPBACK, receivers);
}
inline void noc_async_read_barrier() {
    own::wait_for(own::READS);
}
inline void noc_async_writes_flushed() {
    own::wait_for(own::SENT);
}
inline void noc_async_write_barrier() {
    own::wait_for(own::ACKS);
}

/* Semaphores are words of L1 with the same address in each core. */
inline u32 get_semaphore(u32 number) {
    return stx_dm_semaphores() + 16u * number;
}
inline void noc_semaphore_inc(u32 place, u32 semaphore, u32 value) {
    own::set(own::FOR_ATOMICS, own::TARGET, semaphore);
    own::set(own::FOR_ATOMICS, own::TARGET_PLACE, place << STX_DM_PLACE_SHIFT);
    own::set(own::FOR_ATOMICS, own::LENGTH, own::INCREMENT | (semaphore >> 2 & 3u));
    own::set(own::FOR_ATOMICS, own::DATA, value);
    own::set(own::FOR_ATOMICS, own::CONTROL, own::ATOMIC | own::ANSWERED);
    own::set(own::FOR_ATOMICS, own::SEND, 1);
    own::count(own::ATOMICS, 1);
}
inline void noc_async_atomic_barrier() {
    own::wait_for(own::ATOMICS);
}
/* The word is this core's own, which the others get. */
inline void noc_semaphore_set_multicast(u32 semaphore, u32 rectangle, u32 to, u32 receivers) {
    own::send(own::FOR_WORDS, semaphore, rectangle, to, 4, own::MULTICAST, receivers);
}
inline void noc_semaphore_set(u32 semaphore, u32 value) {
    stx_dm_set(semaphore, value);
    *reinterpret_cast<volatile u32 *>(semaphore) = value;
}
inline void noc_semaphore_wait(u32 semaphore, u32 value) {
    stx_dm_wait(semaphore, value, 0);
    do {
        stx_dm_poll();
    } while (*reinterpret_cast<volatile u32 *>(semaphore) != value);
    stx_dm_waited();
}
inline void noc_semaphore_wait_min(u32 semaphore, u32 value) {
    stx_dm_wait(semaphore, value, 1);
    do {
        stx_dm_poll();
    } while (*reinterpret_cast<volatile u32 *>(semaphore) < value);
    stx_dm_waited();
}

/* Circular buffers. The counters of pages are registers, modulo 65,536. */
namespace own {

static u32 written[STX_METAL_CBS], read[STX_METAL_CBS]; /* pages pushed and popped here */

inline u32 counter_of(u32 cb, u32 which) {
    return stx_dm_read(reinterpret_cast<std::uintptr_t>(&stx_dm_stream[cb][which]));
}
inline u32 filled(u32 cb) {
    return (counter_of(cb, STX_METAL_RECEIVED) - counter_of(cb, STX_METAL_ACKED)) & 0xFFFFu;
}
inline u32 pointer(u32 cb, u32 pages) {
    const stx_metal_cb &b = stx_metal_setup()->cb[cb];
    return b.address + pages % b.pages * b.page_bytes;
}
inline void begin(stx_metal_call call, u32 cb, u32 pages, u32 at) {
    const stx_metal_cb &b = stx_metal_setup()->cb[cb];
    stx_dm_begin(call, cb, pages, at, b.address + b.pages * b.page_bytes);
}
inline void advance(u32 cb, u32 which, u32 pages) {
    stx_dm_stream[cb][which] = (stx_dm_stream[cb][which] + pages) & 0xFFFFu;
}

} // namespace own

inline u32 get_tile_size(u32 cb) {
    return stx_metal_setup()->cb[cb].page_bytes;
}
inline u32 get_write_ptr(u32 cb) {
    return own::pointer(cb, own::written[cb]);
}
inline u32 get_read_ptr(u32 cb) {
    return own::pointer(cb, own::read[cb]);
}
inline void cb_reserve_back(u32 cb, u32 pages) {
    own::begin(STX_METAL_RESERVE_BACK, cb, pages, get_write_ptr(cb));
    while (stx_metal_setup()->cb[cb].pages - own::filled(cb) < pages) {
    }
    stx_dm_end();
}
inline void cb_push_back(u32 cb, u32 pages) {
    own::begin(STX_METAL_PUSH_BACK, cb, pages, get_write_ptr(cb));
    own::advance(cb, STX_METAL_RECEIVED, pages);
    own::written[cb] += pages;
    stx_dm_end();
}
inline void cb_wait_front(u32 cb, u32 pages) {
    own::begin(STX_METAL_WAIT_FRONT, cb, pages, get_read_ptr(cb));
    while (own::filled(cb) < pages) {
    }
    stx_dm_end();
}
inline void cb_pop_front(u32 cb, u32 pages) {
    own::begin(STX_METAL_POP_FRONT, cb, pages, get_read_ptr(cb));
    own::advance(cb, STX_METAL_ACKED, pages);
    own::read[cb] += pages;
    stx_dm_end();
}
