/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_order.c - finds accesses of one core to another one that nothing orders. */
#include "grid_order.h"

#include <stdio.h>
#include <stdlib.h>

#include "grid_checked.h"
#include "llk/platform.h"

#if GRID_ORDERED

/* The threads of a compute kernel count as one: what orders them is not looked at here. */
enum { OF_COMPUTE, OF_READER, OF_WRITER, OF_A_CORE };
enum { KERNELS = GRID_CORES * OF_A_CORE, UNIT = 16, EXIT_FAULT = 2 };

/* A kernel's access, by its clock; who is 1 + the number of the kernel, 0: there was none. */
struct access {
    uint16_t who;
    bool by_noc; /* a read over the NoC, not a pop */
    uint32_t clock;
    const void *place;
};

typedef uint32_t clocks[KERNELS];

/* Who has last written and read a unit of L1, by the NoC, or as pages that are pushed and popped.
 */
struct unit {
    struct access written, read;
};

static struct of_core {
    clocks known[OF_A_CORE]; /* what a kernel is ordered behind; its own clock is part of it */
    clocks buffer[STX_METAL_CBS][2]; /* what its counters hand over: of pages pushed and popped */
    clocks semaphore[MEMORY_SEMAPHORES];
    struct access set[MEMORY_SEMAPHORES],
        changed[MEMORY_SEMAPHORES]; /* by its own core, by others */
    struct access sent[OF_A_CORE];  /* the last word of each kernel */
    struct unit unit[STX_L1_BYTES / UNIT];
    struct stx_listener listener;
} order[GRID_CORES];

static unsigned core_number(const struct grid_core *core) {
    return (unsigned)(core - grid_core);
}

static unsigned kernel_of(const struct grid_core *core, unsigned which) {
    return core_number(core) * OF_A_CORE + which;
}

static uint32_t *known(unsigned kernel) {
    return order[kernel / OF_A_CORE].known[kernel % OF_A_CORE];
}

static void join(uint32_t *to, const uint32_t *from) {
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

/* The next access of a kernel. */
static struct access access_of(unsigned kernel) {
    return (struct access){(uint16_t)(kernel + 1), false, ++known(kernel)[kernel],
                           place_of(kernel)};
}

/* An access that the kernel makes now: it is compared with earlier ones, by their clocks. */
static struct access present(unsigned kernel) {
    return (struct access){(uint16_t)(kernel + 1), false, 0, place_of(kernel)};
}

static struct access access_by(unsigned kernel, const struct noc_request *r) {
    return (struct access){(uint16_t)(kernel + 1), false, r->clock, r->place};
}

/* True if nothing orders a kernel behind this access of another one. */
static bool is_before(const struct access *a, unsigned kernel) {
    return a->who && a->who - 1u != kernel && a->clock > known(kernel)[a->who - 1u];
}

static bool is_foreign(const struct access *a, unsigned kernel) {
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

/* Words that have come to a kernel from the core whose access it is not ordered behind: one of
 * them may have been sent without a wait for this access. */
static void tell_words(unsigned kernel, const struct access *other) {
    const unsigned core = (other->who - 1u) / OF_A_CORE;
    for (unsigned i = OF_READER; i < OF_A_CORE && is_foreign(other, kernel); i++) {
        const struct access *sent = &order[core].sent[i];
        if (sent->who && sent->place != other->place && known(kernel)[sent->who - 1u]) {
            tell_access(sent, "has sent its last word");
        }
    }
}

/* Ends the run, unless the caller wants to pass over this finding: what one kernel does is not
 * ordered behind what another has done. */
static void stop(const struct access *a, const char *name, const char *what, const char *does,
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
    checked_end(false);
    exit(EXIT_FAULT);
}

static struct unit *units(const struct grid_core *core, uint32_t address) {
    return &order[core_number(core)].unit[address / UNIT];
}

static uint32_t unit_count(uint32_t address, uint32_t bytes) {
    return (address % UNIT + bytes + UNIT - 1) / UNIT;
}

/* A kernel uses bytes of a core that another core may have written. */
static void check_use(unsigned kernel, const struct grid_core *at, uint32_t address, uint32_t bytes,
                      const char *does) {
    const struct unit *u = units(at, address);
    for (uint32_t i = 0; i < unit_count(address, bytes); i++) {
        const struct access *w = &u[i].written, a = present(kernel);
        if (is_before(w, kernel) &&
            (is_foreign(w, kernel) || at != &grid_core[kernel / OF_A_CORE])) {
            stop(&a, "CORES_READ",
                 "bytes that another core has written are used, and no wait orders that", does, w,
                 "has written them");
        }
    }
}

/* A kernel's data land in bytes of a core. */
static void check_landing(const struct access *by, const struct grid_core *at, uint32_t address,
                          uint32_t bytes) {
    const struct unit *u = units(at, address);
    const unsigned kernel = by->who - 1u;
    for (uint32_t i = 0; i < unit_count(address, bytes); i++) {
        if (is_before(&u[i].read, kernel)) {
            stop(by, "CORES_WRITE",
                 "data land in bytes that have been read or popped, and no wait orders that",
                 "has written them over the NoC", &u[i].read, "has read or popped them");
        }
        if (is_before(&u[i].written, kernel)) {
            stop(by, "CORES_WRITE",
                 "data land in bytes that have been pushed or written, and no wait orders that",
                 "has written them over the NoC", &u[i].written, "has pushed or written them");
        }
    }
}

static bool overlap(uint32_t a, uint32_t a_bytes, uint32_t b, uint32_t b_bytes) {
    return a < b + b_bytes && b < a + a_bytes;
}

/* A kernel changes or gives away bytes that a write of its own may not have read yet. */
static void check_source(unsigned kernel, uint32_t address, uint32_t bytes, const char *does) {
    const struct noc *noc = &grid_core[kernel / OF_A_CORE].tile.movers.noc;
    const unsigned owner = kernel % OF_A_CORE - OF_READER;
    const struct access a = present(kernel);
    for (uint32_t i = 0; i < noc->count; i++) {
        const struct noc_request *r = &noc->request[i];
        if (r->kind == NOC_WRITE && r->owner == owner &&
            overlap(r->address, r->bytes, address, bytes)) {
            const struct access write = access_by(kernel, r);
            stop(&a, "CORES_SOURCE",
                 "the source of a write changes before a flush or a barrier has waited for it",
                 does, &write, "has made the write");
        }
    }
}

/* The bytes of a kernel's own core that a request reads. */
static void check_sent(unsigned kernel, const struct noc_request *r) {
    struct grid_core *core = &grid_core[kernel / OF_A_CORE];
    const struct noc *noc = &core->tile.movers.noc;
    const struct access a = present(kernel);
    for (uint32_t i = 0; i < noc->count; i++) {
        const struct noc_request *read = &noc->request[i];
        if (read->kind == NOC_READ && read->owner == r->owner &&
            overlap(read->address, read->bytes, r->address, r->bytes)) {
            const struct access made = access_by(kernel, read);
            stop(&a, "CORES_SENT",
                 "bytes are sent into which a read is under way, and no barrier has waited for it",
                 "sends them", &made, "reads into them");
        }
    }
    check_use(kernel, core, r->address, r->bytes, "sends them");
}

static bool is_semaphore(const struct grid_core *to, const struct noc_request *r) {
    return grid_semaphore_at(&to->tile.options.memory, (uint32_t)(r->to - to->l1)) <
           MEMORY_SEMAPHORES;
}

/* A word may arrive before data that went another way: through another NoC or, on Blackhole,
 * another command buffer. */
static void check_overtaking(unsigned kernel, const struct noc_request *word) {
    const struct noc *noc = &grid_core[kernel / OF_A_CORE].tile.movers.noc;
    const struct access a = present(kernel);
    for (uint32_t i = 0; i < noc->count; i++) {
        const struct noc_request *r = &noc->request[i];
        const bool other_way = r->noc != word->noc || (STX_ARCH == STX_ARCH_BLACKHOLE &&
                                                       r->buffer != word->buffer && !r->linked);
        if (r->kind == NOC_WRITE && r->owner == word->owner && r->core == word->core && other_way &&
            !is_semaphore(grid_core_of(r->core), r)) {
            const struct access write = access_by(kernel, r);
            stop(&a, "CORES_FLAG",
                 "a word may overtake the data before it, which no flush has waited for",
                 "sends the word", &write, "has sent the data");
        }
    }
}

void grid_order_made(struct grid_core *from, struct noc_request *r) {
    const unsigned kernel = kernel_of(from, OF_READER + r->owner);
    struct access a = access_of(kernel);
    r->clock = a.clock;
    r->place = a.place;
    if (r->kind == NOC_READ && r->source) {
        struct grid_core *at = grid_core_of(r->source);
        const uint32_t address = (uint32_t)(r->from - at->l1);
        check_use(kernel, at, address, r->bytes, "reads them");
        a.by_noc = true;
        for (uint32_t i = 0; i < unit_count(address, r->bytes); i++) {
            units(at, address)[i].read = a;
        }
    }
    if (r->kind == NOC_WRITE) {
        check_sent(kernel, r);
    }
    if (r->kind != NOC_READ && r->core && r->core != from->tile.movers.noc.memory &&
        is_semaphore(grid_core_of(r->core), r)) {
        check_overtaking(kernel, r);
        order[core_number(from)].sent[OF_READER + r->owner] = a;
    }
}

/* A semaphore is changed over the NoC. If its own core has set it before and no wait orders the
 * two, the setting could come last on a card, and the change would be lost. */
static void change_semaphore(unsigned core, uint32_t number, const struct access *by) {
    const unsigned kernel = by->who - 1u;
    if (is_before(&order[core].set[number], kernel)) {
        stop(by, "CORES_SEMAPHORE",
             "a semaphore is changed that its own core has set, and no wait orders that",
             "has changed it over the NoC", &order[core].set[number], "has set it");
    }
    order[core].changed[number] = *by;
    const uint32_t own = known(kernel)[kernel];
    known(kernel)[kernel] = by->clock; /* only what was done before the request */
    join(order[core].semaphore[number], known(kernel));
    known(kernel)[kernel] = own;
}

void grid_order_landed(struct grid_core *from, const struct noc_request *r) {
    const unsigned kernel = kernel_of(from, OF_READER + r->owner);
    if (!r->core || r->kind == NOC_READ) {
        return;
    }
    struct grid_core *to = grid_core_of(r->core);
    const uint32_t address = (uint32_t)(r->to - to->l1);
    const uint32_t number = grid_semaphore_at(&to->tile.options.memory, address);
    const struct access by = access_by(kernel, r);
    if (number < MEMORY_SEMAPHORES) {
        change_semaphore(core_number(to), number, &by);
        return;
    }
    if (to != from) {
        check_landing(&by, to, address, r->bytes);
    }
    for (uint32_t i = 0; i < unit_count(address, r->bytes); i++) {
        units(to, address)[i].written = by;
    }
}

void grid_order_waited(struct grid_core *core, enum cb_side side, uint32_t address) {
    const uint32_t number = grid_semaphore_at(&core->tile.options.memory, address);
    if (number < MEMORY_SEMAPHORES) {
        join(known(kernel_of(core, OF_READER + side)), order[core_number(core)].semaphore[number]);
    }
}

void grid_order_set(struct grid_core *core, enum cb_side side, uint32_t address) {
    const unsigned kernel = kernel_of(core, OF_READER + side), at = core_number(core);
    const uint32_t number = grid_semaphore_at(&core->tile.options.memory, address);
    if (number == MEMORY_SEMAPHORES) {
        return;
    }
    const struct access a = present(kernel);
    if (is_before(&order[at].changed[number], kernel)) {
        stop(&a, "CORES_SEMAPHORE",
             "a semaphore is set while another core changes it, and no wait orders that", "sets it",
             &order[at].changed[number], "has changed it over the NoC");
    }
    order[at].set[number] = access_of(kernel);
    join(order[at].semaphore[number], known(kernel));
}

bool grid_order_is_good(const struct cbs *cbs, uint32_t address, uint32_t bytes, bool write) {
    const struct grid_core *core = grid_core_of(cbs->memory);
    const struct unit *u = units(core, address);
    for (uint32_t i = 0; i < unit_count(address, bytes); i++) {
        if (is_before(write ? &u[i].read : &u[i].written, kernel_of(core, OF_COMPUTE))) {
            return false;
        }
    }
    return true;
}

/* The pages of a call. */
static uint32_t address_of(const struct cbs *cbs, const struct cb_call *call) {
    const struct stx_metal_cb *b = &cbs->setup.cb[call->cb];
    return b->address + b->pages * b->page_bytes - call->to_end;
}

/* A reader or writer may push what is there from the start, and has been read. */
static bool makes_pages(unsigned kernel) {
    return kernel % OF_A_CORE == OF_COMPUTE;
}

static void push(struct grid_core *core, unsigned kernel, uint32_t address, uint32_t bytes) {
    struct unit *u = units(core, address);
    check_use(kernel, core, address, bytes, "pushes them");
    const struct access a = access_of(kernel);
    for (uint32_t i = 0; i < unit_count(address, bytes); i++) {
        if (is_before(&u[i].read, kernel) &&
            (is_foreign(&u[i].read, kernel) || (u[i].read.by_noc && makes_pages(kernel)))) {
            stop(&a, "CORES_WRITE",
                 "pages are pushed that another kernel has read, and no wait orders that",
                 "pushes them", &u[i].read, "has read them");
        }
        u[i].written = a;
    }
}

static void pop(struct grid_core *core, unsigned kernel, uint32_t address, uint32_t bytes) {
    if (kernel % OF_A_CORE != OF_COMPUTE) {
        check_source(kernel, address, bytes, "pops the pages");
    }
    const struct access a = access_of(kernel);
    for (uint32_t i = 0; i < unit_count(address, bytes); i++) {
        units(core, address)[i].read = a;
    }
}

static void hear(struct stx_listener *self, struct stx_core *heard, const struct stx_event *e) {
    const struct of_core *of =
        (const struct of_core *)(void *)((uint8_t *)self - offsetof(struct of_core, listener));
    struct grid_core *core = &grid_core[of - order];
    (void)heard;
    const struct cbs *cbs = &core->tile.cbs;
    const struct cb_call *call = &cbs->call[e->thread];
    const unsigned at = core_number(core);
    const unsigned kernel =
        kernel_of(core, e->thread < STX_THREADS ? OF_COMPUTE : OF_READER + e->thread - STX_THREADS);
    const uint32_t bytes = call->pages * cbs->setup.cb[call->cb].page_bytes;
    const bool begins = e->kind == STX_EVENT_CALL, fits = bytes <= call->to_end;
    if (call->call == STX_METAL_PUSH_BACK && begins && fits) {
        push(core, kernel, address_of(cbs, call), bytes);
        join(order[at].buffer[call->cb][0], known(kernel));
    } else if (call->call == STX_METAL_POP_FRONT && begins && fits) {
        pop(core, kernel, address_of(cbs, call), bytes);
        join(order[at].buffer[call->cb][1], known(kernel));
    } else if (!begins && call->call == STX_METAL_WAIT_FRONT) {
        join(known(kernel), order[at].buffer[call->cb][0]);
    } else if (!begins && call->call == STX_METAL_RESERVE_BACK) {
        join(known(kernel), order[at].buffer[call->cb][1]);
    }
}

void grid_order_begin(struct grid_core *core) {
    struct stx_listener *listener = &order[core_number(core)].listener;
    *listener = (struct stx_listener){hear, STX_HEAR(CALL) | STX_HEAR(RETURN), NULL};
    stx_listen(&core->tile.core, listener);
}

#endif
