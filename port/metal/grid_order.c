/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_order.c - finds accesses of one core to another one that nothing orders. */
#include "grid_clocks.h"

#if GRID_ORDERED

/* A kernel uses bytes of a core that another core may have written. */
void grid_check_use(unsigned kernel, const struct grid_core *at, uint32_t address, uint32_t bytes,
                    const char *does) {
    const struct unit *u = grid_units(at, address);
    for (uint32_t i = 0; i < grid_unit_count(address, bytes); i++) {
        const struct access *w = &u[i].written, a = grid_present(kernel);
        if (grid_is_before(w, kernel) &&
            (grid_is_foreign(w, kernel) || at != &grid_core[kernel / OF_A_CORE])) {
            grid_stop(&a, "CORES_READ",
                      "bytes that another core has written are used, and no wait orders that", does,
                      w, "has written them");
        }
    }
}

/* A kernel's data land in bytes of a core. */
static void check_landing(const struct access *by, const struct grid_core *at, uint32_t address,
                          uint32_t bytes) {
    const struct unit *u = grid_units(at, address);
    const unsigned kernel = by->who - 1u;
    for (uint32_t i = 0; i < grid_unit_count(address, bytes); i++) {
        if (grid_is_before(&u[i].read, kernel)) {
            grid_stop(by, "CORES_WRITE",
                      "data land in bytes that have been read or popped, and no wait orders that",
                      "has written them over the NoC", &u[i].read, "has read or popped them");
        }
        if (grid_is_before(&u[i].written, kernel)) {
            grid_stop(
                by, "CORES_WRITE",
                "data land in bytes that have been pushed or written, and no wait orders that",
                "has written them over the NoC", &u[i].written, "has pushed or written them");
        }
    }
}

void grid_order_made(struct grid_core *from, struct noc_request *r) {
    const unsigned kernel = grid_kernel(from, OF_READER + r->owner);
    struct access a = grid_access(kernel, from->tile.movers.noc.again);
    r->clock = a.clock;
    r->place = a.place;
    grid_dram_made(kernel, r);
    if (r->kind == NOC_READ && r->source) {
        struct grid_core *at = grid_core_of(r->source);
        const uint32_t address = (uint32_t)(r->from - at->l1);
        grid_check_use(kernel, at, address, r->bytes, "reads them");
        a.by_noc = true;
        for (uint32_t i = 0; i < grid_unit_count(address, r->bytes); i++) {
            grid_units(at, address)[i].read = a;
        }
    }
    if (r->kind == NOC_WRITE) {
        grid_check_sent(kernel, r);
    }
    if (r->kind != NOC_READ && r->core && r->core != from->tile.movers.noc.memory &&
        grid_is_semaphore(grid_core_of(r->core), r)) {
        grid_check_overtaking(kernel, r);
        grid_of[grid_number(from)].sent[OF_READER + r->owner] = a;
    }
}

static void keep_larger(uint32_t *to, uint32_t value) {
    *to = value > *to ? value : *to;
}

/* A word of another core says what it knows of this core's kernels. */
static void answer(unsigned core, uint32_t number, unsigned kernel) {
    for (unsigned i = 0; i < OF_A_CORE && kernel / OF_A_CORE != core; i++) {
        keep_larger(&grid_of[core].answers[number][i], grid_known(kernel)[core * OF_A_CORE + i]);
    }
}

/* A semaphore is changed over the NoC. If its own core has set it before and no wait orders the
 * two, the setting could come last on a card, and the change would be lost. */
static void change_semaphore(unsigned core, uint32_t number, const struct access *by) {
    const unsigned kernel = by->who - 1u;
    if (grid_is_before(&grid_of[core].set[number], kernel)) {
        grid_stop(by, "CORES_SEMAPHORE",
                  "a semaphore is changed that its own core has set, and no wait orders that",
                  "has changed it over the NoC", &grid_of[core].set[number], "has set it");
    }
    grid_of[core].changed[number] = *by;
    const uint32_t own = grid_known(kernel)[kernel];
    grid_known(kernel)[kernel] = by->clock; /* only what was done before the request */
    grid_join(grid_of[core].semaphore[number], grid_known(kernel));
    answer(core, number, kernel);
    grid_known(kernel)[kernel] = own;
}

void grid_order_answered(struct grid_core *core, enum cb_side side, unsigned noc, uint32_t ids) {
    grid_dram_answered(grid_kernel(core, OF_READER + side), noc, ids);
}

void grid_order_landed(struct grid_core *from, const struct noc_request *r) {
    const unsigned kernel = grid_kernel(from, OF_READER + r->owner);
    if (r->kind == NOC_READ) {
        grid_came(from, r);
        return;
    }
    if (!r->core) {
        return;
    }
    struct grid_core *to = grid_core_of(r->core);
    const uint32_t address = (uint32_t)(r->to - to->l1);
    const uint32_t number = grid_semaphore_at(&to->tile.options.memory, address);
    const struct access by = grid_request(kernel, r);
    if (number < MEMORY_SEMAPHORES) {
        change_semaphore(grid_number(to), number, &by);
        return;
    }
    grid_came(to, r);
    if (to != from) {
        check_landing(&by, to, address, r->bytes);
    }
    for (uint32_t i = 0; i < grid_unit_count(address, r->bytes); i++) {
        grid_units(to, address)[i].written = by;
    }
}

void grid_order_waited(struct grid_core *core, enum cb_side side, uint32_t address) {
    const uint32_t number = grid_semaphore_at(&core->tile.options.memory, address);
    struct of_core *of = &grid_of[grid_number(core)];
    if (number < MEMORY_SEMAPHORES) {
        grid_join(grid_known(grid_kernel(core, OF_READER + side)), of->semaphore[number]);
        keep_larger(&of->answered[OF_READER + side], of->answers[number][OF_READER + side]);
        of->heard[OF_READER + side] |= of->changed[number].who != 0;
        grid_tell_come(grid_kernel(core, OF_READER + side));
    }
}

void grid_order_set(struct grid_core *core, enum cb_side side, uint32_t address) {
    const unsigned kernel = grid_kernel(core, OF_READER + side), at = grid_number(core);
    const uint32_t number = grid_semaphore_at(&core->tile.options.memory, address);
    if (number == MEMORY_SEMAPHORES) {
        return;
    }
    const struct access a = grid_present(kernel);
    if (grid_is_before(&grid_of[at].changed[number], kernel)) {
        grid_stop(&a, "CORES_SEMAPHORE",
                  "a semaphore is set while another core changes it, and no wait orders that",
                  "sets it", &grid_of[at].changed[number], "has changed it over the NoC");
    }
    grid_check_source(kernel, address, sizeof(uint32_t), "sets the word");
    grid_of[at].set[number] = grid_access(kernel, false);
    grid_join(grid_of[at].semaphore[number], grid_known(kernel));
}

/* The packer has pushed bytes, and the unpackers have not waited for any page since. */
static bool is_unseen(const struct of_core *of, const struct access *written, unsigned kernel) {
    return written->who == kernel + 1u && written->clock > of->seen;
}

bool grid_order_is_good(const struct cbs *cbs, uint32_t address, uint32_t bytes, bool write) {
    const struct grid_core *core = grid_core_of(cbs->memory);
    const struct of_core *of = &grid_of[grid_number(core)];
    const unsigned kernel = grid_kernel(core, OF_COMPUTE);
    const struct unit *u = grid_units(core, address);
    for (uint32_t i = 0; i < grid_unit_count(address, bytes); i++) {
        if (grid_is_before(write ? &u[i].read : &u[i].written, kernel) ||
            (!write && is_unseen(of, &u[i].written, kernel))) {
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
    struct unit *u = grid_units(core, address);
    grid_check_use(kernel, core, address, bytes, "pushes them");
    const struct access a = grid_access(kernel, false);
    for (uint32_t i = 0; i < grid_unit_count(address, bytes); i++) {
        if (grid_is_before(&u[i].read, kernel) &&
            (grid_is_foreign(&u[i].read, kernel) || (u[i].read.by_noc && makes_pages(kernel)))) {
            grid_stop(&a, "CORES_WRITE",
                      "pages are pushed that another kernel has read, and no wait orders that",
                      "pushes them", &u[i].read, "has read them");
        }
        u[i].written = a;
    }
}

static void pop(struct grid_core *core, unsigned kernel, uint32_t address, uint32_t bytes) {
    if (kernel % OF_A_CORE != OF_COMPUTE) {
        grid_check_source(kernel, address, bytes, "pops the pages");
    }
    grid_check_use(kernel, core, address, bytes, "pops them");
    const struct access a = grid_access(kernel, false);
    for (uint32_t i = 0; i < grid_unit_count(address, bytes); i++) {
        grid_units(core, address)[i].read = a;
    }
    grid_forget_came(core, address, bytes);
}

void grid_order_popped(struct grid_core *core, enum cb_side side, uint32_t address,
                       uint32_t bytes) {
    const unsigned kernel = grid_kernel(core, OF_READER + side);
    const struct unit *u = grid_units(core, address);
    const struct access a = grid_present(kernel);
    for (uint32_t i = 0; i < grid_unit_count(address, bytes); i++) {
        if (grid_is_before(&u[i].read, kernel)) {
            grid_stop(&a, "CORES_WRITE",
                      "pages are given back that another kernel has read, and no wait orders that",
                      "pops them from the global buffer", &u[i].read, "has read or popped them");
        }
    }
    pop(core, kernel, address, bytes);
}

void grid_order_counted(struct grid_core *core, enum cb_side side, uint32_t cb, bool acked) {
    grid_join(grid_known(grid_kernel(core, OF_READER + side)),
              grid_of[grid_number(core)].buffer[cb][acked]);
}

static void hear(struct stx_listener *self, struct stx_core *heard, const struct stx_event *e) {
    const struct of_core *of =
        (const struct of_core *)(void *)((uint8_t *)self - offsetof(struct of_core, listener));
    struct grid_core *core = &grid_core[of - grid_of];
    (void)heard;
    const struct cbs *cbs = &core->tile.cbs;
    const struct cb_call *call = &cbs->call[e->thread];
    const unsigned at = grid_number(core);
    const unsigned kernel = grid_kernel(
        core, e->thread < STX_THREADS ? OF_COMPUTE : OF_READER + e->thread - STX_THREADS);
    const uint32_t bytes = call->pages * cbs->setup.cb[call->cb].page_bytes;
    const bool begins = e->kind == STX_EVENT_CALL, fits = bytes <= call->to_end;
    if (call->call == STX_METAL_PUSH_BACK && begins && fits) {
        grid_check_came(kernel, call->cb, address_of(cbs, call), bytes);
        push(core, kernel, address_of(cbs, call), bytes);
        grid_join(grid_of[at].buffer[call->cb][0], grid_known(kernel));
    } else if (call->call == STX_METAL_POP_FRONT && begins && fits) {
        pop(core, kernel, address_of(cbs, call), bytes);
        grid_join(grid_of[at].buffer[call->cb][1], grid_known(kernel));
    } else if (!begins && call->call == STX_METAL_WAIT_FRONT) {
        grid_join(grid_known(kernel), grid_of[at].buffer[call->cb][0]);
        if (e->thread < STX_THREADS) {
            keep_larger(&grid_of[at].seen, grid_of[at].buffer[call->cb][0][kernel]);
        }
    } else if (!begins && call->call == STX_METAL_RESERVE_BACK) {
        grid_join(grid_known(kernel), grid_of[at].buffer[call->cb][1]);
    }
}

void grid_order_begin(struct grid_core *core) {
    struct stx_listener *listener = &grid_of[grid_number(core)].listener;
    *listener = (struct stx_listener){hear, STX_HEAR(CALL) | STX_HEAR(RETURN), NULL};
    stx_listen(&core->tile.core, listener);
}

#endif
