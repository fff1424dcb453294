/* SPDX-License-Identifier: Apache-2.0
 *
 * assertion.cpp - what an assertion of LLK that fails comes down to. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    __asm__ volatile("ebreak");
#endif
}
