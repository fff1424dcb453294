/* SPDX-License-Identifier: Apache-2.0
 *
 * l1_address.h - L1 addresses as the scalar unit forms them: a GPR counts 16-byte units. */
#ifndef STX_CONTROL_L1_ADDRESS_H
#define STX_CONTROL_L1_ADDRESS_H

#include "softensix/core.h"

/* GPR * 16 + offset, computed without wrapping around. */
static inline uint64_t scalar_l1_address(const struct stx_core *core, unsigned thread, uint32_t gpr,
                                         uint32_t offset) {
    return (uint64_t)core->gpr[thread][gpr] * 16 + offset;
}

#endif
