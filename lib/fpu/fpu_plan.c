/* SPDX-License-Identifier: Apache-2.0
 *
 * fpu_plan.c - formats, width of Dst and fidelity phase of a computing instruction, and its rows of
 * Dst. */
#include "fpu/fpu_plan.h"

#include "core/fault.h"
#include "num/format.h"
#include "regs/cfg.h"
#include "regs/dst.h"
#include "regs/src.h"

/* cfg: the words of the bank that the thread selects. */
static inline uint32_t source_format(const struct stx_core *core, const uint32_t *cfg,
                                     unsigned thread, unsigned source) {
    const struct stx_src *src = source ? &core->srcb : &core->srca;
    uint32_t explicit_only = source ? cfg_DISABLE_IMPLIED_SRCB_FMT_Base(core, thread)
                                    : cfg_DISABLE_IMPLIED_SRCA_FMT_Base(core, thread);
    if (!explicit_only) {
        return src->format[src->fpu_bank];
    }
    if (source) {
        return cfg_ALU_FORMAT_SPEC_REG_SrcB_override_in(cfg)
                   ? cfg_ALU_FORMAT_SPEC_REG_SrcB_val_in(cfg)
                   : cfg_ALU_FORMAT_SPEC_REG1_SrcB_in(cfg);
    }
    return cfg_ALU_FORMAT_SPEC_REG_SrcA_override_in(cfg) ? cfg_ALU_FORMAT_SPEC_REG_SrcA_val_in(cfg)
                                                         : cfg_ALU_FORMAT_SPEC_REG0_SrcA_in(cfg);
}

uint32_t fpu_source_format(const struct stx_core *core, unsigned thread, unsigned source) {
    return source_format(core, cfg_words_of(core, thread), thread, source);
}

uint32_t fpu_format_mask(uint32_t format) {
    uint32_t exponent = STX_FIVE_BIT_FORMATS >> format & 1u ? 0x8FFF0000u : 0xFFFF0000u;
    return exponent | (STX_TEN_BIT_FORMATS >> format & 1u ? 0xE000u : 0);
}

static bool format_is_known(uint32_t format) {
    return format != 12 && format != 13;
}

bool fpu_format_allowed(struct stx_core *core, uint32_t format) {
    return format_is_known(format) || stx_allow(core, STX_RULE_MIXED_FORMATS);
}

/* The combinations that documents define: INT8 with INT8 or, for SrcB, BFP2; otherwise two formats
 * with the same width of exponents, or any two if FP16A_FORCE is set. */
static bool formats_match(const struct fpu_plan *p) {
    if (!format_is_known(p->format_a) || !format_is_known(p->format_b)) {
        return false;
    }
    if (p->style == FPU_INT8) {
        return p->format_a == FORMAT_INT8 &&
               (p->format_b == FORMAT_INT8 || p->format_b == FORMAT_BFP2);
    }
    return p->forced || format_is_e5(p->format_a) == format_is_e5(p->format_b);
}

bool fpu_formats_allowed(struct stx_core *core, const struct fpu_plan *p) {
    return formats_match(p) || stx_allow(core, STX_RULE_MIXED_FORMATS);
}

/* Departure SOURCE_UNMASKED: silicon uses all bits of a datum, the simulator only those that the
 * format has. If both sources have one format, with ten mantissa bits, it has all of them. */
static __attribute__((noinline)) void choose_bits(struct fpu_plan *p, const struct stx_core *core,
                                                  uint32_t bits) {
    if (p->format_a == p->format_b && (STX_TEN_BIT_FORMATS >> p->format_a & 1u)) {
        p->mask_a = p->mask_b = bits | SRC_LOW_BITS;
        return;
    }
    uint32_t a = fpu_format_mask(p->format_a), b = fpu_format_mask(p->format_b);
    p->mask_a = bits | (src_is_fine(&core->srca, core->srca.fpu_bank) ? SRC_LOW_BITS : 0);
    p->mask_b = bits | (src_is_fine(&core->srcb, core->srcb.fpu_bank) ? SRC_LOW_BITS : 0);
    p->rare |= (p->mask_a & ~a) | (p->mask_b & ~b) ? PLAN_MASKED : 0;
    if (!would_depart(core, STX_DEPARTURE_SOURCE_UNMASKED)) {
        p->mask_a &= a;
        p->mask_b &= b;
    }
}

/* Chooses which bits of the sources are used. To save time, bits 2:0 of the mantissa are used only
 * if a bank has any; usually it has none. The style with 5-bit exponents uses the low five exponent
 * bits of every format. */
static inline void read_bits(struct fpu_plan *p, const struct stx_core *core, uint32_t fine) {
    if (p->style == FPU_INT8) {
        p->mask_a = p->mask_b = UINT32_MAX;
        return;
    }
    uint32_t bits = p->style == FPU_E5 ? 0x8FFF0000u : 0xFFFF0000u;
    if (fine || !would_depart(core, STX_DEPARTURE_SOURCE_UNMASKED)) {
        choose_bits(p, core, bits);
    } else {
        p->mask_a = p->mask_b = bits;
    }
}

unsigned fpu_dst_row(const struct stx_core *core, unsigned thread, unsigned row) {
    const uint32_t *cfg = cfg_words_of(core, thread);
    bool wide = cfg_ALU_ACC_CTRL_INT8_math_enabled_in(cfg) || cfg_ALU_ACC_CTRL_Fp32_enabled_in(cfg);
    return wide && !cfg_FP16A_FORCE_Enable(core, thread) ? dst_row32(core, row)
                                                         : dst_row16(core, row);
}

static inline void set_mode(struct fpu_plan *p, struct stx_core *core, uint32_t phase) {
    fpu_mode_set(&p->mode, p->dst32, p->style == FPU_E8, phase & 3u);
    p->mode.infinity = core->infinity;
    p->mode.right_minus_1 = STX_SUM_OF_MINUS_1 && !erratum_modelled(core, STX_ERRATUM_MINUS_ONE);
    p->mode.keeps = p->keep_denormal_b;
    p->plain = p->mode.right_minus_1 | p->keep_denormal_b;
}

/* Everything that lies apart is read first, because compilers find its address only once then. */
void fpu_plan_make(struct fpu_plan *p, struct stx_core *core, unsigned thread) {
    const uint32_t *cfg = cfg_words_of(core, thread);
    const uint32_t phase = core->rwc[thread].fidelity + cfg_FIDELITY_BASE_Phase(core, thread);
    const uint32_t fine = (uint32_t)src_is_fine(&core->srca, core->srca.fpu_bank) |
                          (uint32_t)src_is_fine(&core->srcb, core->srcb.fpu_bank);
    p->forced = cfg_FP16A_FORCE_Enable(core, thread);
    p->format_a = source_format(core, cfg, thread, 0);
    p->format_b = source_format(core, cfg, thread, 1);
    bool int8 = cfg_ALU_ACC_CTRL_INT8_math_enabled_in(cfg) && !p->forced;
    p->style = int8 ? FPU_INT8 : p->forced || format_is_e5(p->format_a) ? FPU_E5 : FPU_E8;
    p->dst32 = int8 || (cfg_ALU_ACC_CTRL_Fp32_enabled_in(cfg) && !p->forced);
    p->keep_denormal_b = cfg_ALU_ACC_CTRL_Zero_Flag_disabled_src_in(cfg);
    p->rare = p->keep_denormal_b | (STX_SPECIAL ? core->sfpu.apart & PLAN_SPECIAL : 0);
    set_mode(p, core, phase);
#if STX_HARTS
    p->kept = 0;
#endif
    read_bits(p, core, fine); /* its call is a tail call, for which no register is saved */
}

static uint32_t load16(const struct stx_core *core, const struct fpu_plan *plan, unsigned physical,
                       unsigned col) {
    if (plan->style == FPU_E8) {
        return dst_bf16_get(core, physical, col) << 16;
    }
    return fp16_datum(dst_fp16_get(core, physical, col));
}

void fpu_dst_load(const struct stx_core *core, const struct fpu_plan *plan, unsigned row,
                  uint32_t element[STX_COLS]) {
    unsigned physical = plan->dst32 ? dst_row32(core, row) : dst_row16(core, row);
    bool valid = dst_valid(core, physical);
    for (unsigned col = 0; col < STX_COLS; col++) {
        element[col] = !valid        ? 0
                       : plan->dst32 ? dst_f32_get(core, physical, col)
                                     : load16(core, plan, physical, col);
    }
}

static void store16(struct stx_core *core, const struct fpu_plan *plan, unsigned physical,
                    unsigned col, uint32_t v) {
    if (plan->style == FPU_E8) {
        dst_bf16_set(core, physical, col, v >> 16);
    } else {
        dst_fp16_set(core, physical, col, fp16_of_datum(v));
    }
}

void fpu_dst_store(struct stx_core *core, const struct fpu_plan *plan, unsigned row,
                   const uint32_t element[STX_COLS]) {
    unsigned physical = plan->dst32 ? dst_row32(core, row) : dst_row16(core, row);
    for (unsigned col = 0; col < STX_COLS; col++) {
        if (plan->dst32) {
            dst_f32_set(core, physical, col, element[col]);
        } else {
            store16(core, plan, physical, col, element[col]);
        }
    }
    dst_set_valid(core, physical);
}
