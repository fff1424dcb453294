/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_operation.c - an operation of a SFPLOADMACRO sequence that is due: its registers are not
 * those that its word names (SPEC 8.10). */
#include "execute/execute.h"
#include "frontend/sfpu_schedule.h"

#if STX_MACROS

/* Registers of an operation: VC := the loaded register, or VB (bit 7 of its byte). */
static void find_operands(const struct stx_sfpu_op *op, struct stx_sfpu_issue *issue) {
    uint32_t properties = isa_properties(op->word), word = op->word;
    bool lut = word_opcode(word) == STX_OP_SFPLUT;
    uint8_t t = word >> (lut ? 20 : 4) & 15u;
    issue->vc = properties & STX_P_SFP_NO_VC ? t : word >> 8 & 15u;
    issue->vb = properties & STX_P_SFP_HAS_VB ? word >> 12 & 15u : t;
    *(op->byte & LOAD_IS_VB ? &issue->vb : &issue->vc) = op->lreg;
    issue->dest = op->byte & TO_LREG16 ? 16 : op->lreg;
    issue->vc_is_vd = word_opcode(word) == STX_OP_SFPADDI || word_opcode(word) == STX_OP_SFPMULI;
}

static void find_store(const struct stx_sfpu_op *op, struct stx_sfpu_issue *issue) {
    issue->source = op->byte & TO_LREG16    ? 16
                    : op->byte & LOAD_IS_VB ? op->word >> 20 & 15u
                                            : op->lreg;
    issue->mod0 = op->mod0;
    issue->address = op->address;
}

enum stx_result sfpu_run_scheduled(struct stx_core *core, unsigned thread,
                                   const struct stx_sfpu_op *op, unsigned unit,
                                   const struct stx_sfpu_issue *before) {
    struct stx_sfpu_issue issue = *before;
    issue.scheduled = 1;
    if (word_opcode(op->word) == STX_OP_SFPNOP || word_opcode(op->word) == STX_OP_SFPCONFIG) {
        return STX_DONE;
    }
    find_operands(op, &issue);
    if (unit == UNIT_STORE) {
        find_store(op, &issue);
    }
    core->sfpu.issue = &issue;
    enum stx_result result = execute_word(core, thread, op->word);
    core->sfpu.issue = NULL;
    return result;
}
#endif
