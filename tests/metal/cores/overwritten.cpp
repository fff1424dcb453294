/* SPDX-License-Identifier: Apache-2.0
 *
 * overwritten.cpp - a core sends two values of one word, the second one without knowing whether the
 * first one was seen; the other core waits for each of them. On silicon it sees both. */
#include "dataflow/api.h"

void kernel_main() {
    const u32 there = get_semaphore(0), here = get_semaphore(1);
#ifdef SENDS
    for (u32 value = 1; value <= 2; value++) {
        noc_semaphore_set(here, value);
        noc_async_write(here, place_of(get_arg_val<u32>(0), get_arg_val<u32>(1)), there, 4);
        noc_async_writes_flushed();
    }
    noc_async_write_barrier();
#else
    (void)here;
    noc_semaphore_wait(there, 1);
    noc_semaphore_wait(there, 2);
#endif
}
