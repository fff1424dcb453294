/* SPDX-License-Identifier: Apache-2.0
 *
 * mvmul.c - MVMUL: one face of SrcA and two half faces of SrcB, none used for the first time;
 * results go to 32 rows of Dst. */
#include "bench.h"
#include "fpu/product.h"
#include "softensix/tti.h"

enum { WORDS = 8 };

#define CASE(kind, format, alu) ((uint32_t)(kind) | (uint32_t)(format) << 4 | (alu) >> 16)

/* ADDR_MODs 0 and 1 make the half face of SrcB alternate. */
static void run(void) {
    for (uint32_t i = 0; i < WORDS; i++) {
        bench_issue(TT_OP_MVMUL(0, 0, i & 1, 8 * (i % 4)));
    }
}

static void prepare(uint32_t parameter) {
    bench_core_init(parameter >> 4 & 15u);
    bench_cfg(CFG_ALU, parameter << 16 & 0xE0000000u);
    bench_fill_sources((enum bench_data)(parameter & 15u));
    bench_issue(TT_OP_SETC16(ADDR_MOD_AB(0), 8u << 8));  /* SrcB + 8 */
    bench_issue(TT_OP_SETC16(ADDR_MOD_AB(1), 1u << 15)); /* SrcB to 0 */
    run();
}

/* The same products in the plain form, the baseline for the others. */
static void run_plain(void) {
    struct fpu_plan plan;
    fpu_plan_make(&plan, &bench_core, 1);
    for (unsigned i = 0; i < WORDS; i++) {
        struct product_block block = {
            .d0 = 8 * (i % 4), .d_step = 1, .b0 = 8 * (i & 1), .b_step = 1, .rows = 8};
        product_plain(&bench_core, &plan, &block);
    }
}

const struct bench bench_mvmul[] = {
    {"mvmul_bf16_dst32", prepare, run, WORDS, CASE(GAUSS_BF16, CODE_BF16, ALU_FP32)},
    {"mvmul_plain", prepare, run_plain, WORDS, CASE(GAUSS_BF16, CODE_BF16, ALU_FP32)},
    {"mvmul_bf16_dst16", prepare, run, WORDS, CASE(GAUSS_BF16, CODE_BF16, 0u)},
    {"mvmul_tf32_dst32", prepare, run, WORDS, CASE(GAUSS_TF32, CODE_TF32, ALU_FP32)},
    {"mvmul_fp16_dst16", prepare, run, WORDS, CASE(GAUSS_FP16, CODE_FP16, 0u)},
    {"mvmul_bfp8_dst32", prepare, run, WORDS, CASE(BFP8, CODE_BFP8, ALU_FP32)},
    {"mvmul_int8", prepare, run, WORDS, CASE(INT8, CODE_INT8, ALU_INT8)},
    {"mvmul_adversarial", prepare, run, WORDS, CASE(ADVERSARIAL, CODE_BF16, ALU_FP32)},
    {0}};
