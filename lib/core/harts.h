/* SPDX-License-Identifier: Apache-2.0
 *
 * harts.h - with STX_HARTS each thread may run on a hart of its own. One lock of the port covers
 * the state: a word holds it, but for the part in which it computes on what belongs to its unit
 * alone by then - banks that it owns, rows of Dst that software has given to it, its part of L1.
 * Before that part the word has read its configuration and met all its faults. */
#ifndef STX_CORE_HARTS_H
#define STX_CORE_HARTS_H

#include "softensix/core.h"

static inline void harts_lock(const struct stx_core *core, unsigned thread) {
    if (STX_HARTS && core->port.lock) {
        core->port.lock(core->port.ctx, thread);
    }
}

static inline void harts_unlock(const struct stx_core *core, unsigned thread) {
    if (STX_HARTS && core->port.unlock) {
        core->port.unlock(core->port.ctx, thread);
    }
}

/* Around the part that computes. */
static inline void harts_part(const struct stx_core *core, unsigned thread) {
    harts_unlock(core, thread);
}

static inline void harts_meet(const struct stx_core *core, unsigned thread) {
    harts_lock(core, thread);
}

/* part(job, 0) and part(job, 1), by two harts if the port can; false: by none. */
static inline bool harts_share(const struct stx_core *core, unsigned thread,
                               void (*part)(void *job, unsigned number), void *job) {
    if (!STX_HARTS || !core->port.share) {
        return false;
    }
    core->port.share(core->port.ctx, thread, part, job);
    return true;
}

#endif
