/* SPDX-License-Identifier: Apache-2.0
 *
 * 3 * 3 * 3 with two SFPMULs on Wormhole, with and without an SFPNOP between them.
 *
 * SFPMUL takes two cycles there, and the chip does not wait for it: a word that reads its result in
 * the next cycle gets the register's old value. Here such a word is a fault. (Blackhole waits.) */
#include <stdio.h>

#include "softensix/softensix.h"
#include "softensix/tti.h"

static struct stx_core core;
static uint8_t l1[64];

int main(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_bind(&core);
    TTI_SFPLOADI(0, 0, 0x4040); /* LReg0 = 3.0, a BF16, in each lane */
    TTI_SFPMUL(0, 0, 9, 1, 0);  /* LReg1 = LReg0 * LReg0 + LReg9, which is 0 */
    const uint32_t next = TT_OP_SFPMUL(1, 0, 9, 2, 0); /* LReg2 = LReg1 * LReg0 + LReg9 */
    if (stx_issue(&core, 0, next) != STX_FAULT) {
        return 1;
    }
    printf("at once: %s\n", stx_last_fault(&core)->what);

    stx_clear_fault(&core);
    TTI_SFPMUL(0, 0, 9, 1, 0);
    TTI_SFPNOP;
    stx_issue(&core, 0, next);
    printf("with SFPNOP: LReg2 = %08lx\n", (unsigned long)core.sfpu.lreg[2][0]);
    return core.sfpu.lreg[2][0] == 0x41D80000 ? 0 : 1; /* 27.0 */
}
