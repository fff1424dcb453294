/* SPDX-License-Identifier: Apache-2.0
 *
 * buffers.cpp - makes a call that only kernels with circular buffers have, with a good pointer. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    static std::uint32_t place[4096];
    register std::uintptr_t a0 __asm__("a0") = reinterpret_cast<std::uintptr_t>(place);
    register std::uintptr_t a1 __asm__("a1") = reinterpret_cast<std::uintptr_t>(place + 2048);
    register std::uintptr_t a2 __asm__("a2") = 16;
    register std::uint32_t a7 __asm__("a7") = 8; /* CALL_SETUP */
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
#endif
}
