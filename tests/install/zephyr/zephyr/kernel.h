/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.h - a stub: the few names of Zephyr's kernel that port/zephyr/sample uses, on a host. */
#ifndef STUB_ZEPHYR_KERNEL_H
#define STUB_ZEPHYR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <ucontext.h>

typedef void (*k_thread_entry_t)(void *a, void *b, void *c);
typedef struct {
    int ticks;
} k_timeout_t;

struct k_thread {
    ucontext_t context;
    k_thread_entry_t entry;
    bool ended;
};

#define K_THREAD_STACK_DEFINE(name, size) static char name[(size) + 65536]
#define K_PRIO_COOP(priority) (-(priority)-1)
#define K_NO_WAIT ((k_timeout_t){0})
#define K_FOREVER ((k_timeout_t){-1})
#define ARG_UNUSED(x) (void)(x)
#define printk printf

void k_thread_create(struct k_thread *thread, char *stack, size_t bytes, k_thread_entry_t entry,
                     void *a, void *b, void *c, int priority, uint32_t options, k_timeout_t delay);
void k_yield(void);
int k_thread_join(struct k_thread *thread, k_timeout_t timeout);

#endif
