/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_operation.c - executes an operation of an SFPLOADMACRO sequence. Its registers are not the
 * ones that its word names (SPEC 8.10). */
#include "frontend/execute.h"
#include "frontend/sfpu_schedule.h"

#if STX_MACROS

/* Finds the registers of an operation. The loaded register takes the place of VC, or of VB if bit 7
 * of the operation's byte is set. */
static void find_operands(const struct stx_sfpu_op *op, struct stx_sfpu_issue *issue) {
    const struct vector_row *row = stx_vector_row(op->word);
    uint8_t vd = (uint8_t)vector_vd(row, op->word);
    issue->vc = row->in_VC ? (uint8_t)vector_vc(op->word) : vd;
    issue->vb = row->in_VB ? (uint8_t)vector_vb(op->word) : vd;
    *(op->byte & LOAD_IS_VB ? &issue->vb : &issue->vc) = op->lreg;
    issue->dest = op->byte & TO_LREG16 ? 16 : op->lreg;
    issue->vc_is_vd = row->in_VD && !row->in_VC;
}

static void find_store(const struct stx_sfpu_op *op, struct stx_sfpu_issue *issue) {
    issue->source = op->byte & TO_LREG16    ? 16
                    : op->byte & LOAD_IS_VB ? (uint8_t)vector_vd_high(op->word)
                                            : op->lreg;
    issue->mod0 = op->mod0;
    issue->address = op->address;
}

/* An operation of another sub-unit, which only a state that is restored or poked can hold, does
 * nothing: with it a cycle could have more results than STX_SFPU_RESULTS. */
static bool fits(const struct stx_sfpu_op *op, unsigned unit) {
    const struct vector_row *row = stx_vector_row(op->word);
    return row->can_be_template && row->sub_unit == STX_SUB_SIMPLE + unit;
}

enum stx_result sfpu_run_scheduled(struct stx_core *core, unsigned thread,
                                   const struct stx_sfpu_op *op, unsigned unit,
                                   const struct stx_sfpu_issue *before) {
    struct stx_sfpu_issue issue = *before;
    issue.scheduled = true;
    if (!fits(op, unit)) {
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
