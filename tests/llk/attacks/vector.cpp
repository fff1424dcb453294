/* SPDX-License-Identifier: Apache-2.0
 *
 * vector.cpp - takes the monitor's trap vector. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    __asm__ volatile(".insn i 0x73, 1, x0, x0, 0x305"); /* csrrw x0, mtvec, x0 */
#endif
}
