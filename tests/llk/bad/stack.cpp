/* SPDX-License-Identifier: Apache-2.0
 *
 * stack.cpp - math takes L1 for its stack. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    __asm__ volatile("li sp, 0x21000\n\tsw sp, -16(sp)");
#endif
}
