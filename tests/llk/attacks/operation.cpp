/* SPDX-License-Identifier: Apache-2.0
 *
 * operation.cpp - an operation of the vector unit by a call, with the operands that the case names:
 * an address, 1 for lanes of the thread's own, or 0 for none. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    static std::uint32_t lanes[3][32];
    auto place = [](std::uint32_t named, unsigned own) {
        return named == 1 ? reinterpret_cast<std::uintptr_t>(lanes[own]) : named;
    };
    struct {
        std::uintptr_t in[8], out, second;
        std::uint32_t word;
        std::uint8_t result;
        bool masked;
    } operation = {{place(IN, 0)}, place(OUT, 1), place(SECOND, 2), 0x8F000000, RESULT, false}; /* SFPNOP */
    register std::uintptr_t a0 __asm__("a0") = reinterpret_cast<std::uintptr_t>(&operation);
    register std::uint32_t a7 __asm__("a7") = 2; /* CALL_SFPU */
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
#endif
}
