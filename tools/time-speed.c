/* SPDX-License-Identifier: Apache-2.0
 *
 * time-speed - how much longer a product of 3x3x3 tiles takes the host with its time on Blackhole
 * than without: the kernels of examples/matmul, the least of many runs of each kind by turns. A
 * time is no reason to fail: whether it is at most three times as long is for the reader. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "coop/timing.h"
#include "common/tiles.h"
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

/* Seconds of one run. */
static double run(struct matmul *p, bool timed) {
    memset(&coop, 0, sizeof coop);
    coop_start(&coop, &core, l1, sizeof l1);
    coop_add(&coop, "unpack", 0, matmul_unpack, p);
    coop_add(&coop, "math", 1, matmul_math, p);
    coop_add(&coop, "pack", 2, matmul_pack, p);
    if (timed) {
        coop_time(&coop, silent, NULL);
    }
    clock_t before = clock();
    if (coop_run(&coop) != COOP_DONE) {
        return -1;
    }
    if (timed) {
        coop_time_end("matmul", silent, NULL);
    }
    return (double)(clock() - before) / CLOCKS_PER_SEC;
}

int main(void) {
    static const char *const names[] = {"LoFi", "HiFi2", "HiFi3", "HiFi4"};
    bool good = true;
    for (unsigned i = 0; i < sizeof l1; i += 2) { /* 0.5 to 2 in BF16 */
        l1[i] = (uint8_t)(i / 2 * 89);
        l1[i + 1] = 0x3F;
    }
    for (unsigned phases = 1; phases <= 4; phases++) {
        struct matmul p = {TILES, TILES, TILES, 0x1000, 0, 0, phases, false, 0};
        double least[2] = {1e9, 1e9};
        p.b = p.a + TILES * TILES * TILE_BYTES;
        p.out = p.b + TILES * TILES * TILE_BYTES;
        for (unsigned i = 0; i < 2 * RUNS; i++) {
            double seconds = run(&p, i % 2);
            good = good && seconds >= 0;
            least[i % 2] = seconds < least[i % 2] ? seconds : least[i % 2];
        }
        printf("%s: %.2f ms, with time %.2f ms: %.2f times as long\n", names[phases - 1],
               1000 * least[0], 1000 * least[1], least[1] / least[0]);
    }
    return good ? 0 : 1;
}
