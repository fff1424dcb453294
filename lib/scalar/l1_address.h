/* SPDX-License-Identifier: Apache-2.0
 *
 * l1_address.h - L1 addresses as the scalar unit forms them: a GPR counts 16-byte units. */
#ifndef STX_SCALAR_ADDRESS_H
#define STX_SCALAR_ADDRESS_H

#include "softensix/core.h"

#define SCALAR_NOWHERE UINT32_MAX /* no L1 reaches this far */

/* GPR * 16 + offset without wrapping. */
static inline uint32_t scalar_l1_address(const struct stx_core *core, unsigned thread, uint32_t gpr,
                                         uint32_t offset) {
    uint32_t units = core->gpr[thread][gpr];
    return units < 1u << 27 ? units * 16 + offset : SCALAR_NOWHERE;
}

#endif
