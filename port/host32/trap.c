/* SPDX-License-Identifier: Apache-2.0
 *
 * trap.c - llk/trap.h for kernels as 32-bit programs of a Linux host. L1 is mapped a second time at
 * the addresses that kernels use, so that plain pointers reach it. Accesses to the lowest 64 KB,
 * which hosts keep closed, and to everything outside L1 fault, but for the registers of the
 * coprocessor that are memory (step.h): the others are accessed only by calls. */
#define _GNU_SOURCE
#include "llk/turn.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "llk/platform.h"
#include "step.h"

enum { EXIT_INPUT = 1, EXIT_FAULT = 2, STACK_BYTES = 65536 };
enum { REPORT_BYTES = 8192, RED_ZONE = 128 };
enum { REGISTER_BYTES = 0x400000, STARTS = 64 }; /* up to the end of the last window */

static struct llk_trap *installed;
static unsigned char signal_stack[STACK_BYTES] __attribute__((aligned(16)));
static unsigned char last_stack[STACK_BYTES] __attribute__((aligned(16)));
static uintptr_t fault_pc, fault_address;
static int fault_signal;

static void refuse(const char *why) {
    printf("input: %s\n", why);
    exit(EXIT_INPUT);
}

/* Nothing of the host may lie at the addresses of the coprocessor's registers, because an access
 * must fault. The host chooses the place of its stack at random, and in half of all runs it lies
 * there; then the program starts again. */
__attribute__((constructor)) static void close_registers(int argc, char **argv) {
    static const char starts[] = "STX_HOST32_STARTS";
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void *first = (void *)(uintptr_t)STX_REGISTER_WINDOW;
    const char *before = getenv(starts);
    size_t count = before ? strlen(before) : 0;
    char more[STARTS + 1] = "";
    (void)argc;
    if (mmap(first, REGISTER_BYTES, PROT_NONE, kind, -1, 0) == first) {
        return;
    }
    if (count < STARTS) {
        setenv(starts, memset(more, '+', count + 1), 1);
        execv("/proc/self/exe", argv);
    }
    refuse("this host has no room at the addresses of the coprocessor's registers");
}

/* Maps the L1 of the core whose turn it is at the addresses that kernels use, in place of that of
 * another core. */
static void map_low(const struct llk_trap *trap, int kind) {
    void *low = (void *)(uintptr_t)CLOSED_BYTES;
    if (mmap(low, trap->l1_size - CLOSED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | kind,
             trap->file, CLOSED_BYTES) != low) {
        refuse("this host has no room at the addresses of L1");
    }
}

/* The memory of L1 becomes that of a file, which is mapped at its present place and at the kernels'
 * addresses. */
static void map_twice(struct llk_trap *trap) {
    const uint32_t size = trap->l1_size;
    int file = trap->file = memfd_create("l1", 0);
    const int shared = MAP_SHARED | MAP_FIXED, access = PROT_READ | PROT_WRITE;
    if (file < 0 || ftruncate(file, (off_t)size) || write(file, trap->l1, size) != (ssize_t)size ||
        mmap(trap->l1, size, access, shared, file, 0) != trap->l1) {
        refuse("this host cannot share L1 between two addresses");
    }
    map_low(trap, installed ? MAP_FIXED : MAP_FIXED_NOREPLACE);
}

/* The signal handler returns to here. */
static void end_run(void) {
    const struct coop_thread *thread = &installed->coop->thread[installed->coop->current];
    char what[96];
    if (fault_address - STX_REGISTER_WINDOW < REGISTER_BYTES) {
        snprintf(what, sizeof what, "access at 0x%08lx, a register: on a host only calls reach it",
                 (unsigned long)fault_address);
    } else if (fault_signal == SIGSEGV || fault_signal == SIGBUS) {
        snprintf(what, sizeof what, "access at 0x%08lx, outside L1", (unsigned long)fault_address);
    } else if (fault_signal == SIGALRM) {
        snprintf(what, sizeof what, "the time is over");
    } else {
        snprintf(what, sizeof what,
                 fault_signal == SIGTRAP ? "breakpoint (a failed assertion)" : "signal %d",
                 fault_signal);
    }
    const struct stx_fault fault = {.kind = STX_FAULT_ILLEGAL, .what = what};
    const void *place = (const void *)(fault_pc + 2);
    const char *beside = installed->beside ? installed->beside(place) : NULL;
    if (fault_signal == SIGALRM &&
        !beside) { /* which may be in the library: the last word's place stays */
        printf("fault: %s, thread %u %s\n    at 0x%08lx\n", what, thread->tensix, thread->name,
               (unsigned long)(uintptr_t)place);
    } else if (beside) {
        printf("fault: %s: %s, pc 0x%08lx\n", beside, what, (unsigned long)fault_pc);
    } else {
        stx_llk_set_place(thread->tensix, place);
        printf("fault: %s, pc 0x%08lx, thread %u %s\n", what, (unsigned long)fault_pc,
               thread->tensix, thread->name);
    }
    (void)coop_fault(installed->coop, &fault);
    exit(EXIT_FAULT); /* no thread was running */
}

/* The thread's own stack, if it has space left; coop treats a different stack as an overflow. */
static uintptr_t stack_for_report(uintptr_t sp) {
    uintptr_t top = (uintptr_t)last_stack + STACK_BYTES;
    if (coop_stack_limit && sp - coop_stack_limit > REPORT_BYTES &&
        sp - coop_stack_limit < COOP_STACK_BYTES) {
        top = sp - RED_ZONE;
    }
    return (top & ~(uintptr_t)15) - sizeof(void *); /* as after a call */
}

/* True if the signal was an instruction's access that this has dealt with. */
static bool step(int number, uintptr_t address, greg_t *registers) {
    installed->coop->handled = true;
    const bool done = number == SIGTRAP   ? step_close(registers)
                      : number == SIGSEGV ? step_open(address, registers)
                                          : false;
    installed->coop->handled = false;
    return done;
}

static void on_signal(int number, siginfo_t *info, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    if (step(number, (uintptr_t)info->si_addr, registers)) {
        return;
    }
    fault_signal = number;
    fault_address = (uintptr_t)info->si_addr;
    fault_pc = (uintptr_t)registers[REG_EIP];
    registers[REG_EIP] = (greg_t)(uintptr_t)end_run;
    registers[REG_ESP] = (greg_t)stack_for_report((uintptr_t)registers[REG_ESP]);
}

/* The stacks of a host's threads say nothing about those of the chip. */
uint32_t llk_trap_stack(unsigned thread, const void **place) {
    (void)thread;
    *place = NULL;
    return 0;
}

void llk_trap_select(struct llk_trap *trap) {
    if (installed != trap) {
        installed = trap;
        map_low(trap, MAP_FIXED);
        step_install(trap);
    }
}

void llk_trap_install(struct llk_trap *trap) {
    const stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    map_twice(trap);
    installed = trap;
    step_install(trap);
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGILL, &action, NULL);
    sigaction(SIGTRAP, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
    sigaction(SIGALRM, &action,
              NULL); /* a runner whose patience has ended wants to know the place */
}
