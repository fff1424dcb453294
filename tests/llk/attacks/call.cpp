/* SPDX-License-Identifier: Apache-2.0
 *
 * call.cpp - hands the monitor's memory to a call as the place of a result. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    struct {
        std::uint32_t in[8], out, second, word, result;
    } operation = {{}, 0x80200000, 0, 0x02000000, 0};
    register std::uintptr_t a0 __asm__("a0") = reinterpret_cast<std::uintptr_t>(&operation);
    register std::uint32_t a7 __asm__("a7") = 2; /* CALL_SFPU */
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
#endif
}
