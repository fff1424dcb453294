/* SPDX-License-Identifier: Apache-2.0
 *
 * recursion.cpp - the pack thread recurses 30,000 frames deep, much deeper than its stack, in steps
 * that only a guard of more than 800 bytes notices, and comes back. */
#include <cstdint>

#include "build.h"

#ifdef LLK_TRISC_PACK
static std::uint32_t deep(std::uint32_t left) {
    volatile std::uint32_t kept[200];
    kept[0] = left;
    return left ? deep(left - 1) + kept[0] : 0;
}
#endif

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    volatile std::uint32_t sum = deep(30000);
    (void)sum;
#endif
}
