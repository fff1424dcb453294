/* SPDX-License-Identifier: Apache-2.0
 *
 * played.c - one hart simulates all harts in order of time. Each has a clock of the instructions
 * that it has executed or waited for, and the earliest hart goes on. The result is how long three
 * harts would take if all instructions took the same time (QEMU, -icount shift=0). */
#include "harts/played.h"

#include "counter.h"

static struct {
    struct coop *coop;
    void (*run)(unsigned hart);
    struct context home;
    uint64_t clock[COOP_THREADS], since, lock_free;
    bool left[COOP_THREADS];
} p;

/* The earliest hart that has not left, or count if all have. */
static unsigned earliest(void) {
    unsigned first = p.coop->count;
    for (unsigned i = 0; i < p.coop->count; i++) {
        if (!p.left[i] && (first == p.coop->count || p.clock[i] < p.clock[first])) {
            first = i;
        }
    }
    return first;
}

/* Counts what a hart has executed since it went on. The rest of this file takes no time. */
static void count(unsigned hart) {
    p.clock[hart] += port_instructions() - p.since;
}

static void let_earliest_go_on(struct context *save, unsigned hart) {
    unsigned next = earliest();
    if (next != hart) {
        context_switch(save, next == p.coop->count ? &p.home : &p.coop->thread[next].context);
    }
    p.since = port_instructions();
}

static void entry(void *hart) {
    p.since = port_instructions();
    p.run((unsigned)(uintptr_t)hart);
}

void machine_run(struct coop *coop, void (*run)(unsigned hart)) {
    p.coop = coop;
    p.run = run;
    p.lock_free = 0;
    for (unsigned i = 0; i < coop->count; i++) {
        p.clock[i] = 0;
        p.left[i] = false;
        context_start(&coop->thread[i].context, coop->stack[i] + COOP_GUARD_BYTES,
                      COOP_STACK_BYTES - COOP_GUARD_BYTES, entry, (void *)(uintptr_t)i);
    }
    let_earliest_go_on(&p.home, coop->count);
}

void machine_leave(unsigned hart) {
    count(hart);
    p.left[hart] = true;
    let_earliest_go_on(&p.coop->thread[hart].context, hart);
}

/* The lock is free whenever a hart takes it, because a hart that holds it goes on. But it may have
 * been released at a time that this hart has not reached yet. */
void machine_take(unsigned hart) {
    count(hart);
    let_earliest_go_on(&p.coop->thread[hart].context, hart);
    if (p.clock[hart] < p.lock_free) {
        p.clock[hart] = p.lock_free;
    }
}

void machine_give(unsigned hart) {
    count(hart);
    p.lock_free = p.clock[hart];
    let_earliest_go_on(&p.coop->thread[hart].context, hart);
}

void machine_pause(unsigned hart, uint32_t times) {
    count(hart);
    p.clock[hart] += times;
    let_earliest_go_on(&p.coop->thread[hart].context, hart);
}

uint64_t played_instructions(void) {
    uint64_t last = 0;
    for (unsigned i = 0; i < p.coop->count; i++) {
        last = p.clock[i] > last ? p.clock[i] : last;
    }
    return last;
}
