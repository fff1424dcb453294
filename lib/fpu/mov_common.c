/* SPDX-License-Identifier: Apache-2.0
 *
 * mov_common.c - formats and zeros as the moves between SrcA, SrcB and Dst see them (SPEC 6.8). */
#include "fpu/mov_common.h"

#include "regs/cfg.h"

uint32_t move_format_of_b(const struct stx_core *core, unsigned thread) {
    if (!cfg_DISABLE_IMPLIED_SRCA_FMT_Base(core, thread)) {
        return core->srcb.format[core->srcb.fpu_bank];
    }
    return cfg_ALU_FORMAT_SPEC_REG_SrcA_override(core, thread)
               ? cfg_ALU_FORMAT_SPEC_REG_SrcA_val(core, thread)
               : cfg_ALU_FORMAT_SPEC_REG0_SrcA(core, thread);
}

void move_flush(const struct stx_core *core, unsigned thread, uint32_t mask,
                uint32_t datum[STX_COLS]) {
    uint32_t keep = cfg_ALU_ACC_CTRL_Zero_Flag_disabled_src(core, thread) ? UINT32_MAX : 0;
    for (unsigned col = 0; col < STX_COLS; col++) {
        uint32_t some = datum[col] & 0x7F800000u ? UINT32_MAX : keep;
        datum[col] &= some & mask;
    }
}
