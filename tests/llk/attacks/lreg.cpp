/* SPDX-License-Identifier: Apache-2.0
 *
 * lreg.cpp - names the last word of its data as the place of 32 lanes: the others would be the code
 * of the pack thread. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    register std::uintptr_t a0 __asm__("a0") = 0;
    register std::uintptr_t a1 __asm__("a1") = 0x843FFFFC;
    register std::uint32_t a7 __asm__("a7") = 4; /* CALL_LREG_READ */
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
#endif
}
