/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.c - a kernel of thread 1, compiled with -DSTX_NATIVE: Dst = 2.5 * 3 in 32 lanes, and 6 * 7
 * in the scalar unit. */
#define STX_THREAD 1
#include "softensix/hart.h"

uint32_t kernel(void);

uint32_t kernel(void) {
    TTI_SFPLOADI(0, 0, 0x4020);
    TTI_SFPLOADI(1, 0, 0x4040);
    TTI_SFPMUL(0, 1, 9, 2, 0); /* LReg9 is 0 */
    TTI_SFPNOP;
    TTI_SETDMAREG(0, 6, 0, 2 * 8);
    TTI_SETDMAREG(0, 7, 0, 2 * 9);
    TTI_MULDMAREG(0, 10, 9, 8);
    return stx_hart_gpr(10);
}
