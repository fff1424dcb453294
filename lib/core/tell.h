/* SPDX-License-Identifier: Apache-2.0
 *
 * tell.h - tells the port what unpackers and packers access, if it wants to know. */
#ifndef STX_CORE_TELL_H
#define STX_CORE_TELL_H

#include "softensix/core.h"
#include "private.h"

static inline void tell_l1(const struct stx_core *core, uint32_t address, uint32_t bytes,
                           uint32_t format, bool write) {
    if (core->tells_moves && core->port.moves_l1 && bytes) {
        core->port.moves_l1(core->port.ctx, core, address, bytes, format, write);
    }
}

static inline void tell_dst(const struct stx_core *core, unsigned first, unsigned last) {
    if (core->tells_moves && core->port.packs_dst) {
        core->port.packs_dst(core->port.ctx, core, first, last);
    }
}

#endif
