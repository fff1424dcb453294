/* SPDX-License-Identifier: Apache-2.0
 *
 * call.cpp - a call of the monitor, made by hand: its number and arguments are what the description
 * says. The unpack thread makes it. */
#include "compute/api.h"

void kernel_main() {
#ifdef TRISC_UNPACK
    register std::uintptr_t a0 __asm__("a0") = A0;
    register std::uintptr_t a1 __asm__("a1") = A1;
    register std::uintptr_t a2 __asm__("a2") = A2;
    register std::uintptr_t a3 __asm__("a3") = 0;
    register std::uint32_t a7 __asm__("a7") = A7;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a3), "r"(a7) : "memory");
#endif
}
