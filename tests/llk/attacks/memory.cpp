/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.cpp - writes over the monitor's variables. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    *reinterpret_cast<volatile std::uint32_t *>(0x80200000) = 0;
#endif
}
