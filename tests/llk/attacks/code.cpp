/* SPDX-License-Identifier: Apache-2.0
 *
 * code.cpp - changes its own code. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_UNPACK
    *reinterpret_cast<volatile std::uint32_t *>(0x84000000) = 0x00100073;
#endif
}
