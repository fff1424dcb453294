/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise.c - element-wise words, 128 elements each, and pooling words. */
#include "bench.h"
#include "softensix/tti.h"

enum { WORDS = 8 };

static void prepare(uint32_t alu) {
    bench_core_init(CODE_BF16);
    bench_cfg(CFG_ALU, alu);
    bench_fill_sources(GAUSS_BF16);
    bench_issue(TT_OP_SETC16(ADDR_MOD_AB(0), 8u << 8 | 8u));
    for (uint32_t i = 0; i < WORDS; i++) {
        bench_issue(TT_OP_ELWADD(0, 0, 0, 0, 8 * i));
    }
}

static void add(void) {
    for (uint32_t i = 0; i < WORDS; i++) {
        bench_issue(TT_OP_ELWADD(0, 0, 0, 0, 8 * i));
    }
}

static void subtract_accumulate(void) {
    for (uint32_t i = 0; i < WORDS; i++) {
        bench_issue(TT_OP_ELWSUB(0, 1, 0, 0, 8 * i));
    }
}

static void multiply(void) {
    for (uint32_t i = 0; i < WORDS; i++) {
        bench_issue(TT_OP_ELWMUL(0, 0, 0, 0, 8 * i));
    }
}

static void average(void) {
    for (uint32_t i = 0; i < WORDS; i++) {
        bench_issue(TT_OP_GAPOOL(0, 0, 0, 0, 4 * i));
    }
}

static void maximum(void) {
    for (uint32_t i = 0; i < WORDS; i++) {
        bench_issue(TT_OP_GMPOOL(0, 0, 1, 0, 4 * i));
    }
}

const struct bench bench_elwise[] = {
    {"elwadd", prepare, add, WORDS, ALU_FP32},
    {"elwadd_dst16", prepare, add, WORDS, 0},
    {"elwsub_accumulate", prepare, subtract_accumulate, WORDS, ALU_FP32},
    {"elwmul", prepare, multiply, WORDS, ALU_FP32},
    {"elwmul_dst16", prepare, multiply, WORDS, 0},
    {"gapool", prepare, average, WORDS, ALU_FP32},
    {"gmpool", prepare, maximum, WORDS, ALU_FP32},
    {0}};
