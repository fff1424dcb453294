/* SPDX-License-Identifier: Apache-2.0
 *
 * harts.c - three threads on three harts: the callbacks of their port, and how a run ends. */
#include "harts/harts.h"

#include <string.h>

enum {
    PATIENCE =
        100,    /* pauses between two tries of a word, which keep the lock free most of the time */
    DELAY = 200 /* the most pauses of a random delay */
};

/* The state of one run. Harts change shared members only under the lock. */
static struct {
    struct coop *coop;
    uint8_t hart[STX_THREADS];     /* the hart of a Tensix thread */
    uint32_t idle[COOP_THREADS];   /* how often a hart has waited since anything happened */
    uint32_t depth[COOP_THREADS];  /* how often a hart has taken the lock; private to the hart */
    uint32_t random[COOP_THREADS]; /* private to the hart */
    uint32_t progress;
    bool stopped;
    /* The half of a product that a hart offers to harts that wait. */
    enum { NO_OFFER, OFFERED, TAKEN, DONE } offer;
    void (*part)(void *job, unsigned number);
    void *job;
} h;

static unsigned hart_of(unsigned thread) {
    return h.hart[thread % STX_THREADS];
}

/* Called with the lock held; releases it as often as it was taken. */
static void leave(unsigned hart) {
    h.depth[hart] = 0;
    machine_give(hart);
    machine_leave(hart);
}

static void leave_if_stopped(unsigned hart) {
    if (h.stopped) {
        leave(hart);
    }
}

static void lose_time(unsigned hart) {
    uint32_t x = h.random[hart];
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    h.random[hart] = x;
    if (x >> 8 & 1u) {
        machine_pause(hart, (x >> 16) % DELAY);
    }
}

static void on_lock(void *ctx, unsigned thread) {
    (void)ctx;
    unsigned hart = hart_of(thread);
    if (h.depth[hart]++ == 0) {
        machine_take(hart);
        leave_if_stopped(hart);
    }
}

static void on_unlock(void *ctx, unsigned thread) {
    (void)ctx;
    unsigned hart = hart_of(thread);
    if (--h.depth[hart] == 0) {
        machine_give(hart);
        lose_time(hart);
    }
}

static void stop(enum coop_end end) {
    h.coop->end = end;
    h.stopped = true;
}

static bool all_idle(void) {
    bool all = true;
    for (unsigned i = 0; i < h.coop->count; i++) {
        all &= h.coop->thread[i].ended || h.idle[i] > COOP_IDLE_ROUNDS;
    }
    return all;
}

/* If every live hart has waited many times and nothing has happened, no thread can go on. */
static void look_for_deadlock(unsigned hart, unsigned thread) {
    struct stx_core *core = h.coop->core;
    uint32_t now = core->retired + core->accesses + h.coop->notes;
    if (now != h.progress) {
        h.progress = now;
        memset(h.idle, 0, sizeof h.idle);
    }
    h.idle[hart]++;
    if (all_idle()) {
        stx_raise(core, STX_RULE_DEADLOCK, thread, core->polled[thread]);
        stop(COOP_DEADLOCK);
    }
}

/* Called with the lock held, which it releases for a while. */
static void pause(unsigned hart) {
    machine_give(hart);
    machine_pause(hart, PATIENCE);
    lose_time(hart);
    machine_take(hart);
}

static void help(unsigned hart) {
    if (h.offer == OFFERED) {
        h.offer = TAKEN;
        machine_give(hart);
        h.part(h.job, 1);
        machine_take(hart);
        h.offer = DONE;
    }
}

/* Offers the second half, computes the first one, and computes the second one too if no hart has
 * taken it. Only one thread issues products at a time. */
static void on_share(void *ctx, unsigned thread, void (*part)(void *job, unsigned number),
                     void *job) {
    (void)ctx;
    unsigned hart = hart_of(thread);
    machine_take(hart);
    h.part = part;
    h.job = job;
    h.offer = OFFERED;
    machine_give(hart);
    part(job, 0);
    machine_take(hart);
    while (h.offer == TAKEN) {
        pause(hart);
    }
    bool rest = h.offer == OFFERED;
    h.offer = NO_OFFER;
    machine_give(hart);
    if (rest) {
        part(job, 1);
    }
}

static void on_yield(void *ctx, unsigned thread) {
    (void)ctx;
    unsigned hart = hart_of(thread);
    look_for_deadlock(hart, thread);
    help(hart);
    pause(hart);
    leave_if_stopped(hart);
}

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    struct coop *coop = ctx;
    enum stx_verdict verdict =
        coop->on_fault ? coop->on_fault(coop->on_fault_ctx, fault) : STX_STOP;
    if (verdict == STX_STOP) {
        stop(COOP_STOPPED);
        leave(hart_of(fault->thread));
    }
    return verdict;
}

static void run_thread(unsigned hart) {
    struct coop_thread *thread = &h.coop->thread[hart];
    thread->run(thread->argument);
    machine_take(hart);
    if (h.coop->core->sfpu.macro_thread == thread->tensix) {
        stx_settle(h.coop->core);
    }
    if (!coop_stack_intact(h.coop, hart)) {
        stx_raise(h.coop->core, STX_RULE_STACK_OVERFLOW, thread->tensix, COOP_STACK_BYTES);
        stop(COOP_STOPPED);
    }
    thread->ended = true;
    h.coop->notes++;
    leave(hart);
}

enum coop_end harts_run(struct coop *coop, enum harts_rows rows, uint32_t seed) {
    struct stx_port *port = &coop->core->port, before = *port;
    if (coop->end != COOP_DONE || !coop_ready(coop)) {
        return coop->end; /* the threads of the earlier run were abandoned */
    }
    memset(&h, 0, sizeof h);
    h.coop = coop;
    for (unsigned i = 0; i < coop->count; i++) {
        h.hart[coop->thread[i].tensix] = (uint8_t)i;
        h.random[i] = (seed * 4 + i) * 2654435761u *
                      (seed != 0); /* an odd factor, so that only seed 0 gives 0 */
    }
    *port = (struct stx_port){.ctx = coop,
                              .yield = on_yield,
                              .fault = on_fault,
                              .outside = before.outside,
                              .lock = on_lock,
                              .unlock = on_unlock,
                              .share = rows == HARTS_ROWS_SHARED ? on_share : NULL};
    machine_run(coop, run_thread);
    *port = before;
    return coop->end;
}
