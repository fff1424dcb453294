/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.c - one tile product from L1 to L1: runs the words that the three threads of
 * examples/matmul execute, in the order in which record.c recorded them, on the library and on the
 * simulator. */
#include <stdio.h>
#include <string.h>

#include "../bench.h"
#include "against.h"
#include "simulator.h"
#include "softensix/softensix.h"

enum { MOST = 4096 };

enum { A = 0x4000, B = 0x5000, OUT = 0x6000, TILE = 2048 };

static struct kernel {
    struct {
        uint32_t word;
        uint8_t thread;
    } step[MOST];
    unsigned count;
} kernel;

static void run_steps(enum side side, void *argument) {
    const struct kernel *k = argument;
    for (unsigned i = 0; i < k->count; i++) {
        if (side == OURS) {
            (void)stx_issue(&bench_core, k->step[i].thread, k->step[i].word);
        } else {
            (void)simulator_issue(k->step[i].thread, k->step[i].word);
        }
    }
}

/* Writes new operands. The library's round comes first; the simulator gets a copy. */
static void fill(enum side side, void *argument) {
    (void)argument;
    if (side == THEIRS) {
        memcpy(simulator_l1() + A, bench_l1 + A, OUT - A);
        return;
    }
    for (unsigned i = 0; i < TILE; i += 2) {
        uint32_t a = bench_datum(GAUSS_BF16), b = bench_datum(GAUSS_BF16);
        bench_l1[A + i] = (uint8_t)(a >> 16);
        bench_l1[A + i + 1] = (uint8_t)(a >> 24);
        bench_l1[B + i] = (uint8_t)(b >> 16);
        bench_l1[B + i + 1] = (uint8_t)(b >> 24);
    }
}

static void reset(void) {
    stx_init(&bench_core, bench_l1, sizeof bench_l1, NULL);
    simulator_reset(CODE_BF16);
    simulator_source_free();
    fill(OURS, NULL);
    memcpy(simulator_l1(), bench_l1, sizeof bench_l1);
}

/* Writes configuration immediately; keeps words and tries each one. False if either side refuses
 * one. */
static bool read_words(FILE *file) {
    char what[16];
    unsigned long first, second;
    bool good = true;
    kernel.count = 0;
    while (good && kernel.count < MOST &&
           fscanf(file, "%15s %lu %lx", what, &first, &second) == 3) {
        if (!strcmp(what, "config")) {
            bench_cfg((uint32_t)first, (uint32_t)second);
            good = simulator_config((uint32_t)first, (uint32_t)second);
            continue;
        }
        kernel.step[kernel.count].thread = (uint8_t)first;
        kernel.step[kernel.count++].word = (uint32_t)second;
        good = stx_issue(&bench_core, (unsigned)first, (uint32_t)second) == STX_DONE &&
               simulator_try((unsigned)first, (uint32_t)second);
    }
    return good;
}

static bool same_output(void) {
    return !memcmp(simulator_l1() + OUT, bench_l1 + OUT, TILE);
}

void measure_kernel(const char *name, const char *path) {
    FILE *file = fopen(path, "r");
    reset();
    if (!file || !read_words(file)) {
        printf("against %s left out: %s\n", name, file ? simulator_message() : "no such file");
    } else {
        bool same = same_output();
        const struct rounds rounds = {fill, run_steps, NULL};
        struct measured m = take_turns(&rounds, &kernel);
        say_measured(name, m, same && same_output());
    }
    if (file) {
        fclose(file);
    }
}
