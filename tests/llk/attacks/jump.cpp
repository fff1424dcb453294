/* SPDX-License-Identifier: Apache-2.0
 *
 * jump.cpp - goes on in the monitor's code. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    reinterpret_cast<void (*)()>(0x80000000)();
#endif
}
