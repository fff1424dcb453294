/* SPDX-License-Identifier: Apache-2.0
 *
 * both.cpp - reader and writer of a core send two pages each to another core, one by each NoC, and
 * wait on both NoCs. With BAD the reader counts itself among the receivers of a multicast and waits
 * for the writer, whose barrier counts the same. Arguments: columns of the two cores, their row,
 * the kernel's first page. */
#include "dataflow/api.h"

void kernel_main() {
    const u32 x0 = get_arg_val<u32>(0), x1 = get_arg_val<u32>(1), y = get_arg_val<u32>(2);
    const u32 first = get_arg_val<u32>(3), other = place_of(x1, y), bytes = get_tile_size(0);
    for (own::noc = 0; own::noc < 2; own::noc++) {
        const u32 page = get_write_ptr(0) + (first + own::noc) * bytes;
        noc_async_write(page, other, page, bytes);
    }
#if BAD
    own::noc = 0;
    noc_async_write_multicast(get_write_ptr(0), rectangle_of(x0, y, x1, y), get_write_ptr(0), 64,
                              2);
    noc_semaphore_wait(get_semaphore(1), 1);
#else
    (void)x0;
#endif
    for (own::noc = 0; own::noc < 2; own::noc++) {
        noc_async_write_barrier();
    }
    own::noc = 1 - NOC_INDEX;
    noc_semaphore_inc(other, get_semaphore(0), 1);
    noc_async_atomic_barrier();
}
