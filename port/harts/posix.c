/* SPDX-License-Identifier: Apache-2.0
 *
 * posix.c - uses threads of a host as harts. */
#include "harts/harts.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*run_hart)(unsigned hart);
static struct stx_core *core;

static void *hart_entry(void *hart) {
    stx_bind(core);
    run_hart((unsigned)(uintptr_t)hart);
    return NULL;
}

/* All harts run on stacks of the host; those of coop are not used. */
void machine_run(struct coop *coop, unsigned harts, void (*run)(unsigned hart)) {
    pthread_t thread[HARTS_MOST];
    run_hart = run;
    core = coop->core;
    for (unsigned i = 0; i < harts; i++) {
        if (pthread_create(&thread[i], NULL, hart_entry, (void *)(uintptr_t)i)) {
            abort();
        }
    }
    for (unsigned i = 0; i < harts; i++) {
        pthread_join(thread[i], NULL);
    }
}

void machine_leave(unsigned hart) {
    (void)hart;
    pthread_exit(NULL);
}

void machine_take(unsigned hart) {
    (void)hart;
    pthread_mutex_lock(&lock);
}

void machine_give(unsigned hart) {
    (void)hart;
    pthread_mutex_unlock(&lock);
}

void machine_meet(unsigned hart) {
    (void)hart;
}

void machine_pause(unsigned hart, uint32_t times) {
    (void)hart;
    for (uint32_t i = 0; i < times; i += 16) {
        sched_yield();
    }
}
