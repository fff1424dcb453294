/* SPDX-License-Identifier: Apache-2.0
 *
 * thread.cpp - one thread of an LLK kernel: the unchanged source named by STX_LLK_KERNEL, the
 * variables that firmware defines, and what firmware does around run_kernel(). Compiled once for
 * each of unpack, math and pack with the prelude in front. STX_LLK_ENTRY is the thread's name. */
#include STX_LLK_KERNEL

#include <algorithm>

#include "llk/platform.h"
#include "llk/pointers.h"

#define REGISTER(address) STX_REGISTERS(std::uint32_t, address)

namespace ckernel {

volatile std::uint32_t *reg_base = REGISTER(0xFFB00000);
volatile std::uint32_t *pc_buf_base = REGISTER(PC_BUF_BASE);
volatile std::uint32_t *regfile;
volatile std::uint32_t *mailbox_base[4] = {
    REGISTER(TENSIX_MAILBOX0_BASE), REGISTER(TENSIX_MAILBOX1_BASE), REGISTER(TENSIX_MAILBOX2_BASE),
    REGISTER(TENSIX_MAILBOX3_BASE)};
std::uint32_t cfg_state_id;
std::uint32_t dest_offset_id;

} // namespace ckernel

/* LLK's profiler: timestamps in L1, by plain pointers. */
#ifdef LLK_PROFILER
#include "profiler.h"
namespace llk_profiler {
barrier_ptr_t barrier_ptr;
buffer_ptr_t buffer;
std::uint32_t write_idx, open_zone_cnt;
} // namespace llk_profiler
#define PROFILER_START() (llk_profiler::reset(), llk_profiler::sync_threads())
#else
#define PROFILER_START() ((void)0)
#endif

extern "C" void STX_LLK_ENTRY(void *) {
    RuntimeParams params;
    stx_llk_arguments(&params, sizeof params);
    ckernel::regfile = reinterpret_cast<volatile std::uint32_t *>(REGFILE_BASE);
    std::fill(ckernel::regfile, ckernel::regfile + 64, 0);
    ckernel::cfg_state_id = 0;
    ckernel::dest_offset_id = 0;
    PROFILER_START();
    run_kernel(params);
    ckernel::tensix_sync();
}
