/* SPDX-License-Identifier: Apache-2.0
 *
 * job_run.c - runs the three threads of a list of tiles, and owns the L1 that holds the tiles. */
#include "common/job.h"
#include "common/threads.h"

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

bool job_run(struct job *job) {
    struct threads threads = {job->name, job_unpack, job->math, job_pack, job};
    return threads_run(&threads, job_l1, sizeof job_l1);
}
