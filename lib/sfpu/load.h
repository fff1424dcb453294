/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STX_SFPU_LOAD_H
#define STX_SFPU_LOAD_H

#include "sfpu/lanes.h"

/* SFPLOAD without ADDR_MOD; gives its Dst address. */
uint32_t sfpu_load(struct stx_core *core, unsigned thread, uint32_t mod0, unsigned vd,
                   uint32_t imm);

#endif
