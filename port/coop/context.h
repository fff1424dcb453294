/* SPDX-License-Identifier: Apache-2.0
 *
 * context.h - what cooperative threads need from a machine: two functions and one number. Hosts use
 * ucontext (port/host), RISC-V uses a few lines of assembly (port/riscv32-coop). */
#ifndef COOP_CONTEXT_H
#define COOP_CONTEXT_H

#include <stddef.h>

#include "coop/symbols.h"

#if defined(__riscv) && !defined(__linux__)
#define COOP_DEFAULT_STACK_BYTES 8192
#define COOP_DEFAULT_CLOSED_BYTES 64
#define COOP_STACK_ALIGNMENT COOP_CLOSED_BYTES /* memory protection needs this alignment */
#define COOP_PER_THREAD
struct context {
    void *sp; /* the registers that calls preserve are on the stack */
};
#else
#include <ucontext.h>
#define COOP_DEFAULT_STACK_BYTES 65536
#define COOP_DEFAULT_CLOSED_BYTES 8192 /* they contain a whole page of 4 KB wherever they begin */
#define COOP_STACK_ALIGNMENT 64
#define COOP_PER_THREAD \
    __thread /* two threads of a host program may each run cooperative threads */
struct context {
    ucontext_t u;
};
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a context that, when first switched to, calls entry(argument) on the given stack (aligned
 * to 16 bytes, size a multiple of 16). entry must not return. */
void context_start(struct context *context, void *stack, size_t size, void (*entry)(void *),
                   void *argument);

/* Saves the running context and continues another. */
void context_switch(struct context *save, struct context *load);

#ifdef __cplusplus
}
#endif
#endif
