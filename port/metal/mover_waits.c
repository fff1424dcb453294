/* SPDX-License-Identifier: Apache-2.0
 *
 * mover_waits.c - kernels say which word of L1 they wait for, or set, before they do. */
#include "metal/dataflow.h"
#include "mover.h"

static struct mover *running(const void *place) {
    struct movers *m = movers_active();
    m->mover[m->running].at = place;
    return &m->mover[m->running];
}

void stx_dm_wait(uint32_t address, uint32_t value, int least) {
    running(__builtin_return_address(0))->awaited =
        (struct awaited){address, value, least != 0, true};
}

void stx_dm_waited(void) {
    struct movers *m = movers_active();
    m->mover[m->running].awaited.any = false;
    if (m->said) {
        m->said(m, m->mover[m->running].awaited.address, false);
    }
}

void stx_dm_set(uint32_t address, uint32_t value) {
    struct movers *m = movers_active();
    (void)running(__builtin_return_address(0));
    (void)value;
    if (m->said) {
        m->said(m, address, true);
    }
}
