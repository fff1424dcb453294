/* SPDX-License-Identifier: Apache-2.0
 *
 * jump.cpp - math calls what lies in L1. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    (void)params;
#ifdef LLK_TRISC_MATH
    volatile std::uint32_t address = 0x21000;
    reinterpret_cast<void (*)()>(address)();
    address = 0; /* so that it is a call and no jump */
#endif
}
