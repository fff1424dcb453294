/* SPDX-License-Identifier: Apache-2.0
 *
 * remote.cpp - what kernels may do wrong with a global circular buffer; BAD says what. The first
 * core sends pages of 64 bytes to two others. Argument: the core's column. */
#include "dataflow/remote.h"

void kernel_main() {
    const u32 column = get_arg_val<u32>(0);
    if (BAD == 0 && column == 1) {
        remote_cb_reserve_back(31, 1);
    } else if (BAD == 1 && column == 0) {
        remote_cb_pop_front(31, 1);
    } else if (BAD == 2 && column == 0) {
        remote_cb_sender_barrier(30);
    } else if (BAD == 3 && column == 0) {
        remote_cb_reserve_back(31, 2);
        remote_cb_push_back_and_write_pages(31, get_write_ptr(0), 2);
        remote_cb_reserve_back(31, 1);
    } else if (BAD == 3 && column == 2) {
        remote_cb_wait_front(31, 2);
        remote_cb_pop_front(31, 1);
    } else if (BAD == 4 && column == 1) {
        remote_cb_wait_front(31, 2);
    } else if (BAD == 5 && column == 0) {
        noc_async_write(get_write_ptr(0), own::place_of_other(31, 1),
                        own::remote_word(31, own::ADDRESS) + 128, 64);
        noc_async_write_barrier();
    }
}
