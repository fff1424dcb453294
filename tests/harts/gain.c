/* SPDX-License-Identifier: Apache-2.0
 *
 * gain.c - how much earlier three harts are done than one, in instructions of the last one. */
#include <stdio.h>
#include <string.h>

#include "coop/race.h"
#include "counter.h"
#include "harts/played.h"
#include "kernels.h"

static struct stx_core core;
static struct coop coop;
static uint8_t l1[KERNELS_L1_BYTES] __attribute__((aligned(16)));

static void start(const struct kernel *kernel) {
    memset(l1, 0, sizeof l1);
    coop_start(&coop, &core, l1, sizeof l1);
    kernel->start(&coop, l1);
}

/* Instructions on one hart; 0: something went wrong. */
static uint64_t on_one(const struct kernel *kernel, uint32_t *state) {
    start(kernel);
    uint64_t before = port_instructions();
    enum coop_end end = coop_run(&coop);
    uint64_t count = port_instructions() - before;
    *state = coop_race_state(&core, l1, sizeof l1);
    return end == COOP_DONE ? count : 0;
}

static unsigned gains; /* kernels that are done in three quarters of the time */

/* Three harts are at best twice as fast where a second one takes half of the rows; where none does,
 * nine tenths of the work stay with one thread, and the lock takes little of that. */
static bool plausible(enum harts_rows rows, uint64_t one, uint64_t three) {
    bool shared = rows == HARTS_ROWS_SHARED;
    gains += shared && 4 * three < 3 * one;
    return 4 * three < 5 * one && three > (shared ? one / 2 : one * 9 / 10);
}

static bool measure(const struct kernel *kernel, enum harts_rows rows) {
    uint32_t reference;
    uint64_t one = on_one(kernel, &reference);
    start(kernel);
    bool good = harts_run(&coop, rows, 0) == COOP_DONE && one > 0 &&
                coop_race_state(&core, l1, sizeof l1) == reference;
    uint64_t three = played_instructions(), hundredths = one * 100 / three;
    good = good && plausible(rows, one, three);
    printf("%-16s%-14s one hart %8lu, three %8lu: %lu.%02lu times%s\n", kernel->name,
           rows == HARTS_ROWS_SHARED ? ", rows shared" : "", (unsigned long)one,
           (unsigned long)three, (unsigned long)(hundredths / 100),
           (unsigned long)(hundredths % 100), good ? "" : ", WRONG");
    return good;
}

int main(void) {
    bool good = true;
    for (unsigned i = 0; i < kernel_count; i++) {
        good = measure(&kernels[i], HARTS_ROWS_OWN) && good;
        good = measure(&kernels[i], HARTS_ROWS_SHARED) && good;
    }
    return !good || gains < 2;
}
