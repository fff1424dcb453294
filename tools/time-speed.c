/* SPDX-License-Identifier: Apache-2.0
 *
 * time-speed - measures the cost of timing a run on Blackhole: a product of 3x3x3 tiles with and
 * without the time model, with the kernels of examples/matmul. On a RISC-V core it counts
 * instructions, which are the same in every run: a ratio above 2.9 for one fidelity, or above 2.1
 * for all four together, is a failure. On the host it takes the least time of many alternating
 * runs; that depends on the load of the host and is only informative. */
#include <stdio.h>
#include <time.h>

#include "common/tiles.h"
#include "coop/timing.h"
#include "counter.h"
#include "matmul/kernel.h"
#include "softensix/softensix.h"

enum { TILES = 3, BYTES_IN = 0x1000 + 3 * TILES * TILES * 4096, RUNS = 40 };
static struct stx_core core;
static struct coop coop;
static uint8_t l1[BYTES_IN];
uint32_t words_issued[3];

static void silent(void *ctx, const char *text) {
    (void)ctx;
    (void)text;
}

/* Instructions, or milliseconds where instructions cannot be counted. */
static double count(void) {
    uint64_t instructions = port_instructions();
    return instructions ? (double)instructions : 1000.0 * (double)clock() / CLOCKS_PER_SEC;
}

static double run(struct matmul *p, bool timed) {
    coop_start(&coop, &core, l1, sizeof l1);
    coop_add(&coop, "unpack", 0, matmul_unpack, p);
    coop_add(&coop, "math", 1, matmul_math, p);
    coop_add(&coop, "pack", 2, matmul_pack, p);
    if (timed) {
        coop_time(&coop, silent, NULL);
    }
    double before = count();
    if (coop_run(&coop) != COOP_DONE) {
        return -1;
    }
    if (timed) {
        coop_time_end("matmul", silent, NULL);
    }
    return count() - before;
}

/* The least of some runs without and with the time model; false if a run failed. */
static bool measure(struct matmul *p, unsigned runs, double least[2]) {
    bool good = true;
    least[0] = least[1] = 1e12;
    for (unsigned i = 0; i < 2 * runs; i++) {
        double took = run(p, i % 2);
        good = good && took >= 0;
        least[i % 2] = took < least[i % 2] ? took : least[i % 2];
    }
    return good;
}

static void tell(const char *name, bool counts, const double took[2]) {
    printf("%s: %.*f %s, with time %.*f: %.2f times as %s\n", name, counts ? 0 : 2, took[0],
           counts ? "instructions" : "ms", counts ? 0 : 2, took[1], took[1] / took[0],
           counts ? "many" : "long");
}

int main(void) {
    static const char *const names[] = {"LoFi", "HiFi2", "HiFi3", "HiFi4"};
    bool counts = port_instructions() != 0, good = true;
    double sum[2] = {0, 0};
    for (unsigned i = 0; i < sizeof l1; i += 2) { /* 0.5 to 2 in BF16 */
        l1[i] = (uint8_t)(i / 2 * 89);
        l1[i + 1] = 0x3F;
    }
    for (unsigned phases = 1; phases <= 4; phases++) {
        struct matmul p = {TILES, TILES, TILES, 0x1000, 0, 0, phases, false, 0};
        double least[2];
        p.b = p.a + TILES * TILES * TILE_BYTES;
        p.out = p.b + TILES * TILES * TILE_BYTES;
        good &= measure(&p, counts ? 1 : RUNS, least);
        sum[0] += least[0];
        sum[1] += least[1];
        tell(names[phases - 1], counts, least);
        good &= !counts || least[1] <= 2.9 * least[0];
    }
    tell("together", counts, sum);
    return good && (!counts || sum[1] <= 2.1 * sum[0]) ? 0 : 1;
}
