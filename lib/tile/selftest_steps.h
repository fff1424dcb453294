/* SPDX-License-Identifier: Apache-2.0
 *
 * selftest_steps.h - what the self-test computes, and where in L1. */
#ifndef STX_TILE_SELFTEST_STEPS_H
#define STX_TILE_SELFTEST_STEPS_H

#include "softensix/tile.h"

/* Places in L1, relative to its start: scratch, two tiles of numbers, a tile of zeros, the same
 * numbers in another format, results, Dst, LRegs. */
enum {
    SELFTEST_A = 0x1000,
    SELFTEST_B = 0x2000,
    SELFTEST_ZEROS = 0x3000,
    SELFTEST_CODED_A = 0x4000,
    SELFTEST_CODED_B = 0x5000,
    SELFTEST_OUT = 0x6000,
    SELFTEST_DUMP = 0x7000,
    SELFTEST_LREGS = 0xF000
};

enum { SELFTEST_STEPS = 46 };
const char *stx_selftest_step_name(unsigned step);
/* Issues the words of a step; tiles of A and B are there, all else is 0. */
void stx_selftest_step(struct stx_tiles *t, uint32_t l1, unsigned step);

#endif
