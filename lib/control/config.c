/* SPDX-License-Identifier: Apache-2.0
 *
 * config.c - SETC16, WRCFG, RDCFG, RMWCIB0..3, CFGSHIFTMASK, STREAMWRCFG (SPEC 10). */
#include "core/fault.h"
#include "isa/args.h"
#include "regs/cfg.h"

STX_EXEC(SETC16) {
    if (a->setc16_reg >= STX_TCFG_WORDS) {
        return stx_fail(core, STX_RULE_CFG_INDEX, a->setc16_reg);
    }
    tcfg_write(core, thread, a->setc16_reg, a->setc16_value);
    return STX_DONE;
}

/* wr128b copies four consecutive GPRs to four consecutive words, both aligned to 4. */
STX_EXEC(WRCFG) {
    unsigned bank = cfg_bank(core, thread);
    uint32_t align = a->wr128b ? ~3u : ~0u, gpr = a->gpr_address & align, word = a->cfg_reg & align;
    if (word >= STX_CFG_WORDS) {
        return stx_fail(core, STX_RULE_CFG_INDEX, word);
    }
    for (unsigned i = 0; i < (a->wr128b ? 4u : 1u); i++) {
        cfg_write(core, bank, word + i, core->gpr[thread][gpr + i]);
    }
    return STX_DONE;
}

/* Would copy a register of a NoC stream to a word. There are no streams, so the word keeps its
 * value. */
STX_EXEC(STREAMWRCFG) {
    (void)thread;
    if (a->cfg_reg >= STX_CFG_WORDS) {
        return stx_fail(core, STX_RULE_CFG_INDEX, a->cfg_reg);
    }
    return stx_allow(core, STX_RULE_STREAM) ? STX_DONE : STX_FAULT;
}

STX_EXEC(RDCFG) {
    if (a->cfg_reg >= STX_CFG_WORDS) {
        return stx_fail(core, STX_RULE_CFG_INDEX, a->cfg_reg);
    }
    core->gpr[thread][a->gpr_address] = cfg_word(core, thread, a->cfg_reg);
    return STX_DONE;
}

/* Replaces the masked bits of byte `byte` of a word; word 4 (STATE_RESET_EN) is written without its
 * side effect. */
static enum stx_result rmw_byte(struct stx_core *core, unsigned thread, unsigned byte,
                                uint32_t word, uint32_t mask, uint32_t data) {
    if (word >= STX_CFG_WORDS) {
        return stx_fail(core, STX_RULE_CFG_INDEX, word);
    }
    unsigned bank = cfg_bank(core, thread), shift = 8 * byte;
    uint32_t *slot = cfg_slot(core, bank, word);
    uint32_t value = (*slot & ~(mask << shift)) | ((data & mask) << shift);
    if (word == CFG_WORD_STATE_RESET_EN) {
        *slot = value;
    } else {
        cfg_write(core, bank, word, value);
    }
    return STX_DONE;
}

STX_EXEC(RMWCIB0) {
    return rmw_byte(core, thread, 0, a->cfg_reg_addr, a->mask, a->data);
}

STX_EXEC(RMWCIB1) {
    return rmw_byte(core, thread, 1, a->cfg_reg_addr, a->mask, a->data);
}

STX_EXEC(RMWCIB2) {
    return rmw_byte(core, thread, 2, a->cfg_reg_addr, a->mask, a->data);
}

STX_EXEC(RMWCIB3) {
    return rmw_byte(core, thread, 3, a->cfg_reg_addr, a->mask, a->data);
}

static uint32_t rotate_right(uint32_t v, unsigned amount) {
    return amount ? v >> amount | v << (32 - amount) : v;
}

static uint32_t new_word(uint32_t operation, uint32_t old, uint32_t s) {
    switch (operation) {
    case 0:
        return old | s;
    case 1:
        return old & s;
    case 2:
        return old ^ s;
    case 3:
        return old + s;
    case 4:
        return old | ~s;
    case 5:
        return old & ~s;
    case 6:
        return old ^ ~s;
    default:
        return old - s;
    }
}

STX_EXEC(CFGSHIFTMASK) {
    if (a->cfg_reg >= STX_CFG_WORDS) {
        return stx_fail(core, STX_RULE_CFG_INDEX, a->cfg_reg);
    }
    unsigned section = a->scratch_sel == 3 ? thread : a->scratch_sel;
    uint32_t mask = a->mask_width == 31 ? UINT32_MAX : (2u << a->mask_width) - 1u;
    uint32_t scratch = cfg_SCRATCH_SEC0_val_at(core, thread, section);
    uint32_t s = rotate_right(scratch & mask, a->right_cshift_amt);
    uint32_t old = cfg_word(core, thread, a->cfg_reg);
    if (!a->disable_mask_on_old_val) {
        old &= ~rotate_right(mask, a->right_cshift_amt);
    }
    cfg_write(core, cfg_bank(core, thread), a->cfg_reg, new_word(a->operation, old, s));
    return STX_DONE;
}
