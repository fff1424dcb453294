/* SPDX-License-Identifier: Apache-2.0
 *
 * reg2flop.c - REG2FLOP: copies GPRs to the THCON words of the configuration (SPEC 10,
 * docs/SPEC-NOTES.md). */
#include "core/fault.h"
#include "isa/args.h"
#include "regs/cfg.h"

enum { SIZE_128 = 0 };

/* size_sel 0 copies four GPRs to four words, both aligned to 4. */
STX_EXEC(REG2FLOP) {
    uint32_t count = a->size_sel == SIZE_128 ? 4 : 1, align = ~(count - 1);
    uint32_t word = (unsigned)CFG_WORD_THCON_SEC0_REG0_TileDescriptor + (a->flop_index & align),
             gpr = a->reg_index & align;
    if (a->target_sel || a->byte_offset || a->context_id_2) {
        return stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, a->target_sel);
    }
    if (word >= STX_CFG_SHARED) {
        return stx_fail(core, STX_RULE_CFG_INDEX, word);
    }
    if (!STX_REG2FLOP_KNOWN && !stx_allow(core, STX_RULE_REG2FLOP)) {
        return STX_FAULT;
    }
    for (uint32_t i = 0; i < count; i++) {
        cfg_write(core, cfg_bank(core, thread), word + i, core->gpr[thread][gpr + i]);
    }
    return STX_DONE;
}
