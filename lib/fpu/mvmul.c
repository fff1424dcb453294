/* SPDX-License-Identifier: Apache-2.0
 *
 * mvmul.c - MVMUL: Dst[8x16] += SrcB[8x16] x SrcA[16x16]; GAPOOL and DOTPV are the same (SPEC 6.2).
 */
#include "fpu/block.h"
#include "fpu/product.h"
#include "isa/args.h"
#include "regs/dst.h"

/* unaligned: the bits of SrcB's and Dst's rows that were masked. */
static inline enum stx_result multiply(struct stx_core *core, unsigned thread,
                                       struct kernel_block *block, uint32_t unaligned) {
    struct fpu_plan plan;
    unsigned a0 = core->rwc[thread].srca;
    fpu_plan_make(&plan, core, thread);
    if (!block_aligned(core, unaligned | (a0 & 7u)) || !fpu_formats_allowed(core, &plan)) {
        return STX_FAULT;
    }
    block->a0 = a0 & 0x38u;
    if (plan.style == FPU_INT8) {
        kernel_chosen_int8(core, &plan, block);
    } else {
        kernel_chosen(core, &plan, block);
    }
    core->shiftxa_row = (uint8_t)block->a0;
    return STX_DONE;
}

/* Eight rows of SrcB to eight rows of Dst, or four (GAPOOL). */
static inline __attribute__((always_inline)) enum stx_result
multiply_rows(struct stx_core *core, unsigned thread, uint32_t dst, unsigned rows) {
    unsigned row = dst_row_of(core, thread, dst), b = core->rwc[thread].srcb;
    struct kernel_block block = {
        .d0 = row & (0x400u - rows), .d_step = 1, .b0 = b & 0x38u, .b_step = 1, .rows = rows};
    return multiply(core, thread, &block, (row & (rows - 1u)) | (b & 7u));
}

/* One row of SrcB; of seven Dst rows only the even ones accumulate. */
static enum stx_result multiply_broadcast(struct stx_core *core, unsigned thread, uint32_t dst) {
    unsigned row = dst_row_of(core, thread, dst);
    struct kernel_block block = {
        .d0 = row & 0x3F9u, .d_step = 2, .b0 = core->rwc[thread].srcb & 0x3Fu, .rows = 4};
    return multiply(core, thread, &block, row & 6u);
}

STX_EXEC(MVMUL) {
    enum stx_result result = a->instr_mod19 ? multiply_broadcast(core, thread, a->dst)
                                            : multiply_rows(core, thread, a->dst, 8);
    return result == STX_FAULT ? STX_FAULT : block_end(core, thread, a->addr_mode, a->clear_dvalid);
}

/* Always accumulates; dest_accum_en and instr_mod19 are ignored (SPEC D.1). */
STX_EXEC(DOTPV) {
    if (multiply_rows(core, thread, a->dst, 8) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->addr_mode, a->clear_dvalid);
}

STX_EXEC(GAPOOL) {
    if (multiply_rows(core, thread, a->dst, 4) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->pool_addr_mode, a->clear_dvalid);
}
