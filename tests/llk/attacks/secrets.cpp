/* SPDX-License-Identifier: Apache-2.0
 *
 * secrets.cpp - reads the monitor's memory. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    (void)*reinterpret_cast<volatile std::uint32_t *>(0x80200000);
#endif
}
