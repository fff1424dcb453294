/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise_plain.c - ELWADD, ELWSUB, ELWMUL step by step as SPEC 6.5 describes them. */
#include "fpu/elwise.h"
#include "num/int8.h"
#include "regs/src.h"

static uint32_t integer_element(const struct fpu_plan *plan, enum elwise_operation op, uint32_t a,
                                uint32_t b, uint32_t dst) {
    if (op == ELWISE_MUL) {
        return fpu_add_int(plan, dst,
                           int8_slice_a(plan->mode.phase, a) *
                               int8_slice_b(plan->mode.phase, b, plan->keep_denormal_b));
    }
    int32_t x = int8_value(a, false), y = int8_value(b, plan->keep_denormal_b);
    return fpu_add_int(plan, dst, op == ELWISE_ADD ? x + y : x - y);
}

static uint32_t elwise_element(const struct fpu_plan *plan, enum elwise_operation op, uint32_t a,
                               uint32_t b, uint32_t dst) {
    static const struct fpu_term nothing = {0, 0, false};
    if (plan->style == FPU_INT8) {
        return integer_element(plan, op, a, b, dst);
    }
    struct fpu_term t;
    if (op == ELWISE_MUL) {
        t = fpu_product(&plan->mode, b, a, plan->keep_denormal_b);
    } else {
        t = fpu_sum(&plan->mode, a, op == ELWISE_SUB ? b ^ 0x80000000u : b, plan->keep_denormal_b);
    }
    return fpu_accumulate(&plan->mode, t, nothing, dst);
}

static void element_row(const struct fpu_plan *plan, enum elwise_operation op, const uint32_t *a,
                        const uint32_t *b, bool one_column, uint32_t *dst) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        uint32_t y = b[one_column ? 0 : col] & plan->mask_b;
        dst[col] = elwise_element(plan, op, a[col] & plan->mask_a, y, dst[col]);
    }
}

void elwise_plain(struct stx_core *core, const struct fpu_plan *plan,
                  const struct elwise_block *block) {
    for (unsigned i = 0; i < ELWISE_ROWS; i++) {
        uint32_t dst[STX_COLS] = {0}, x[STX_COLS], y[STX_COLS];
        src_fpu_row(&core->srca, block->a + i, x);
        src_fpu_row(&core->srcb, block->b + i * block->b_step, y);
        if (block->accumulate) {
            fpu_dst_load(core, plan, block->dst + i, dst);
        }
        element_row(plan, block->op, x, y, block->one_column, dst);
        fpu_dst_store(core, plan, block->dst + i, dst);
    }
}
