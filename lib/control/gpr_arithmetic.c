/* SPDX-License-Identifier: Apache-2.0
 *
 * gpr_arithmetic.c - arithmetic on the GPRs: SETDMAREG, ADD/SUB/MUL/BITWOP/SHIFT/CMPDMAREG, DMANOP
 * (SPEC 10).
 */
#include "core/fault.h"
#include "core/mem.h"
#include "isa/args.h"
#include "num/compiler.h"
#include "regs/exponents.h"

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
    OPAQUE(gpr); /* keeps the address of the first GPR in a register */
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

/* What mode 1 writes: 16, 32 or 128 bits, or the fields of a tile header (SPEC 10.2). */
enum { SIZE_16, SIZE_32, SIZE_128, SIZE_HEADER };

static void write_signals(uint32_t *gpr, const struct stx_args_SETDMAREG *a, const uint32_t v[4]) {
    uint32_t half = a->reg_index_16b, from = a->payload_sig_sel & 7u;
    uint32_t *group = gpr + (half / 2 & ~3u), value = v[from / 2];
    switch (a->payload_sig_sel_size) {
    case SIZE_16:
        set_half(gpr, half, value >> 16 * (from & 1u) & 0xFFFFu);
        break;
    case SIZE_32:
        gpr[half / 2] = value;
        break;
    case SIZE_128:
        memcpy(group, v, 4 * sizeof *v);
        break;
    default:
        group[0] = (group[0] & 0xFFFF0000u) | (v[0] & 0xFFFFu);
        group[1] = (group[1] & 0xFF00FFFFu) | (v[1] & 0x00FF0000u);
        group[2] = v[2];
    }
}

/* Sources of mode 1. Those below are sizes and zero flags of tiles; those above are always 0. */
enum { HISTOGRAM = 6, HISTOGRAM_UPPER, ZERO_FLAGS, LARGEST_EXPONENT, FIRST_ZERO_SOURCE };

static bool source_is_modelled(const struct stx_core *core, uint32_t source) {
    bool exponents = source == HISTOGRAM || source == HISTOGRAM_UPPER || source == LARGEST_EXPONENT;
    return source >= FIRST_ZERO_SOURCE || (exponents && exponents_are_kept(core));
}

/* This is a separate function so that mode 0, which kernels use, saves fewer registers. Blackhole's
 * packer ignores which packer is named (STX_PACKERS is 1). */
static __attribute__((noinline)) enum stx_result set_signals(struct stx_core *core, unsigned thread,
                                                             uint32_t word) {
    const struct stx_args_SETDMAREG a = fields_of_SETDMAREG(word);
    uint32_t source = a.payload_sig_sel >> 3 & 15u, which = a.payload_sig_sel >> 7, v[4] = {0};
    if (!source_is_modelled(core, source)) {
        return stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, source);
    }
    if (source == LARGEST_EXPONENT) {
        v[0] = core->exponents[0].largest;
    } else if (source < FIRST_ZERO_SOURCE) {
        exponents_half(core, which % STX_PACKERS, source - HISTOGRAM, v);
    }
    write_signals(core->gpr[thread], &a, v);
    return STX_DONE;
}

STX_EXEC(SETDMAREG) {
    if (UNLIKELY(a->set_signals_mode)) {
        return set_signals(core, thread, a->word);
    }
    set_half(core->gpr[thread], a->reg_index_16b, immediate_of_SETDMAREG(a->word));
    return STX_DONE;
}
