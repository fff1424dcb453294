// SPDX-License-Identifier: Apache-2.0
//
// calls.cpp - a page goes through L1 by each of the free calls of tt-metal that read and write, one form after the
// other; semaphores of the own core count the forms. Arguments: the tensors' addresses.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

constexpr uint32_t IN = 0, PAGE = 2048, HALF = PAGE / 2;

void kernel_main() {
    constexpr auto x_args = TensorAccessorArgs<0>();
    constexpr auto y_args = TensorAccessorArgs<x_args.next_compile_time_args_offset()>();
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(0), PAGE);
    const auto y = TensorAccessor(y_args, get_arg_val<uint32_t>(1), PAGE);
    const uint32_t forms = get_arg_val<uint32_t>(2), done = get_semaphore(0), told = get_semaphore(1);
    volatile tt_l1_ptr uint32_t *count = reinterpret_cast<volatile tt_l1_ptr uint32_t *>(done);
    const uint64_t done_noc = get_noc_addr(my_x[noc_index], my_y[noc_index], done);
    const uint64_t told_noc = get_noc_addr(my_x[noc_index], my_y[noc_index], told);
    for (uint32_t form = 0; form < forms; form++) {
        cb_reserve_back(IN, 1);
        const uint32_t at = get_write_ptr(IN);
        const uint64_t from = x.get_noc_addr(form), to = y.get_noc_addr(form);
        switch (form) {
        case 0:
            noc_async_read(from, at, PAGE);
            noc_async_read_barrier();
            noc_async_write(at, to, PAGE);
            break;
        case 1:
            noc_async_read_one_packet(from, at, PAGE);
            noc_async_read_barrier();
            noc_async_write_one_packet(at, to, PAGE);
            break;
        case 2:
            noc_async_read_one_packet_set_state(from, HALF);
            noc_async_read_one_packet_with_state(static_cast<uint32_t>(from), at);
            noc_async_read_one_packet_with_state(static_cast<uint32_t>(from) + HALF, at + HALF);
            noc_async_read_barrier();
            noc_async_write_one_packet_set_state(to, HALF);
            noc_async_write_one_packet_with_state(at, static_cast<uint32_t>(to));
            noc_async_write_one_packet_with_state(at + HALF, static_cast<uint32_t>(to) + HALF);
            break;
        case 3:
            noc_async_read_set_state(from);
            noc_async_read_with_state(static_cast<uint32_t>(from), at, PAGE);
            noc_async_read_barrier();
            noc_async_write_one_packet_with_trid(at, to, PAGE, 5);
            noc_async_write_barrier_with_trid(5);
            break;
        case 4:
            noc_async_read_set_trid(3);
            noc_async_read(from, at, PAGE);
            noc_async_read_barrier_with_trid(3);
            noc_async_read_set_trid(0);
            noc_async_write(at, to, PAGE);
            noc_async_writes_flushed();
            break;
        case 5:
            noc_async_read_page(form, x, at);
            noc_async_read_barrier();
            noc_async_write_page(form, y, at);
            break;
        default: /* by way of the core itself, half by half */
            noc_async_read(from, at, HALF);
            noc_async_read(from + HALF, at + HALF, HALF);
            noc_async_full_barrier();
            noc_async_write(at, get_noc_addr(my_x[noc_index], my_y[noc_index], at), PAGE);
            noc_async_write_barrier();
            noc_async_read(get_noc_addr(at), at, PAGE);
            noc_async_read_barrier();
            noc_async_write(at, to, PAGE);
        }
        noc_async_write_barrier();
        cb_push_back(IN, 1);
        cb_wait_front(IN, 1);
        cb_pop_front(IN, 1);
        noc_semaphore_inc(done_noc, 1);
        noc_async_atomic_barrier();
        noc_semaphore_wait(count, form + 1);
    }
    noc_semaphore_set_remote(done, told_noc);
    noc_async_write_barrier();
    noc_semaphore_wait_min(reinterpret_cast<volatile tt_l1_ptr uint32_t *>(told), forms);
    noc_semaphore_set(count, 0);
}
