/* SPDX-License-Identifier: Apache-2.0
 *
 * loop.cpp - one instruction for ever. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    __asm__ volatile("j .");
#endif
}
