/* SPDX-License-Identifier: Apache-2.0
 *
 * elwmul.c - the product of x in SrcA and y in SrcB with all mantissa bits (HiFi4), for make ulp
 * with ULP_FLAGS="--through src". */
#define STX_THREAD 1
#include "llk/cfg_defines.h"
#include "softensix/tti.h"

/* Each phase adds its part of the product to Dst. */
void kernel(void) {
    TTI_SETC16(FIDELITY_BASE_Phase_ADDR32, 0);
    TTI_ELWMUL(0, 0, 0, 0, 0);
    TTI_SETC16(FIDELITY_BASE_Phase_ADDR32, 1);
    TTI_ELWMUL(0, 0, 0, 0, 0);
    TTI_SETC16(FIDELITY_BASE_Phase_ADDR32, 2);
    TTI_ELWMUL(0, 0, 0, 0, 0);
    TTI_SETC16(FIDELITY_BASE_Phase_ADDR32, 3);
    TTI_ELWMUL(0, 0, 0, 0, 0);
}
