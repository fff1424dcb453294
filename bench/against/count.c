/* SPDX-License-Identifier: Apache-2.0
 *
 * count.c - counts the instructions of a function by single-stepping: with the trap flag set, the
 * processor traps after each instruction. Unlike times, these counts are the same on a busy
 * machine. */
#include <signal.h>
#include <stddef.h>

#include "against.h"

bool counting;

static volatile unsigned long steps;

static void on_step(int signal) {
    (void)signal;
    steps++;
}

/* Skips the red zone, 128 bytes below the stack pointer that the surrounding function may use. */
#define TRAP_FLAG(operation)                                          \
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\t" operation \
                     " (%%rsp)\n\tpopfq\n\tlea 128(%%rsp), %%rsp" ::  \
                         : "cc", "memory")

static unsigned long steps_of(round_of *run, enum side side, void *argument) {
    steps = 0;
    TRAP_FLAG("orq $0x100,");
    run(side, argument);
    TRAP_FLAG("andq $-257,");
    return steps;
}

static void nothing(enum side side, void *argument) {
    (void)side, (void)argument;
}

double instructions_of(round_of *run, enum side side, void *argument) {
    struct sigaction action = {.sa_handler = on_step}, before;
    if (!counting) {
        return 0;
    }
    (void)sigaction(SIGTRAP, &action, &before);
    unsigned long around = steps_of(nothing, side, argument);
    unsigned long all = steps_of(run, side, argument);
    (void)sigaction(SIGTRAP, &before, NULL);
    return (double)(all - around);
}
