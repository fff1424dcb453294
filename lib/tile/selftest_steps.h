/* SPDX-License-Identifier: Apache-2.0
 *
 * selftest_steps.h - what the self-test computes, and where in L1. */
#ifndef STX_TILE_SELFTEST_STEPS_H
#define STX_TILE_SELFTEST_STEPS_H

#include "softensix/tile.h"

/* What lies where, in bytes from the start of the self-test's part of L1. The scratch area comes
 * first. */
enum {
    SELFTEST_A = 0x1000, /* two tiles of FP32 numbers */
    SELFTEST_B = 0x2000,
    SELFTEST_ZEROS = 0x3000,   /* a tile of zeros */
    SELFTEST_CODED_A = 0x4000, /* A and B in the format of the step */
    SELFTEST_CODED_B = 0x5000,
    SELFTEST_OUT = 0x6000,  /* the result of the step */
    SELFTEST_DUMP = 0x7000, /* Dst, after the step */
    SELFTEST_LREGS = 0xF000 /* registers of the vector unit, after the step */
};

enum { SELFTEST_STEPS = 46 };
const char *stx_selftest_step_name(unsigned step);
/* Runs a step: calls one or two tile functions, which issue its words. Before it, the tiles A and B
 * hold numbers and everything else is 0. */
void stx_selftest_step(struct stx_tiles *t, uint32_t l1, unsigned step);

#endif
