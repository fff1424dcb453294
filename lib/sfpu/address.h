/* SPDX-License-Identifier: Apache-2.0
 *
 * address.h - addresses, default format and rows of SFPLOAD and SFPSTORE. On hosts the sfpu_find
 * functions are inlined into the bodies of words; elsewhere they call the ordinary functions, which
 * takes less code. */
#ifndef STX_SFPU_ADDRESS_H
#define STX_SFPU_ADDRESS_H

#include "regs/dst_rows.h"
#include "sfpu/formats.h"
#include "sfpu/lanes.h"
#include "sfpu/load.h"

static inline uint32_t sfpu_address_inline(const struct stx_core *core, unsigned thread,
                                           uint32_t imm) {
    uint32_t sp = (core->rwc[thread].sp + cfg_DEST_SP_BASE_Base(core, thread)) & 3u;
    return dst_row_of_inline(core, thread, imm + sp);
}

static inline uint32_t sfpu_default_format_inline(const struct stx_core *core, unsigned thread) {
    const uint32_t wide_exponent =
        1u << 0 | 1u << 4 | 1u << 5 | 1u << 6 | 1u << 7 | 1u << 8 | 1u << 9 | 1u << 15;
    if (cfg_ALU_ACC_CTRL_SFPU_Fp32_enabled(core, thread)) {
        return 3;
    }
    uint32_t format = cfg_SFPU_DEST_FMT_Enable(core, thread) ? cfg_SFPU_DEST_FMT_Base(core, thread)
                      : cfg_ALU_FORMAT_SPEC_REG_SrcB_override(core, thread)
                          ? cfg_ALU_FORMAT_SPEC_REG_SrcB_val(core, thread)
                          : cfg_ALU_FORMAT_SPEC_REG1_SrcB(core, thread);
    return wide_exponent >> format & 1u ? 2 : 1;
}

static inline bool sfpu_rows_depart_inline(const struct stx_core *core, unsigned thread,
                                           uint32_t format) {
    return format == FMT_BF16 && cfg_ALU_ACC_CTRL_SFPU_Fp32_enabled(core, thread);
}

static inline uint32_t sfpu_find_address(const struct stx_core *core, unsigned thread,
                                         uint32_t imm) {
    return SFPU_USUAL_COPY ? sfpu_address_inline(core, thread, imm)
                           : sfpu_address(core, thread, imm);
}
static inline uint32_t sfpu_find_default_format(const struct stx_core *core, unsigned thread) {
    return SFPU_USUAL_COPY ? sfpu_default_format_inline(core, thread)
                           : sfpu_default_format(core, thread);
}
static inline uint32_t sfpu_find_format(const struct stx_core *core, unsigned thread,
                                        uint32_t mod0) {
    return mod0 == FMT_DEFAULT ? sfpu_find_default_format(core, thread)
                               : sfpu_format_of(core, thread, mod0);
}
static inline unsigned sfpu_find_row(const struct stx_core *core, bool wide, unsigned row) {
    return SFPU_USUAL_COPY ? dst_row_inline(core, wide, row)
           : wide          ? dst_row32(core, row)
                           : dst_row16(core, row);
}

#endif
