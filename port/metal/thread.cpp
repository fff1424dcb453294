/* SPDX-License-Identifier: Apache-2.0
 *
 * thread.cpp - one thread of a compute kernel of tt-metal: the checkout's run_kernel(), the
 * variables that firmware defines, and what firmware does around it. Compiled once for each of
 * unpack, math and pack; chlkc_list.h includes the kernel by way of files that tools/kernels
 * writes. STX_METAL_ENTRY is the thread's name. */
#include "internal/firmware_common.h"

#include "chlkc_list.h"
#include "internal/circular_buffer_interface.h"
#include "llk/pointers.h"
#include "metal/platform.h"
#ifdef STX_METAL_GLOBALS
#include "internal/circular_buffer_init.h"
#endif

std::uint32_t tt_l1_ptr *rta_l1_base;
std::uint32_t tt_l1_ptr *crta_l1_base;
std::uint32_t tt_l1_ptr *sem_l1_base[ProgrammableCoreType::COUNT];
std::uint8_t my_logical_x_, my_logical_y_, my_relative_x_, my_relative_y_;
CBInterface cb_interface[NUM_CIRCULAR_BUFFERS];

std::uint32_t unp_cfg_context, pack_sync_tile_dst_ptr, math_sync_tile_dst_index;
std::uint32_t gl_alu_format_spec_reg, op_info_offset;

namespace ckernel {
std::uint32_t op_info_offset;
}

/* Pointers and sizes are in units of 16 bytes; a thread keeps its own side of each buffer. */
static void open_buffers(const struct stx_metal_setup *setup) {
    for (unsigned id = 0; id < NUM_CIRCULAR_BUFFERS; id++) {
        const stx_metal_cb &from = setup->cb[id];
        LocalCBInterface &to = get_local_cb_interface(id);
        to.fifo_page_size = from.page_bytes / 16;
        to.fifo_num_pages = from.pages;
        to.fifo_size = to.fifo_page_size * from.pages;
        to.fifo_rd_ptr = to.fifo_wr_ptr = from.address / 16;
        to.fifo_limit = to.fifo_rd_ptr + to.fifo_size;
        to.tiles_acked = to.tiles_received = 0;
        to.fifo_wr_tile_ptr = 0;
    }
}

/* As in dataflow.cpp; the math thread has no pointers. */
static void open_globals(const struct stx_metal_setup *setup) {
#ifdef STX_METAL_GLOBALS
    auto *words = reinterpret_cast<std::uint32_t *>(const_cast<stx_metal_remote *>(setup->remote));
    experimental::setup_remote_cb_interfaces<false>(words, setup->first_remote, 0, 0, false, 0);
#ifndef UCK_CHLKC_MATH
    ALIGN_LOCAL_CBS_TO_REMOTE_CBS
#endif
#else
    (void)setup;
#endif
}

STX_THREAD_ENTRY void STX_METAL_ENTRY(void *) {
    const struct stx_metal_setup *setup = stx_metal_setup();
    my_logical_x_ = my_relative_x_ = setup->logical_x;
    my_logical_y_ = my_relative_y_ = setup->logical_y;
    rta_l1_base = setup->args;
    crta_l1_base = setup->common_args;
    ckernel::regfile = reinterpret_cast<volatile uint *>(REGFILE_BASE);
    for (unsigned i = 0; i < 64; i++) {
        ckernel::regfile[i] = 0;
    }
    ckernel::reset_cfg_state_id();
    open_buffers(setup);
    open_globals(setup);
    run_kernel();
    ckernel::tensix_sync();
}
