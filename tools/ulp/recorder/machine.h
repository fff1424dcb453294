/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.h - the core that a kernel of LLK runs on, as LLK's own preparations leave it. */
#ifndef ULP_MACHINE_H
#define ULP_MACHINE_H

#include "softensix/softensix.h"

struct stx_core *ulp_core(void);

/* A fresh core, all lanes enabled, Dst of 32 bits if ULP_DST32 is 1, else of BF16. */
void ulp_start(void);

#endif
