/* SPDX-License-Identifier: Apache-2.0
 *
 * cores.c - lets several cores take turns. */
#include "coop/cores.h"

#include <string.h>

#include "coop/say.h"

enum { WORD = 4 };

void coop_cores_init(struct coop_cores *cores) {
    memset(cores, 0, sizeof *cores);
}

static uint32_t happened(const struct coop *coop) {
    return coop->core->retired + coop->core->accesses + coop->notes;
}

static struct coop_of_cores *current(struct coop_cores *cores) {
    return &cores->core[cores->current];
}

/* Goes on in another context: that of a core whose turn it is now, or of the caller of
 * coop_cores_run(). Returns when this core has the turn again, and makes it the one to which words
 * go. */
static void leave(struct coop_of_cores *self, struct context *next) {
    const uintptr_t limit = coop_stack_limit;
    if (!self->ended) {
        coop_guard(self->coop, false);
    }
    context_switch(&self->context, next);
    stx_bind(self->coop->core);
    coop_guard(self->coop, true);
    coop_stack_limit = limit;
}

static void give_turn(struct coop_of_cores *self, unsigned to) {
    struct coop_cores *cores = self->cores;
    self->happened = happened(self->coop);
    cores->current = to;
    leave(self, &current(cores)->context);
}

/* The number of the core after the current one, around the list, that has not ended; the caller
 * knows that there is one. */
static unsigned next(const struct coop_cores *cores) {
    unsigned i = cores->current;
    do {
        i = i + 1 < cores->count ? i + 1 : 0;
    } while (cores->core[i].ended);
    return i;
}

static bool has_turn(const struct coop_of_cores *self) {
    return self->cores && self->cores->running && current(self->cores) == self;
}

/* Called when no thread of the core can go on (on_idle of coop.h): lets the other cores run first,
 * and returns true when the turn has come back. False if no core can go on, or if the core is run
 * by coop_run() alone; it then ends with a deadlock. */
static bool turn_ends(void *ctx) {
    struct coop_of_cores *self = ctx;
    struct coop_cores *cores = self->cores;
    if (!has_turn(self)) {
        return false;
    }
    cores->still = happened(self->coop) == self->happened ? cores->still + 1 : 0;
    if (cores->still > COOP_IDLE_ROUNDS * cores->live) {
        return false;
    }
    self->happened = happened(self->coop);
    if (next(cores) != cores->current) {
        give_turn(self, next(cores));
    }
    return true;
}

static void core_entry(void *argument) {
    struct coop_of_cores *self = argument;
    struct coop_cores *cores = self->cores;
    stx_bind(self->coop->core);
    self->end = coop_run(self->coop);
    self->ended = true;
    cores->still = 0;
    cores->live--;
    if (self->end != COOP_DONE || !cores->live) {
        cores->end = self->end;
        cores->running = false;
        leave(self, &cores->caller);
    }
    give_turn(self, next(cores));
}

static bool is_added(const struct coop_cores *cores, const struct coop *coop) {
    for (unsigned i = 0; i < cores->count; i++) {
        if (cores->core[i].coop == coop) {
            return true;
        }
    }
    return false;
}

bool coop_cores_add(struct coop_cores *cores, struct coop *coop) {
    if (cores->running || cores->count == COOP_CORES || is_added(cores, coop)) {
        cores->refused++;
        return false;
    }
    struct coop_of_cores *self = &cores->core[cores->count++];
    self->cores = cores;
    self->coop = coop;
    coop->on_idle = turn_ends;
    coop->on_idle_ctx = self;
    context_start(&self->context, self->stack, sizeof self->stack, core_entry, self);
    cores->live++;
    return true;
}

enum coop_end coop_cores_run(struct coop_cores *cores) {
    if (cores->running) {
        return COOP_STOPPED;
    }
    if (!cores->count || cores->refused) {
        cores->end = COOP_STOPPED;
    }
    if (cores->live && cores->end == COOP_DONE) {
        cores->running = true;
        context_switch(&cores->caller, &current(cores)->context);
        coop_stack_limit = 0;
    }
    return cores->end;
}

void coop_cores_report(const struct coop_cores *cores, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    for (unsigned i = 0; i < cores->count; i++) {
        say(&out, "core ");
        say_decimal(&out, i);
        say(&out, cores->core[i].ended ? ":\n" : ", which has not ended:\n");
        coop_report(cores->core[i].coop, print, ctx);
    }
}

static bool is_within(struct coop *coop, struct coop *teller, uint32_t address, uint32_t bytes) {
    const uint32_t size = coop->core->l1_size;
    if (bytes <= size && address <= size - bytes) {
        return true;
    }
    stx_raise(teller->core, STX_RULE_L1_RANGE, teller->thread[teller->current].tensix, address);
    coop_fault(teller, stx_last_fault(teller->core));
    return false;
}

bool coop_send(struct coop *from, uint32_t source, struct coop *to, uint32_t address,
               uint32_t bytes) {
    if (!is_within(from, from, source, bytes) || !is_within(to, from, address, bytes)) {
        return false;
    }
    memmove(to->core->l1 + address, from->core->l1 + source, bytes);
    coop_progress(from);
    return true;
}

static uint32_t word_at(const struct coop *coop, uint32_t address) {
    uint32_t word;
    memcpy(&word, coop->core->l1 + address, sizeof word);
    return word;
}

/* If the sending core has the turn, the receiving core gets it, so that a thread that waits there
 * sees the word. Does nothing outside of a run, or if they belong to different runs. */
static void wake(struct coop *from, struct coop *to) {
    struct coop_of_cores *self = from->on_idle_ctx, *other = to->on_idle_ctx;
    if (from->on_idle != turn_ends || to->on_idle != turn_ends || !has_turn(self)) {
        return;
    }
    if (other->cores == self->cores && !other->ended) {
        self->cores->still = 0;
        give_turn(self, (unsigned)(other - self->cores->core));
    }
}

bool coop_post(struct coop *from, struct coop *to, uint32_t address, uint32_t amount) {
    if (!is_within(to, from, address / WORD * WORD == address ? address : UINT32_MAX, WORD)) {
        return false;
    }
    const uint32_t word = word_at(to, address) + amount;
    memcpy(to->core->l1 + address, &word, sizeof word);
    coop_progress(from);
    if (from != to) {
        wake(from, to);
    }
    return true;
}

bool coop_await(struct coop *coop, unsigned thread, uint32_t address, uint32_t value) {
    if (!is_within(coop, coop, address / WORD * WORD == address ? address : UINT32_MAX, WORD)) {
        return false;
    }
    while ((int32_t)(word_at(coop, address) - value) < 0) {
        if (!coop->running) { /* nobody can change the word */
            stx_raise(coop->core, STX_RULE_DEADLOCK, thread, address);
            return false;
        }
        stx_poll(coop->core, thread, address);
    }
    return true;
}
