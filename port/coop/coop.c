/* SPDX-License-Identifier: Apache-2.0
 *
 * coop.c - the round-robin scheduler. */
#include "coop/coop.h"

#include <string.h>

#define GUARD_WORDS (COOP_GUARD_BYTES / 4u)
#define GUARD_FIRST 0x5AFE57ACu /* no value that programs are likely to write */

COOP_PER_THREAD uintptr_t coop_stack_limit;

__attribute__((weak)) void coop_guard(struct coop *coop, bool begin) {
    (void)coop;
    (void)begin;
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e);

void coop_init(struct coop *coop, struct stx_core *core) {
    stx_unlisten(core, &coop->listener);
    const size_t stacks = offsetof(struct coop, core);
    memset((unsigned char *)coop + stacks, 0, sizeof *coop - stacks);
    coop->core = core;
    coop->listener.hear = hear;
    coop->listener.kinds = STX_HEAR(END) | STX_HEAR(LOAD) | STX_HEAR(STORE);
    stx_listen(core, &coop->listener);
}

void coop_start(struct coop *coop, struct stx_core *core, void *l1, uint32_t l1_bytes) {
    struct stx_port port = {.ctx = coop, .yield = coop_yield, .fault = coop_fault};
    stx_init(core, l1, l1_bytes, &port);
    stx_bind(core);
    coop_init(coop, core);
}

static void pattern_write(unsigned char *stack) {
    for (uint32_t i = 0; i != GUARD_WORDS; i++) {
        uint32_t word = GUARD_FIRST + i;
        memcpy(stack + 4 * i, &word, sizeof word);
    }
}

bool coop_stack_intact(const struct coop *coop, unsigned index) {
    if (index >= COOP_THREADS) {
        return false;
    }
    const unsigned char *stack = __builtin_assume_aligned(coop->stack[index], 16);
    uint32_t changed = 0;
    for (uint32_t i = 0; i != GUARD_WORDS; i++) {
        uint32_t word;
        memcpy(&word, stack + 4 * i, sizeof word);
        changed |= word ^ (GUARD_FIRST + i);
    }
    return changed == 0 && !coop->thread[index].overflowed;
}

/* A number that changes whenever anything happens. */
static uint32_t progress(const struct coop *coop) {
    return coop->core->retired + coop->core->accesses + coop->notes;
}

void coop_progress(struct coop *coop) {
    coop->notes++;
}

static uint32_t random_number(struct coop *coop) {
    uint32_t x = coop->random;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return coop->random = x;
}

/* The thread after which the search for the next live thread begins: the running one, a random one,
 * or the one before a woken thread. */
static unsigned choose(struct coop *coop, unsigned index) {
    if (!coop->random) {
        return index;
    }
    for (unsigned i = 0; i != coop->count; i++) {
        uint32_t bit = 1u << i;
        if (coop->woken & bit) {
            coop->woken &= ~bit;
            return i + coop->count - 1u;
        }
    }
    return (random_number(coop) >> 8) % coop->count;
}

/* Continues the next live thread, or a random one. There is at least one. */
static void switch_from(struct coop *coop, struct context *save, unsigned index) {
    index = choose(coop, index) % coop->count;
    do {
        index = index + 1 < coop->count ? index + 1 : 0;
    } while (coop->thread[index].ended);
    if (coop->running && save == &coop->thread[index].context) {
        return;
    }
    coop->current = index;
    coop->running = true;
    coop->switches++;
    coop_stack_limit = (uintptr_t)coop->stack[index] + COOP_CLOSED_BYTES;
    context_switch(save, &coop->thread[index].context);
}

/* Abandons the threads and returns from coop_run(). */
static void end_run(struct coop *coop, enum coop_end end) {
    coop->end = end;
    coop->running = false;
    coop_stack_limit = 0;
    context_switch(&coop->thread[coop->current].context, &coop->caller);
}

void coop_overflow(struct coop *coop) {
    struct coop_thread *self = &coop->thread[coop->current];
    self->overflowed = true;
    stx_raise(coop->core, STX_RULE_STACK_OVERFLOW, self->tensix, COOP_STACK_BYTES);
    end_run(coop, COOP_STOPPED);
}

/* Ends the run if the running thread has left its stack. The memory below the stack may then have
 * been overwritten. A thread that runs on the stack on which a port handles the overflow has left
 * its own as well. */
static void check_stack(struct coop *coop) {
    uintptr_t used_from = (uintptr_t)__builtin_frame_address(0) - coop_stack_limit;
    if ((used_from >= COOP_STACK_BYTES - COOP_CLOSED_BYTES && !coop->handled) ||
        !coop_stack_intact(coop, coop->current)) {
        coop_overflow(coop);
    }
}

static void thread_entry(void *argument) {
    struct coop_thread *thread = argument;
    struct coop *coop = thread->coop;
    thread->run(thread->argument);
    check_stack(coop);
    if (coop->core->sfpu.macro_thread == thread->tensix) {
        stx_settle(coop->core);
    }
    stx_abandon(coop->core, thread->tensix, NULL); /* of a word whose STX_WAIT it has ignored */
    thread->ended = true;
    coop->idle = 0;
    coop->live--;
    if (coop->live == 0) {
        end_run(coop, COOP_DONE);
    }
    switch_from(coop, &thread->context, coop->current);
}

const char *coop_thread_name(unsigned tensix) {
    static const char *const names[] = {"unpack", "math", "pack"};
    return tensix < sizeof names / sizeof *names ? names[tensix] : "";
}

bool coop_add(struct coop *coop, const char *name, unsigned tensix, void (*run)(void *),
              void *argument) {
    if (coop->count == COOP_THREADS || tensix >= STX_THREADS) {
        coop->refused_name = coop->refused++ ? coop->refused_name : name;
        return false;
    }
    unsigned char *stack = coop->stack[coop->count];
    struct coop_thread *thread = &coop->thread[coop->count++];
    thread->name = name;
    thread->tensix = (uint8_t)tensix;
    thread->run = run;
    thread->argument = argument;
    thread->coop = coop;
    pattern_write(stack);
    context_start(&thread->context, stack, COOP_STACK_BYTES, thread_entry, thread);
    coop->live++;
    return true;
}

bool coop_ready(struct coop *coop) {
    bool ready = coop->count && !coop->refused;
    if (!ready) {
        stx_raise(coop->core, STX_RULE_NO_THREAD, 0, coop->refused);
        coop->end = COOP_STOPPED;
    }
    return ready;
}

enum coop_end coop_run(struct coop *coop) {
    if (coop->end != COOP_DONE || !coop_ready(coop)) {
        return coop->end; /* the threads of the earlier run were abandoned */
    }
    coop->progress = progress(coop);
    coop->random = coop->seed * 2654435761u; /* an odd factor, so that only seed 0 gives 0 */
    if (coop->live > 0) {
        coop_guard(coop, true);
        switch_from(coop, &coop->caller, coop->count - 1);
        coop_guard(coop, false);
        if (coop->on_end) {
            coop->on_end(coop->on_end_ctx);
        }
    }
    return coop->end;
}

/* Lets the waiting threads try their words next. */
static void wake(struct coop *coop) {
    for (unsigned i = 0; i != coop->count; i++) {
        if (!coop->thread[i].ended && coop->core->front[coop->thread[i].tensix].held) {
            coop->woken |= 1u << i;
        }
    }
}

void coop_yield(void *ctx, unsigned thread) {
    struct coop *coop = ctx;
    if (!coop->running) {
        if (stx_blocked(coop->core, thread)) { /* there is no other thread */
            stx_raise(coop->core, STX_RULE_DEADLOCK, thread, coop->core->polled[thread]);
        }
        return;
    }
    check_stack(coop);
    uint32_t now = progress(coop);
    coop->idle = now == coop->progress ? coop->idle + 1 : 0;
    coop->progress = now;
    struct coop_thread *self = &coop->thread[coop->current];
    if (coop->on_idle && coop->idle >= coop->live && coop->on_idle(coop->on_idle_ctx)) {
        coop->idle = 0;
    }
    if (coop->idle > COOP_IDLE_ROUNDS * coop->live) {
        stx_raise(coop->core, STX_RULE_DEADLOCK, self->tensix, coop->core->polled[self->tensix]);
        end_run(coop, COOP_DEADLOCK);
    }
    if (coop->order == COOP_PLAUSIBLE_ORDER && !coop->core->front[self->tensix].held) {
        wake(coop);
    }
    switch_from(coop, &self->context, coop->current);
}

enum stx_verdict coop_fault(void *ctx, const struct stx_fault *fault) {
    struct coop *coop = ctx;
    if (coop->running) {
        check_stack(coop);
    }
    enum stx_verdict verdict =
        coop->on_fault ? coop->on_fault(coop->on_fault_ctx, fault) : STX_STOP;
    if (verdict == STX_STOP && coop->running) {
        end_run(coop, COOP_STOPPED);
    }
    return verdict;
}

/* True if the thread must go on in the plausible order: while its MOP or REPLAY has more words, and
 * after it has released a bank, because coop_yield() then lets the waiting threads run first. */
static bool goes_on(const struct coop *coop) {
    const struct stx_front *f = &coop->core->front[coop->thread[coop->current].tensix];
    return f->stage || f->replay_left || coop->core->released;
}

/* Lets others run. The word or access of this thread is done, so it must not look like one that
 * waits. */
static void give_way(struct coop *coop) {
    struct coop_thread *self = &coop->thread[coop->current];
    coop->core->front[self->tensix].held = 0;
    switch_from(coop, &self->context, coop->current);
}

/* Called between two words. With a seed, another thread goes on in one case out of four. */
static void interrupt(struct coop *coop) {
    if (!coop->running || coop->handled || !coop->random ||
        (coop->order == COOP_PLAUSIBLE_ORDER && goes_on(coop))) {
        return;
    }
    if ((random_number(coop) >> 8) % 4u == 0) {
        check_stack(coop);
        give_way(coop);
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct coop *coop =
        (struct coop *)(void *)((unsigned char *)self - offsetof(struct coop, listener));
    (void)core;
    if (e->kind == STX_EVENT_END && e->thread < STX_THREADS) {
        struct coop_history *history = &coop->history[e->thread];
        history->word[history->count++ % COOP_HISTORY] = e->word;
    }
    interrupt(coop);
}
