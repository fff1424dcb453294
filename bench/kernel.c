/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.c - a whole kernel: the three threads of examples/matmul on one tile. */
#include <stdio.h>
#include <stdlib.h>

#include "../examples/matmul/data.h"
#include "bench.h"
#include "coop/coop.h"

uint32_t words_issued[3];
static struct coop coop;
static struct matmul parameters = {1, 1, 1, 0x4000, 0x5000, 0x6000, 1, false, 0};

static void prepare(uint32_t parameter) {
    static const struct stx_port port = {.ctx = &coop, .yield = coop_yield, .fault = coop_fault};
    parameters.phases = parameter;
    bench_core_init(CODE_BF16);
    for (unsigned i = 0; i < 2 * TILE_BYTES; i += 2) {
        uint32_t bits = bench_datum(GAUSS_BF16);
        uint8_t *to = &bench_l1[parameters.a + i / TILE_BYTES * 0x1000 + i % TILE_BYTES];
        to[0] = (uint8_t)(bits >> 16);
        to[1] = (uint8_t)(bits >> 24);
    }
    stx_init(&bench_core, bench_l1, sizeof bench_l1, &port);
    stx_bind(&bench_core);
}

static void run(void) {
    coop_init(&coop, &bench_core);
    coop_add(&coop, "unpack", 0, matmul_unpack, &parameters);
    coop_add(&coop, "math", 1, matmul_math, &parameters);
    coop_add(&coop, "pack", 2, matmul_pack, &parameters);
    if (coop_run(&coop) != COOP_DONE) {
        printf("kernel_matmul did not end\n");
        exit(1);
    }
}

const struct bench bench_kernel[] = {
    {"kernel_matmul_lofi", prepare, run, 1, 1}, {"kernel_matmul_hifi4", prepare, run, 1, 4}, {0}};
