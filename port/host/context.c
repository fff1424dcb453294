/* SPDX-License-Identifier: Apache-2.0
 *
 * context.c - cooperative contexts for a POSIX host. */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "coop/context.h"

#include <stdint.h>
#include <stdlib.h>

/* makecontext() passes ints, so a pointer is passed in two halves. */
static void *join(unsigned high, unsigned low) {
    return (void *)(((uintptr_t)high << 16 << 16) | low);
}

static void trampoline(unsigned e1, unsigned e0, unsigned a1, unsigned a0) {
    void (*entry)(void *) = (void (*)(void *))(uintptr_t)join(e1, e0);
    entry(join(a1, a0));
    abort(); /* entry must not return, because the program would end as if it had succeeded */
}

void context_start(struct context *context, void *stack, size_t size, void (*entry)(void *),
                   void *argument) {
    uintptr_t e = (uintptr_t)entry, a = (uintptr_t)argument;
    getcontext(&context->u);
    context->u.uc_stack.ss_sp = stack;
    context->u.uc_stack.ss_size = size;
    context->u.uc_link = NULL;
    makecontext(&context->u, (void (*)(void))trampoline, 4, (unsigned)(e >> 16 >> 16), (unsigned)e,
                (unsigned)(a >> 16 >> 16), (unsigned)a);
}

void context_switch(struct context *save, struct context *load) {
    swapcontext(&save->u, &load->u);
}
