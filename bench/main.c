/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - runs the measurements and prints lines "bench <name> <march> <number>".
 *
 *   bench core [part of a name]... */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "counter.h"
#include "softensix/softensix.h"

#ifdef BENCH_HOST
#include <time.h>
enum { ROUNDS = 25, REPEATS = 20 };
static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* other processes do not count */
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
#else
enum { ROUNDS = 1, REPEATS = 1 };
static uint64_t now(void) {
    return port_instructions();
}
#endif

static void nothing(void) {
}

/* The least of several rounds. The caller subtracts the cost of an empty function. */
static uint64_t measure(void (*volatile run)(void)) {
    uint64_t least = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t before = now();
        for (int i = 0; i < REPEATS; i++) {
            run();
        }
        uint64_t took = now() - before;
        least = took < least ? took : least;
    }
    return least;
}

/* Without parts, every name is asked for. */
static bool asked(const char *name, int parts, char **part) {
    for (int i = 0; i < parts; i++) {
        if (strstr(name, part[i])) {
            return true;
        }
    }
    return parts <= 0;
}

static void run_list(const struct bench *b, const char *core, int parts, char **part) {
    for (; b->name; b++) {
        if (!asked(b->name, parts, part)) {
            continue;
        }
        b->prepare(b->parameter);
        uint64_t empty = measure(nothing), took = measure(b->run);
        uint64_t net = took > empty ? took - empty : 0, divisor = (uint64_t)b->times * REPEATS;
        printf("bench %s %s %lu\n", b->name, core, (unsigned long)((net + divisor / 2) / divisor));
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    static const struct bench *const lists[] = {BENCH_LISTS};
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        run_list(lists[i], argc > 1 ? argv[1] : "host", argc - 2, argv + 2);
    }
    return 0;
}
