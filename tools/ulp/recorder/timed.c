/* SPDX-License-Identifier: Apache-2.0
 *
 * timed.c - how long the four faces of a tile take. The kernel is compiled as for the real core,
 * and its words are instructions that trap, so that its loops and its RISC-V code count. */
#include <stdio.h>
#include <stdlib.h>

#include "coop/timing.h"
#include "llk/trap.h"
#include "machine.h"
#include "recorder.h"

#define FACES 4u
#define OPERANDS 3u

static struct coop coop;

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

/* What the vendor's compiler makes of sfpi code is told from values (port/llk/chosen.c), so the
 * operands must differ: numbers from 0.5 to 1. */
static void give_operands(void) {
    uint32_t random = 1;
    for (unsigned operand = 0; operand < OPERANDS; operand++) {
        for (unsigned i = 0; i < FACES * ULP_FACE; i++) {
            random = random * 1664525u + 1013904223u;
            ulp_put(operand, i, (0x3F00u | random >> 25) << 16);
        }
    }
}

/* Code around the face does not count. */
static void run(void *argument) {
    (void)argument;
    ulp_init();
    give_operands();
    if (!coop_time(&coop, print, NULL) || coop_time_option("riscv_cycles=1")) {
        printf("fault: the library was built without STX_TRACE\n");
        exit(1);
    }
    for (unsigned face = 0; face < FACES; face++) {
        ulp_kernel();
    }
}

int main(void) {
    static struct llk_trap trap;
    ulp_start();
    coop_init(&coop, ulp_core());
    coop_add(&coop, "math", 1, run, NULL);
    trap = (struct llk_trap){.coop = &coop, .core = ulp_core()};
    trap.l1 = ulp_l1(&trap.l1_size);
    llk_trap_install(&trap);
    enum coop_end end = coop_run(&coop);
    stx_settle(ulp_core());
    coop_time_end("tile", print, NULL);
    return end != COOP_DONE;
}
