/* SPDX-License-Identifier: Apache-2.0
 *
 * overflow.c - closed pages that end a run on a POSIX host when a stack overflows. */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "coop/context.h"
#include "coop/coop.h"

enum { SIGNAL_STACK_BYTES = 65536, SIGNALS = 2 };

static const int signals[SIGNALS] = {SIGSEGV, SIGBUS};
static struct sigaction others[SIGNALS]; /* the program's own handlers of these signals */

/* The run of this thread of the program, or NULL. */
static __thread struct coop *guarded;
static __thread stack_t stack_before;
static __thread void *signal_stack;

/* The stack pointer, or 0 if the system's layout is not known. */
static uintptr_t stack_pointer(const ucontext_t *context) {
#if defined __x86_64__ && defined __linux__
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined __i386__ && defined __linux__
    return (uintptr_t)context->uc_mcontext.gregs[REG_ESP];
#elif defined __aarch64__ && defined __linux__
    return (uintptr_t)context->uc_mcontext.sp;
#elif defined __riscv && defined __linux__
    return (uintptr_t)context->uc_mcontext.__gregs[REG_SP];
#elif defined __s390x__ && defined __linux__
    return (uintptr_t)context->uc_mcontext.gregs[15];
#else
    (void)context;
    return 0;
#endif
}

/* True if the running thread has overflowed its stack: its stack pointer is outside the stack, or
 * the address is in the closed part. */
static bool has_overflowed(const struct coop *coop, uintptr_t address, uintptr_t sp) {
    uintptr_t low = (uintptr_t)coop->stack[coop->current];
    return coop->running &&
           (address - low < COOP_CLOSED_BYTES || (sp && sp - coop_stack_limit >= COOP_STACK_BYTES));
}

static void pass_on(int number, siginfo_t *info, void *context) {
    const struct sigaction *other = &others[number == signals[1]];
    if (other->sa_flags & SA_SIGINFO) {
        other->sa_sigaction(number, info, context);
    } else if (other->sa_handler == SIG_DFL || other->sa_handler == SIG_IGN) {
        sigaction(number, other, NULL); /* the access is repeated and ends the program */
    } else {
        other->sa_handler(number);
    }
}

/* Runs on the signal stack. After an overflow coop_run() continues on its own stack. */
static void on_signal(int number, siginfo_t *info, void *context) {
    if (guarded && has_overflowed(guarded, (uintptr_t)info->si_addr, stack_pointer(context))) {
        coop_overflow(guarded);
    }
    pass_on(number, info, context);
}

static void catch_signals(void) {
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK}, now;
    action.sa_sigaction = on_signal;
    for (unsigned i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &now);
        if (!(now.sa_flags & SA_SIGINFO) || now.sa_sigaction != on_signal) {
            others[i] = now;
            sigaction(signals[i], &action, NULL);
        }
    }
}

/* Protects the first whole page after the pattern in the low end of each stack, if there is one. */
static void set_pages(struct coop *coop, int access) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (unsigned i = 0; i < coop->count; i++) {
        uintptr_t low = (uintptr_t)coop->stack[i];
        uintptr_t at = (low + COOP_GUARD_BYTES + page - 1) & ~(page - 1);
        if (at + page <= low + COOP_CLOSED_BYTES) {
            (void)mprotect((void *)at, page, access);
        }
    }
}

static void guard(struct coop *coop) {
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS;
    stack_t own = {.ss_size = SIGNAL_STACK_BYTES};
    signal_stack = mmap(NULL, SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE, kind, -1, 0);
    if (signal_stack == MAP_FAILED) {
        return; /* overflows are found when the thread gives way */
    }
    guarded = coop;
    own.ss_sp = signal_stack;
    sigaltstack(&own, &stack_before);
    catch_signals();
    set_pages(coop, PROT_READ);
}

void coop_guard(struct coop *coop, bool begin) {
    if (begin && !guarded) {
        guard(coop);
    } else if (!begin && guarded == coop) {
        set_pages(coop, PROT_READ | PROT_WRITE);
        sigaltstack(&stack_before, NULL);
        munmap(signal_stack, SIGNAL_STACK_BYTES);
        guarded = NULL;
    }
}
