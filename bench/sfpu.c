/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu.c - vector words with 32 lanes enabled. */
#include <string.h>

#include "bench.h"
#include "num/sfpu_mad.h"
#include "softensix/tti.h"

enum { WORDS = 8 };

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* LReg 0..3 hold normally distributed numbers that use all 24 bits. */
static void prepare(uint32_t dst_fp32) {
    bench_core_init(CODE_BF16);
    bench_cfg(CFG_ALU, dst_fp32);
    for (unsigned reg = 0; reg < 4; reg++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            bench_core.sfpu.lreg[reg][lane] = bits_of(bench_gauss());
        }
    }
}

/* As in Horner's scheme: a reduced argument |x| < 1/2, and sum and coefficient near 1. */
static void prepare_horner(uint32_t parameter) {
    prepare(parameter);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        float x = (float)(int32_t)bench_random() / 4294967296.0f;
        bench_core.sfpu.lreg[0][lane] = bits_of(x);
        bench_core.sfpu.lreg[1][lane] = bits_of(1.0f + 0.25f * bench_gauss());
        bench_core.sfpu.lreg[2][lane] = bits_of(1.0f + 0.25f * bench_gauss());
    }
}

#define REPEAT(word)                       \
    for (uint32_t i = 0; i < WORDS; i++) { \
        bench_issue(word);                 \
    }

static void mad(void) {
    REPEAT(TT_OP_SFPMAD(0, 1, 2, 3, 0))
}
/* The same lanes in the plain form. */
static void mad_plain(void) {
    uint32_t(*lreg)[STX_LANES] = bench_core.sfpu.lreg;
    for (unsigned i = 0; i < WORDS; i++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            lreg[3][lane] = stx_sfpu_mad_plain(lreg[0][lane], lreg[1][lane], lreg[2][lane]);
        }
    }
}
static void mul(void) {
    REPEAT(TT_OP_SFPMUL(0, 1, 9, 3, 0))
}
static void add(void) {
    REPEAT(TT_OP_SFPADD(10, 1, 2, 3, 0))
}
static void iadd(void) {
    REPEAT(TT_OP_SFPIADD(0, 1, 3, 4))
}
static void load(void) {
    REPEAT(TT_OP_SFPLOAD(3, 0, 3, 0))
}
static void store(void) {
    REPEAT(TT_OP_SFPSTORE(0, 0, 3, 0))
}

const struct bench bench_sfpu[] = {{"sfpmad", prepare, mad, WORDS, 0},
                                   {"sfpmad_horner", prepare_horner, mad, WORDS, 0},
                                   {"sfpmad_plain", prepare, mad_plain, WORDS, 0},
                                   {"sfpmul", prepare, mul, WORDS, 0},
                                   {"sfpadd", prepare, add, WORDS, 0},
                                   {"sfpiadd", prepare, iadd, WORDS, 0},
                                   {"sfpload", prepare, load, WORDS, 0},
                                   {"sfpstore", prepare, store, WORDS, 0},
                                   {0}};
