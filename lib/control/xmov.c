/* SPDX-License-Identifier: Apache-2.0
 *
 * xmov.c - XMOV: the mover copies 16-byte units within L1, or clears them, as THCON_SEC0_REG6 says.
 * The copy ends before the call returns, so the STALLWAIT condition on the mover is always met. */
#include "core/fault.h"
#include "core/mem.h"
#include "isa/args.h"
#include "regs/cfg.h"
#include "regs/l1.h"

enum { CLEAR_L1 = 0, L1_TO_L1 = 3 }; /* modes 1 and 2 write configuration or instruction memory */

static void copy(struct stx_core *core, uint32_t to, uint32_t from, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i += 4) { /* addresses ascend, even where the ranges overlap */
        l1_write32(core, to + i, l1_read32(core, from + i));
    }
}

static bool range_legal(const struct stx_core *core, uint32_t unit, uint32_t bytes) {
    return l1_has(core, (uint64_t)unit * 16, bytes);
}

STX_EXEC(XMOV) {
    (void)a;
    uint32_t to = cfg_THCON_SEC0_REG6_Destination_address(core, thread);
    uint32_t from = cfg_THCON_SEC0_REG6_Source_address(core, thread);
    uint32_t bytes = (cfg_THCON_SEC0_REG6_Buffer_size(core, thread) & 0xFFFFu) * 16;
    uint32_t direction = cfg_THCON_SEC0_REG6_Transfer_direction(core, thread);
    if (direction != CLEAR_L1 && direction != L1_TO_L1) {
        return stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, direction);
    }
    if (STX_TRACE) {
        tell_moved(core, true, to * 16, bytes);
        tell_moved(core, false, from * 16, direction == L1_TO_L1 ? bytes : 0);
    }
    if (!range_legal(core, to, bytes)) {
        return stx_fail_l1(core, (uint64_t)to * 16);
    }
    if (direction == CLEAR_L1) {
        memset(l1_at(core, to * 16), 0, bytes);
        return STX_DONE;
    }
    if (!range_legal(core, from, bytes)) {
        return stx_fail_l1(core, (uint64_t)from * 16);
    }
    copy(core, to * 16, from * 16, bytes);
    return STX_DONE;
}
