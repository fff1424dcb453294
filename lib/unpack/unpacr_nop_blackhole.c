/* SPDX-License-Identifier: Apache-2.0
 *
 * unpacr_nop_blackhole.c - UNPACR_NOP: clears a source bank or hands it over without data (SPEC
 * 11.5). */
#include "core/fault.h"
#include "isa/args.h"
#include "regs/cfg.h"
#include "unpack/clear_banks.h"

enum { POP_CLEAR = 1 };
enum { CLEAR_ZERO, CLEAR_ALL_ONES, CLEAR_ONE, CLEAR_CONFIGURED };
enum { NO_CLEAR = 3 }; /* the value of clr_to1_fmt_ctrl that only sets dvalid */

/* A 19-bit datum in the documented order (sign, mantissa, exponent) becomes one in the shape of a
 * binary32. */
static uint32_t from_documented19(uint32_t d) {
    return (d >> 18 & 1u) << 31 | (d & 0xFFu) << 23 | (d >> 8 & 0x3FFu) << 13;
}

static uint32_t clear_value(const struct stx_core *core, unsigned thread,
                            const struct stx_args_UNPACR_NOP *a) {
    static const uint32_t one[4] = {15u << 23, 127u << 23, 16u << 23 | 1u << 13, 0};
    switch (a->src_clr_val_ctrl) {
    case CLEAR_ZERO:
        return 0;
    case CLEAR_ALL_ONES:
        return 0xFFFFE000u;
    case CLEAR_ONE:
        return one[a->clr_to1_fmt_ctrl];
    default:
        return from_documented19(a->unpacker_select
                                     ? cfg_UNP1_NOP_REG_CLR_VAL_nop_reg_clr_val(core, thread)
                                     : cfg_UNP0_NOP_REG_CLR_VAL_nop_reg_clr_val(core, thread));
    }
}

STX_EXEC(UNPACR_NOP) {
    struct stx_src *src = a->unpacker_select ? &core->srcb : &core->srca;
    if (a->unpack_pop != POP_CLEAR) {
        return STX_DONE; /* this would send a stream message; there are no streams */
    }
    if (src->fpu_owns[a->stall_clr_cntrl ? src->unpack_bank : src->fpu_bank]) {
        return STX_WAIT;
    }
    if (a->clr_to1_fmt_ctrl != NO_CLEAR &&
        !clear_banks(core, src, clear_value(core, thread, a), a->bank_clr_ctrl)) {
        return STX_FAULT;
    }
    if (a->set_dvalid) {
        uint32_t format = cfg_THCON_SEC0_REG2_Out_data_format_at(
            core, thread, a->unpacker_select * THCON_SECTION);
        core->unpacker[a->unpacker_select].valid_format = (uint8_t)format;
        src_set_valid(src, format);
    }
    return STX_DONE;
}
