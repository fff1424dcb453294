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

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    uint32_t pacr = TT_OP_PACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) >> 24;
    uint32_t mask = e->word >> 24 == pacr ? ~PACR_INTERFACES : UINT32_MAX;
    (void)self, (void)core;
    if (e->kind == STX_EVENT_END) {
        printf("word %u %08lx\n", e->thread, (unsigned long)(e->word & mask));
    } else if (e->first >= STX_CFG_WINDOW && e->first < STX_CFG_WINDOW + 4 * STX_CFG_WORDS) {
        printf("config %lu %08lx\n", (unsigned long)(e->first - STX_CFG_WINDOW) / 4,
               (unsigned long)e->value);
    }
}

int main(int argc, char **argv) {
    static struct matmul p = {1, 1, 1, 0x4000, 0x5000, 0x6000, 1, false, 0};
    p.phases = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    coop_start(&coop, &bench_core, bench_l1, sizeof bench_l1);
    static struct stx_listener listener = {hear, STX_HEAR(END) | STX_HEAR(STORE), NULL};
    stx_listen(&bench_core, &listener);
    coop_add(&coop, "unpack", 0, matmul_unpack, &p);
    coop_add(&coop, "math", 1, matmul_math, &p);
    coop_add(&coop, "pack", 2, matmul_pack, &p);
    return coop_run(&coop) != COOP_DONE;
}
