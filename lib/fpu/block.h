/* SPDX-License-Identifier: Apache-2.0
 *
 * block.h - how an instruction on a block of rows begins and ends. */
#ifndef STX_FPU_BLOCK_H
#define STX_FPU_BLOCK_H

#include "core/fault.h"
#include "regs/src.h"
#include "counters/rwc.h"

/* The hardware masks the numbers of first rows; bits are those that the mask would remove. False if
 * a fault was recorded. */
static inline bool block_aligned(struct stx_core *core, uint32_t bits) {
    return bits == 0 || stx_allow(core, STX_RULE_UNALIGNED_ROW);
}

/* A mode that no document defines is a fault, or behaves as the comment at the caller says. */
static inline bool block_defined(struct stx_core *core, bool defined) {
    return defined || stx_allow(core, STX_RULE_UNDEFINED_MODE);
}

static inline enum stx_result block_end(struct stx_core *core, unsigned thread, uint32_t addr_mode,
                                        uint32_t clear_dvalid) {
    rwc_advance(core, thread, addr_mode);
    src_clear_dvalid(core, thread, clear_dvalid);
    return STX_DONE;
}

#endif
