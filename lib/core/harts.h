/* SPDX-License-Identifier: Apache-2.0
 *
 * harts.h - with STX_HARTS each thread may run on a hart of its own. One lock of the port protects
 * the state. A word holds the lock, except while it computes on data that belong to its unit alone:
 * banks that it owns, rows of Dst that software has given to it, its part of L1. Before it releases
 * the lock it has read its configuration and reported any fault. */
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

/* A word calls these two around the part that computes without the lock. */
static inline void harts_part(const struct stx_core *core, unsigned thread) {
    harts_unlock(core, thread);
}

static inline void harts_meet(const struct stx_core *core, unsigned thread) {
    harts_lock(core, thread);
}

/* Lets several harts compute a job of `items` items, if the port can. If it returns false, no part
 * was computed. */
static inline bool harts_share(const struct stx_core *core, unsigned thread, unsigned items,
                               stx_share_part *part, void *job) {
    if (!STX_HARTS || !core->port.share) {
        return false;
    }
    core->port.share(core->port.ctx, thread, items, part, job);
    return true;
}

#endif
