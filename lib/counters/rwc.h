/* SPDX-License-Identifier: Apache-2.0
 *
 * rwc.h - register word counters and ADDR_MOD (SPEC 3). */
#ifndef STX_COUNTERS_RWC_H
#define STX_COUNTERS_RWC_H

#include "softensix/core.h"
#include "private.h"

/* Applies ADDR_MOD addr_mode (0..7) of the thread after an instruction. */
void rwc_advance(struct stx_core *core, unsigned thread, uint32_t addr_mode);

/* The same without fidelity, for SFPLOAD, SFPSTORE and SFPLOADMACRO. */
void rwc_advance_sfpu(struct stx_core *core, unsigned thread, uint32_t addr_mode);

#endif
