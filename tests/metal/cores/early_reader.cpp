/* SPDX-License-Identifier: Apache-2.0
 *
 * early_reader.cpp - reads a page of its own core over the NoC. Arguments: where this core is. */
#include "dataflow/api.h"

void kernel_main() {
#if WAITS
    cb_wait_front(16, 1);
#endif
    noc_async_read(place_of(get_arg_val<u32>(0), get_arg_val<u32>(1)), get_read_ptr(16),
                   get_write_ptr(0), 64);
    noc_async_read_barrier();
}
