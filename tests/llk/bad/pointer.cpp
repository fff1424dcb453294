/* SPDX-License-Identifier: Apache-2.0
 *
 * pointer.cpp - math stores behind the end of L1, by a plain pointer. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    volatile std::uint16_t *end = reinterpret_cast<volatile std::uint16_t *>(0x180000);
    end[-1] = 1;
    *end = 1;
#endif
}
