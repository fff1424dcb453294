/* SPDX-License-Identifier: Apache-2.0
 *
 * mov_common.c - how the moves between SrcA, SrcB and Dst treat formats and zeros (SPEC 6.8). */
#include "fpu/mov_common.h"

#include "fpu/fpu_plan.h"
#include "regs/cfg.h"
#include "regs/src.h"

/* Do both sides of MOVD2A_BANK_FORMAT differ? */
static bool bank_has_no_format(const struct stx_core *core, unsigned thread) {
    bool implied = STX_FORMATS_REMEMBERED && !cfg_DISABLE_IMPLIED_SRCA_FMT_Base(core, thread);
    return implied && !src_ready(&core->srca) &&
           cfg_SFPU_DEST_FMT_Base(core, thread) != fpu_source_format(core, thread, 0);
}

uint32_t move_format_of_a(const struct stx_core *core, unsigned thread) {
    bool other =
        bank_has_no_format(core, thread) && would_depart(core, STX_DEPARTURE_MOVD2A_BANK_FORMAT);
    return other ? cfg_SFPU_DEST_FMT_Base(core, thread) : fpu_source_format(core, thread, 0);
}

void move_count_format_of_a(struct stx_core *core, unsigned thread) {
    if (bank_has_no_format(core, thread)) {
        (void)departs(core, STX_DEPARTURE_MOVD2A_BANK_FORMAT);
    }
}

uint32_t move_format_of_b(const struct stx_core *core, unsigned thread) {
    if (!cfg_DISABLE_IMPLIED_SRCA_FMT_Base(core, thread)) {
        return core->srcb.format[core->srcb.fpu_bank];
    }
    return cfg_ALU_FORMAT_SPEC_REG_SrcA_override(core, thread)
               ? cfg_ALU_FORMAT_SPEC_REG_SrcA_val(core, thread)
               : cfg_ALU_FORMAT_SPEC_REG0_SrcA(core, thread);
}

void move_flush(const struct stx_core *core, unsigned thread, uint32_t datum[STX_COLS]) {
    uint32_t keep = cfg_ALU_ACC_CTRL_Zero_Flag_disabled_src(core, thread) ? UINT32_MAX : 0;
    for (unsigned col = 0; col < STX_COLS; col++) {
        datum[col] &= datum[col] & 0x7F800000u ? UINT32_MAX : keep;
    }
}

static uint32_t mask_of_b(const struct stx_core *core, unsigned thread) {
    return fpu_format_mask(fpu_source_format(core, thread, 1));
}

uint32_t move_mask(const struct stx_core *core, unsigned thread, uint32_t datum[STX_COLS]) {
    bool whole = would_depart(core, STX_DEPARTURE_SOURCE_UNMASKED);
    uint32_t keep = whole ? UINT32_MAX : mask_of_b(core, thread), all = 0;
    for (unsigned col = 0; col < STX_COLS; col++) {
        all |= datum[col];
        datum[col] &= keep;
    }
    return all;
}

void move_count_masked(struct stx_core *core, unsigned thread, uint32_t all) {
    if (all & ~mask_of_b(core, thread)) {
        (void)departs(core, STX_DEPARTURE_SOURCE_UNMASKED);
    }
}
