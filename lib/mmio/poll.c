/* SPDX-License-Identifier: Apache-2.0
 *
 * poll.c - RISC-V code that waits lets other threads run. explain_poll.c explains what it waits
 * for. */
#include "mmio/windows.h"
#include "softensix/softensix.h"

void stx_poll(struct stx_core *core, unsigned thread, uint32_t address) {
    if (!core->port.yield) {
        return;
    }
    if (thread < STX_THREADS) {
        core->polled[thread] = address;
    }
    core->port.yield(core->port.ctx, thread);
    if (thread < STX_THREADS) {
        core->polled[thread] = 0;
    }
}

bool stx_blocked(const struct stx_core *core, unsigned thread) {
    return thread < STX_THREADS &&
           (core->front[thread].held || (core->polled[thread] & POLL_BLOCKS));
}
