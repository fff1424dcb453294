/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise.c - ELWADD, ELWSUB, ELWMUL: eight rows of Dst from eight of SrcA and SrcB (SPEC 6.5). */
#include "fpu/elwise.h"

#include "core/harts.h"
#include "fast/chosen.h"
#include "fpu/block.h"
#include "isa/args.h"
#include "regs/dst.h"
#include "regs/src.h"

enum { BROADCAST_COLUMN = 1, BROADCAST_ROW = 2 };

/* Finds the first rows and aligns them. */
static bool elwise_rows(struct stx_core *core, unsigned thread, uint32_t dst, bool one_row,
                        struct elwise_block *block) {
    unsigned a = core->rwc[thread].srca, b = core->rwc[thread].srcb;
    unsigned row = dst_row_of(core, thread, dst);
    block->a = a & 0x38u;
    block->b = b & (one_row ? 0x3Fu : 0x38u);
    block->b_step = !one_row;
    block->dst = row & 0x3F8u;
    return block_aligned(core, (a | row | (one_row ? 0 : b)) & 7u);
}

/* Kept zeros of SrcB that a sum adds to something small enough: a +0 shows in sums with an exponent
 * below 12, a -0 on the simulator's side in those with a zero. */
struct kept_zeros {
    bool plus, minus;
};
/* The hidden bit of a zero is shifted out of a sum with this exponent. */
enum { LEAST_WITHOUT = 12 };

static void find_kept_zeros(const struct stx_core *core, const struct fpu_plan *plan,
                            const struct elwise_block *block, struct kept_zeros *found) {
    uint32_t x[STX_COLS], y[STX_COLS], flip = block->op == ELWISE_ADD ? 0 : 0x80000000u;
    for (unsigned i = 0; i < ELWISE_ROWS; i++) {
        src_fpu_row(&core->srca, block->a + i, x);
        src_fpu_row(&core->srcb, block->b + i * block->b_step, y);
        for (unsigned col = 0; col < STX_COLS; col++) {
            uint32_t b = (y[block->one_column ? 0 : col] & plan->mask_b) ^ flip;
            uint32_t exponent = (x[col] & plan->mask_a) >> 23 & 0xFFu;
            found->plus |= b == 0 && exponent < LEAST_WITHOUT;
            found->minus |= b == 0x80000000u && !exponent;
        }
    }
}

static void keep_zeros(struct stx_core *core, struct fpu_plan *plan,
                       const struct elwise_block *block) {
    struct kept_zeros found = {false, false};
    plan->mode.wraps = would_simulate(core, STX_DEPARTURE_KEPT_MINUS_ZERO);
    plan->mode.loses_plus_zero = would_simulate(core, STX_DEPARTURE_KEPT_PLUS_ZERO);
    find_kept_zeros(core, plan, block, &found);
    if (found.plus) {
        (void)departs(core, STX_DEPARTURE_KEPT_PLUS_ZERO);
    }
    if (found.minus) {
        (void)departs(core, STX_DEPARTURE_KEPT_MINUS_ZERO);
    }
}

static __attribute__((noinline)) void prepare_rare(struct stx_core *core, struct fpu_plan *plan,
                                                   const struct elwise_block *block) {
    fpu_plan_count(core, plan);
    if (plan->keep_denormal_b && block->op != ELWISE_MUL && plan->style != FPU_INT8) {
        keep_zeros(core, plan, block);
    }
    fpu_plan_note(core, plan);
}

static enum stx_result elementwise(struct stx_core *core, unsigned thread, enum elwise_operation op,
                                   uint32_t dst, uint32_t broadcast, bool accumulate) {
    struct fpu_plan plan;
    struct elwise_block block = {
        .op = op, .one_column = broadcast & BROADCAST_COLUMN, .accumulate = accumulate};
    fpu_plan_make(&plan, core, thread);
    if (!elwise_rows(core, thread, dst, broadcast & BROADCAST_ROW, &block) ||
        !fpu_formats_allowed(core, &plan) || !dst_has(core, plan.dst32, block.dst, ELWISE_ROWS)) {
        return STX_FAULT;
    }
    if (plan.rare) {
        prepare_rare(core, &plan, &block);
    }
    harts_part(core, thread);
    elwise_form *form = forms_of(core)->elwise;
    if (!form || plan.plain || !form(core, &plan, &block)) {
        elwise_plain(core, &plan, &block);
    }
    harts_meet(core, thread);
    fpu_plan_end(core, block.a);
    return STX_DONE;
}

STX_EXEC(ELWADD) {
    if (elementwise(core, thread, ELWISE_ADD, a->dst, a->instr_mod19, a->dest_accum_en) ==
        STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->addr_mode, a->clear_dvalid);
}

STX_EXEC(ELWSUB) {
    if (elementwise(core, thread, ELWISE_SUB, a->dst, a->instr_mod19, a->dest_accum_en) ==
        STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->addr_mode, a->clear_dvalid);
}

/* ELWMUL always accumulates and ignores dest_accum_en. */
STX_EXEC(ELWMUL) {
    if (elementwise(core, thread, ELWISE_MUL, a->dst, a->instr_mod19, true) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->addr_mode, a->clear_dvalid);
}
