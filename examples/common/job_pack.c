/* SPDX-License-Identifier: Apache-2.0
 *
 * job_pack.c - thread 2: a finished tile from its half of Dst to L1, row by row. */
#define STX_THREAD 2
#include "common/job.h"
#include "common/pack.h"

/* Sixteen PACRs of four rows are a tile; the last one closes the output. */
static void pack_tile(uint32_t half, uint32_t address) {
    pack_aim(half, address);
    for (unsigned i = 0; i < 15; i++) {
        TTI_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0);
    }
    TTI_PACR(0, 0, 0, 1, 0, 0, 15, 0, 0, 0, 0, 1);
}

void job_pack(void *parameter) {
    const struct job *job = parameter;
    pack_configure(job->fp32);
    TTI_SETADCXY(PACKER, 0, 0, 0, 0, 10);
    TTI_SETADCXX(PACKER, 15, 0);
    for (unsigned i = 0; i < job->outputs; i++) {
        TTI_SEMWAIT(HOLD_PACK | HOLD_SYNC, MATH_PACK, WHILE_ZERO);
        pack_tile(i % 2, job->out[i]);
        pack_release_half(i % 2);
    }
}
