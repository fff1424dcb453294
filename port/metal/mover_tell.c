/* SPDX-License-Identifier: Apache-2.0
 *
 * mover_tell.c - says what a reader and a writer wait for, whether they have ended, and where they
 * are. */
#include <stdio.h>
#include <string.h>

#include "mover.h"

/* Which word of L1 a kernel polls is not known; the semaphores are the likeliest. */
static void explain_poll(const struct movers *m, const struct awaited *awaited, char *text,
                         size_t size) {
    const struct memory *memory = m->noc.memory;
    snprintf(text, size, "waits for a semaphore or a word of L1");
    for (uint32_t i = 0; i < PROGRAM_SEMAPHORES; i++) {
        size_t used = strlen(text);
        uint32_t value;
        if (memory->semaphore[i]) {
            memcpy(&value, m->cbs->l1 + memory->semaphores + i * SEMAPHORE_BYTES, sizeof value);
            bool this =
                awaited->any && awaited->address == memory->semaphores + i * SEMAPHORE_BYTES;
            snprintf(text + used, size - used,
                     this ? "; semaphore %lu is %lu, waits for %lu%s" : "; semaphore %lu is %lu",
                     (unsigned long)i, (unsigned long)value, (unsigned long)awaited->value,
                     awaited->least ? " or more" : "");
        }
    }
}

void mover_explain(const struct movers *m, enum cb_side side, char *text, size_t size) {
    text[0] = 0;
    if (!m->mover[side].live || m->failed) {
        return;
    }
    char call[160];
    cb_explain(m->cbs, STX_THREADS + side, call, sizeof call);
    if (!call[0] && m->mover[side].in_barrier) {
        snprintf(call, sizeof call,
                 "reads a counter of the NoC again and again, and no request changes it");
    } else if (!call[0] && m->mover[side].in_poll && m->mover[side].remote.active) {
        remotes_explain(m, &m->mover[side], call, sizeof call);
    } else if (!call[0] && m->mover[side].in_poll) {
        explain_poll(m, &m->mover[side].awaited, call, sizeof call);
    }
    snprintf(text, size, "%s: %s", cb_side_name(side),
             m->mover[side].in_mailbox ? "a thread's mailbox is full"
             : call[0]                 ? call
                                       : "has not ended");
}

const void *mover_place(const struct movers *m, enum cb_side side) {
    return m->mover[side].live ? m->mover[side].at : NULL;
}

bool mover_is_stopped(const struct movers *m, enum cb_side side) {
    return m->mover[side].live && m->running == side && (m->failed || m->inside);
}

bool mover_has_ended(const struct movers *m, enum cb_side side) {
    return m->mover[side].run && !m->mover[side].live;
}

void mover_tell_end(const struct movers *m, enum cb_side side, stx_print print, void *ctx) {
    const void *place = m->mover[side].at;
    char text[64];
    if (!mover_has_ended(m, side)) {
        return;
    }
    snprintf(text, sizeof text, place ? "  %s: has ended; its last call is\n" : "  %s: has ended\n",
             cb_side_name(side));
    print(ctx, text);
    if (place) {
        snprintf(text, sizeof text, "    at 0x%08lx\n", (unsigned long)(uintptr_t)place);
        print(ctx, text);
    }
}

const char *mover_error(const struct movers *m) {
    return m->failed ? m->why : NULL;
}

const char *mover_inside(struct movers *m, const void *place) {
    if (m->inside && place) {
        m->mover[m->running].at = place;
    }
    return m->inside ? cb_side_name(m->running) : NULL;
}
