/* SPDX-License-Identifier: Apache-2.0
 *
 * address.c - Dst addresses of SFPLOAD and SFPSTORE, the stack pointer, the default format (SPEC
 * 8.2). */
#include "sfpu/address.h"

#define SP_MASK 1023u

uint32_t sfpu_address(const struct stx_core *core, unsigned thread, uint32_t imm) {
    return sfpu_address_inline(core, thread, imm);
}

uint32_t sfpu_stack_address(const struct stx_core *core, unsigned thread, uint32_t sp,
                            uint32_t imm) {
    const struct stx_rwc *rwc = &core->rwc[thread];
    uint32_t within = (rwc->dst + cfg_DEST_REGW_BASE_Base(core, thread)) & 3u;
    return (imm + cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) + sp +
            cfg_DEST_SP_BASE_Base(core, thread) + within) %
           STX_DST_NAMES;
}

uint32_t sfpu_stack_popped(const struct stx_core *core, unsigned thread) {
    uint32_t sp = core->rwc[thread].sp;
    return sp ? (sp - cfg_SFPU_STACK_Incr(core, thread)) & SP_MASK : 0;
}

void sfpu_stack_push(struct stx_core *core, unsigned thread) {
    struct stx_rwc *rwc = &core->rwc[thread];
    rwc->sp = (uint16_t)((rwc->sp + cfg_SFPU_STACK_Incr(core, thread)) & SP_MASK);
}

uint32_t sfpu_default_format(const struct stx_core *core, unsigned thread) {
    return sfpu_default_format_inline(core, thread);
}
