/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - stx-boot: stx-boot unpack.elf math.elf pack.elf input output [...] [--limit=MS]. Loads
 * the three programs into their rooms and runs them as port/llk or port/metal does, depending on
 * the input. The arguments from the input on, and the exit codes, are those of job.c there. After
 * MS milliseconds of the machine's clock, 10,000 by default, the run ends; in QEMU a millisecond is
 * a million instructions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "llk/job.h"
#include "llk/platform.h"
#include "metal/job.h"
#include "monitor.h"

#define CAUSE_TIMER 0x80000007u
enum { EXIT_INPUT = 1, EXIT_BROKEN = 6, CAUSE_USER_CALL = 8, USUAL_LIMIT = 10000 };

static uint32_t traps; /* traps other than those of the timer */

static void tick(const struct stx_trap_frame *frame) {
    const char *why = monitor_clock_tick(traps);
    if (why) {
        stx_llk_set_place(llk_trap_thread(), (const void *)(uintptr_t)(frame->pc + 2));
        llk_trap_stop(frame, why);
    }
}

/* Restores the memory protection of the thread that goes on. */
uint32_t monitor_trap(struct stx_trap_frame *frame, uint32_t cause, uint32_t value) {
    enum monitor_answer answer = MONITOR_REFUSED;
    traps += cause != CAUSE_TIMER;
    if (cause == CAUSE_TIMER) {
        tick(frame);
    } else if (cause == CAUSE_USER_CALL) {
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

static bool has_buffers;

bool monitor_has_buffers(void) {
    return has_buffers;
}

/* Decides by the first bytes of the input. A file that cannot be read is refused later. */
static bool is_metal_input(const char *path) {
    char magic[5] = "";
    FILE *f = fopen(path, "rb");
    if (f) {
        (void)fread(magic, 1, sizeof magic, f);
        fclose(f);
    }
    return memcmp(magic, "METAL", sizeof magic) == 0;
}

/* Reads the last argument if it is --limit=MS, where MS is 1 to 9999999. 0: MS is invalid. */
static uint32_t limit_of(int *argc, char **argv) {
    static const char option[] = "--limit=";
    const char *text = argv[*argc - 1];
    uint32_t milliseconds = 0;
    if (strncmp(text, option, sizeof option - 1) != 0) {
        return USUAL_LIMIT;
    }
    text += sizeof option - 1;
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        milliseconds = 10 * milliseconds + (uint32_t)(text[i] - '0');
        if (text[i] < '0' || text[i] > '9' || length > 7) {
            return 0;
        }
    }
    (*argc)--;
    return milliseconds;
}

int main(int argc, char **argv) {
    static const struct llk_threads threads = {{unpack, math, pack}};
    const uint32_t limit = limit_of(&argc, argv);
    if (argc < 6 || !limit) {
        printf("usage: stx-boot unpack.elf math.elf pack.elf input output [name...] "
               "[--limit=MS]\n");
        return EXIT_INPUT;
    }
    for (unsigned i = 0; i < STX_THREADS; i++) {
        const char *why = monitor_load(i, argv[1 + i]);
        if (why) {
            printf("monitor: %s: %s\n", argv[1 + i], why);
            return EXIT_INPUT;
        }
    }
    has_buffers = is_metal_input(argv[4]);
    monitor_clock_start(limit);
    return (has_buffers ? metal_job : llk_job)(&threads, argc - 3, argv + 3);
}
