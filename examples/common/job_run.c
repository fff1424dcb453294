/* SPDX-License-Identifier: Apache-2.0
 *
 * job_run.c - one core, its L1, and three threads on one hart. */
#include <stdio.h>

#include "common/job.h"
#include "coop/coop.h"
#include "coop/watch.h"
#include "softensix/dump.h"

static struct stx_core core;
static struct coop coop;
uint8_t job_l1[JOB_L1_BYTES] __attribute__((aligned(16)));
static uint32_t next = 0x1000;

uint32_t job_alloc(uint32_t bytes) {
    uint32_t at = next;
    next += (bytes + 15) / 16 * 16;
    return at;
}

void job_reset(void) {
    next = 0x1000;
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

bool job_run(struct job *job) {
    struct stx_port port = {.ctx = &coop,
                            .yield = coop_yield,
                            .fault = coop_fault,
                            .trace = coop_trace,
                            .access = coop_access};
    stx_init(&core, job_l1, sizeof job_l1, &port);
    stx_bind(&core);
    coop_init(&coop, &core);
    if (stx_has_trace()) {
        coop_watch(&coop, print, NULL);
    }
    coop_add(&coop, "unpack", 0, job_unpack, job);
    coop_add(&coop, "math", 1, job->math, job);
    coop_add(&coop, "pack", 2, job_pack, job);
    bool done = coop_run(&coop) == COOP_DONE;
    if (!done) {
        coop_report(&coop, print, NULL);
    } else {
        (void)stx_leftovers(&core, print, NULL);
    }
    return done && coop_findings() == 0;
}
