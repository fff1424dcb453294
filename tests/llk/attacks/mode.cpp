/* SPDX-License-Identifier: Apache-2.0
 *
 * mode.cpp - asks for machine mode. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    __asm__ volatile(".insn i 0x73, 0, x0, x0, 0x302"); /* mret */
#endif
}
