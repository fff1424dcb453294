/* SPDX-License-Identifier: Apache-2.0
 *
 * thread_own.cpp - one thread of a kernel on the project's own header (examples/metal): as
 * thread.cpp, without a checkout of tt-metal. */
#if defined(UCK_CHLKC_UNPACK)
#include "chlkc_unpack.cpp"
#elif defined(UCK_CHLKC_MATH)
#include "chlkc_math.cpp"
#else
#include "chlkc_pack.cpp"
#endif

#include "llk/pointers.h"
#include "metal/platform.h"

STX_THREAD_ENTRY void STX_METAL_ENTRY(void *) {
    kernel_main();
    ckernel::tensix_sync();
}
