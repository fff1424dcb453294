/* SPDX-License-Identifier: Apache-2.0
 *
 * job_pack.c - thread 2: a finished tile from its half of Dst to L1, row by row. */
#define STX_THREAD 2
#include "common/job.h"
#include "common/registers.h"

/* Dst is read by rows of 16 datums; what is in Dst and what goes to L1 have the same format. */
static void configure(const struct job *job) {
    uint32_t format = job->fp32 ? FORMAT_FP32 : FORMAT_BF16, datum = job->fp32 ? 4 : 2;
    cfg_store(CFG_PACK_FORMAT, format << 8 | format << 4);
    cfg_store(CFG_PACK_READ_MODE, job->fp32 ? 1 : 0);
    cfg_store(CFG_PACK_STRIDE_XY, (16 * datum) << 16);
    cfg_store(CFG_PACK_STRIDE_ZW, 16 * 16 * datum);
    cfg_store(CFG_PACK_COUNTERS, 16u << 8);
    cfg_store(CFG_EDGE_MASK, 0xFFFF);                   /* no column is masked */
    TTI_SETC16(TC_ADDR_MOD_PACK, 4);                    /* four rows on */
    TTI_SETC16(TC_ADDR_MOD_PACK + 1, 1 << 5 | 1 << 11); /* back to the first row */
}

/* Sixteen PACRs of four rows are a tile; the last one closes the output. */
static void pack_tile(uint32_t half, uint32_t address) {
    cfg_set(4, CFG_PACK_DST_OFFSET, half * DST_HALF_ROWS);
    cfg_set(5, CFG_PACK_ADDRESS, tile_address(address));
    TTI_STALLWAIT(HOLD_PACK, UNTIL_THCON_IDLE);
    TTI_SETADCZW(PACKER, 0, 0, 0, 0, 15);
    for (unsigned i = 0; i < 15; i++) {
        TTI_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0);
    }
    TTI_PACR(0, 0, 0, 1, 0, 0, 15, 0, 0, 0, 0, 1);
}

/* The half is cleared for the next output before math may have it. */
static void release_half(uint32_t half) {
    TTI_STALLWAIT(HOLD_MATH, UNTIL_PACK_IDLE);
    TT_ZEROACC(2, 0, 0, 0, half);
    TTI_SEMGET(MATH_PACK);
}

void job_pack(void *parameter) {
    const struct job *job = parameter;
    configure(job);
    TTI_SETADCXY(PACKER, 0, 0, 0, 0, 10);
    TTI_SETADCXX(PACKER, 15, 0);
    for (unsigned i = 0; i < job->outputs; i++) {
        TTI_SEMWAIT(HOLD_PACK | HOLD_SYNC, MATH_PACK, WHILE_ZERO);
        pack_tile(i % 2, job->out[i]);
        release_half(i % 2);
    }
}
