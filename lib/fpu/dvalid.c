/* SPDX-License-Identifier: Apache-2.0
 *
 * dvalid.c - SETDVALID, CLEARDVALID, GATESRCRST, CLREXPHIST (SPEC 3, 6.9, D.2). */
#include "isa/args.h"
#include "core/fault.h"
#include "regs/cfg.h"
#include "regs/exponents.h"
#include "regs/src.h"

enum { RESET_ALL = 1, KEEP_POINTERS = 2 };

/* Resets a source with its banks, and the formats that it remembers (docs/SPEC-NOTES.md,
 * CLEARDVALID). */
static void reset_source(struct stx_src *src) {
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        src->fpu_owns[bank] = 0;
        src->format[bank] = 0;
    }
    src->fpu_bank = src->unpack_bank = 0;
}

/* Releases the FPU's bank even if CLR_DVALID_SrcX_Disable is set. */
static void clear_source(struct stx_core *core, struct stx_src *src, bool keep_pointer) {
    src->fpu_owns[src->fpu_bank] = 0;
    core->released = true;
    if (!keep_pointer) {
        src->fpu_bank = (uint8_t)src_next_bank(src->fpu_bank);
    }
}

STX_EXEC(CLEARDVALID) {
    (void)thread;
    if (a->reset & RESET_ALL) {
        core->released = true;
        reset_source(&core->srca);
        reset_source(&core->srcb);
        return STX_DONE;
    }
    if (a->cleardvalid & 1u) {
        clear_source(core, &core->srca, a->reset & KEEP_POINTERS);
    }
    if (a->cleardvalid & 2u) {
        clear_source(core, &core->srcb, a->reset & KEEP_POINTERS);
    }
    return STX_DONE;
}

/* The remembered format is that of the last UNPACR of this unpacker that set dvalid. */
static void set_source(struct stx_core *core, unsigned thread, unsigned unit) {
    struct stx_src *src = unit ? &core->srcb : &core->srca;
    uint32_t base = unit ? cfg_SRCB_SET_Base(core, thread) : cfg_SRCA_SET_Base(core, thread);
    src_set_valid(src, core->unpacker[unit].valid_format);
    core->unpacker[unit].row_base[thread] = (uint8_t)(base << 4);
}

STX_EXEC(SETDVALID) {
    if (((a->setvalid & 1u) && !src_free(&core->srca)) ||
        ((a->setvalid & 2u) && !src_free(&core->srcb))) {
        return STX_WAIT;
    }
    if (a->setvalid & 1u) {
        set_source(core, thread, 0);
    }
    if (a->setvalid & 2u) {
        set_source(core, thread, 1);
    }
    return STX_DONE;
}

/* Clock gating has no visible effect. */
STX_EXEC(GATESRCRST) {
    (void)core;
    (void)thread;
    (void)a;
    return STX_DONE;
}

STX_EXEC(CLREXPHIST) {
    (void)thread;
    (void)a;
    exponents_reset(core);
    return STX_DONE;
}
