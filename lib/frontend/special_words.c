/* SPDX-License-Identifier: Apache-2.0
 *
 * special_words.c - words of the vector unit while special values are noted (SPEC 10.4). */
#include "core/mem.h"
#include "frontend/execute.h"
#include "frontend/sfpu_schedule.h"
#include "frontend/try.h"
#include "isa/args.h"
#include "isa/vector_words.h"
#include "num/special_bits.h"
#include "sfpu/template.h"
#include "sfpu/vector_issue.h"

/* Multiply-adds note their results where they compute lane by lane: when their operands are not the
 * registers themselves. So they get a copy, and their result is late by no cycle. */
static enum stx_result try_mad(struct stx_core *core, unsigned thread, uint32_t word) {
    struct stx_sfpu *s = &core->sfpu;
    uint32_t reg[STX_LREGS][STX_LANES];
    memcpy(reg, s->lreg, sizeof reg);
    const struct stx_sfpu_issue issue = {.reg = (const uint32_t(*)[STX_LANES])reg,
                                         .lanes = sfpu_enabled(core)};
    s->issue = &issue;
    enum stx_result result = execute_plain(core, thread, word);
    s->issue = NULL;
    sfpu_deliver_results(s);
    s->late = STX_LATE_UNGUARDED ? stx_vector_late(word) : 0;
    return result;
}

enum { IADD_IMMEDIATE = 1, IADD_SUBTRACT = 2 };

/* Notes sums and differences of SFPIADD that do not fit into 32 bits with a sign. */
static void note_integers(struct stx_core *core, uint32_t word) {
    const struct stx_args_SFPIADD a = fields_of_SFPIADD(word);
    uint32_t negate = (a.instr_mod1 & (IADD_IMMEDIATE | IADD_SUBTRACT)) == IADD_SUBTRACT;
    uint32_t over = 0, imm = (a.imm12_math ^ 0x800u) - 0x800u; /* with a sign */
    SFPU_FOR_LANES(sfpu_enabled(core), lane) {
        uint32_t x = core->sfpu.lreg[a.lreg_c][lane];
        uint32_t y = a.instr_mod1 & IADD_IMMEDIATE ? imm : core->sfpu.lreg[a.lreg_dest][lane];
        uint32_t sum = negate ? x - y : x + y;
        over |= (negate ? x ^ y : ~(x ^ y)) & (x ^ sum);
    }
    core->special |= (uint16_t)(over >> 31 ? SPECIAL_SFPU_OVERFLOW : 0u);
}

enum stx_result try_special(struct stx_core *core, unsigned thread, uint32_t word) {
    if (is_SFPIADD(word) && !sfpu_is_template(core, word)) {
        note_integers(core, word);
    }
    return stx_vector_sub_unit(word) == STX_SUB_MAD ? try_mad(core, thread, word)
                                                    : execute_plain(core, thread, word);
}
