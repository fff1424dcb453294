/* SPDX-License-Identifier: Apache-2.0
 *
 * execute.cpp - executes what it has written into its own data. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    static volatile std::uint32_t code[4];
    code[0] = 0x00008067; /* ret */
    __asm__ volatile(".insn i 0x0F, 1, x0, x0, 0" ::: "memory"); /* fence.i */
    reinterpret_cast<void (*)()>(reinterpret_cast<std::uintptr_t>(code))();
#endif
}
