/* SPDX-License-Identifier: Apache-2.0
 *
 * dram.cpp - the first core writes a page of DRAM, which the second one reads; WAITS says what they
 * do before. */
#include "dataflow/api.h"

void kernel_main() {
    const u32 page = get_arg_val<u32>(0), next = place_of(get_arg_val<u32>(1), get_arg_val<u32>(2));
    const u32 l1 = get_write_ptr(0), semaphore = get_semaphore(0);
#if FIRST
    noc_async_write(l1, bank_of(0), page, 2048);
#if WAITS == 0
    noc_async_writes_flushed();
#else
    noc_async_write_barrier();
#endif
    noc_semaphore_inc(next, semaphore, 1);
    noc_async_atomic_barrier();
#else
#if WAITS != 1
    noc_semaphore_wait(semaphore, 1);
#endif
    noc_async_read(bank_of(0), page, l1, 2048);
    noc_async_read_barrier();
#endif
}
