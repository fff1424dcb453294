/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - stx-boot: stx-boot unpack.elf math.elf pack.elf input output [...]. Loads the three
 * programs into their rooms and runs them as port/llk does; the arguments from input on are those
 * of port/llk/job.c, and so are the exit codes. */
#include <stdio.h>
#include <stdlib.h>

#include "llk/job.h"
#include "llk/platform.h"
#include "monitor.h"

enum { EXIT_INPUT = 1, EXIT_BROKEN = 5, CAUSE_USER_CALL = 8 };

/* The state of the protection is that of the thread that goes on. */
uint32_t monitor_trap(struct llk_frame *frame, uint32_t cause, uint32_t value) {
    enum monitor_answer answer = MONITOR_REFUSED;
    if (cause == CAUSE_USER_CALL) {
        answer = monitor_call(llk_trap_thread(), frame);
        if (answer == MONITOR_REFUSED) {
            llk_trap_stop(frame, "a call that the monitor refuses");
        }
    } else {
        llk_trap(frame, cause, value);
    }
    monitor_protect(monitor_room(llk_trap_thread()));
    return answer == MONITOR_ENDED;
}

void monitor_broken(uint32_t pc, uint32_t cause, uint32_t value) {
    printf("monitor: exception %lu in the monitor itself, pc 0x%08lx, value 0x%08lx\n",
           (unsigned long)cause, (unsigned long)pc, (unsigned long)value);
    exit(EXIT_BROKEN);
}

static void enter(unsigned thread) {
    monitor_protect(monitor_room(thread));
    monitor_enter(monitor_room(thread)->entry);
}

static void unpack(void *coop) {
    (void)coop;
    enter(0);
}

static void math(void *coop) {
    (void)coop;
    enter(1);
}

static void pack(void *coop) {
    (void)coop;
    enter(2);
}

int main(int argc, char **argv) {
    static const struct llk_threads threads = {{unpack, math, pack}};
    if (argc < 6) {
        printf("usage: stx-boot unpack.elf math.elf pack.elf input output [name...]\n");
        return EXIT_INPUT;
    }
    for (unsigned i = 0; i < STX_THREADS; i++) {
        const char *why = monitor_load(i, argv[1 + i]);
        if (why) {
            printf("monitor: %s: %s\n", argv[1 + i], why);
            return EXIT_INPUT;
        }
    }
    return llk_job(&threads, argc - 3, argv + 3);
}
