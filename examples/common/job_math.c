/* SPDX-License-Identifier: Apache-2.0
 *
 * job_math.c - what every math thread does: it sets the formats and uses the two halves of Dst in
 * turn. */
#define STX_THREAD 1
#include "common/job.h"
#include "common/registers.h"

static uint32_t half;

void job_math_start(const struct job *job) {
    uint32_t dst = job->fp32 ? FORMAT_FP32 : FORMAT_BF16;
    cfg_store(CFG_ALU_FORMAT,
              FORMAT_BF16 << 17 | FORMAT_BF16 << 21 | dst << 25 | (job->fp32 ? 1u << 29 : 0));
    cfg_stored();
    TTI_SEMINIT(2, 0, MATH_PACK);
    CLEAR_DST();
    half = 0;
}

void job_math_begin(void) {
    TTI_SEMWAIT(HOLD_MATH | HOLD_SYNC, MATH_PACK, WHILE_MAX);
    TT_SETC16(TC_MATH_OFFSET, half * DST_HALF_ROWS);
}

void job_math_end(void) {
    TTI_STALLWAIT(HOLD_SYNC, UNTIL_MATH_IDLE);
    TTI_SEMPOST(MATH_PACK);
    half ^= 1;
}
