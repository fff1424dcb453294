/* SPDX-License-Identifier: Apache-2.0
 *
 * recursion.cpp - the pack thread recurses deeper than its stack, and comes back. */
#include <cstdint>

#include "build.h"

#ifdef LLK_TRISC_PACK
static std::uint32_t deep(std::uint32_t left) {
    volatile std::uint32_t kept[16];
    kept[0] = left;
    return left ? deep(left - 1) + kept[0] : 0;
}
#endif

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    volatile std::uint32_t sum = deep(4800);
    (void)sum;
#endif
}
