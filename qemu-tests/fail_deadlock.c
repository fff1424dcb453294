/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel with three mistakes: no thread can go on. It has to end with a report and an error.
 * Expected: exit status 1 and 3 lines with "waits: ". */
#include <stdio.h>

#include "coop/coop.h"

#define STX_THREAD 1
#include "softensix/names.h"
#include "softensix/tti.h"

static struct stx_core core;
static struct coop coop;
static uint8_t l1[4096];

static void unpack(void *argument) {
    (void)argument;
    stx_issue(&core, 0, TT_OP_ATGETM(0)); /* pack holds mutex 0 */
}

static void math(void *argument) {
    (void)argument;
    TTI_STALLWAIT(p_stall_STALL_MATH, p_stall_SRCA_VLD); /* nobody unpacks into SrcA */
}

static void pack(void *argument) {
    (void)argument;
    stx_issue(&core, 2, TT_OP_ATGETM(0));
    stx_issue(&core, 2, TT_OP_SEMWAIT(1, 2, 1)); /* nobody posts semaphore 1 */
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

int main(void) {
    struct stx_port port = {.ctx = &coop, .yield = coop_yield, .fault = coop_fault};
    stx_init(&core, l1, sizeof l1, &port);
    stx_bind(&core);
    coop_init(&coop, &core);
    coop_add(&coop, "pack", 2, pack, NULL);
    coop_add(&coop, "math", 1, math, NULL);
    coop_add(&coop, "unpack", 0, unpack, NULL);
    if (coop_run(&coop) == COOP_DONE) {
        return 0;
    }
    coop_report(&coop, print, NULL);
    return 1;
}
