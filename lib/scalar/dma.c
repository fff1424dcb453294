/* SPDX-License-Identifier: Apache-2.0
 *
 * dma.c - arithmetic on the GPRs: SETDMAREG, ADD/SUB/MUL/BITWOP/SHIFT/CMPDMAREG, DMANOP (SPEC 10).
 */
#include "core/fault.h"
#include "isa/args.h"

/* The right operand: a GPR or the 6-bit constant. */
static uint32_t right(const struct stx_core *core, unsigned thread, uint32_t is_const,
                      uint32_t index) {
    return is_const ? index : core->gpr[thread][index];
}
#define LEFT (core->gpr[thread][a->op_a_reg_index])
#define RIGHT right(core, thread, a->op_b_is_const, a->op_b_reg_index)
#define RESULT (core->gpr[thread][a->result_reg_index])

STX_EXEC(ADDDMAREG) {
    RESULT = LEFT + RIGHT;
    return STX_DONE;
}

STX_EXEC(SUBDMAREG) {
    RESULT = LEFT - RIGHT;
    return STX_DONE;
}

STX_EXEC(MULDMAREG) {
    RESULT = (LEFT & 0xFFFFu) * (RIGHT & 0xFFFFu);
    return STX_DONE;
}

/* Sources of soft faults: the selector has no such operation. */
static enum stx_result undefined_operation(struct stx_core *core) {
    return stx_allow(core, STX_RULE_DMA_OPERATION) ? STX_DONE : STX_FAULT;
}

STX_EXEC(BITWOPDMAREG) {
    uint32_t l = LEFT, r = RIGHT;
    if (a->op_sel > 2) {
        return undefined_operation(core);
    }
    RESULT = a->op_sel == 0 ? (l & r) : a->op_sel == 1 ? (l | r) : (l ^ r);
    return STX_DONE;
}

STX_EXEC(SHIFTDMAREG) {
    uint32_t l = LEFT, r = RIGHT & 31u;
    if (a->op_sel > 1) {
        return undefined_operation(core);
    }
    RESULT = a->op_sel == 0 ? l << r : l >> r;
    return STX_DONE;
}

STX_EXEC(CMPDMAREG) {
    uint32_t l = LEFT, r = RIGHT;
    if (a->op_sel > 2) {
        return undefined_operation(core);
    }
    RESULT = a->op_sel == 0 ? l > r : a->op_sel == 1 ? l < r : l == r;
    return STX_DONE;
}

STX_EXEC(DMANOP) {
    (void)core;
    (void)thread;
    (void)a;
    return STX_DONE;
}

/* Mode 0: a 16-bit immediate into half a GPR; half register h is in GPR h / 2, odd = upper half. */
static void set_half(struct stx_core *core, unsigned thread, uint32_t half, uint32_t value) {
    uint32_t *gpr = &core->gpr[thread][half / 2];
    *gpr = half & 1u ? (*gpr & 0xFFFFu) | value << 16 : (*gpr & 0xFFFF0000u) | value;
}

STX_EXEC(SETDMAREG) {
    if (a->set_signals_mode) {
        return stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, 0);
    }
    set_half(core, thread, a->reg_index_16b, a->payload_sig_sel | a->payload_sig_sel_size << 14);
    return STX_DONE;
}
