/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.c - a stub of cooperative threads: those that are ready run in turns, main among them. */
#include "zephyr/kernel.h"

enum { MOST = 8 };

static struct k_thread main_thread, *threads[MOST] = {&main_thread};
static unsigned count = 1, now;

void k_yield(void) {
    unsigned before = now;
    do {
        now = (now + 1) % count;
    } while (threads[now]->ended);
    if (now != before) {
        swapcontext(&threads[before]->context, &threads[now]->context);
    }
}

static void run(void) {
    threads[now]->entry(NULL, NULL, NULL);
    threads[now]->ended = true;
    k_yield();
}

void k_thread_create(struct k_thread *thread, char *stack, size_t bytes, k_thread_entry_t entry,
                     void *a, void *b, void *c, int priority, uint32_t options, k_timeout_t delay) {
    (void)a, (void)b, (void)c, (void)priority, (void)options, (void)delay;
    thread->entry = entry;
    thread->ended = false;
    getcontext(&thread->context);
    thread->context.uc_stack.ss_sp = stack;
    thread->context.uc_stack.ss_size = bytes + 65536;
    makecontext(&thread->context, run, 0);
    threads[count++] = thread;
}

int k_thread_join(struct k_thread *thread, k_timeout_t timeout) {
    (void)timeout;
    while (!thread->ended) {
        k_yield();
    }
    return 0;
}
