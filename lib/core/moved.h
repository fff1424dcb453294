/* SPDX-License-Identifier: Apache-2.0
 *
 * core/moved.h - tells a program what unpackers and packers access, if it wants to know
 * (softensix/moved.h). */
#ifndef STX_CORE_MOVED_H
#define STX_CORE_MOVED_H

#include "softensix/moved.h"
#include "private.h"

static inline void moved_l1(const struct stx_core *core, uint32_t address, uint32_t bytes,
                            uint32_t format, bool write) {
    if (core->tells_moves && bytes) {
        stx_moved_l1(core, address, bytes, format, write);
    }
}

#endif
