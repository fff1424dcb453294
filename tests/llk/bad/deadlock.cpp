/* SPDX-License-Identifier: Apache-2.0
 *
 * deadlock.cpp - each thread waits for another one, for ever: unpack for SrcA to be given back, math
 * for SrcB, pack for a semaphore that nobody posts. */
#include <cstdint>

#include "build.h"
#include "cfg_defines.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_UNPACK
    TTI_UNPACR_NOP(0, 0, 0, 1, 0, 1, 0, 0, 1);
    TTI_UNPACR_NOP(0, 0, 0, 1, 0, 1, 0, 0, 1);
    TTI_UNPACR_NOP(0, 0, 0, 1, 0, 1, 0, 0, 1);
#endif
#ifdef LLK_TRISC_MATH
    TTI_ELWADD(3, 0, 0, 0, 0);
#endif
#ifdef LLK_TRISC_PACK
    TTI_SEMINIT(2, 0, 1 << 1);
    TTI_SEMWAIT(1, 1 << 1, 1);
#endif
}
