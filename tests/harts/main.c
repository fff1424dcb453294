/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - does a kernel on several harts, which lose time at random places, leave the same state
 * and the same L1 as on one?
 *
 *   harts [runs]     so many runs of each kernel, 20 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/race.h"
#include "harts/harts.h"
#include "kernels.h"
#include "parts.h"
#include "softensix/tti.h"

static struct stx_core core;
static struct coop coop;
static uint8_t l1[KERNELS_L1_BYTES] __attribute__((aligned(16)));

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static void start(const struct kernel *kernel) {
    memset(l1, 0, sizeof l1);
    coop_start(&coop, &core, l1, sizeof l1);
    kernel->start(&coop, l1);
}

/* The numbers of harts that share rows; the runs use them in turn. */
static const unsigned sharing[] = {3, 0, 2, 8, 0, 4};
enum { SHARINGS = sizeof sharing / sizeof sharing[0] };

/* True if the run with this seed ends like the one on one hart. */
static bool same(const struct kernel *kernel, uint32_t seed, uint32_t reference) {
    start(kernel);
    enum coop_end end = harts_run(&coop, sharing[seed % SHARINGS], seed);
    uint32_t hash = coop_race_state(&core, l1, sizeof l1);
    if (end == COOP_DONE && hash == reference) {
        return true;
    }
    printf("%s, run %lu: state %08lx, on one hart %08lx\n", kernel->name, (unsigned long)seed,
           (unsigned long)hash, (unsigned long)reference);
    if (end != COOP_DONE) {
        coop_report(&coop, print, NULL);
    }
    return false;
}

static unsigned test(const struct kernel *kernel, uint32_t runs) {
    unsigned failed = 0;
    start(kernel);
    if (coop_run(&coop) != COOP_DONE) {
        coop_report(&coop, print, NULL);
        return runs;
    }
    uint32_t reference = coop_race_state(&core, l1, sizeof l1);
    for (uint32_t seed = 1; seed <= runs && failed < 3; seed++) {
        failed += !same(kernel, seed, reference);
    }
    printf("%-16s %lu runs on three to eight harts, %u unlike that on one (%08lx)\n", kernel->name,
           (unsigned long)runs, failed, (unsigned long)reference);
    return failed;
}

static unsigned started;

static void math_waits(void *argument) {
    (void)argument;
    started++;
    (void)stx_issue(&core, 1, TT_OP_SEMWAIT(2, 1 << 3, 1)); /* nobody posts semaphore 3 */
}

static void pack_waits_too(void *argument) {
    (void)argument;
    (void)stx_issue(&core, 2, TT_OP_MVMUL(0, 0, 0, 0)); /* nobody fills SrcA */
}

static void pack_faults(void *argument) {
    (void)argument;
    (void)stx_issue(&core, 2, 0xFF000000); /* no instruction */
    printf("a thread went on after a fault\n");
}

/* A run that cannot end well ends, says why, and is not begun again. */
static unsigned test_end(const char *name, void (*pack)(void *argument), enum coop_end expected) {
    coop_start(&coop, &core, l1, sizeof l1);
    coop_add(&coop, "math", 1, math_waits, NULL);
    coop_add(&coop, "pack", 2, pack, NULL);
    started = 0;
    enum coop_end end = harts_run(&coop, STX_HARTS, 0);
    enum coop_end again = harts_run(&coop, STX_HARTS, 0);
    printf("%-16s ends as %d and again as %d, begun %u times; expected %d, once\n", name, (int)end,
           (int)again, started, (int)expected);
    return end != expected || again != expected || started > 1;
}

int main(int argc, char **argv) {
    uint32_t runs = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 20;
    unsigned failed = parts_failed(runs);
    for (unsigned i = 0; i < kernel_count; i++) {
        failed += test(&kernels[i], runs);
    }
    failed += test_end("a deadlock", pack_waits_too, COOP_DEADLOCK);
    failed += test_end("a fault", pack_faults, COOP_STOPPED);
    printf("%lu passed, %u failed\n", (unsigned long)runs * kernel_count + 3 - failed, failed);
    return failed != 0;
}
