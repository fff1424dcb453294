/* SPDX-License-Identifier: Apache-2.0
 *
 * gpr_arithmetic.c - arithmetic on the GPRs: SETDMAREG, ADD/SUB/MUL/BITWOP/SHIFT/CMPDMAREG, DMANOP
 * (SPEC 10).
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
    uint32_t *gpr = core->gpr[thread];
    __asm__("" : "+r"(gpr)); /* keeps the address of the first GPR in a register */
    gpr[a->result_reg_index] =
        gpr[a->op_a_reg_index] + (a->op_b_is_const ? a->op_b_reg_index : gpr[a->op_b_reg_index]);
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

/* The selector names no operation, which breaks a soft rule. */
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

/* Mode 0 writes a 16-bit immediate to half of a GPR. Half register h is in GPR h / 2; an odd h is
 * the upper half. */
static inline void set_half(uint32_t *gpr, uint32_t half, uint32_t value) {
    uint32_t *whole = &gpr[half / 2];
    *whole = half & 1u ? (*whole & 0xFFFFu) | value << 16 : (*whole & 0xFFFF0000u) | value;
}

/* Mode 1 with a source that is always zero (SPEC D.2); size 3 clears 16, 8 and 32 bits. */
static void clear_signals(uint32_t *gpr, uint32_t half, uint32_t size) {
    uint32_t *group = gpr + (half / 2 & ~3u);
    switch (size) {
    case 0:
        gpr[half / 2] &= half & 1u ? 0x0000FFFFu : 0xFFFF0000u;
        break;
    case 1:
        gpr[half / 2] = 0;
        break;
    case 2:
        group[0] = group[1] = group[2] = group[3] = 0;
        break;
    default:
        group[0] &= 0xFFFF0000u;
        group[1] &= 0xFF00FFFFu;
        group[2] = 0;
    }
}

enum { FIRST_ZERO_SOURCE = 10 }; /* sources below it are statistics of the packer */

/* This is a separate function so that mode 0, which kernels use, saves fewer registers. */
static __attribute__((noinline)) enum stx_result set_signals(struct stx_core *core, unsigned thread,
                                                             uint32_t word) {
    const struct stx_args_SETDMAREG a = fields_of_SETDMAREG(word);
    uint32_t source = a.payload_sig_sel >> 3 & 15u;
    if (source < FIRST_ZERO_SOURCE) {
        return stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, source);
    }
    clear_signals(core->gpr[thread], a.reg_index_16b, a.payload_sig_sel_size);
    return STX_DONE;
}

STX_EXEC(SETDMAREG) {
    if (__builtin_expect(a->set_signals_mode, 0)) {
        return set_signals(core, thread, a->word);
    }
    set_half(core->gpr[thread], a->reg_index_16b, immediate_of_SETDMAREG(a->word));
    return STX_DONE;
}
