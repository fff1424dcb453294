/* SPDX-License-Identifier: Apache-2.0
 *
 * flag.cpp - pack polls two words of L1 that nobody writes. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    volatile std::uint32_t *flag = reinterpret_cast<volatile std::uint32_t *>(0x30000);
    while (!flag[0] && !flag[4]) {
    }
#endif
}
