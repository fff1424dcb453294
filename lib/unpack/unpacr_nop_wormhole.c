/* SPDX-License-Identifier: Apache-2.0
 *
 * unpacr_nop_wormhole.c - UNPACR_NOP of Wormhole: clears a source bank, or hands it over. A
 * three-bit number chooses the operation, and words that clear have further bits (appendix F of the
 * book). */
#include "core/fault.h"
#include "isa/args.h"
#include "regs/cfg.h"
#include "unpack/clear_banks.h"

/* The operations that bits 2:0 of NoOp choose. CLEAR_BITS are the further bits of words that
 * clear. */
enum {
    STREAM_MESSAGE = 0,
    CLEAR_TO_ZERO = 1,
    NOTHING = 2,
    STREAM_CLEAR = 3,
    CLEAR_TO_ALL_ONES = 5,
    HAND_OVER = 7,
    CHOICE = 7
};
enum { CLEAR_BITS = 1u << 3 | 1u << 4 | 1u << 6 };
#define ALL_ONES 0xFFFFE000u

/* Gives the bank to the FPU, even if the FPU owns it already. */
static void hand_over(struct stx_core *core, unsigned thread, unsigned unit) {
    uint32_t base = unit ? cfg_SRCB_SET_Base(core, thread) : cfg_SRCA_SET_Base(core, thread);
    src_set_valid(unit ? &core->srcb : &core->srca, 0);
    core->unpacker[unit].row_base[thread] = (uint8_t)(base << 4);
}

static enum stx_result clear(struct stx_core *core, unsigned thread,
                             const struct stx_args_UNPACR_NOP *a) {
    unsigned unit = a->unpacker_select;
    struct stx_src *src = unit ? &core->srcb : &core->srca;
    uint32_t value = (a->no_op & CHOICE) == CLEAR_TO_ALL_ONES && unit == 0 ? ALL_ONES : 0;
    if (src->fpu_owns[a->stall_clr_cntrl ? src->unpack_bank : src->fpu_bank]) {
        return STX_WAIT;
    }
    if (!clear_banks(core, src, value, a->bank_clr_ctrl)) {
        return STX_FAULT;
    }
    if (a->set_dvalid) {
        hand_over(core, thread, unit);
    }
    return STX_DONE;
}

/* True if a document defines every bit of the word. Stream messages may have any bits. */
static bool is_defined(const struct stx_args_UNPACR_NOP *a) {
    switch (a->no_op & CHOICE) {
    case CLEAR_TO_ZERO:
    case CLEAR_TO_ALL_ONES:
        return !(a->no_op & ~(CHOICE | CLEAR_BITS));
    case NOTHING:
    case HAND_OVER:
        return !(a->no_op & ~CHOICE);
    default:
        return (a->no_op & CHOICE) == STREAM_MESSAGE || (a->no_op & CHOICE) == STREAM_CLEAR;
    }
}

/* There are no streams: words that send messages to them do nothing. */
STX_EXEC(UNPACR_NOP) {
    uint32_t choice = a->no_op & CHOICE;
    if (!is_defined(a) && !stx_allow(core, STX_RULE_UNDEFINED_MODE)) {
        return STX_FAULT;
    }
    if (choice == CLEAR_TO_ZERO || choice == CLEAR_TO_ALL_ONES) {
        return clear(core, thread, a);
    }
    if (choice == HAND_OVER) {
        hand_over(core, thread, a->unpacker_select);
    }
    return STX_DONE;
}
