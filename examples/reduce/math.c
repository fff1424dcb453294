/* SPDX-License-Identifier: Apache-2.0
 *
 * math.c - thread 1: GAPOOL sums 16 rows into one, GMPOOL takes their maxima. To reduce across
 * columns, the row is then turned into a column: from Dst to SrcB, transposed there, and from there
 * to SrcA. */
#define STX_THREAD 1
#include "common/job.h"
#include "common/registers.h"
#include "reduce.h"

enum { STAY = 0, NEXT_FACE = 1 }; /* address modifiers */
enum { SUM_ROW = 0, TILE_ROW = 8, RIGHT_ROW = 16 };
enum { FOUR_ROWS = 2, TRANSPOSED = 16 }; /* rows 16..31 of SrcB are what TRNSPSRCB transposes */

static void set_addr_mods(void) {
    TTI_SETC16(TC_ADDR_MOD_AB(STAY), 0);
    TTI_SETC16(TC_ADDR_MOD_DST(STAY), 0);
    TTI_SETC16(TC_ADDR_MOD_AB(NEXT_FACE), 16); /* SrcA */
    TTI_SETC16(TC_ADDR_MOD_DST(NEXT_FACE), 0);
}

static void pool(enum reduction kind, unsigned mod, unsigned row) {
    if (kind == MAXIMUM) {
        TT_GMPOOL(0, 1, mod, 0, row);
    } else {
        TT_GAPOOL(0, 0, mod, 0, row);
    }
}

/* A sum takes two passes: SrcA's mantissas are multiplied in two parts (HiFi2). The scale is a
 * power of two, which needs no second part. */
static void pool_faces(enum reduction kind, unsigned faces, unsigned row) {
    for (unsigned phase = 0; phase < (kind == MAXIMUM ? 1u : 2u); phase++) {
        TT_SETC16(TC_FIDELITY_BASE, phase);
        TTI_SETRWC(0, 0, 0, 0, 0, 7); /* counters to 0 */
        for (unsigned face = 0; face < faces; face++) {
            pool(kind, NEXT_FACE, row);
        }
    }
    TTI_SETRWC(0, 0, 0, 0, 0, 7);
}

/* Dst row 0 becomes column 0 of SrcA's first face. The other columns hold what was in SrcB. */
static void turn(void) {
    TTI_MOVD2B(0, TRANSPOSED, STAY, FOUR_ROWS, SUM_ROW);
    TTI_TRNSPSRCB;
    for (unsigned row = 0; row < 16; row += 4) {
        TT_MOVB2A(row, STAY, FOUR_ROWS, TRANSPOSED + row);
    }
}

void reduce_tile_math(void *parameter) {
    const struct job *job = parameter;
    enum reduction kind = *(const enum reduction *)job->parameters;
    job_math_start(job);
    set_addr_mods();
    for (unsigned i = 0; i < job->outputs; i++) {
        job_math_begin();
        TTI_STALLWAIT(HOLD_MATH, UNTIL_MATH_IDLE | UNTIL_SOURCES_VALID);
        pool_faces(kind, 4, SUM_ROW);
        turn();
        pool_faces(kind, 1, TILE_ROW);
        TTI_SETRWC(3, 0, 0, 0, 0, 15);
        job_math_end();
    }
}

/* Four blocks of 8 rows: two of the left columns, two of the right ones. Dst counts the blocks of a
 * column. */
static void argmax_blocks(void) {
    for (unsigned block = 0; block < 4; block++) {
        TT_GMPOOL(0, 1, NEXT_FACE, 1, block < 2 ? SUM_ROW : RIGHT_ROW);
    }
    TTI_SETRWC(3, 0, 0, 0, 0, 15);
}

void reduce_argmax_math(void *parameter) {
    const struct job *job = parameter;
    job_math_start(job);
    set_addr_mods();
    for (unsigned i = 0; i < job->outputs; i++) {
        job_math_begin();
        argmax_blocks();
        argmax_blocks();
        job_math_end();
    }
}
