/* SPDX-License-Identifier: Apache-2.0
 *
 * endless.cpp - the pack thread computes for ever and lets nobody else run. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    for (volatile std::uint32_t i = 0;; i = i + 1) {
    }
#endif
}
