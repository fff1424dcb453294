/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_sent.c - bytes that a kernel sends: when it may change them, and what may arrive first. */
#include "contract.h"
#include "grid_clocks.h"

#if GRID_ORDERED

static bool overlap(uint32_t a, uint32_t a_bytes, uint32_t b, uint32_t b_bytes) {
    return a < b + b_bytes && b < a + a_bytes;
}

/* True if the kernel knows from a word of a core that has got this request, or one behind it, that
 * it has arrived. */
static bool has_come(unsigned kernel, const struct noc_request *r) {
    return grid_of[kernel / OF_A_CORE].answered[kernel % OF_A_CORE] >= r->clock;
}

/* The kernel has waited for a word. If that shows that all its writes have come, what they read may
 * change: the order checker of its core is told so. */
void grid_tell_come(unsigned kernel) {
    struct grid_core *core = &grid_core[kernel / OF_A_CORE];
    const struct noc *noc = &core->tile.movers.noc;
    const unsigned owner = kernel % OF_A_CORE - OF_READER;
    bool any = false;
    for (uint32_t i = 0; i < noc->count; i++) {
        const struct noc_request *r = &noc->request[i];
        const bool own = r->kind == NOC_WRITE && r->owner == owner;
        if (own && !has_come(kernel, r)) {
            return;
        }
        any = any || own;
    }
    if (any) {
        stx_tell(&core->tile.core,
                 &(const struct stx_event){.kind = STX_EVENT_ANSWER,
                                           .thread = (uint8_t)(STX_ORDER_READER + owner)});
    }
}

/* A kernel changes or gives away bytes that a write of its own may not have read yet. */
void grid_check_source(unsigned kernel, uint32_t address, uint32_t bytes, const char *does) {
    const struct noc *noc = &grid_core[kernel / OF_A_CORE].tile.movers.noc;
    const unsigned owner = kernel % OF_A_CORE - OF_READER;
    const struct access a = grid_present(kernel);
    for (uint32_t i = 0; i < noc->count; i++) {
        const struct noc_request *r = &noc->request[i];
        if (r->kind == NOC_WRITE && r->owner == owner && !has_come(kernel, r) &&
            overlap(r->address, r->bytes, address, bytes)) {
            const struct access write = grid_request(kernel, r);
            grid_stop(&a, "CORES_SOURCE",
                      "the source of a write changes before a flush or a barrier has waited for it",
                      does, &write, "has made the write");
        }
    }
}

/* The kernel sends bytes of pages that the compute kernel of its core has pushed, and has not
 * waited for them: a finding. If the compute kernel pushes them later, push() in grid_order.c
 * finds it, because the bytes are marked as read here. */
static void check_pushed(unsigned kernel, const struct noc_request *r) {
    const struct grid_core *core = &grid_core[kernel / OF_A_CORE];
    struct unit *u = grid_units(core, r->address);
    struct access a = grid_request(kernel, r);
    a.by_noc = true;
    for (uint32_t i = 0; i < grid_unit_count(r->address, r->bytes); i++) {
        const struct access *w = &u[i].written;
        if (grid_is_before(w, kernel) && w->who - 1u == grid_kernel(core, OF_COMPUTE)) {
            grid_stop(&a, "CORES_READ",
                      "pages that the compute kernel has pushed are sent, and no wait orders that",
                      "sends them", w, "has pushed them");
        }
        u[i].read = a;
    }
}

/* The bytes of a kernel's own core that a request reads. */
void grid_check_sent(unsigned kernel, const struct noc_request *r) {
    struct grid_core *core = &grid_core[kernel / OF_A_CORE];
    const struct noc *noc = &core->tile.movers.noc;
    const struct access a = grid_present(kernel);
    for (uint32_t i = 0; i < noc->count; i++) {
        const struct noc_request *read = &noc->request[i];
        if (read->kind == NOC_READ && read->owner == r->owner &&
            overlap(read->address, read->bytes, r->address, r->bytes)) {
            const struct access made = grid_request(kernel, read);
            grid_stop(
                &a, "CORES_SENT",
                "bytes are sent into which a read is under way, and no barrier has waited for it",
                "sends them", &made, "reads into them");
        }
    }
    grid_check_use(kernel, core, r->address, r->bytes, "sends them");
    check_pushed(kernel, r);
}

bool grid_is_semaphore(const struct grid_core *to, const struct noc_request *r) {
    return grid_semaphore_at(&to->tile.options.memory, (uint32_t)(r->to - to->l1)) <
           MEMORY_SEMAPHORES;
}

/* A word may arrive before data that went another way: through another NoC, another virtual channel
 * or, on Blackhole, another command buffer. */
static bool went_another_way(const struct noc_request *r, const struct noc_request *word) {
    return r->noc != word->noc || r->channel != word->channel ||
           (STX_ARCH == STX_ARCH_BLACKHOLE && r->buffer != word->buffer && !r->linked);
}

void grid_check_overtaking(unsigned kernel, const struct noc_request *word) {
    const struct noc *noc = &grid_core[kernel / OF_A_CORE].tile.movers.noc;
    const struct access a = grid_present(kernel);
    for (uint32_t i = 0; i < noc->count; i++) {
        const struct noc_request *r = &noc->request[i];
        if (r->kind == NOC_WRITE && r->owner == word->owner && r->core == word->core &&
            went_another_way(r, word) && !grid_is_semaphore(grid_core_of(r->core), r)) {
            const struct access write = grid_request(kernel, r);
            grid_stop(&a, "CORES_FLAG",
                      "a word may overtake the data before it, which no flush has waited for",
                      "sends the word", &write, "has sent the data");
        }
    }
}

/* A request that must not be under way when its kernel ends: the next program would find what it
 * still reads or writes, or the path that a chain of linked requests has reserved. Not a word that
 * ends no chain: kernels of the vendor end with one. */
static bool outlasts(unsigned kernel, const struct noc_request *r) {
    const bool is_word = r->kind != NOC_READ && r->core && r->bytes <= GRID_A_WORD;
    return !has_come(kernel, r) &&
           (!is_word || r->closes || (r->kind == NOC_ATOMIC && r->answered));
}

void grid_order_ended(struct grid_core *core, enum cb_side side) {
    const unsigned kernel = grid_kernel(core, OF_READER + side);
    const struct noc *noc = &core->tile.movers.noc;
    for (uint32_t i = 0; i < noc->count; i++) {
        const struct noc_request *r = &noc->request[i];
        if (r->owner == side && outlasts(kernel, r)) {
            contract_under_way(&core->tile.cbs, side, r->bytes, r->place);
        }
    }
}

#endif
