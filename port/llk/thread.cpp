/* SPDX-License-Identifier: Apache-2.0
 *
 * thread.cpp - one thread of an LLK kernel: the unchanged source named by STX_LLK_KERNEL, the
 * variables that firmware defines, and what firmware does around run_kernel(). Compiled once for
 * each of unpack, math and pack with the prelude in front. STX_LLK_ENTRY is the thread's name. */
#include STX_LLK_KERNEL

#include <algorithm>

#include "llk/platform.h"
#include "llk/pointers.h"

/* LLK's profiler: timestamps in L1, through plain pointers. */
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

STX_THREAD_ENTRY void STX_LLK_ENTRY(void *) {
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
