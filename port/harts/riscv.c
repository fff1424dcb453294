/* SPDX-License-Identifier: Apache-2.0
 *
 * riscv.c - the harts of a RISC-V machine with one memory: hart 0 runs the program and wakes the
 * others (wake.S) by software interrupts of the CLINT, which is where QEMU's machines virt, spike
 * and sifive_u have it. Needs atomic operations (-march with a). */
#include "harts/harts.h"

#include "harts/spin.h"

#ifndef CLINT_MSIP
#define CLINT_MSIP 0x2000000u /* one word for each hart */
#endif

enum { STACK_BYTES = 4096 }; /* the stack of a hart; its thread has another one */

unsigned char stx_hart_stacks[HARTS_MOST][STACK_BYTES] __attribute__((aligned(16)));
static struct context
    home[COOP_THREADS]; /* the context in which a hart was before it ran its thread */
static struct coop *threads;
static void (*run_on)(unsigned hart);
static uint32_t at_work, lock;

static void hart_entry(void *hart) {
    run_on((unsigned)(uintptr_t)hart);
}

/* A hart without a thread runs on its own stack, which it leaves by returning. */
static void run(unsigned hart) {
    if (hart >= threads->count) {
        run_on(hart);
        return;
    }
    struct context *context = &threads->thread[hart].context;
    context_start(context, threads->stack[hart] + COOP_GUARD_BYTES,
                  COOP_STACK_BYTES - COOP_GUARD_BYTES, hart_entry, (void *)(uintptr_t)hart);
    context_switch(&home[hart], context);
}

void machine_leave(unsigned hart) {
    if (hart < threads->count) {
        context_switch(&threads->thread[hart].context, &home[hart]);
    }
}

static void wake(unsigned hart, uint32_t on) {
    *(volatile uint32_t *)(uintptr_t)(CLINT_MSIP + 4 * hart) = on;
}

/* Called by wake.S on a hart that was woken. */
void stx_hart_woken(unsigned hart);
void stx_hart_woken(unsigned hart) {
    wake(hart, 0);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    run(hart);
    __atomic_fetch_sub(&at_work, 1, __ATOMIC_RELEASE);
}

void machine_run(struct coop *coop, unsigned harts, void (*run_hart)(unsigned hart)) {
    threads = coop;
    run_on = run_hart;
    __atomic_store_n(&at_work, harts - 1, __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    for (unsigned i = 1; i < harts; i++) {
        wake(i, 1);
    }
    run(0);
    while (__atomic_load_n(&at_work, __ATOMIC_ACQUIRE)) {
        spin_pause();
    }
}

void machine_take(unsigned hart) {
    (void)hart;
    spin_take(&lock);
}

void machine_give(unsigned hart) {
    (void)hart;
    spin_give(&lock);
}

void machine_meet(unsigned hart) {
    (void)hart;
}

void machine_pause(unsigned hart, uint32_t times) {
    (void)hart;
    while (times--) {
        spin_pause();
    }
}
