/* SPDX-License-Identifier: Apache-2.0
 *
 * stallwait.c - STALLWAIT, STREAMWAIT, NOP (SPEC 9).
 *
 * Every word executes inside the call that issues it, so no unit is ever busy. Only the four
 * conditions on the source banks can be unmet. A word that waits stops its whole thread, whatever
 * its block bits say. */
#include "core/fault.h"
#include "isa/args.h"
#include "isa/operand_values.h"
#include "regs/src.h"

STX_EXEC(STALLWAIT) {
    (void)thread;
    if ((a->wait_res & STX_STALL_UNDEFINED) && !stx_allow(core, STX_RULE_UNDEFINED_MODE)) {
        return STX_FAULT;
    }
    bool met = (!(a->wait_res & p_stall_SRCA_CLR) || src_free(&core->srca)) &&
               (!(a->wait_res & p_stall_SRCB_CLR) || src_free(&core->srcb)) &&
               (!(a->wait_res & p_stall_SRCA_VLD) || src_ready(&core->srca)) &&
               (!(a->wait_res & p_stall_SRCB_VLD) || src_ready(&core->srcb));
    return met ? STX_DONE : STX_WAIT;
}

STX_EXEC(STREAMWAIT) {
    (void)thread;
    (void)a;
    return stx_allow(core, STX_RULE_STREAM) ? STX_DONE : STX_FAULT;
}

STX_EXEC(NOP) {
    (void)core;
    (void)thread;
    (void)a;
    return STX_DONE;
}
