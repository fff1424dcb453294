/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - stx-boot: stx-boot unpack.elf math.elf pack.elf input output [...]. Loads the three
 * programs into their rooms and runs them as port/llk or port/metal does, by what the input is; the
 * arguments from input on are those of job.c there, and so are the exit codes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "llk/job.h"
#include "llk/platform.h"
#include "metal/job.h"
#include "monitor.h"

enum { EXIT_INPUT = 1, EXIT_BROKEN = 6, CAUSE_USER_CALL = 8 };

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

static bool has_buffers;

bool monitor_has_buffers(void) {
    return has_buffers;
}

/* By its first bytes; what cannot be read is refused later. */
static bool is_metal_input(const char *path) {
    char magic[5] = "";
    FILE *f = fopen(path, "rb");
    if (f) {
        (void)fread(magic, 1, sizeof magic, f);
        fclose(f);
    }
    return memcmp(magic, "METAL", sizeof magic) == 0;
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
    has_buffers = is_metal_input(argv[4]);
    return (has_buffers ? metal_job : llk_job)(&threads, argc - 3, argv + 3);
}
