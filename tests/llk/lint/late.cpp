/* SPDX-License-Identifier: Apache-2.0
 *
 * late.cpp - posts a semaphore thirty times without waiting for the work on Dst before it. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    for (int i = 0; i < 30; i++) {
        TTI_SFPSTORE(0, 0, 7, 0);
        TTI_SEMPOST(2);
        TTI_SEMGET(2);
    }
#endif
}
