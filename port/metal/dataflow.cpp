/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow.cpp - a data-movement kernel of tt-metal that runs alongside the three threads of a
 * compute kernel: the checkout's own dataflow API, the variables that firmware defines, and what
 * firmware does around a kernel. Compiled for each kernel (BRISC or NCRISC); tools/kernels writes
 * the headers with the kernel's defines and bindings. STX_METAL_ENTRY is the function's name. */
#include "metal/dataflow.h"

#include "defines_generated.h"

#include "metal/riscv_asm.h"

#include "noc_overlay_parameters.h"
#undef STREAM_REG_ADDR
#define STREAM_REG_ADDR(stream, index) ((uintptr_t)&stx_dm_stream[stream][index])

#include "risc_common.h"
#include "tensix.h"
#include "tensix_types.h"
#include "noc.h"
#include "stream_io_map.h"
#include "noc_nonblocking_api.h"
#include "internal/firmware_common.h"
#include "api/dataflow/dataflow_api.h"
#ifdef STX_METAL_GLOBALS
#include "internal/circular_buffer_init.h"
#endif

/* The four calls tell the port what they are about to do. */
inline void stx_dm_back(enum stx_metal_call call, std::uint32_t cb, std::uint32_t pages) {
    const LocalCBInterface &b = get_local_cb_interface(cb % NUM_CIRCULAR_BUFFERS);
    stx_dm_begin(call, cb, pages, b.fifo_wr_ptr, b.fifo_limit);
}

inline void stx_dm_front(enum stx_metal_call call, std::uint32_t cb, std::uint32_t pages) {
    const LocalCBInterface &b = get_local_cb_interface(cb % NUM_CIRCULAR_BUFFERS);
    stx_dm_begin(call, cb, pages, b.fifo_rd_ptr, b.fifo_limit);
}

inline void stx_cb_reserve_back(std::int32_t cb, std::int32_t pages) {
    stx_dm_back(STX_METAL_RESERVE_BACK, cb, pages);
    cb_reserve_back(cb, pages);
    stx_dm_end();
}

inline void stx_cb_push_back(std::int32_t cb, std::int32_t pages) {
    stx_dm_back(STX_METAL_PUSH_BACK, cb, pages);
    cb_push_back(cb, pages);
    stx_dm_end();
}

inline void stx_cb_wait_front(std::int32_t cb, std::int32_t pages) {
    stx_dm_front(STX_METAL_WAIT_FRONT, cb, pages);
    cb_wait_front(cb, pages);
    stx_dm_end();
}

inline void stx_cb_pop_front(std::int32_t cb, std::int32_t pages) {
    stx_dm_front(STX_METAL_POP_FRONT, cb, pages);
    cb_pop_front(cb, pages);
    stx_dm_end();
}

#define cb_reserve_back stx_cb_reserve_back
#define cb_push_back stx_cb_push_back
#define cb_wait_front stx_cb_wait_front
#define cb_pop_front stx_cb_pop_front

/* The port is told for which word a kernel waits. */
inline void stx_noc_semaphore_wait(volatile std::uint32_t tt_l1_ptr *semaphore,
                                   std::uint32_t value) {
    stx_dm_wait(reinterpret_cast<std::uintptr_t>(semaphore), value, 0);
    noc_semaphore_wait(semaphore, value);
    stx_dm_waited();
}

inline void stx_noc_semaphore_wait_min(volatile std::uint32_t tt_l1_ptr *semaphore,
                                       std::uint32_t value) {
    stx_dm_wait(reinterpret_cast<std::uintptr_t>(semaphore), value, 1);
    noc_semaphore_wait_min(semaphore, value);
    stx_dm_waited();
}

inline void stx_noc_semaphore_set(volatile std::uint32_t tt_l1_ptr *semaphore,
                                  std::uint32_t value) {
    stx_dm_set(reinterpret_cast<std::uintptr_t>(semaphore), value);
    noc_semaphore_set(semaphore, value);
}

/* A loop of the kernel's own looks at L1 by itself. */
inline void stx_invalidate_l1_cache() {
    invalidate_l1_cache();
    stx_dm_looked();
}

#define invalidate_l1_cache stx_invalidate_l1_cache
#define noc_semaphore_set stx_noc_semaphore_set
#define noc_semaphore_wait stx_noc_semaphore_wait
#define noc_semaphore_wait_min stx_noc_semaphore_wait_min

#define stx_reads_argument(common, index) stx_dm_argument(common, index)
#include "metal/arguments.h"

#ifndef __riscv
/* On a host, what a function of the API does has the lines of the kernel that calls it, too. */
void kernel_main() __attribute__((flatten));
#endif
#include "bindings_generated.h"
#include "kernel_generated.h"

std::uint8_t my_x[NUM_NOCS];
std::uint8_t my_y[NUM_NOCS];
std::uint8_t my_logical_x_, my_logical_y_, my_relative_x_, my_relative_y_;
std::uint32_t noc_reads_num_issued[NUM_NOCS], noc_nonposted_writes_num_issued[NUM_NOCS];
std::uint32_t noc_nonposted_writes_acked[NUM_NOCS], noc_nonposted_atomics_acked[NUM_NOCS];
std::uint32_t noc_posted_writes_num_issued[NUM_NOCS];
bank_noc_xy_t dram_bank_to_noc_xy[NUM_NOCS][NUM_DRAM_BANKS];
bank_noc_xy_t l1_bank_to_noc_xy[NUM_NOCS][NUM_L1_BANKS];
std::int32_t bank_to_dram_offset[NUM_DRAM_BANKS], bank_to_l1_offset[NUM_L1_BANKS];
std::uint32_t tt_l1_ptr *rta_l1_base, *crta_l1_base;
std::uint32_t tt_l1_ptr *sem_l1_base[ProgrammableCoreType::COUNT];
CBInterface cb_interface[NUM_CIRCULAR_BUFFERS];

static bank_noc_xy_t place(unsigned x, unsigned y) {
    return static_cast<bank_noc_xy_t>((y << NOC_ADDR_NODE_ID_BITS | x) << STX_DM_PLACE_SHIFT);
}

static void open_banks() {
    for (unsigned noc = 0; noc < NUM_NOCS; noc++) {
        for (unsigned i = 0; i < NUM_DRAM_BANKS; i++) {
            dram_bank_to_noc_xy[noc][i] = place(STX_DM_BANK_X(i), STX_DM_BANK_Y(i));
        }
        for (unsigned i = 0; i < NUM_L1_BANKS; i++) {
            l1_bank_to_noc_xy[noc][i] = place(my_x[0], my_y[0]);
        }
    }
}

/* Pointers and sizes are in bytes here. */
static void open_buffers() {
    const struct stx_metal_setup *setup = stx_metal_setup();
    for (unsigned id = 0; id < NUM_CIRCULAR_BUFFERS; id++) {
        const stx_metal_cb &from = setup->cb[id];
        LocalCBInterface &to = get_local_cb_interface(id);
        to.fifo_page_size = from.page_bytes;
        to.fifo_num_pages = from.pages;
        to.fifo_size = from.page_bytes * from.pages;
        to.fifo_rd_ptr = to.fifo_wr_ptr = from.address;
        to.fifo_limit = from.address + to.fifo_size;
        to.tiles_acked = to.tiles_received = 0;
        to.fifo_wr_tile_ptr = 0;
    }
}

/* Firmware also lets circular buffers that use the memory of a global one begin where that does. */
static void open_globals() {
#ifdef STX_METAL_GLOBALS
    const struct stx_metal_setup *setup = stx_metal_setup();
    auto *words = reinterpret_cast<std::uint32_t *>(const_cast<stx_metal_remote *>(setup->remote));
    experimental::setup_remote_cb_interfaces<false>(words, setup->first_remote, 0, 0, false, 0);
    ALIGN_LOCAL_CBS_TO_REMOTE_CBS
#endif
}

/* What firmware prepares for kernels that use one NoC, or both; and how many answers to its writes
 * the kernel has counted. */
#if NOC_MODE == 0
static void open_nocs() {
    noc_init(MEM_NOC_ATOMIC_RET_VAL_ADDR);
    noc_local_state_init(NOC_INDEX);
}
static std::uint32_t answers_of(unsigned noc) {
    return noc_nonposted_writes_acked[noc];
}
#else
static_assert(MEM_NOC_COUNTER_BASE == STX_DM_COUNTERS && NUM_BARRIER_TYPES == STX_DM_COUNTER_WORDS);
static void open_nocs() {
    dynamic_noc_init();
    stx_dm_shares_nocs();
}
static std::uint32_t answers_of(unsigned noc) {
    return get_noc_counter_val<proc_type, NocBarrierType::NONPOSTED_WRITES_ACKED>(noc);
}
#endif

extern "C" void STX_METAL_ENTRY(void) {
    const struct stx_dm_setup *setup = stx_dm_setup();
    rta_l1_base = const_cast<std::uint32_t *>(setup->args);
    crta_l1_base = const_cast<std::uint32_t *>(setup->common_args);
    for (auto &base : sem_l1_base) {
        base = reinterpret_cast<std::uint32_t tt_l1_ptr *>(stx_dm_semaphores());
    }
    my_x[0] = my_x[1] = setup->x;
    my_y[0] = my_y[1] = setup->y;
    my_logical_x_ = my_relative_x_ = setup->logical_x;
    my_logical_y_ = my_relative_y_ = setup->logical_y;
    open_banks();
    open_buffers();
    open_globals();
    open_nocs();
    kernel_main();
    for (unsigned noc = 0; noc < NUM_NOCS; noc++) {
        stx_dm_ended(noc, answers_of(noc));
    }
}
