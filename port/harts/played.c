/* SPDX-License-Identifier: Apache-2.0
 *
 * played.c - one hart simulates all harts in order of time. Each has a clock of the instructions
 * that it has executed or waited for, and the earliest hart goes on. The result is how long so many
 * harts would take if all instructions took the same time (QEMU, -icount shift=0). */
#include "harts/played.h"

#include "counter.h"

static struct {
    struct coop *coop;
    unsigned harts;
    void (*run)(unsigned hart);
    struct context home, helper[HARTS_MOST];
    uint64_t clock[HARTS_MOST], since, lock_free;
    bool left[HARTS_MOST];
} p;

/* The stacks of harts that have no thread. */
static unsigned char stacks[HARTS_MOST][COOP_STACK_BYTES] __attribute__((aligned(16)));

static struct context *context_of(unsigned hart) {
    return hart < p.coop->count ? &p.coop->thread[hart].context : &p.helper[hart];
}

/* The earliest hart that has not left, or their number if all have. */
static unsigned earliest(void) {
    unsigned first = p.harts;
    for (unsigned i = 0; i < p.harts; i++) {
        if (!p.left[i] && (first == p.harts || p.clock[i] < p.clock[first])) {
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
        context_switch(save, next == p.harts ? &p.home : context_of(next));
    }
    p.since = port_instructions();
}

static void hart_entry(void *hart) {
    p.since = port_instructions();
    p.run((unsigned)(uintptr_t)hart);
}

void machine_run(struct coop *coop, unsigned harts, void (*run)(unsigned hart)) {
    p.coop = coop;
    p.harts = harts;
    p.run = run;
    p.lock_free = 0;
    for (unsigned i = 0; i < harts; i++) {
        unsigned char *stack = i < coop->count ? coop->stack[i] : stacks[i];
        p.clock[i] = 0;
        p.left[i] = false;
        context_start(context_of(i), stack + COOP_GUARD_BYTES, COOP_STACK_BYTES - COOP_GUARD_BYTES,
                      hart_entry, (void *)(uintptr_t)i);
    }
    let_earliest_go_on(&p.home, harts);
}

void machine_leave(unsigned hart) {
    count(hart);
    p.left[hart] = true;
    let_earliest_go_on(context_of(hart), hart);
}

/* The lock is free whenever a hart takes it, because a hart that holds it goes on. But it may have
 * been released at a time that this hart has not reached yet. */
void machine_take(unsigned hart) {
    count(hart);
    let_earliest_go_on(context_of(hart), hart);
    if (p.clock[hart] < p.lock_free) {
        p.clock[hart] = p.lock_free;
    }
}

void machine_give(unsigned hart) {
    count(hart);
    p.lock_free = p.clock[hart];
    let_earliest_go_on(context_of(hart), hart);
}

void machine_meet(unsigned hart) {
    count(hart);
    let_earliest_go_on(context_of(hart), hart);
}

void machine_pause(unsigned hart, uint32_t times) {
    count(hart);
    p.clock[hart] += times;
    let_earliest_go_on(context_of(hart), hart);
}

uint64_t played_instructions(void) {
    uint64_t last = 0;
    for (unsigned i = 0; i < p.coop->count; i++) { /* harts that only help leave later */
        last = p.clock[i] > last ? p.clock[i] : last;
    }
    return last;
}
