/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise.c - ELWADD, ELWSUB, ELWMUL: eight rows of Dst from eight of SrcA and SrcB (SPEC 6.5). */
#include "fpu/block.h"
#include "fpu/int8.h"
#include "fpu/plan.h"
#include "isa/args.h"
#include "regs/dst.h"

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

/* First rows, aligned. */
struct rows {
    unsigned a, b, b_step, dst;
};

static bool choose_rows(struct stx_core *core, unsigned thread, uint32_t dst, bool one_row,
                        struct rows *r) {
    unsigned a = core->rwc[thread].srca, b = core->rwc[thread].srcb;
    unsigned row = dst_row_of(core, thread, dst);
    *r = (struct rows){a & 0x38u, b & (one_row ? 0x3Fu : 0x38u), !one_row, row & 0x3F8u};
    return block_aligned(core, (a | row | (one_row ? 0 : b)) & 7u);
}

static enum stx_result elementwise(struct stx_core *core, unsigned thread, enum operation op,
                                   uint32_t dst_field, uint32_t broadcast, bool accumulate) {
    struct fpu_plan plan;
    struct rows r;
    fpu_plan_make(&plan, core, thread);
    if (!choose_rows(core, thread, dst_field, broadcast & BROADCAST_ROW, &r) ||
        !fpu_formats_allowed(core, &plan)) {
        return STX_FAULT;
    }
    for (unsigned i = 0; i < ROWS; i++) {
        uint32_t dst[STX_COLS] = {0}, x[STX_COLS], y[STX_COLS];
        src_fpu_row(&core->srca, r.a + i, x);
        src_fpu_row(&core->srcb, r.b + i * r.b_step, y);
        if (accumulate) {
            fpu_dst_load(core, &plan, r.dst + i, dst);
        }
        element_row(&plan, op, x, y, broadcast & BROADCAST_COLUMN, dst);
        fpu_dst_store(core, &plan, r.dst + i, dst);
    }
    core->shiftxa_row = (uint8_t)r.a;
    return STX_DONE;
}

STX_EXEC(ELWADD) {
    if (elementwise(core, thread, ADD, a->dst, a->instr_mod19, a->dest_accum_en) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->addr_mode, a->clear_dvalid);
}

STX_EXEC(ELWSUB) {
    if (elementwise(core, thread, SUB, a->dst, a->instr_mod19, a->dest_accum_en) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->addr_mode, a->clear_dvalid);
}

/* Always accumulates, whatever dest_accum_en says. */
STX_EXEC(ELWMUL) {
    if (elementwise(core, thread, MUL, a->dst, a->instr_mod19, true) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->addr_mode, a->clear_dvalid);
}
