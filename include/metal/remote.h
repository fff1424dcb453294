/* SPDX-License-Identifier: Apache-2.0
 *
 * remote.h - the five calls on global circular buffers tell the port what they are about to do, and
 * wait there. Included in the middle of a copy of the checkout's api/remote_circular_buffer.h,
 * within its namespace, where its own functions begin with checkout_ (tools/kernels/farm.py). */

inline void stx_remote_front(stx_remote_call call, std::uint32_t cb, std::uint32_t pages) {
    const RemoteReceiverCBInterface &b = get_remote_receiver_cb_interface(cb);
    const stx_remote_place place = {b.fifo_rd_ptr, b.fifo_page_size, b.fifo_limit_page_aligned};
    stx_dm_remote(call, cb, pages, &place);
}

inline void stx_remote_back(stx_remote_call call, std::uint32_t cb, std::uint32_t pages) {
    const RemoteSenderCBInterface &b = get_remote_sender_cb_interface(cb);
    const stx_remote_place place = {b.fifo_wr_ptr, b.fifo_page_size, b.fifo_limit_page_aligned};
    stx_dm_remote(call, cb, pages, &place);
}

inline void remote_cb_wait_front(std::uint32_t cb, std::uint32_t pages) {
    stx_remote_front(STX_REMOTE_WAIT_FRONT, cb, pages);
    checkout_remote_cb_wait_front(cb, pages);
}

inline void remote_cb_pop_front(std::uint32_t cb, std::uint32_t pages,
                                std::uint8_t noc = noc_index) {
    stx_remote_front(STX_REMOTE_POP_FRONT, cb, pages);
    checkout_remote_cb_pop_front(cb, pages, noc);
}

inline void remote_cb_reserve_back(std::uint32_t cb, std::uint32_t pages) {
    stx_remote_back(STX_REMOTE_RESERVE_BACK, cb, pages);
    checkout_remote_cb_reserve_back(cb, pages);
}

inline void remote_cb_sender_barrier(std::uint32_t cb) {
    stx_remote_back(STX_REMOTE_BARRIER, cb, 0);
    checkout_remote_cb_sender_barrier(cb);
}

template <bool skip_ptr_update = true>
inline void
remote_cb_push_back_and_write_pages(std::uint32_t cb, std::uint32_t from, std::uint32_t pages,
                                    std::uint32_t rows, std::uint32_t pages_of_row,
                                    std::uint32_t page_bytes, std::uint8_t noc = noc_index) {
    stx_remote_back(STX_REMOTE_PUSH_BACK, cb, pages);
    checkout_remote_cb_push_back_and_write_pages<skip_ptr_update>(cb, from, pages, rows,
                                                                  pages_of_row, page_bytes, noc);
}
