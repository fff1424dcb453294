/* SPDX-License-Identifier: Apache-2.0
 *
 * tile.c - a tile product, 32x32x32: 16 MVMULs for each fidelity phase in the order that LLK uses,
 * replayed, on operands in the sources. */
#include "bench.h"
#include "fpu/product.h"
#include "softensix/tti.h"

#define AB(srca, srca_cr, srca_clear, srcb, srcb_cr, srcb_clear)                 \
    ((uint32_t)(srca) | (uint32_t)(srca_cr) << 6 | (uint32_t)(srca_clear) << 7 | \
     (uint32_t)(srcb) << 8 | (uint32_t)(srcb_cr) << 14 | (uint32_t)(srcb_clear) << 15)
#define DST(increment, cr, clear, phase)                                      \
    ((uint32_t)(increment) | (uint32_t)(cr) << 10 | (uint32_t)(clear) << 11 | \
     (uint32_t)(phase) << 13)

static void addr_mod(uint32_t index, uint32_t ab, uint32_t dst) {
    bench_issue(TT_OP_SETC16(ADDR_MOD_AB(index), ab));
    bench_issue(TT_OP_SETC16(28 + index, dst));
}

static uint32_t phases;

/* Faces 0 1 / 2 3: B0*A0 B0*A1 B2*A0 B2*A1, then B1*A2 B1*A3 B3*A2 B3*A3. */
static void prepare(uint32_t parameter) {
    static const uint8_t mode[16] = {0, 1, 0, 2, 0, 1, 0, 4, 0, 1, 0, 2, 0, 1, 0, 5};
    phases = parameter;
    bench_core_init(CODE_BF16);
    bench_cfg(CFG_ALU, ALU_FP32);
    addr_mod(0, AB(0, 0, 0, 8, 0, 0), DST(8, 0, 0, 0));
    addr_mod(1, AB(16, 0, 0, 0, 1, 0), DST(8, 0, 0, 0));
    addr_mod(2, AB(0, 1, 0, 32, 1, 0), DST(8, 0, 0, 0));
    addr_mod(4, AB(32, 1, 0, 48, 1, 0), DST(0, 1, 0, 0));
    addr_mod(5, AB(0, 1, 1, 0, 1, 1), DST(0, 1, 1, phases > 1));
    bench_issue(TT_OP_REPLAY(16, 16, 0, 1));
    for (unsigned i = 0; i < 16; i++) {
        bench_issue(TT_OP_MVMUL(0, 0, mode[i], 0));
    }
    bench_fill_sources(GAUSS_BF16);
}

static void run(void) {
    for (uint32_t phase = 0; phase < phases; phase++) {
        bench_issue(TT_OP_REPLAY(16, 16, 0, 0));
    }
    bench_issue(TT_OP_SETRWC(0, 0, 0, 0, 0, 15));
}

/* The same products, but no words: what a form for whole tiles could not do without. */
static void run_products(void) {
    struct fpu_plan plan;
    fpu_plan_make(&plan, &bench_core, 1);
    for (unsigned i = 0; i < 16; i++) {
        unsigned inner = i / 8, down = i / 4 % 2, across = i / 2 % 2, half = i % 2;
        struct product_block block = {.a0 = 32 * inner + 16 * across,
                                      .b0 = 32 * down + 16 * inner + 8 * half,
                                      .b_step = 1,
                                      .d0 = 32 * down + 16 * across + 8 * half,
                                      .d_step = 1,
                                      .rows = 8};
        product_of_block(&bench_core, &plan, &block);
    }
}

const struct bench bench_tile[] = {
    {"tile32_lofi", prepare, run, 1, 1},  {"tile32_products", prepare, run_products, 1, 1},
    {"tile32_hifi2", prepare, run, 1, 2}, {"tile32_hifi3", prepare, run, 1, 3},
    {"tile32_hifi4", prepare, run, 1, 4}, {0}};
