/* SPDX-License-Identifier: Apache-2.0
 *
 * neighbour.cpp - writes on the stack of the unpack thread. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    *reinterpret_cast<volatile std::uint32_t *>(0x8410FF00) = 0;
#endif
}
