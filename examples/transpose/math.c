/* SPDX-License-Identifier: Apache-2.0
 *
 * math.c - thread 1: transposes a tile. TRNSPSRCB transposes the 16x16 block in rows 16..31 of
 * SrcB, so each face goes there through Dst and then to its place; faces 1 and 2 change places. */
#define STX_THREAD 1
#include "common/job.h"
#include "common/registers.h"
#include "transpose.h"

enum { TURNED = 16 };                /* first of the rows that TRNSPSRCB transposes */
enum { SPARE = 64 };                 /* Dst rows that no output uses, in the same half */
enum { D2B_FOUR = 2, B2D_FOUR = 4 }; /* modes: four rows */

/* Move sixteen rows from SrcB to Dst, and back. */
static void to_dst(unsigned from, unsigned to) {
    for (unsigned row = 0; row < 16; row += 4) {
        TT_MOVB2D(0, from + row, 0, B2D_FOUR, to + row);
    }
}

static void to_srcb(unsigned from, unsigned to) {
    for (unsigned row = 0; row < 16; row += 4) {
        TT_MOVD2B(0, to + row, 0, D2B_FOUR, from + row);
    }
}

/* Face 1 comes first because it already is in the rows where the others are transposed. */
static void transpose_tile(void) {
    static const uint8_t order[4] = {1, 0, 2, 3}, place[4] = {0, 2, 1, 3};
    TTI_STALLWAIT(HOLD_MATH, UNTIL_MATH_IDLE | UNTIL_SOURCES_VALID);
    for (unsigned i = 0; i < 4; i++) {
        unsigned face = order[i];
        if (i > 0) {
            to_dst(16 * face, SPARE);
            to_srcb(SPARE, TURNED);
        }
        TTI_TRNSPSRCB;
        to_dst(TURNED, 16u * place[face]);
    }
    TTI_SETRWC(3, 0, 0, 0, 0, 15);
}

void transpose_math(void *parameter) {
    const struct job *job = parameter;
    job_math_start(job);
    TTI_SETC16(TC_ADDR_MOD_AB(0), 0); /* counters stay at 0 */
    TTI_SETC16(TC_ADDR_MOD_DST(0), 0);
    for (unsigned i = 0; i < job->outputs; i++) {
        job_math_begin();
        transpose_tile();
        job_math_end();
    }
}
