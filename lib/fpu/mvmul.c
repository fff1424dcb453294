/* SPDX-License-Identifier: Apache-2.0
 *
 * mvmul.c - MVMUL: Dst[8x16] += SrcB[8x16] x SrcA[16x16]; GAPOOL and DOTPV are the same (SPEC 6.2).
 */
#include "core/fault.h"
#include "fpu/kernels/kernel.h"
#include "isa/args.h"
#include "regs/dst.h"
#include "regs/src.h"
#include "rwc/rwc.h"

static void multiply(struct stx_core *core, unsigned thread, struct kernel_block block) {
    struct fpu_plan plan;
    fpu_plan_make(&plan, core, thread);
    block.a0 = core->rwc[thread].srca & 0x38u;
    kernel_chosen(core, &plan, &block);
    core->shiftxa_row = (uint8_t)block.a0;
}

static struct kernel_block eight_rows(unsigned dst, unsigned srcb) {
    return (struct kernel_block){
        .d0 = dst & 0x3F8u, .d_step = 1, .b0 = srcb & 0x38u, .b_step = 1, .rows = 8};
}

STX_EXEC(MVMUL) {
    unsigned row = dst_row_of(core, thread, a->dst), srcb = core->rwc[thread].srcb;
    if (a->instr_mod19) { /* one SrcB row; of seven Dst rows only the even ones accumulate */
        struct kernel_block block = {
            .d0 = row & 0x3F9u, .d_step = 2, .b0 = srcb & 0x3Fu, .rows = 4};
        multiply(core, thread, block);
    } else {
        multiply(core, thread, eight_rows(row, srcb));
    }
    rwc_advance(core, thread, a->addr_mode);
    src_clear_dvalid(core, thread, a->clear_dvalid);
    return STX_DONE;
}

/* Always accumulates; dest_accum_en and instr_mod19 are ignored (SPEC D.1). */
STX_EXEC(DOTPV) {
    unsigned row = dst_row_of(core, thread, a->dst);
    multiply(core, thread, eight_rows(row, core->rwc[thread].srcb));
    rwc_advance(core, thread, a->addr_mode);
    src_clear_dvalid(core, thread, a->clear_dvalid);
    return STX_DONE;
}

STX_EXEC(GAPOOL) {
    struct kernel_block block = eight_rows(0, core->rwc[thread].srcb);
    block.d0 = dst_row_of(core, thread, a->dst) & 0x3FCu;
    block.rows = 4;
    multiply(core, thread, block);
    rwc_advance(core, thread, a->pool_addr_mode);
    src_clear_dvalid(core, thread, a->clear_dvalid);
    return STX_DONE;
}
