/* SPDX-License-Identifier: Apache-2.0
 *
 * outside.cpp - pack writes behind the end of L1, by a store of its scalar unit. */
#include <cstdint>

#include "build.h"
#include "cfg_defines.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_PACK
    TTI_SETDMAREG(0, 0x0000, 0, 2 * 8); /* GPR 8: 0x200000 / 16 */
    TTI_SETDMAREG(0, 0x0002, 0, 2 * 8 + 1);
    TTI_SETDMAREG(0, 0x0000, 0, 2 * 9);
    TTI_STOREIND(1, 0, 1, 2 * 9, 0, 4, 8);
#endif
}
