/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel whose pack thread recurses deeper than its stack. It has to end with a report and an
 * error although the recursion returns.
 * Expected: exit status 1 and 1 line with "thread 2 pack: has overflowed its stack". */
#include <stdio.h>

#include "coop/coop.h"
#include "softensix/tti.h"

static struct stx_core core;
static struct coop coop;
static uint8_t l1[64];

#define FRAMES (COOP_STACK_BYTES / 60) /* of more than 64 bytes each */

static unsigned deep(unsigned left) {
    volatile unsigned kept[16];
    kept[0] = left;
    kept[1] = 1;
    return left ? deep(left - 1) + kept[1] : kept[1];
}

static void unpack(void *argument) {
    (void)argument;
    stx_issue(&core, 0, TT_OP_NOP);
}

static void pack(void *argument) {
    *(unsigned *)argument = deep(FRAMES);
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

int main(void) {
    unsigned frames = 0;
    struct stx_port port = {.ctx = &coop, .yield = coop_yield, .fault = coop_fault};
    stx_init(&core, l1, sizeof l1, &port);
    coop_init(&coop, &core);
    coop_add(&coop, "unpack", 0, unpack, NULL);
    coop_add(&coop, "math", 1, unpack, NULL);
    coop_add(&coop, "pack", 2, pack, &frames);
    if (coop_run(&coop) == COOP_DONE) {
        printf("%u frames\n", frames);
        return 0;
    }
    coop_report(&coop, print, NULL);
    return 1;
}
