/* SPDX-License-Identifier: Apache-2.0
 *
 * mvmul.c - MVMUL: Dst[8x16] += SrcB[8x16] x SrcA[16x16]; GAPOOL and DOTPV are the same (SPEC 6.2).
 */
#include "core/fault.h"
#include "fpu/int8.h"
#include "fpu/plan.h"
#include "isa/args.h"
#include "regs/dst.h"
#include "regs/src.h"
#include "rwc/rwc.h"

#define DEPTH 16u /* products summed for one element */

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
        uint32_t row[STX_COLS];
        src_fpu_row(&core->srca, a0 + k, row);
        for (unsigned col = 0; col < STX_COLS; col++) {
            a[col][k] = row[col] & plan->mask_a;
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

/* rows rows from d0 and b0, of Dst and SrcB in steps; b_step 0 repeats one SrcB row. */
static void multiply(struct stx_core *core, unsigned thread, unsigned d0, unsigned d_step,
                     unsigned b0, unsigned b_step, unsigned rows) {
    struct fpu_plan plan;
    uint32_t a[STX_COLS][DEPTH];
    unsigned a0 = core->rwc[thread].srca & 0x38u;
    fpu_plan_make(&plan, core, thread);
    load_columns(core, &plan, a0, a);
    for (unsigned i = 0; i < rows; i++) {
        multiply_row(core, &plan, d0 + i * d_step, b0 + i * b_step, a);
    }
    core->shiftxa_row = (uint8_t)a0;
}

STX_EXEC(MVMUL) {
    unsigned row = dst_row_of(core, thread, a->dst), srcb = core->rwc[thread].srcb;
    if (a->instr_mod19) { /* one SrcB row; of seven Dst rows only the even ones accumulate */
        multiply(core, thread, row & 0x3F9u, 2, srcb & 0x3Fu, 0, 4);
    } else {
        multiply(core, thread, row & 0x3F8u, 1, srcb & 0x38u, 1, 8);
    }
    rwc_advance(core, thread, a->addr_mode);
    src_clear_dvalid(core, thread, a->clear_dvalid);
    return STX_DONE;
}

/* Always accumulates; dest_accum_en and instr_mod19 are ignored (SPEC D.1). */
STX_EXEC(DOTPV) {
    unsigned row = dst_row_of(core, thread, a->dst) & 0x3F8u;
    multiply(core, thread, row, 1, core->rwc[thread].srcb & 0x38u, 1, 8);
    rwc_advance(core, thread, a->addr_mode);
    src_clear_dvalid(core, thread, a->clear_dvalid);
    return STX_DONE;
}

STX_EXEC(GAPOOL) {
    unsigned row = dst_row_of(core, thread, a->dst) & 0x3FCu;
    multiply(core, thread, row, 1, core->rwc[thread].srcb & 0x38u, 1, 4);
    rwc_advance(core, thread, a->pool_addr_mode);
    src_clear_dvalid(core, thread, a->clear_dvalid);
    return STX_DONE;
}
