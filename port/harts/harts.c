/* SPDX-License-Identifier: Apache-2.0
 *
 * harts.c - threads on harts of their own, and harts that help them: the callbacks of the port, and
 * how a run ends. */
#include "harts/harts.h"

#include <string.h>

enum {
    GLANCE = 10, /* pauses between two looks at what others offer */
    GLANCES = 5, /* looks between two attempts of a word, so that the lock is usually free */
    DELAY = 200  /* the most pauses of a random delay */
};

/* A job that a hart offers to others. They claim and complete its parts without the lock. */
struct offer {
    stx_share_part *part;
    void *job;
    unsigned items, parts;
    uint32_t taken; /* 1 while a hart offers a job */
    uint32_t left;  /* parts that no hart has begun */
    uint32_t done;
};

/* The state of one run. Harts change shared members, except the offer, only while they hold the
 * lock. */
static struct {
    struct coop *coop;
    unsigned sharing;            /* harts that share rows */
    uint8_t hart[STX_THREADS];   /* the hart of a Tensix thread */
    uint32_t idle[COOP_THREADS]; /* how often a hart has waited since anything happened */
    uint32_t depth[HARTS_MOST];  /* how often a hart has taken the lock; private to the hart */
    uint32_t random[HARTS_MOST]; /* private to the hart */
    uint32_t progress, gone;     /* harts whose threads have ended or were stopped */
    bool stopped;
    struct offer offer;
} h;

static unsigned hart_of(unsigned thread) {
    return h.hart[thread % STX_THREADS];
}

/* Called with the lock held; releases it as often as it was taken. */
static void leave(unsigned hart) {
    h.depth[hart] = 0;
    __atomic_fetch_add(&h.gone, 1, __ATOMIC_RELEASE);
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

/* Claims a part that no hart has begun and returns its number. False if there is none. */
static bool take_part(uint32_t *number) {
    uint32_t left = __atomic_load_n(&h.offer.left, __ATOMIC_RELAXED);
    while (left && !__atomic_compare_exchange_n(&h.offer.left, &left, left - 1, false,
                                                __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    }
    *number = left - 1;
    return left;
}

/* Computes a part of the offer. A hart uses the set of operands that has its number. */
static bool compute_part(unsigned hart) {
    const struct offer *o = &h.offer;
    uint32_t number;
    machine_meet(hart);
    if (hart >= h.sharing || !take_part(&number)) {
        return false;
    }
    unsigned first = number * o->items / o->parts, end = (number + 1) * o->items / o->parts;
    o->part(o->job, first, end - first, hart);
    machine_meet(hart);
    __atomic_fetch_add(&h.offer.done, 1, __ATOMIC_RELEASE);
    return true;
}

/* Waits until no other job is offered. A hart that does not share rows then computes its job alone,
 * with the first set, which no other hart uses meanwhile. */
static void begin_offer(unsigned hart) {
    machine_meet(hart);
    while (__atomic_exchange_n(&h.offer.taken, 1, __ATOMIC_ACQUIRE)) {
        machine_pause(hart, GLANCE);
    }
}

static void end_offer(unsigned hart) {
    machine_meet(hart);
    __atomic_store_n(&h.offer.taken, 0, __ATOMIC_RELEASE);
}

/* Offers the job in one part for each hart that shares rows, computes parts of it, and waits until
 * all are complete. */
static void on_share(void *ctx, unsigned thread, unsigned items, stx_share_part *part, void *job) {
    (void)ctx;
    unsigned hart = hart_of(thread);
    struct offer *o = &h.offer;
    begin_offer(hart);
    if (hart >= h.sharing) {
        part(job, 0, items, 0);
        end_offer(hart);
        return;
    }
    o->part = part;
    o->job = job;
    o->items = items;
    o->parts = items < h.sharing ? items : h.sharing;
    o->done = 0;
    __atomic_store_n(&o->left, o->parts, __ATOMIC_RELEASE);
    while (compute_part(hart)) {
    }
    while (__atomic_load_n(&o->done, __ATOMIC_ACQUIRE) < o->parts) {
        machine_pause(hart, GLANCE);
    }
    end_offer(hart);
}

static void on_yield(void *ctx, unsigned thread) {
    (void)ctx;
    unsigned hart = hart_of(thread);
    look_for_deadlock(hart, thread);
    machine_give(hart);
    for (unsigned i = 0; i < GLANCES && !compute_part(hart); i++) {
        machine_pause(hart, GLANCE);
    }
    lose_time(hart);
    machine_take(hart);
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

/* A hart without a thread helps until all threads have ended or were stopped. */
static void run_helper(unsigned hart) {
    while (__atomic_load_n(&h.gone, __ATOMIC_ACQUIRE) < h.coop->count) {
        if (!compute_part(hart)) {
            machine_pause(hart, GLANCE);
        }
    }
    machine_leave(hart);
}

static void run_hart(unsigned hart) {
    if (hart < h.coop->count) {
        run_thread(hart);
    } else {
        run_helper(hart);
    }
}

static unsigned lesser(unsigned a, unsigned b) {
    return a < b ? a : b;
}

enum coop_end harts_run(struct coop *coop, unsigned sharing, uint32_t seed) {
    struct stx_port *port = &coop->core->port, before = *port;
    if (coop->end != COOP_DONE || !coop_ready(coop)) {
        return coop->end; /* the threads of the earlier run were abandoned */
    }
    memset(&h, 0, sizeof h);
    h.coop = coop;
    h.sharing = lesser(sharing, lesser(HARTS_MOST, STX_KEPT_SETS));
    unsigned harts = h.sharing > coop->count ? h.sharing : coop->count;
    for (unsigned i = 0; i < coop->count; i++) {
        h.hart[coop->thread[i].tensix] = (uint8_t)i;
    }
    for (unsigned i = 0; i < harts; i++) {
        h.random[i] = (seed * HARTS_MOST + i) * 2654435761u *
                      (seed != 0); /* an odd factor, so that only seed 0 gives 0 */
    }
    *port = (struct stx_port){.ctx = coop,
                              .yield = on_yield,
                              .fault = on_fault,
                              .outside = before.outside,
                              .lock = on_lock,
                              .unlock = on_unlock,

                              .share = h.sharing ? on_share : NULL};
    machine_run(coop, harts, run_hart);
    *port = before;
    return coop->end;
}
