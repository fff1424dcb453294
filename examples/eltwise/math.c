/* SPDX-License-Identifier: Apache-2.0
 *
 * math.c - thread 1: a tile takes eight instructions of eight rows each; a product takes four
 * passes, one for each fidelity phase (HiFi4). */
#define STX_THREAD 1
#include "common/job.h"
#include "common/registers.h"
#include "eltwise.h"

/* What follows after eight rows. SrcA and Dst advance by eight; how SrcB advances depends on the
 * broadcast. */
enum {
    IN_FACE = 0,   /* the other eight rows of the face */
    TO_RIGHT = 1,  /* from a left face (0, 2) to the right one */
    TO_LOWER = 2,  /* from face 1 to face 2 */
    NEXT_PHASE = 3 /* all counters back to the start */
};

#define AB(srca, srca_cr, srca_clear, srcb, srcb_cr, srcb_clear)                   \
    ((srca) | (srca_cr) << 6 | (srca_clear) << 7 | (srcb) << 8 | (srcb_cr) << 14 | \
     (srcb_clear) << 15)
#define DST(increment, cr, clear, phase) ((increment) | (cr) << 10 | (clear) << 11 | (phase) << 13)

static void addr_mod(unsigned index, uint32_t ab, uint32_t dst) {
    TT_SETC16(TC_ADDR_MOD_AB(index), ab);
    TT_SETC16(TC_ADDR_MOD_DST(index), dst);
}

/* SrcB for each broadcast: its increment, whether it is relative to the carry copy, and whether it
 * clears the counter. The column of faces 0 and 2 also serves the faces to their right; the row of
 * faces 0 and 1 also serves the faces below. */
static const struct step {
    uint8_t increment, carry, clear;
} steps[4][3] = {
    [NONE] = {{8, 0, 0}, {8, 0, 0}, {8, 0, 0}},
    [COLUMN] = {{8, 0, 0}, {0, 1, 0}, {32, 1, 0}},
    [ROW] = {{0, 0, 0}, {16, 0, 0}, {0, 1, 1}},
    [SCALAR] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
};

static void set_addr_mods(const struct eltwise *e) {
    for (unsigned i = IN_FACE; i <= TO_LOWER; i++) {
        const struct step *b = &steps[e->broadcast][i];
        addr_mod(i, AB(8u, 0u, 0u, b->increment, (uint32_t)b->carry, (uint32_t)b->clear),
                 DST(8, 0, 0, 0));
    }
    addr_mod(NEXT_PHASE, AB(0, 1, 1, 0, 1, 1), DST(0, 1, 1, 1));
}

static void eight_rows(const struct eltwise *e, unsigned mod) {
    switch (e->operation) {
    case ADD:
        TT_ELWADD(0, 0, e->broadcast, mod, 0);
        break;
    case SUB:
        TT_ELWSUB(0, 0, e->broadcast, mod, 0);
        break;
    default:
        TT_ELWMUL(0, 0, e->broadcast, mod, 0);
    }
}

static void tile(const struct eltwise *e) {
    static const uint8_t after[4] = {TO_RIGHT, TO_LOWER, TO_RIGHT, NEXT_PHASE};
    for (unsigned face = 0; face < 4; face++) {
        eight_rows(e, IN_FACE);
        eight_rows(e, after[face]);
    }
}

void eltwise_math(void *parameter) {
    const struct job *job = parameter;
    const struct eltwise *e = job->parameters;
    job_math_start(job);
    set_addr_mods(e);
    for (unsigned i = 0; i < job->outputs; i++) {
        job_math_begin();
        for (unsigned phase = 0; phase < (e->operation == MUL ? 4u : 1u); phase++) {
            tile(e);
        }
        TTI_SETRWC(3, 0, 0, 0, 0, 15); /* release both sources; counters and phase to 0 */
        job_math_end();
    }
}
