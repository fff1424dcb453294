/* SPDX-License-Identifier: Apache-2.0
 *
 * conv.c - CONV3S1, CONV3S2, MFCONV3S1, APOOL3S1, APOOL3S2: on Blackhole they no longer compute.
 * Dst stays as it is; counters move and banks are released (SPEC 6.9, D.1). */
#include "fpu/block.h"
#include "isa/args.h"

static enum stx_result only_counters(struct stx_core *core, unsigned thread, uint32_t addr_mode,
                                     uint32_t clear_dvalid) {
    core->shiftxa_row = core->rwc[thread].srca;
    return block_end(core, thread, addr_mode, clear_dvalid);
}

STX_EXEC(CONV3S1) {
    return only_counters(core, thread, a->addr_mode, a->clear_dvalid);
}

STX_EXEC(CONV3S2) {
    return only_counters(core, thread, a->addr_mode, a->clear_dvalid);
}

STX_EXEC(MFCONV3S1) {
    return only_counters(core, thread, a->addr_mode, a->clear_dvalid);
}

STX_EXEC(APOOL3S1) {
    return only_counters(core, thread, a->pool_addr_mode, a->clear_dvalid);
}

STX_EXEC(APOOL3S2) {
    return only_counters(core, thread, a->pool_addr_mode, a->clear_dvalid);
}
