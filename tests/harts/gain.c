/* SPDX-License-Identifier: Apache-2.0
 *
 * gain.c - how much earlier several harts are done than one, in instructions of the last one. */
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

/* Harts are at best so many times as fast as there are of them to share the rows; where none does,
 * nine tenths of the work stay with one thread, and the lock takes little of that. */
static bool plausible(unsigned sharing, uint64_t one, uint64_t many) {
    gains += sharing && 4 * many < 3 * one;
    return 4 * many < 5 * one && many > (sharing ? one / sharing : one * 9 / 10);
}

/* sharing is that of harts_run(). */
static bool measure(const struct kernel *kernel, unsigned sharing) {
    uint32_t reference;
    uint64_t one = on_one(kernel, &reference);
    start(kernel);
    bool good = harts_run(&coop, sharing, 0) == COOP_DONE && one > 0 &&
                coop_race_state(&core, l1, sizeof l1) == reference;
    uint64_t many = played_instructions(), hundredths = one * 100 / many;
    good = good && plausible(sharing, one, many);
    printf("%-16s one hart %8lu, %u harts%s %8lu: %lu.%02lu times%s\n", kernel->name,
           (unsigned long)one, sharing > 3 ? sharing : 3,
           sharing ? ", rows shared," : ",            ", (unsigned long)many,
           (unsigned long)(hundredths / 100), (unsigned long)(hundredths % 100),
           good ? "" : ", WRONG");
    return good;
}

int main(void) {
    static const unsigned sharing[] = {0, 3, 4, 8};
    bool good = true;
    for (unsigned i = 0; i < kernel_count; i++) {
        for (unsigned k = 0; k < sizeof sharing / sizeof sharing[0]; k++) {
            good = measure(&kernels[i], sharing[k]) && good;
        }
    }
    return !good || gains < 6;
}
