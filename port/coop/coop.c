/* SPDX-License-Identifier: Apache-2.0
 *
 * coop.c - the round-robin scheduler. */
#include "coop/coop.h"

#include <string.h>

void coop_init(struct coop *coop, struct stx_core *core) {
    memset(coop, 0, sizeof *coop);
    coop->core = core;
}

/* A number that changes whenever anything happened. */
static uint32_t progress(const struct coop *coop) {
    return coop->core->retired + coop->notes;
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

/* Continues the next live thread, or one at random; there is at least one. */
static void switch_from(struct coop *coop, struct context *save, unsigned index) {
    if (coop->random) {
        index = (random_number(coop) >> 8) % coop->count;
    }
    do {
        index = index + 1 < coop->count ? index + 1 : 0;
    } while (coop->thread[index].ended);
    if (coop->running && save == &coop->thread[index].context) {
        return;
    }
    coop->current = index;
    coop->running = true;
    coop->switches++;
    context_switch(save, &coop->thread[index].context);
}

/* Abandons the threads and returns from coop_run(). */
static void end_run(struct coop *coop, enum coop_end end) {
    coop->end = end;
    coop->running = false;
    context_switch(&coop->thread[coop->current].context, &coop->caller);
}

static void thread_entry(void *argument) {
    struct coop_thread *thread = argument;
    struct coop *coop = thread->coop;
    thread->run(thread->argument);
    if (coop->core->sfpu.macro_thread == thread->tensix) {
        stx_settle(coop->core);
    }
    thread->ended = true;
    coop->idle = 0;
    coop->live--;
    if (coop->live == 0) {
        end_run(coop, COOP_DONE);
    }
    switch_from(coop, &thread->context, coop->current);
}

bool coop_add(struct coop *coop, const char *name, unsigned tensix, void (*run)(void *),
              void *argument) {
    if (coop->count >= COOP_THREADS) {
        return false;
    }
    struct coop_thread *thread = &coop->thread[coop->count++];
    thread->name = name;
    thread->tensix = (uint8_t)tensix;
    thread->run = run;
    thread->argument = argument;
    thread->coop = coop;
    context_start(&thread->context, thread->stack, sizeof thread->stack, thread_entry, thread);
    coop->live++;
    return true;
}

enum coop_end coop_run(struct coop *coop) {
    coop->end = COOP_DONE;
    coop->idle = 0;
    coop->progress = progress(coop);
    coop->random = coop->seed * 2654435761u; /* odd: 0 for 0 alone */
    if (coop->live > 0) {
        switch_from(coop, &coop->caller, coop->count - 1);
    }
    coop->running = false;
    return coop->end;
}

static void record_deadlock(struct coop *coop, const struct coop_thread *thread) {
    struct stx_core *core = coop->core;
    if (core->first.kind != STX_FAULT_NONE) {
        return;
    }
    core->first = (struct stx_fault){.kind = STX_FAULT_DEADLOCK,
                                     .rule = STX_RULE_DEADLOCK,
                                     .thread = thread->tensix,
                                     .word = core->front[thread->tensix].word,
                                     .what = stx_rule_text(STX_RULE_DEADLOCK)};
}

void coop_yield(void *ctx, unsigned thread) {
    struct coop *coop = ctx;
    (void)thread;
    if (!coop->running) {
        return;
    }
    uint32_t now = progress(coop);
    coop->idle = now == coop->progress ? coop->idle + 1 : 0;
    coop->progress = now;
    struct coop_thread *self = &coop->thread[coop->current];
    if (coop->idle > COOP_IDLE_ROUNDS * coop->live) {
        record_deadlock(coop, self);
        end_run(coop, COOP_DEADLOCK);
    }
    switch_from(coop, &self->context, coop->current);
}

enum stx_verdict coop_fault(void *ctx, const struct stx_fault *fault) {
    struct coop *coop = ctx;
    enum stx_verdict verdict =
        coop->on_fault ? coop->on_fault(coop->on_fault_ctx, fault) : STX_STOP;
    if (verdict == STX_STOP && coop->running) {
        end_run(coop, COOP_STOPPED);
    }
    return verdict;
}

/* Between two words: with a seed, one time in four, another thread goes on. */
static void interrupt(struct coop *coop) {
    if (coop->running && coop->random && (random_number(coop) >> 8) % 4u == 0) {
        switch_from(coop, &coop->thread[coop->current].context, coop->current);
    }
}

void coop_trace(void *ctx, unsigned thread, uint32_t word, enum stx_result result) {
    struct coop *coop = ctx;
    if (result == STX_DONE && thread < STX_THREADS) {
        struct coop_history *history = &coop->history[thread];
        history->word[history->count++ % COOP_HISTORY] = word;
    }
    if (coop->on_trace) {
        coop->on_trace(coop->on_trace_ctx, thread, word, result);
    }
    if (result == STX_DONE) {
        interrupt(coop);
    }
}

void coop_before(void *ctx, unsigned thread, uint32_t word) {
    struct coop *coop = ctx;
    if (coop->on_before) {
        coop->on_before(coop->on_before_ctx, thread, word);
    }
}

void coop_access(void *ctx, unsigned thread, uint32_t address, uint32_t value, bool write) {
    struct coop *coop = ctx;
    if (coop->on_access) {
        coop->on_access(coop->on_access_ctx, thread, address, value, write);
    }
    interrupt(coop);
}
