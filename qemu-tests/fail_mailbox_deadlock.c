/* SPDX-License-Identifier: Apache-2.0
 *
 * Unpack and math each wait for the other one's mailbox. It has to end with a report that names
 * both mailboxes, and an error.
 * Expected: exit status 1 and 2 lines with "waits: reads the mailbox from thread". */
#include <stdio.h>

#include "coop/coop.h"

#define MAILBOX(thread) (0xFFEC1000u + 0x1000u * (thread))

static struct stx_core core;
static struct coop coop;
static uint8_t l1[64];

static void unpack(void *argument) {
    (void)argument;
    stx_mmio_write(&core, 0, MAILBOX(1), stx_mmio_read(&core, 0, MAILBOX(1)));
}

static void math(void *argument) {
    (void)argument;
    stx_mmio_write(&core, 1, MAILBOX(0), stx_mmio_read(&core, 1, MAILBOX(0)));
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

int main(void) {
    struct stx_port port = {.ctx = &coop, .yield = coop_yield, .fault = coop_fault};
    stx_init(&core, l1, sizeof l1, &port);
    coop_init(&coop, &core);
    coop_add(&coop, "unpack", 0, unpack, NULL);
    coop_add(&coop, "math", 1, math, NULL);
    if (coop_run(&coop) == COOP_DONE) {
        return 0;
    }
    coop_report(&coop, print, NULL);
    return 1;
}
