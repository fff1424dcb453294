/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_checked.c - checks each core of a program, and tells once what several cores have done. */
#include "grid_checked.h"

#include <stdio.h>
#include <string.h>

#include "contract.h"
#include "coop/ordering.h"
#include "grid_order.h"
#include "grid_time.h"
#include "grid_trace.h"
#include "llk/arguments.h"
#include "llk/ordered.h"
#include "llk/state.h"

static struct {
    int count;
    char **argument;
} given;

static bool is_for_all(void *ctx, char *argument) {
    static const char prefix[] = "pass=";
    const bool is_one = strncmp(argument, prefix, sizeof prefix - 1) == 0;
    (void)ctx;
    if (is_one) {
        grid_pass_over(argument + sizeof prefix - 1);
    }
    return is_one || grid_trace_takes(argument);
}

void checked_arguments(int count, char **arguments) {
    count = state_arguments(count, arguments);
    given.count = arguments_left(count, arguments, is_for_all, NULL);
    given.argument = arguments;
}

#if STX_TRACE
static struct stx_order *order_of(struct grid_core *core) {
    return &core->order;
}
#else
static struct stx_order *order_of(struct grid_core *core) {
    (void)core;
    return NULL;
}
#endif

void checked_turn(struct grid_core *core) {
    coop_order_use(order_of(core));
}

static bool switches_off(void *cbs, char *argument) {
    return contract_takes(cbs, argument);
}

#if GRID_ORDERED
void checked_made(struct grid_core *self, struct noc_request *r) {
    grid_order_made(self, r);
}

void checked_landed(struct grid_core *self, const struct noc_request *r) {
    grid_order_landed(self, r);
}

void checked_said(struct grid_core *self, enum cb_side side, uint32_t address, bool sets) {
    (sets ? grid_order_set : grid_order_waited)(self, side, address);
}

void checked_popped(struct grid_core *self, enum cb_side side, uint32_t address, uint32_t bytes) {
    grid_order_popped(self, side, address, bytes);
}

void checked_counted(struct grid_core *self, enum cb_side side, uint32_t cb, bool acked) {
    grid_order_counted(self, side, cb, acked);
}

void checked_ended(struct grid_core *self, enum cb_side side) {
    grid_order_ended(self, side);
}

void checked_answered(struct grid_core *self, enum cb_side side, unsigned noc, uint32_t ids) {
    grid_order_answered(self, side, noc, ids);
}

static void check_order(struct grid_core *c) {
    c->tile.cbs.ordered = grid_order_is_good;
    grid_order_begin(c);
}
#else
void checked_made(struct grid_core *self, struct noc_request *r) {
    (void)self, (void)r;
}

void checked_landed(struct grid_core *self, const struct noc_request *r) {
    (void)self, (void)r;
}

void checked_said(struct grid_core *self, enum cb_side side, uint32_t address, bool sets) {
    (void)self, (void)side, (void)address, (void)sets;
}

void checked_popped(struct grid_core *self, enum cb_side side, uint32_t address, uint32_t bytes) {
    (void)self, (void)side, (void)address, (void)bytes;
}

void checked_counted(struct grid_core *self, enum cb_side side, uint32_t cb, bool acked) {
    (void)self, (void)side, (void)cb, (void)acked;
}

void checked_ended(struct grid_core *self, enum cb_side side) {
    (void)self, (void)side;
}

void checked_answered(struct grid_core *self, enum cb_side side, unsigned noc, uint32_t ids) {
    (void)self, (void)side, (void)noc, (void)ids;
}

/* For machines that keep no clocks of the cores' accesses: every access counts as ordered. */
static bool is_good(const struct cbs *cbs, uint32_t address, uint32_t bytes, bool write) {
    (void)cbs;
    (void)address;
    (void)bytes;
    (void)write;
    return true;
}

static void check_order(struct grid_core *c) {
    c->tile.cbs.ordered = is_good;
}
#endif

void checked_begin(struct grid_core *core) {
    enum { MOST = 128 };
    struct cbs *cbs = &core->tile.cbs;
    char *left[MOST];
    if (given.count > MOST) {
        given.count = MOST;
    }
    memcpy(left, given.argument, (size_t)given.count * sizeof *left); /* each core takes them */
    const int count = arguments_left(given.count, left, switches_off, cbs);
    checked_turn(core);
    grid_time_begin(core, ordered_at(count, left), left);
    grid_trace_begin(core);
    contract_begin(cbs, ordered_begin(&core->tile.coop, count, left));
    check_order(core);
}

#if STX_TRACE
static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static bool same_access(const struct stx_order_access *a, const struct stx_order_access *b) {
    return a->word == b->word && a->where == b->where && a->thread == b->thread;
}

static bool same(const struct stx_order_finding *a, const struct stx_order_finding *b) {
    return a->rule == b->rule && a->place == b->place && same_access(&a->first, &b->first) &&
           same_access(&a->second, &b->second);
}

static bool has(const struct stx_order *order, const struct stx_order_finding *f) {
    for (uint32_t i = 0; i < order->kept; i++) {
        if (same(&order->finding[i], f)) {
            return true;
        }
    }
    return false;
}

static unsigned cores_with(const struct stx_order_finding *f, unsigned from, unsigned end) {
    unsigned count = 0;
    for (unsigned i = from; i < end; i++) {
        count += has(&grid_core[i].order, f);
    }
    return count;
}

/* Prints the findings that no earlier core has, and returns how many these are. */
static unsigned tell_findings(unsigned core) {
    const struct stx_order *order = &grid_core[core].order;
    unsigned count = order->more;
    for (uint32_t i = 0; i < order->kept; i++) {
        const struct stx_order_finding *f = &order->finding[i];
        if (cores_with(f, 0, core) == 0) {
            count++;
            stx_order_print(f, print, NULL);
            grid_tell_cores(&grid_core[core], cores_with(f, core + 1, grid_count));
        }
    }
    if (order->more || order->forgotten) {
        grid_tell_core(&grid_core[core]);
        printf("order: %lu more findings, %lu accesses were forgotten\n",
               (unsigned long)order->more, (unsigned long)order->forgotten);
    }
    return count;
}

static bool uses_the_same(const struct stx_order *a, const struct stx_order *b) {
    for (uint32_t i = 0; i < a->uses; i++) {
        const struct stx_order_use *u = &a->use[i], *v = &b->use[i];
        if (u->index != v->index || u->bits != v->bits || !same_access(&u->by, &v->by)) {
            return false;
        }
    }
    return a->uses == b->uses;
}

/* Prints the ledgers of the cores, equal ones once. */
static void tell_ledger(unsigned core) {
    const struct stx_order *order = &grid_core[core].order;
    unsigned before = 0, behind = 0;
    for (unsigned i = 0; i < grid_count; i++) {
        const bool equal = i != core && uses_the_same(order, &grid_core[i].order);
        before += equal && i < core;
        behind += equal && i > core;
    }
    if (before == 0 && stx_order_ledger(order, false, print, NULL)) {
        grid_tell_cores(&grid_core[core], behind);
    }
}

static void tell_order(const char *name, bool with_ledger) {
    unsigned count = 0;
    printf("order begins\n");
    for (unsigned i = 0; i < grid_count && with_ledger; i++) {
        tell_ledger(i);
    }
    for (unsigned i = 0; i < grid_count; i++) {
        count += tell_findings(i);
    }
    count += grid_tell_contract("order", GRID_OTHERS);
    printf("order %s findings %u\norder ends\n", name, count);
}
#else
static void tell_order(const char *name, bool with_ledger) {
    (void)name, (void)with_ledger;
}
#endif

void checked_end(bool done) {
    bool with_ledger;
    const char *name = ordered_name(&with_ledger);
    for (unsigned i = 0; i < grid_count; i++) {
        struct tile *tile = &grid_core[i].tile;
        if (tile->cbs.order && grid_core[i].begun) {
            llk_trap_select(&tile->trap);
            tile_check_stacks(tile);
        }
        if (done) {
            contract_end(&tile->cbs);
        }
    }
    if (name) {
        tell_order(name, with_ledger);
    }
    printf("contract begins\n");
    (void)grid_tell_contract("contract", name ? GRID_NOTES : GRID_NOTES | GRID_OTHERS);
    printf("contract ends\n");
}
