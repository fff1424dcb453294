/* SPDX-License-Identifier: Apache-2.0
 *
 * job_pack.c - thread 2: a finished tile from its half of Dst to L1, row by row. */
#define STX_THREAD 2
#include "common/job.h"
#include "common/pack.h"

/* The last PACR of a tile closes the output. */
static void pack_tile(const struct job *job, uint32_t half, uint32_t address) {
    pack_aim(half, address, job->fp32);
    for (unsigned i = 1; i < PACK_WORDS; i++) {
        STX_ISSUE_CONSTANT(PACR_ROWS(0, 0));
    }
    STX_ISSUE_CONSTANT(PACR_ROWS(1, 1));
}

void job_pack(void *parameter) {
    const struct job *job = parameter;
    pack_configure(job->fp32);
    for (unsigned i = 0; i < job->outputs; i++) {
        TTI_SEMWAIT(HOLD_PACK | HOLD_SYNC, MATH_PACK, WHILE_ZERO);
        pack_tile(job, i % 2, job->out[i]);
        pack_release_half(i % 2);
    }
}
