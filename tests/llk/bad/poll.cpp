/* SPDX-License-Identifier: Apache-2.0
 *
 * poll.cpp - the math thread's own loop waits for a semaphore that nobody posts. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    while (ckernel::semaphore_read(3) == 0) {
    }
#endif
}
