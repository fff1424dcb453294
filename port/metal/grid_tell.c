/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_tell.c - says what the cores of a program wait for, and what their kernels have done beyond
 * their contract. */
#include <stdio.h>
#include <string.h>

#include "contract.h"
#include "grid_core.h"
#include "grid_order.h"
#include "llk/platform.h"

void grid_tell_core(const struct grid_core *core) {
    printf("core (%lu, %lu)\n", (unsigned long)core->logical_x, (unsigned long)core->logical_y);
}

/* A barrier waits for as many answers as its kernel has counted, and a multicast is told how many
 * receivers answer. Kernels that use both NoCs wait for the answers of both. */
static void tell_multicast(const struct movers *movers, enum cb_side side, enum cb_side waits) {
    const unsigned long receivers = movers->noc.receivers[side];
    if (movers->mover[side].multicast && (side == waits || movers->noc.shared)) {
        printf("    %s last multicast had %lu receiver%s, and as many answers: does it count "
               "others? (CORES_ACKS)\n",
               side == waits ? "its" : "the other kernel's", receivers, receivers == 1 ? "" : "s");
        printf("    at 0x%08lx\n", (unsigned long)(uintptr_t)movers->mover[side].multicast);
    }
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static void tell_mover(const struct grid_core *core, enum cb_side side) {
    const struct tile *tile = &core->tile;
    const void *place = mover_place(&tile->movers, side);
    const struct mover *m = &tile->movers.mover[side];
    char text[256];
    mover_explain(&tile->movers, side, text, sizeof text);
    if (mover_is_stopped(&tile->movers, side)) {
        snprintf(text, sizeof text, "%s: is stopped by this fault", cb_side_name(side));
    }
    if (!text[0]) {
        mover_tell_end(&tile->movers, side, print, NULL);
        return;
    }
    printf("  %s\n", text);
    if (place) {
        printf("    at 0x%08lx\n", (unsigned long)(uintptr_t)place);
    }
    cb_tell_uses(&tile->cbs, STX_THREADS + side, print, NULL);
    if (m->in_barrier) {
        tell_multicast(&tile->movers, side, side);
        tell_multicast(&tile->movers, cb_other_side(side), side);
    }
    uint32_t number = grid_semaphore_at(&tile->options.memory, m->awaited.address);
    if (m->in_poll && m->awaited.any && number < MEMORY_SEMAPHORES) {
        grid_tell_changes(core, &m->awaited, number);
    }
}

/* What a thread waits for: pages, what holds its word, or what its code polls; "" if nothing. */
static void explain_thread(const struct tile *tile, unsigned thread, char *text, size_t size) {
    const struct stx_front *front = &tile->core.front[thread];
    cb_explain(&tile->cbs, thread, text, size);
    if (!text[0] && !tile->coop.thread[thread].ended && front->held) {
        (void)stx_explain_wait(&tile->core, thread, front->word, text, size);
    } else if (!text[0] && !tile->coop.thread[thread].ended) {
        (void)stx_explain_poll(&tile->core, thread, text, size);
    }
}

void grid_tell_waits(const struct grid_core *core) {
    char text[192];
    for (unsigned i = 0; i < STX_THREADS; i++) {
        text[0] = 0;
        explain_thread(&core->tile, i, text, sizeof text);
        if (text[0]) {
            printf("  thread %u %s: %s\n", i, coop_thread_name(i), text);
            printf("    at 0x%08lx\n", (unsigned long)(uintptr_t)core->kept.place[i]);
            cb_tell_uses(&core->tile.cbs, i, print, NULL);
        }
    }
    tell_mover(core, CB_READER);
    tell_mover(core, CB_WRITER);
}

static uint32_t findings(const struct grid_core *core) {
    const uint32_t found = core->tile.cbs.contract.found;
    return found < CONTRACT_FINDINGS ? found : CONTRACT_FINDINGS;
}

static bool has(const struct grid_core *core, const struct contract_finding *f) {
    for (uint32_t i = 0; i < findings(core); i++) {
        if (contract_same(&core->tile.cbs.contract.finding[i], f)) {
            return true;
        }
    }
    return false;
}

/* How many of the cores in a range have a finding. */
static unsigned cores_with(const struct contract_finding *f, unsigned from, unsigned end) {
    unsigned count = 0;
    for (unsigned i = from; i < end; i++) {
        count += has(&grid_core[i], f);
    }
    return count;
}

void grid_tell_cores(const struct grid_core *first, unsigned more) {
    printf("  by core (%lu, %lu)", (unsigned long)first->logical_x,
           (unsigned long)first->logical_y);
    printf(more ? " and %u more\n" : "\n", more);
}

/* Notes, which do not make a run fail, are: what a reader or writer does wrong with pages, requests
 * that it leaves under way, pages that are left in a buffer, and those of which a part or nothing
 * has come. */
static unsigned sort_of(const struct contract_finding *f) {
    const bool calls = f->kind >= POPS_UNWAITED && f->kind <= ASKS_FOR_TOO_MANY;
    const bool by_mover = f->thread >= STX_THREADS && (calls || f->kind == ENDS_UNDER_WAY);
    const bool note = f->kind >= LEAVES_PAGES && f->kind <= NOTHING_SENT;
    return by_mover || note ? GRID_NOTES : GRID_OTHERS;
}

unsigned grid_tell_contract(const char *who, unsigned which) {
    unsigned count = 0;
    for (unsigned i = 0; i < grid_count; i++) {
        for (uint32_t k = 0; k < findings(&grid_core[i]); k++) {
            const struct contract_finding *f = &grid_core[i].tile.cbs.contract.finding[k];
            if ((sort_of(f) & which) && cores_with(f, 0, i) == 0) {
                count++;
                contract_tell_one(f, who, print);
                grid_tell_cores(&grid_core[i], cores_with(f, i + 1, grid_count));
            }
        }
    }
    return count;
}

enum { PASSED_OVER = 256 };

static struct {
    const char *finding[PASSED_OVER];
    unsigned count;
} passed_over;

void grid_pass_over(const char *finding) {
    if (passed_over.count < PASSED_OVER) {
        passed_over.finding[passed_over.count++] = finding;
    }
}

bool grid_passes_over(const char *name, const void *place, const void *other) {
    char finding[64];
    snprintf(finding, sizeof finding, "%s:%08lx:%08lx", name, (unsigned long)(uintptr_t)place,
             (unsigned long)(uintptr_t)other);
    for (unsigned i = 0; i < passed_over.count; i++) {
        if (strcmp(passed_over.finding[i], finding) == 0) {
            return true;
        }
    }
    printf("finding %s\n", finding);
    return false;
}
