/* SPDX-License-Identifier: Apache-2.0
 *
 * loadmacro.c - SFPLOADMACRO: a load that schedules the operations of a sequence (SPEC 8.10). The
 * front end executes each of them in its own cycle (frontend/sfpu_cycle.c). */
#include "counters/rwc.h"
#include "sfpu/formats.h"
#include "sfpu/load.h"
#include "sfpu/sub_units.h"

#if STX_MACROS

enum { KIND = 7, KIND_NONE = 0, KIND_UNDEFINED = 1, KIND_NOP = 2, KIND_STORE = 3 };
enum { MISC_USES_MOD0 = 4, MISC_BY_INSTRUCTION = 8 };

#define NOP_WORD word_of_SFPNOP(&(const struct stx_args_SFPNOP){0})
#define STORE_WORD word_of_SFPSTORE(&(const struct stx_args_SFPSTORE){0})

/* The word that a byte of a sequence selects for its sub-unit, or SFPNOP if it does not fit. */
static uint32_t scheduled_word(const struct stx_sfpu *s, uint32_t byte, unsigned unit) {
    uint32_t kind = byte & KIND;
    uint32_t word = kind >= 4 ? s->templates[kind - 4] : kind == KIND_STORE ? STORE_WORD : NOP_WORD;
    return sfpu_unit_of(word) == unit ? word : NOP_WORD;
}

static bool unit_fits(const struct stx_sfpu *s, uint32_t byte, unsigned unit) {
    uint32_t word = scheduled_word(s, byte, unit), kind = byte & KIND;
    return kind != KIND_UNDEFINED && (kind <= KIND_NOP || sfpu_unit_of(word) == unit ||
                                      (unit != UNIT_STORE && kind >= 4 &&
                                       stx_vector_sub_unit(s->templates[kind - 4]) == STX_SUB_ANY));
}

static uint8_t mod0_of(const struct stx_sfpu *s, uint32_t macro, uint8_t of_load) {
    return s->misc >> (MISC_USES_MOD0 + macro) & 1u ? of_load : s->misc & 15u;
}

bool sfpu_sequence_store_has_rows(const struct stx_core *core, unsigned thread,
                                  const struct stx_args_SFPLOADMACRO *a) {
    uint32_t macro = a->lreg_ind >> 2;
    uint32_t byte = core->sfpu.sequence[macro] >> (8 * UNIT_STORE) & 0xFFu;
    uint32_t mod0 = mod0_of(&core->sfpu, macro, (uint8_t)a->instr_mod0);
    if (!DST_IS_SMALL || (byte & KIND) == KIND_NONE ||
        scheduled_word(&core->sfpu, byte, UNIT_STORE) == NOP_WORD) {
        return true;
    }
    uint32_t address = sfpu_load_address(core, thread, a->instr_mod0, a->dest_reg_addr);
    bool wide = sfpu_store_has_rows32(core, thread, sfpu_format_of(core, thread, mod0));
    return dst_row_is_there(core, wide, address & ~3u);
}

static void schedule(struct stx_sfpu *s, uint32_t macro, unsigned unit,
                     const struct stx_sfpu_op *load) {
    uint32_t byte = s->sequence[macro] >> (8 * unit) & 0xFFu;
    unsigned when = (s->head + (byte >> 3 & 7u)) & 7u;
    if ((byte & KIND) == KIND_NONE) {
        return;
    }
    struct stx_sfpu_op *op = &s->pending[unit][when];
    *op = *load;
    op->word = scheduled_word(s, byte, unit);
    op->byte = (uint8_t)byte;
    op->by_instruction = s->misc >> (MISC_BY_INSTRUCTION + unit) & 1u;
    op->mod0 = mod0_of(s, macro, load->mod0);
    s->waiting[unit] |= (uint8_t)(1u << when);
}

bool sfpu_sequence_fits(const struct stx_sfpu *s, uint32_t macro) {
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        if (!unit_fits(s, s->sequence[macro] >> (8 * unit) & 0xFFu, unit)) {
            return false;
        }
    }
    return true;
}

bool sfpu_sequence_is_next(const struct stx_sfpu *s, uint32_t word) {
    uint32_t macro = fields_of_SFPLOADMACRO(word).lreg_ind >> 2;
    if (!is_SFPLOADMACRO(word)) {
        return false;
    }
    for (unsigned unit = UNIT_SIMPLE; unit <= UNIT_ROUND; unit += UNIT_ROUND - UNIT_SIMPLE) {
        uint32_t byte = s->sequence[macro] >> (8 * unit) & 0xFFu;
        if (!(byte >> 3 & 7u) && scheduled_word(s, byte, unit) != NOP_WORD) {
            return true;
        }
    }
    return false;
}

STX_EXEC(SFPLOADMACRO) {
    struct stx_sfpu *s = &core->sfpu;
    uint32_t macro = a->lreg_ind >> 2;
    unsigned vd = (a->lreg_ind & 3u) | (a->dest_reg_addr & 1u) << 2;
    if (!sfpu_sequence_fits(s, macro) && !sfpu_allow(core, STX_RULE_SFPU_TEMPLATE)) {
        return STX_FAULT;
    }
    if (!sfpu_sequence_store_has_rows(core, thread, a)) {
        uint32_t row = sfpu_load_address(core, thread, a->instr_mod0, a->dest_reg_addr) & ~3u;
        return stx_fail(core, STX_RULE_NOT_PRESENT, row % STX_DST_NAMES);
    }
    /* bit 0 of the address is bit 2 of VD */
    uint32_t address =
        sfpu_load(core, thread, a->instr_mod0, vd, a->dest_reg_addr, a->dest_reg_addr & 1u);
    if (address == SFPU_REFUSED) {
        return STX_FAULT;
    }
    struct stx_sfpu_op load = {
        .lreg = (uint8_t)vd, .mod0 = (uint8_t)a->instr_mod0, .address = (uint16_t)address};
    rwc_advance_sfpu(core, thread, a->sfpu_addr_mode);
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        schedule(s, macro, unit, &load);
        s->apart |= s->waiting[unit] ? STX_APART_MACRO : 0;
    }
    s->macro_thread = (uint8_t)thread;
    return STX_DONE;
}
#else
STX_EXEC(SFPLOADMACRO) {
    (void)thread, (void)a;
    return stx_fail(core, STX_RULE_NOT_PRESENT, 0);
}
#endif
