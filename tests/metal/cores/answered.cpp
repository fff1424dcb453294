/* SPDX-License-Identifier: Apache-2.0
 *
 * answered.cpp - a core reads a page of DRAM twice into the same place, and sends it to another one
 * without a flush: the word with which that one answers shows that the page has been sent. */
#include "dataflow/api.h"

void kernel_main() {
    const u32 page = get_arg_val<u32>(0),
              other = place_of(get_arg_val<u32>(1), get_arg_val<u32>(2));
    const u32 l1 = get_write_ptr(0), there = get_semaphore(0), answer = get_semaphore(1);
    for (u32 round = 1; round <= 2; round++) {
#if FIRST
        noc_async_read(bank_of(0), page, l1, 2048);
        noc_async_read_barrier();
        own::send(own::FOR_WRITES, l1, other, l1, 2048, 0, 1);
        noc_semaphore_set(there, round);
        own::send(own::FOR_WRITES, there, other, there, 4, 0, 1);
        noc_semaphore_wait(answer, round);
#else
        (void)page, (void)l1;
        noc_semaphore_wait(there, round);
        noc_semaphore_inc(other, answer, 1);
#endif
    }
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
