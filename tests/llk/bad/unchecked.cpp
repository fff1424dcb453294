/* SPDX-License-Identifier: Apache-2.0
 *
 * unchecked.cpp - a kernel that ends well but for a semaphore; its case compares nothing. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    TTI_SEMINIT(2, 1, 1 << 3);
#endif
}
