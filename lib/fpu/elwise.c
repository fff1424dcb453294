/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise.c - ELWADD, ELWSUB, ELWMUL: eight rows of Dst from eight of SrcA and SrcB (SPEC 6.5). */
#include "core/fault.h"
#include "fpu/int8.h"
#include "fpu/plan.h"
#include "isa/args.h"
#include "regs/dst.h"
#include "regs/src.h"
#include "rwc/rwc.h"

#define ROWS 8u
enum { BROADCAST_COLUMN = 1, BROADCAST_ROW = 2 };
enum operation { ADD, SUB, MUL };

static uint32_t integer_element(const struct fpu_plan *plan, enum operation op, uint32_t a,
                                uint32_t b, uint32_t dst) {
    if (op == MUL) {
        return fpu_accumulate_int(dst, int8_slice_a(plan, a) * int8_slice_b(plan, b));
    }
    int32_t x = int8_value(a, false), y = int8_value(b, plan->keep_denormal_b);
    return fpu_accumulate_int(dst, op == ADD ? x + y : x - y);
}

static uint32_t element(const struct fpu_plan *plan, enum operation op, uint32_t a, uint32_t b,
                        uint32_t dst) {
    static const struct fpu_term nothing = {0, 0, false};
    if (plan->style == FPU_INT8) {
        return integer_element(plan, op, a, b, dst);
    }
    struct fpu_term t;
    if (op == MUL) {
        t = fpu_product(&plan->mode, b, a, plan->keep_denormal_b);
    } else {
        t = fpu_sum(&plan->mode, a, op == SUB ? b ^ 0x80000000u : b, plan->keep_denormal_b);
    }
    return fpu_accumulate(&plan->mode, t, nothing, dst);
}

static void element_row(const struct fpu_plan *plan, enum operation op, const uint32_t *a,
                        const uint32_t *b, bool one_column, uint32_t *dst) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        uint32_t y = b[one_column ? 0 : col] & plan->mask_b;
        dst[col] = element(plan, op, a[col] & plan->mask_a, y, dst[col]);
    }
}

static void elementwise(struct stx_core *core, unsigned thread, enum operation op,
                        uint32_t dst_field, uint32_t broadcast, bool accumulate) {
    struct fpu_plan plan;
    const struct stx_rwc *rwc = &core->rwc[thread];
    unsigned a0 = rwc->srca & 0x38u, d0 = dst_row_of(core, thread, dst_field) & 0x3F8u;
    bool one_row = broadcast & BROADCAST_ROW;
    unsigned b0 = rwc->srcb & (one_row ? 0x3Fu : 0x38u);
    fpu_plan_make(&plan, core, thread);
    for (unsigned i = 0; i < ROWS; i++) {
        uint32_t dst[STX_COLS] = {0}, x[STX_COLS], y[STX_COLS];
        src_fpu_row(&core->srca, a0 + i, x);
        src_fpu_row(&core->srcb, one_row ? b0 : b0 + i, y);
        if (accumulate) {
            fpu_dst_load(core, &plan, d0 + i, dst);
        }
        element_row(&plan, op, x, y, broadcast & BROADCAST_COLUMN, dst);
        fpu_dst_store(core, &plan, d0 + i, dst);
    }
    core->shiftxa_row = (uint8_t)a0;
}

STX_EXEC(ELWADD) {
    elementwise(core, thread, ADD, a->dst, a->instr_mod19, a->dest_accum_en);
    rwc_advance(core, thread, a->addr_mode);
    src_clear_dvalid(core, thread, a->clear_dvalid);
    return STX_DONE;
}

STX_EXEC(ELWSUB) {
    elementwise(core, thread, SUB, a->dst, a->instr_mod19, a->dest_accum_en);
    rwc_advance(core, thread, a->addr_mode);
    src_clear_dvalid(core, thread, a->clear_dvalid);
    return STX_DONE;
}

/* Always accumulates, whatever dest_accum_en says. */
STX_EXEC(ELWMUL) {
    elementwise(core, thread, MUL, a->dst, a->instr_mod19, true);
    rwc_advance(core, thread, a->addr_mode);
    src_clear_dvalid(core, thread, a->clear_dvalid);
    return STX_DONE;
}
