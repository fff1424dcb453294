/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_rules.c - finds the rules that vector words break. The instructions' bodies also check the
 * rules when words execute immediately. While an SFPLOADMACRO sequence is under way, several words
 * execute in one cycle. If one of them is a fault, none of the others may have changed anything, so
 * the rules of all of them are checked before the cycle.
 *
 * No rule depends on the values of registers, but for LReg7 where it names a register of indices.
 * Of the other state that rules depend on, the operations of a sequence change only the stack of
 * flags. Therefore the rules of two cycles can be checked before the first one. */
#include "frontend/sfpu_rules.h"

#include "frontend/execute.h"
#include "frontend/sfpu_index.h"
#include "isa/operand_values.h"
#include "regs/dst.h"
#include "sfpu/formats.h"
#include "sfpu/load.h"
#include "sfpu/sub_units.h"
#include "sfpu/template.h"

#if STX_MACROS

enum { STACK_SIZE = 8, CONSTANTS = 12, POPS = 12 };

static void note(struct sfpu_breaches *found, bool broken, enum stx_rule rule, uint32_t detail) {
    if (broken) {
        found->of[found->count].rule = rule;
        found->of[found->count].detail = detail;
        found->count++;
    }
}

/* True if the word pushes an entry on a full stack, or uses one of an empty stack. */
static bool breaks_stack(uint32_t word, unsigned depth) {
    uint32_t mode = fields_of_SFPPUSHC(word).instr_mod1;
    if (is_SFPPUSHC(word)) {
        return mode ? depth == 0 : depth >= STACK_SIZE;
    }
    return is_SFPPOPC(word) && mode <= POPS && depth == 0;
}

unsigned sfpu_depth_after(uint32_t word, unsigned depth) {
    if (is_SFPPUSHC(word) && !fields_of_SFPPUSHC(word).instr_mod1) {
        return depth + (depth < STACK_SIZE);
    }
    return depth - (is_SFPPOPC(word) && !fields_of_SFPPUSHC(word).instr_mod1 && depth > 0);
}

static void find_in_word(uint32_t word, const struct sfpu_moment *when,
                         struct sfpu_breaches *found) {
    note(found, word & ~execute_row_of(word)->fields, STX_RULE_RESERVED_BITS, 0);
    note(found, stx_vector_mode_undefined(word), STX_RULE_SFPU_MODE, 0);
    note(found, breaks_stack(word, when->depth), STX_RULE_SFPU_STACK, 0);
}

/* Notes an access of this width that names rows which a small Dst lacks. */
static void find_rows(const struct stx_core *core, bool wide, uint32_t address,
                      struct sfpu_breaches *found) {
    uint32_t row = address & ~3u;
    note(found, !dst_row_is_there(core, wide, row), STX_RULE_NOT_PRESENT, row % STX_DST_NAMES);
}

static void find_rows_of_load(const struct stx_core *core, unsigned thread, uint32_t mod0,
                              uint32_t address, struct sfpu_breaches *found) {
    if (DST_IS_SMALL) {
        uint32_t format = sfpu_format_of(core, thread, mod0);
        find_rows(core, sfpu_load_has_rows32(core, thread, format), address, found);
    }
}

/* The same for a store, unless no lane stores. */
static void find_rows_of_store(const struct stx_core *core, unsigned thread, uint32_t mod0,
                               uint32_t address, const struct sfpu_moment *when,
                               struct sfpu_breaches *found) {
    uint32_t lanes = mod0 == FMT_STACK ? SFPU_ALL_LANES : when->lanes;
    if (DST_IS_SMALL && (lanes & ~sfpu_lanes_with(core, LC_BLOCK_WR))) {
        uint32_t format = sfpu_format_of(core, thread, mod0);
        find_rows(core, sfpu_store_has_rows32(core, thread, format), address, found);
    }
}

static void find_load(const struct stx_core *core, unsigned thread, uint32_t word,
                      struct sfpu_breaches *found) {
    const struct stx_args_SFPLOAD a = fields_of_SFPLOAD(word);
    uint32_t address = sfpu_load_address(core, thread, a.instr_mod0, a.dest_reg_addr);
    note(found, a.lreg_ind >= CONSTANTS, STX_RULE_SFPU_VD, 0);
    note(found, address & 1u, STX_RULE_SFPU_ADDRESS, 0);
    if (a.lreg_ind < 8) {
        find_rows_of_load(core, thread, a.instr_mod0, address, found);
    }
}

static void find_store(const struct stx_core *core, unsigned thread, uint32_t word,
                       const struct sfpu_moment *when, struct sfpu_breaches *found) {
    const struct stx_args_SFPSTORE a = fields_of_SFPSTORE(word);
    uint32_t address = a.instr_mod0 == FMT_STACK
                           ? sfpu_stack_address(core, thread, core->rwc[thread].sp, a.dest_reg_addr)
                           : sfpu_address(core, thread, a.dest_reg_addr);
    note(found, address & 1u, STX_RULE_SFPU_ADDRESS, 0);
    find_rows_of_store(core, thread, a.instr_mod0, address, when, found);
}

static void find_loadmacro(const struct stx_core *core, unsigned thread, uint32_t word,
                           struct sfpu_breaches *found) {
    const struct stx_args_SFPLOADMACRO a = fields_of_SFPLOADMACRO(word);
    uint32_t address = sfpu_load_address(core, thread, a.instr_mod0, a.dest_reg_addr);
    note(found, !sfpu_sequence_fits(&core->sfpu, a.lreg_ind >> 2), STX_RULE_SFPU_TEMPLATE, 0);
    if (!sfpu_sequence_store_has_rows(core, thread, &a)) {
        note(found, true, STX_RULE_NOT_PRESENT, (address & ~3u) % STX_DST_NAMES);
    }
    note(found, (address ^ a.dest_reg_addr) & 1u, STX_RULE_SFPU_ADDRESS, 0);
    find_rows_of_load(core, thread, a.instr_mod0, address, found);
}

/* Finds the rules that loads and stores break. */
static void find_access(const struct stx_core *core, unsigned thread, uint32_t word,
                        const struct sfpu_moment *when, struct sfpu_breaches *found) {
    if (is_SFPLOADI(word)) {
        note(found, fields_of_SFPLOADI(word).lreg_ind >= CONSTANTS, STX_RULE_SFPU_VD, 0);
    } else if (is_SFPLOAD(word)) {
        find_load(core, thread, word, found);
    } else if (is_SFPSTORE(word)) {
        find_store(core, thread, word, when, found);
    } else if (is_SFPLOADMACRO(word)) {
        find_loadmacro(core, thread, word, found);
    }
}

static bool changes_macros(const struct stx_core *core, uint32_t word) {
    uint32_t dest = fields_of_SFPCONFIG(word).config_dest;
    return sfpu_is_template(core, word) ||
           (is_SFPCONFIG(word) &&
            (dest <= SFPCONFIG_DEST_MACRO_CTRL || dest == SFPCONFIG_DEST_SFPU_CTRL));
}

void sfpu_find_breaches(const struct stx_core *core, unsigned thread, uint32_t word,
                        const struct sfpu_moment *when, struct sfpu_breaches *found) {
    bool changes = when->live && changes_macros(core, word);
    if (sfpu_is_template(core, word)) {
        note(found, changes, STX_RULE_SFPU_MACRO_CHANGE, 0);
        return;
    }
    find_in_word(word, when, found);
    note(found, changes, STX_RULE_SFPU_MACRO_CHANGE, 0);
    note(found, sfpu_breaks_index(core, word, when->lanes), STX_RULE_SFPU_INDEX, 0);
    find_access(core, thread, word, when, found);
}

void sfpu_find_scheduled(const struct stx_core *core, const struct stx_sfpu_op *op,
                         const struct sfpu_moment *when, struct sfpu_breaches *found) {
    if (!stx_vector_row(op->word)->can_be_template) {
        return;
    }
    find_in_word(op->word, when, found);
    note(found, sfpu_scheduled_breaks_index(core, op, when->lanes), STX_RULE_SFPU_INDEX, 0);
    if (is_SFPSTORE(op->word)) {
        find_rows_of_store(core, core->sfpu.macro_thread, op->mod0, op->address, when, found);
    }
}

bool sfpu_let_pass(struct stx_core *core, const struct sfpu_breaches *found) {
    for (unsigned i = 0; i < found->count; i++) {
        if (found->of[i].rule == STX_RULE_NOT_PRESENT) { /* this rule has no policy */
            (void)stx_fail(core, STX_RULE_NOT_PRESENT, found->of[i].detail);
            return false;
        }
        if (!stx_allow(core, found->of[i].rule)) {
            return false;
        }
    }
    return true;
}
#endif
