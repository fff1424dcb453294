/* SPDX-License-Identifier: Apache-2.0
 *
 * 1 / x with the table of SFPARECIP and one Newton step, in TTI_ names, for stx-ulp:
 *
 *   make ulp KERNEL=tools/ulp/examples/reciprocal.c FUNCTION=reciprocal
 */
#define STX_THREAD 1
#include "softensix/tti.h"

/* The step is y * (2 - x * y). This is the upper half of 2 in binary32. */
#ifndef TWO
#define TWO 0x4000
#endif

void kernel(void) {
    TTI_SFPLOAD(0, 0, 0, 0);             /* LReg0 = x */
    TTI_SFPARECIP(0, 0, 1, 0);           /* LReg1 = y, 1/x to about eight bits */
    TTI_SFPLOADI(2, 0, TWO);             /* LReg2 = 2 */
    TTI_SFPMAD(0, 1, 2, 2, 1);           /* LReg2 = 2 - x * y */
    TTI_SFPMUL(1, 2, 9, 1, 0);           /* LReg1 = y * LReg2; LReg9 is 0 */
    TTI_SFP_STOCH_RND(0, 0, 0, 1, 1, 1); /* to the nearest BF16 */
    TTI_SFPSTORE(1, 0, 0, 0);
}
