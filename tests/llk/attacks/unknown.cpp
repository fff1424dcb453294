/* SPDX-License-Identifier: Apache-2.0
 *
 * unknown.cpp - makes a call that does not exist. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_UNPACK
    register std::uint32_t a7 __asm__("a7") = 99;
    __asm__ volatile("ecall" : : "r"(a7) : "memory");
#endif
}
