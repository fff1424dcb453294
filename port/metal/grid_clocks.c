/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_clocks.c - clocks of the kernels of several cores, and what a finding about two of them
 * says. */
#include "grid_clocks.h"

#include <stdio.h>
#include <stdlib.h>

#include "grid_checked.h"
#include "llk/platform.h"

#if GRID_ORDERED

enum { EXIT_FAULT = 2 };

struct of_core grid_of[GRID_CORES];

void grid_join(uint32_t *to, const uint32_t *from) {
    for (unsigned i = 0; i < grid_count * OF_A_CORE; i++) {
        to[i] = from[i] > to[i] ? from[i] : to[i];
    }
}

static const void *place_of(unsigned kernel) {
    const struct tile *tile = &grid_core[kernel / OF_A_CORE].tile;
    unsigned which = kernel % OF_A_CORE;
    return which == OF_COMPUTE ? stx_llk_place(tile->coop.current)
                               : tile->movers.mover[which - OF_READER].at;
}

struct access grid_access(unsigned kernel, bool again) {
    uint32_t *clock = &grid_known(kernel)[kernel];
    *clock += !again;
    return (struct access){(uint16_t)(kernel + 1), false, *clock, place_of(kernel)};
}

struct access grid_present(unsigned kernel) {
    return (struct access){(uint16_t)(kernel + 1), false, 0, place_of(kernel)};
}

struct access grid_request(unsigned kernel, const struct noc_request *r) {
    return (struct access){(uint16_t)(kernel + 1), false, r->clock, r->place};
}

bool grid_is_before(const struct access *a, unsigned kernel) {
    return a->who && a->who - 1u != kernel && a->clock > grid_known(kernel)[a->who - 1u];
}

bool grid_is_foreign(const struct access *a, unsigned kernel) {
    return (a->who - 1u) / OF_A_CORE != kernel / OF_A_CORE;
}

static void tell_access(const struct access *a, const char *does) {
    static const char *const names[] = {"compute", "reader", "writer"};
    const unsigned kernel = a->who - 1u;
    const struct grid_core *core = &grid_core[kernel / OF_A_CORE];
    printf("  %s of core (%lu, %lu) %s\n    at 0x%08lx\n", names[kernel % OF_A_CORE],
           (unsigned long)core->logical_x, (unsigned long)core->logical_y, does,
           (unsigned long)(uintptr_t)a->place);
}

/* Words that have come to a kernel from the core of another access: one of them may have been sent
 * without a wait for this access. */
static void tell_words(unsigned kernel, const struct access *other) {
    const unsigned core = (other->who - 1u) / OF_A_CORE;
    for (unsigned i = OF_READER; i < OF_A_CORE && grid_is_foreign(other, kernel); i++) {
        const struct access *sent = &grid_of[core].sent[i];
        if (sent->who && sent->place != other->place && grid_known(kernel)[sent->who - 1u]) {
            tell_access(sent, "has sent its last word");
        }
    }
}

void grid_stop(const struct access *a, const char *name, const char *what, const char *does,
               const struct access *other, const char *did) {
    const unsigned kernel = a->who - 1u;
    if (grid_passes_over(name, a->place, other->place)) {
        return;
    }
    printf("fault: %s (%s)\n", what, name);
    grid_tell_core(&grid_core[kernel / OF_A_CORE]);
    tell_access(a, does);
    tell_access(other, did);
    tell_words(kernel, other);
    tell_words(other->who - 1u, a);
    checked_end(false);
    exit(EXIT_FAULT);
}

#endif
