/* SPDX-License-Identifier: Apache-2.0
 *
 * mover_waits.c - kernels say which word of L1 they wait for, or set, before they do, and at their
 * end how many answers they have counted. */
#include <stdio.h>

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

void stx_dm_looked(void) {
    struct movers *m = movers_active();
    const struct memory *memory = m->noc.memory;
    for (uint32_t i = 0; m->said && i < MEMORY_SEMAPHORES; i++) {
        if (memory->semaphore[i]) {
            m->said(m, memory->semaphores + i * SEMAPHORE_BYTES, false);
        }
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

void stx_dm_shares_nocs(void) {
    struct movers *m = movers_active();
    m->noc.shared = true;
}

void stx_dm_ended(uint32_t instance, uint32_t answers) {
    struct movers *m = movers_active();
    struct mover *self = &m->mover[m->running];
    const uint32_t come = m->noc.counter[m->running][instance % NOC_INSTANCES][WRITES_ACKED];
    if (!self->multicast || come == answers) {
        return;
    }
    self->at = self->multicast;
    snprintf(m->why, sizeof m->why,
             "%s: has counted %lu answers to its writes on NoC %lu, and %lu come: the number of "
             "receivers of a multicast is wrong (CORES_ACKS); the last one had %lu",
             cb_side_name(m->running), (unsigned long)answers, (unsigned long)instance,
             (unsigned long)come, (unsigned long)m->noc.receivers[m->running]);
    mover_give_up();
}
