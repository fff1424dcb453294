/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_dram.c - order of accesses to DRAM, through which one core may hand bytes to another one: a
 * barrier must have waited for the answers to the writes before a word says that they are there. */
#include "grid_clocks.h"

#if GRID_ORDERED

/* The last writes of all kernels; older ones are forgotten. */
enum { WRITES = 4096 };

static struct write {
    const uint8_t *to;
    uint32_t bytes;
    uint16_t kernel;
    uint8_t noc, id;
    bool answered; /* `by` is then the access that has waited for the answer, else the write */
    struct access by;
} writes[WRITES];
static uint32_t written;
static uint32_t waiting[KERNELS]; /* how many writes of a kernel have no answer yet */

static void add(unsigned kernel, const struct noc_request *r) {
    struct write *w = &writes[written++ % WRITES];
    if (w->by.who && !w->answered) {
        waiting[w->kernel]--; /* it is forgotten */
    }
    *w = (struct write){.to = r->to,
                        .bytes = r->bytes,
                        .kernel = (uint16_t)kernel,
                        .noc = r->noc,
                        .id = r->id,
                        .by = grid_request(kernel, r)};
    waiting[kernel]++;
}

void grid_dram_answered(unsigned kernel, unsigned noc, uint32_t ids) {
    const uint32_t kept = written < WRITES ? written : WRITES;
    for (uint32_t i = 0; i < kept && waiting[kernel]; i++) {
        struct write *w = &writes[i];
        if (w->kernel == kernel && !w->answered && w->noc == noc && (ids >> w->id & 1u)) {
            w->answered = true;
            w->by.clock = grid_known(kernel)[kernel];
            waiting[kernel]--;
        }
    }
}

static bool overlaps(const struct write *w, const struct noc_request *r) {
    return w->to < r->from + r->bytes && r->from < w->to + w->bytes;
}

/* A kernel reads: the last write of these bytes, if a kernel of another core has made it, must be
 * over and known to be so. */
static void check(unsigned kernel, const struct noc_request *r) {
    const uint32_t kept = written < WRITES ? written : WRITES;
    uint32_t i = 1;
    while (i <= kept && !overlaps(&writes[(written - i) % WRITES], r)) {
        i++;
    }
    const struct write *w = &writes[(written - i) % WRITES];
    if (i > kept || !grid_is_foreign(&w->by, kernel) ||
        (w->answered && !grid_is_before(&w->by, kernel))) {
        return;
    }
    const struct access a = grid_present(kernel);
    grid_stop(&a, "CORES_READ",
              w->answered ? "bytes of DRAM that another core has written are read, and no wait "
                            "orders that"
                          : "bytes of DRAM that another core has written are read, and it has not "
                            "waited for the answer",
              "reads them", &w->by, "has written them");
}

void grid_dram_made(unsigned kernel, const struct noc_request *r) {
    if (r->kind == NOC_WRITE && !r->core) {
        add(kernel, r);
    } else if (r->kind == NOC_READ && !r->source) {
        check(kernel, r);
    }
}

#endif
