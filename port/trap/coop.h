/* SPDX-License-Identifier: Apache-2.0
 *
 * coop.h - words of cooperative threads that trap:
 *
 *   stx_trap_threads(stx_trap_coop_thread, &coop); */
#ifndef TRAP_COOP_H
#define TRAP_COOP_H

#include "coop/coop.h"
#include "trap/trap.h"

static inline unsigned stx_trap_coop_thread(void *coop) {
    const struct coop *c = (const struct coop *)coop;
    return c->thread[c->current].tensix;
}

#endif
