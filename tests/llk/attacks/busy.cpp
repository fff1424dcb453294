/* SPDX-License-Identifier: Apache-2.0
 *
 * busy.cpp - words for ever: each of them gets on, and the run does not. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    for (;;) {
        TTI_NOP;
    }
#endif
}
