/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel whose pack thread recurses 30,000 frames deep, through all that lies below its stack. It
 * has to end at once, with a sentence that names the thread.
 * Expected: exit status 1 and 1 line with "thread 2 pack: has overflowed its stack". */
#include <stdio.h>

#include "coop/coop.h"
#include "softensix/tti.h"

static struct stx_core core;
static struct coop coop;
static uint8_t l1[64];

static unsigned deep(unsigned left) {
    volatile unsigned kept[200];
    kept[0] = left;
    return left ? deep(left - 1) + kept[0] : 0;
}

static void unpack(void *argument) {
    (void)argument;
    stx_issue(&core, 0, TT_OP_NOP);
}

static void pack(void *argument) {
    *(volatile unsigned *)argument = deep(30000);
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

int main(void) {
    unsigned sum = 0;
    coop_start(&coop, &core, l1, sizeof l1);
    coop_add(&coop, "unpack", 0, unpack, NULL);
    coop_add(&coop, "pack", 2, pack, &sum);
    if (coop_run(&coop) != COOP_DONE) {
        coop_report(&coop, print, NULL);
        return 1;
    }
    return 0;
}
