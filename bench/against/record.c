/* SPDX-License-Identifier: Apache-2.0
 *
 * record.c - records what the three threads of examples/matmul do for one tile product, in order,
 * as lines "config word value" and "word thread word". kernel.c reads them, because the library
 * that is timed has no trace. The argument is the number of phases. */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"
#include "coop/coop.h"
#include "matmul/data.h"
#include "softensix/softensix.h"

static struct coop coop;
uint32_t words_issued[3];

/* The packer's interfaces: 0 selects all of them, like 15, and is the value that the simulator
 * accepts. */
#define PACR_INTERFACES (TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0) & 0xFFFFFFu)

static void on_word(void *ctx, unsigned thread, uint32_t word, enum stx_result result) {
    (void)ctx;
    if (result == STX_DONE) {
        word &= word >> 24 == TT_OP_PACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) >> 24
                    ? ~PACR_INTERFACES
                    : UINT32_MAX;
        printf("word %u %08lx\n", thread, (unsigned long)word);
    }
}

static void on_access(void *ctx, unsigned thread, uint32_t address, uint32_t value, bool write) {
    (void)ctx, (void)thread;
    if (write && address >= STX_CFG_WINDOW && address < STX_CFG_WINDOW + 4 * STX_CFG_WORDS) {
        printf("config %lu %08lx\n", (unsigned long)(address - STX_CFG_WINDOW) / 4,
               (unsigned long)value);
    }
}

int main(int argc, char **argv) {
    static struct matmul p = {1, 1, 1, 0x4000, 0x5000, 0x6000, 1, false, 0};
    p.phases = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    coop_start(&coop, &bench_core, bench_l1, sizeof bench_l1);
    coop.on_trace = on_word;
    coop.on_access = on_access;
    coop_add(&coop, "unpack", 0, matmul_unpack, &p);
    coop_add(&coop, "math", 1, matmul_math, &p);
    coop_add(&coop, "pack", 2, matmul_pack, &p);
    return coop_run(&coop) != COOP_DONE;
}
