/* SPDX-License-Identifier: Apache-2.0
 *
 * faults.cpp - what a kernel of one core may do wrong to others; BAD says which of it. The core is
 * the first of two; only the second one has circular buffer 1, and only the first one semaphore 1.
 */
#include "dataflow/api.h"

void kernel_main() {
    const u32 x0 = get_arg_val<u32>(0), x1 = get_arg_val<u32>(1), y = get_arg_val<u32>(2);
    const u32 l1 = get_write_ptr(0), semaphore = get_semaphore(0), second = place_of(x1, y);
#if BAD == 0 /* beyond the last core */
    noc_async_write(l1, place_of(x1 + 1, y), l1, 64);
#elif BAD == 1
    noc_async_write_multicast(l1, rectangle_of(x0, y, x1 + 1, y), l1, 64, 2);
#elif BAD == 2 /* corners as for the other NoC */
    noc_async_write_multicast(l1, rectangle_of(x1, y, x0, y), l1, 64, 1);
#elif BAD == 3 /* only this core, which does not receive its own multicast */
    noc_async_write_multicast(l1, rectangle_of(x0, y, x0, y), l1, 64, 1);
#elif BAD == 4 /* the sender counts itself among the receivers */
    noc_async_write_multicast(l1, rectangle_of(x0, y, x1, y), l1, 64, 2);
    noc_async_write_barrier();
#elif BAD == 5 /* bytes that are a buffer here, and nothing there */
    noc_async_write(l1, second, l1 + 4096, 64);
#elif BAD == 6
    noc_semaphore_inc(second, get_semaphore(1), 1);
#elif BAD == 7  /* which nobody increments */
    noc_semaphore_wait(semaphore, 3);
#elif BAD == 9  /* which has passed that value */
    noc_semaphore_inc(place_of(x0, y), semaphore, 2);
    noc_async_atomic_barrier();
    noc_semaphore_wait(semaphore, 1);
#elif BAD == 10 /* the sender counts itself, and no barrier waits for the answers */
    noc_async_write_multicast(l1, rectangle_of(x0, y, x1, y), l1, 64, 2);
    noc_async_writes_flushed();
#elif BAD == 11 /* the word that is sent changes before it has left */
    noc_semaphore_set(semaphore, 1);
    noc_semaphore_set_multicast(semaphore, rectangle_of(x1, y, x1, y), semaphore, 1);
    noc_semaphore_set(semaphore, 2);
    noc_async_write_barrier();
#elif BAD == 12 /* nothing waits until the bytes have left */
    noc_async_write(l1, second, l1, 64);
#elif BAD == 13 /* nor for the answer to an increment */
    noc_semaphore_inc(second, semaphore, 1);
#elif BAD == 14 /* nor for the end of a chain */
    own::send(own::FOR_WRITES, l1, rectangle_of(x1, y, x1, y), l1, 64, own::MULTICAST | own::LINKED,
              1);
    noc_async_writes_flushed();
    noc_semaphore_set_multicast(semaphore, rectangle_of(x1, y, x1, y), semaphore, 1);
#elif BAD == 15 /* a barrier for increments shows nothing of a write */
    noc_async_write(l1, second, l1, 64);
    noc_semaphore_inc(place_of(x0, y), semaphore, 1);
    noc_async_atomic_barrier();
#elif BAD == 16 /* nor does a flush of writes with an answer show one without */
    own::go(own::FOR_WRITES, own::WRITE, own::here(), l1, second, l1, 64);
    noc_async_writes_flushed();
#elif BAD == 17 /* a word on another virtual channel than the data before it */
    own::send(own::FOR_WRITES, l1, second, l1, 64, own::channel(1), 1);
    own::send(own::FOR_WRITES, semaphore, second, semaphore, 4, own::channel(4), 1);
    noc_async_write_barrier();
#elif BAD == 18 /* right: a word that ends no chain may be under way */
    noc_async_write(l1, second, l1, 64);
    noc_async_write_barrier();
    noc_semaphore_set_multicast(semaphore, rectangle_of(x1, y, x1, y), semaphore, 1);
#else           /* with loopback, right */
    noc_async_write_multicast_loopback_src(l1, rectangle_of(x0, y, x1, y), l1 + 2048, 64, 2);
    noc_async_write_barrier();
    noc_semaphore_inc(second, semaphore, 1);
    noc_async_atomic_barrier();
#endif
}
