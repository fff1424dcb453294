/* SPDX-License-Identifier: Apache-2.0
 *
 * product_plain.c - the literal form. */
#include "fpu/int8.h"
#include "fpu/product.h"
#include "regs/src.h"

#define DEPTH KERNEL_DEPTH

static int32_t int8_dot(const struct fpu_plan *plan, const uint32_t *b, const uint32_t *a) {
    int32_t sum = 0;
    for (unsigned k = 0; k < DEPTH; k++) {
        sum += int8_slice_a(plan, a[k]) * int8_slice_b(plan, b[k]);
    }
    return sum;
}

static uint32_t element(const struct fpu_plan *plan, const uint32_t *b, const uint32_t *a,
                        uint32_t dst) {
    if (plan->style == FPU_INT8) {
        return fpu_accumulate_int(dst, int8_dot(plan, b, a));
    }
    return fpu_accumulate(&plan->mode, fpu_group(&plan->mode, b, a),
                          fpu_group(&plan->mode, b + 8, a + 8), dst);
}

/* SrcA as columns: a[col][k], masked by format. */
static void load_columns(const struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                         uint32_t a[STX_COLS][DEPTH]) {
    for (unsigned k = 0; k < DEPTH; k++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            a[col][k] = src_fpu_get(&core->srca, a0 + k, col) & plan->mask_a;
        }
    }
}

static void multiply_row(struct stx_core *core, const struct fpu_plan *plan, unsigned dst_row,
                         unsigned b_row, uint32_t a[STX_COLS][DEPTH]) {
    uint32_t b[DEPTH], dst[STX_COLS];
    src_fpu_row(&core->srcb, b_row, b);
    for (unsigned k = 0; k < DEPTH; k++) {
        b[k] &= plan->mask_b;
    }
    fpu_dst_load(core, plan, dst_row, dst);
    for (unsigned col = 0; col < STX_COLS; col++) {
        dst[col] = element(plan, b, a[col], dst[col]);
    }
    fpu_dst_store(core, plan, dst_row, dst);
}

void kernel_plain(struct stx_core *core, const struct fpu_plan *plan,
                  const struct kernel_block *block) {
    uint32_t a[STX_COLS][DEPTH];
    load_columns(core, plan, block->a0, a);
    for (unsigned i = 0; i < block->rows; i++) {
        multiply_row(core, plan, block->d0 + i * block->d_step, block->b0 + i * block->b_step, a);
    }
}
