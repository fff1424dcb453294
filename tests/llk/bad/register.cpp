/* SPDX-License-Identifier: Apache-2.0
 *
 * register.cpp - unpack reads a register that does not exist, by a plain pointer. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_UNPACK
    (void)*reinterpret_cast<volatile std::uint32_t *>(0xFFE00000); /* GPR 0 */
    (void)*reinterpret_cast<volatile std::uint32_t *>(0xFFE00100);
#endif
}
