/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_changes.c - which cores have changed a semaphore for which another one waits, and which
 * kernels have ended without doing so. */
#include <stdio.h>
#include <string.h>

#include "grid_core.h"
#include "grid_order.h"
#include "remotes.h"

/* The semaphore at this address of a core; MEMORY_SEMAPHORES if there is none. */
uint32_t grid_semaphore_at(const struct memory *m, uint32_t address) {
    uint32_t number = (address - m->semaphores) / SEMAPHORE_BYTES;
    return number < MEMORY_SEMAPHORES && m->semaphore[number] ? number : MEMORY_SEMAPHORES;
}

void grid_note_landed(const struct grid_core *from, const struct noc_request *r) {
    if (r->core && r->kind != NOC_READ) {
        struct grid_core *to = grid_core_of(r->core);
        uint32_t number = grid_semaphore_at(r->core, (uint32_t)(r->to - to->l1));
        if (number < MEMORY_SEMAPHORES) {
            to->changed[number][from - grid_core][r->owner]++;
            to->changed_at[number] = r->place;
        }
    }
}

/* "semaphore 3", or what the semaphore counts, with which a line of the report begins; the next
 * call overwrites it. */
static const char *name_of(const struct grid_core *core, uint32_t semaphore) {
    static char text[64];
    remotes_name(&core->tile.options.memory, semaphore, text, sizeof text);
    return text;
}

/* How often a core has changed the semaphore. */
static unsigned long times_of(const struct grid_core *core, uint32_t semaphore, unsigned from) {
    const uint16_t *times = core->changed[semaphore][from];
    return (unsigned long)times[CB_READER] + times[CB_WRITER];
}

/* True if any of the cores that run these kernels has changed the semaphore. */
static bool changes(const struct grid_core *core, uint32_t semaphore,
                    const struct grid_kernels *kernels) {
    for (unsigned i = 0; i < grid_count; i++) {
        if (grid_core[i].kernels == kernels && times_of(core, semaphore, i)) {
            return true;
        }
    }
    return false;
}

/* Prints which cores have changed the semaphore, and which with the same kernels have not. */
static void tell_cores(const struct grid_core *core, uint32_t semaphore) {
    unsigned others = 0;
    for (unsigned i = 0; i < grid_count; i++) {
        const struct grid_core *from = &grid_core[i];
        const unsigned long times = times_of(core, semaphore, i);
        if (times || (from != core && changes(core, semaphore, from->kernels))) {
            printf("    %s: core (%lu, %lu) ", name_of(core, semaphore),
                   (unsigned long)from->logical_x, (unsigned long)from->logical_y);
            printf(times ? "has changed it %lu time%s\n" : "never changed it\n", times,
                   times == 1 ? "" : "s");
            others++;
        }
    }
    if (!others) {
        printf("    %s: no core ever changed it over the NoC\n", name_of(core, semaphore));
    }
}

/* If a semaphore is beyond the value for which a kernel waits, prints where it was changed last. */
static void tell_last_change(const struct grid_core *core, const struct awaited *awaited,
                             uint32_t semaphore) {
    uint32_t value;
    memcpy(&value, core->l1 + awaited->address, sizeof value);
    if (!awaited->least && value > awaited->value && core->changed_at[semaphore]) {
        printf("    %s: has passed %lu, and was last changed\n    at 0x%08lx\n",
               name_of(core, semaphore), (unsigned long)awaited->value,
               (unsigned long)(uintptr_t)core->changed_at[semaphore]);
    }
}

/* A reader or writer of any core that has ended and has not changed the semaphore, or NULL. */
static const struct mover *idle(const struct grid_core *core, uint32_t semaphore, unsigned i) {
    const enum cb_side side = (enum cb_side)(i % CB_SIDES);
    const struct movers *movers = &grid_core[i / CB_SIDES].tile.movers;
    const bool changed = core->changed[semaphore][i / CB_SIDES][side];
    const bool may = remotes_may_change(&core->tile.options.memory, movers->noc.memory, semaphore);
    return mover_has_ended(movers, side) && !changed && may ? &movers->mover[side] : NULL;
}

/* How many of those in a range have the same kernel and the same last call as this one. */
static unsigned count_same(const struct grid_core *core, uint32_t semaphore,
                           const struct mover *one, unsigned from, unsigned end) {
    unsigned count = 0;
    for (unsigned i = from; i < end; i++) {
        const struct mover *m = idle(core, semaphore, i);
        count += m && m->run == one->run && m->at == one->at;
    }
    return count;
}

/* Prints a reader or writer that has ended without changing the semaphore: its kernel may lack the
 * change. Those with the same kernel and the same last call are printed once, with their number. */
static void tell_idle(const struct grid_core *core, uint32_t semaphore, unsigned first) {
    const struct grid_core *from = &grid_core[first / CB_SIDES];
    const struct mover *m = idle(core, semaphore, first);
    const unsigned all = grid_count * CB_SIDES;
    if (!m || count_same(core, semaphore, m, 0, first)) {
        return;
    }
    const unsigned more = count_same(core, semaphore, m, first + 1, all);
    printf("    %s: %s of core (%lu, %lu)", name_of(core, semaphore),
           cb_side_name(first % CB_SIDES), (unsigned long)from->logical_x,
           (unsigned long)from->logical_y);
    printf(more ? " and %u more have" : " has", more);
    printf(m->at ? " ended without changing it over the NoC; the last call is\n    at 0x%08lx\n"
                 : " ended without changing it over the NoC\n",
           (unsigned long)(uintptr_t)m->at);
}

void grid_tell_changes(const struct grid_core *core, const struct awaited *awaited,
                       uint32_t semaphore) {
    tell_cores(core, semaphore);
    tell_last_change(core, awaited, semaphore);
    for (unsigned i = 0; i < grid_count * CB_SIDES; i++) {
        tell_idle(core, semaphore, i);
    }
}
