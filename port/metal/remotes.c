/* SPDX-License-Identifier: Apache-2.0
 *
 * remotes.c - global circular buffers: their words in L1, and the calls of kernels. */
#include "remotes.h"

#include <stdio.h>
#include <string.h>

#include "metal/dataflow.h"
#include "mover.h"

static uint32_t counter_at(const struct memory *m, const struct memory_global *g, uint32_t receiver,
                           bool acked) {
    return m->semaphores + memory_counter(g, receiver, acked) * SEMAPHORE_BYTES;
}

static uint32_t config_at(const struct memory *m, uint32_t i) {
    return m->semaphores + MEMORY_SEMAPHORES * SEMAPHORE_BYTES + i * REMOTE_CONFIG_BYTES;
}

static void open_global(const struct memory *m, uint32_t i, uint8_t *l1) {
    const struct memory_global *g = &m->global[i];
    const uint32_t at = config_at(m, i), own = g->sends ? 0 : g->own;
    const uint32_t counters = counter_at(m, g, own, false);
    uint32_t word[REMOTE_WORDS] = {g->sends,   g->receivers,
                                   g->address, g->bytes,
                                   g->address, at + 4 * REMOTE_PLACES,
                                   counters,   counters + (g->sends ? 0 : SEMAPHORE_BYTES)};
    for (uint32_t k = 0; k < GLOBAL_RECEIVERS; k++) {
        word[REMOTE_PLACES + 2 * k] = g->place[k] & 63u;
        word[REMOTE_PLACES + 2 * k + 1] = g->place[k] >> 6;
    }
    memcpy(l1 + at, word, sizeof word);
    memset(l1 + counter_at(m, g, 0, false), 0, 2 * (size_t)g->receivers * SEMAPHORE_BYTES);
}

void remotes_open(struct stx_metal_setup *setup, const struct memory *m, uint8_t *l1) {
    setup->first_remote = STX_METAL_CBS;
    for (uint32_t i = 0; i < m->global_count; i++) {
        const struct memory_global *g = &m->global[i];
        const struct stx_metal_remote to = {config_at(m, i), g->page_bytes};
        setup->remote[STX_METAL_CBS - 1 - g->cb] = to;
        setup->first_remote = g->cb < setup->first_remote ? g->cb : setup->first_remote;
        open_global(m, i, l1);
    }
}

/* The global circular buffer that counts pages with this semaphore, or NULL if none does. */
static const struct memory_global *of_counter(const struct memory *m, uint32_t semaphore) {
    for (uint32_t i = 0; i < m->global_count; i++) {
        const struct memory_global *g = &m->global[i];
        if (semaphore >= g->counter && semaphore - g->counter < 2 * g->receivers) {
            return g;
        }
    }
    return NULL;
}

bool remotes_may_change(const struct memory *m, const struct memory *other, uint32_t semaphore) {
    const struct memory_global *g = of_counter(m, semaphore);
    const uint32_t i = g && g->sends ? (semaphore - g->counter) / 2 : 0;
    return !g || (other->x == (g->place[i] & 63u) && other->y == g->place[i] >> 6);
}

void remotes_name(const struct memory *m, uint32_t semaphore, char *text, size_t size) {
    const struct memory_global *g = of_counter(m, semaphore);
    const uint32_t number = g ? semaphore - g->counter : semaphore;
    if (!g) {
        snprintf(text, size, "semaphore %lu", (unsigned long)semaphore);
        return;
    }
    snprintf(text, size,
             number % 2 ? "cb %lu, pages popped by receiver %lu"
                        : "cb %lu, pages sent to receiver %lu",
             (unsigned long)g->cb, (unsigned long)number / 2);
}

static const char *const call_names[] = {
    [STX_REMOTE_WAIT_FRONT] = "remote_cb_wait_front",
    [STX_REMOTE_POP_FRONT] = "remote_cb_pop_front",
    [STX_REMOTE_RESERVE_BACK] = "remote_cb_reserve_back",
    [STX_REMOTE_PUSH_BACK] = "remote_cb_push_back_and_write_pages",
    [STX_REMOTE_BARRIER] = "remote_cb_sender_barrier",
};

static bool is_of_sender(enum stx_remote_call call) {
    return call >= STX_REMOTE_RESERVE_BACK;
}

/* Ends the run. */
static void refuse_call(struct movers *m, const struct mover_remote *r, const char *what) {
    snprintf(m->why, sizeof m->why, "%s: %s(cb %lu, %lu page%s): %s", cb_side_name(m->running),
             call_names[r->call], (unsigned long)r->cb, (unsigned long)r->pages,
             r->pages == 1 ? "" : "s", what);
    mover_give_up();
}

static const struct memory_global *find_global(struct movers *m, const struct mover_remote *r) {
    const struct memory *memory = m->noc.memory;
    for (uint32_t i = 0; i < memory->global_count; i++) {
        if (memory->global[i].cb == r->cb) {
            return &memory->global[i];
        }
    }
    refuse_call(m, r, "the core has no global circular buffer with this number");
    return NULL;
}

/* By how many units a call moves a counter. No page crosses the end of the buffer: a call that
 * reaches the end of the last whole page also counts the bytes behind it, which hold no page. */
static uint32_t units_of(const struct memory_global *g, uint32_t pages,
                         const struct stx_remote_place *p) {
    const uint32_t bytes = pages * p->page_bytes;
    const bool wraps = p->pointer + bytes >= p->limit;
    return (bytes + (wraps ? g->address + g->bytes - p->limit : 0)) / REMOTE_UNIT;
}

static uint32_t value_at(const struct movers *m, uint32_t address) {
    uint32_t value;
    memcpy(&value, m->cbs->l1 + address, sizeof value);
    return value;
}

/* Waits until a counter has reached this value. Both start again at 0 behind 2^32 - 1, so that the
 * sign of their difference is what counts. */
static void wait_for_counter(struct movers *m, struct mover *self, uint32_t address,
                             uint32_t value) {
    const void *place = self->at;
    self->awaited = (struct awaited){address, value, true, true};
    while ((int32_t)(value_at(m, address) - value) < 0) {
        self->at = place;
        mover_poll(m);
    }
    self->awaited.any = false;
    if (m->said) {
        m->said(m, address, false);
    }
}

/* The sender waits until each receiver has room for these units or, in a barrier, has popped all
 * pages that were sent to it. */
static void wait_for_room(struct movers *m, struct mover *self, const struct memory_global *g,
                          uint32_t units) {
    const struct memory *memory = m->noc.memory;
    const bool all = self->remote.call == STX_REMOTE_BARRIER;
    for (uint32_t i = 0; i < g->receivers; i++) {
        const uint32_t sent = value_at(m, counter_at(memory, g, i, false));
        self->remote.receiver = i;
        wait_for_counter(m, self, counter_at(memory, g, i, true),
                         all ? sent : sent + units - g->bytes / REMOTE_UNIT);
    }
}

static void wait_for_pages(struct movers *m, struct mover *self, const struct memory_global *g,
                           uint32_t units) {
    const struct memory *memory = m->noc.memory;
    const uint32_t acked = value_at(m, counter_at(memory, g, g->own, true));
    wait_for_counter(m, self, counter_at(memory, g, g->own, false), acked + units);
}

/* Subtracts the units of a push or pop from those that the kernel has reserved or waited for; if
 * there are fewer, the run ends. */
static void take_units(struct movers *m, const struct mover_remote *r, uint32_t *there,
                       uint32_t units) {
    if (units > *there) {
        refuse_call(m, r,
                    is_of_sender(r->call) ? "it pushes what it never reserved"
                                          : "it pops what it never waited for");
    }
    *there -= units;
}

void stx_dm_remote(enum stx_remote_call call, uint32_t cb, uint32_t pages,
                   const struct stx_remote_place *place) {
    struct movers *m = movers_active();
    struct mover *self = &m->mover[m->running];
    self->at = __builtin_return_address(0);
    self->remote = (struct mover_remote){call, cb, pages, 0, true};
    const struct memory_global *g = find_global(m, &self->remote);
    uint32_t *there = &m->there[g - m->noc.memory->global];
    const uint32_t units = units_of(g, pages, place);
    if (g->sends != is_of_sender(call)) {
        refuse_call(m, &self->remote, g->sends ? "the core sends" : "the core receives");
    }
    if (call == STX_REMOTE_WAIT_FRONT) {
        wait_for_pages(m, self, g, units);
    } else if (call == STX_REMOTE_RESERVE_BACK || call == STX_REMOTE_BARRIER) {
        wait_for_room(m, self, g, units);
    } else {
        take_units(m, &self->remote, there, units);
    }
    if (call == STX_REMOTE_POP_FRONT && m->popped) {
        m->popped(m, place->pointer, pages * place->page_bytes);
    }
    if (call == STX_REMOTE_WAIT_FRONT || call == STX_REMOTE_RESERVE_BACK) {
        *there = units > *there ? units : *there;
    }
    self->remote.active = false;
}

void remotes_explain(const struct movers *m, const struct mover *self, char *text, size_t size) {
    const struct mover_remote *r = &self->remote;
    const int32_t lacks = (int32_t)(self->awaited.value - value_at(m, self->awaited.address));
    char of[32] = "";
    if (is_of_sender(r->call)) {
        snprintf(of, sizeof of, " by receiver %lu", (unsigned long)r->receiver);
    }
    snprintf(text, size, "%s(cb %lu, %lu page%s): waits for %lu more bytes to be %s%s",
             call_names[r->call], (unsigned long)r->cb, (unsigned long)r->pages,
             r->pages == 1 ? "" : "s", (unsigned long)lacks * REMOTE_UNIT,
             is_of_sender(r->call) ? "popped" : "sent", of);
}
