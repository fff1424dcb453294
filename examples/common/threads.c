/* SPDX-License-Identifier: Apache-2.0
 *
 * threads.c - one core and its three threads on one hart. */
#include "common/threads.h"

#include <stdio.h>

#include "coop/coop.h"
#include "coop/ordering.h"
#include "coop/watch.h"
#include "softensix/dump.h"

static struct stx_core core;
static struct coop coop;

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

/* Turns on the lint and the order checker, in programs that were built with them. */
static void watch(void) {
    if (stx_has_trace()) {
        coop_watch(&coop, print, NULL);
        (void)coop_order(&coop, STX_ORDER_DEFAULT, print, NULL);
    }
}

static bool is_silent(const char *name) {
    unsigned unordered = stx_has_trace() ? coop_order_end(name, 0, print, NULL) : 0;
    return coop_findings() == 0 && unordered == 0;
}

bool threads_run(const struct threads *threads, uint8_t *l1, uint32_t l1_bytes) {
    coop_start(&coop, &core, l1, l1_bytes);
    watch();
    coop_add(&coop, "unpack", 0, threads->unpack, threads->argument);
    coop_add(&coop, "math", 1, threads->math, threads->argument);
    coop_add(&coop, "pack", 2, threads->pack, threads->argument);
    if (coop_run(&coop) != COOP_DONE) {
        coop_report(&coop, print, NULL);
        return false;
    }
    (void)stx_leftovers(&core, print, NULL);
    return is_silent(threads->name);
}
