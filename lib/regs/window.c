/* SPDX-License-Identifier: Apache-2.0
 *
 * window.c - one access to a register by address, which is told to those who listen. */
#include "regs/window.h"

#include "core/fault.h"
#include "core/running.h"
#include "core/tell.h"

const struct window *window_find(const struct window *table, unsigned count, uint32_t address) {
    for (unsigned i = 0; address % 4 == 0 && i < count; i++) {
        if (address >= table[i].base && (address - table[i].base) / 4 < table[i].words) {
            return &table[i];
        }
    }
    return NULL;
}

bool window_outside(struct stx_core *core, unsigned thread, uint32_t address, uint32_t *value,
                    bool write) {
    if (!core->port.outside) {
        return false;
    }
    struct running running = running_show(core);
    bool is = core->port.outside(core->port.ctx, thread, address, value, write);
    running_hide(core, running);
    return is;
}

static void report_access(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value,
                          bool write) {
    if (STX_TRACE && tells(core, STX_HEAR(LOAD) | STX_HEAR(STORE))) {
        struct running running = running_show(core);
        tell_register(core, thread, address, value, write);
        running_hide(core, running);
    }
}

uint32_t window_read(struct stx_core *core, unsigned thread, const struct window *window,
                     uint32_t address) {
    uint32_t value = 0;
    if (window) {
        value = window->read(core, thread, (address - window->base) / 4);
    } else if (!window_outside(core, thread, address, &value, false)) {
        (void)stx_fail(core, STX_RULE_MMIO_ADDRESS, address);
    }
    report_access(core, thread, address, value, false);
    return value;
}

void window_write(struct stx_core *core, unsigned thread, const struct window *window,
                  uint32_t address, uint32_t value) {
    if (window) {
        core->accesses++;
        window->write(core, thread, (address - window->base) / 4, value);
    } else if (!window_outside(core, thread, address, &value, true)) {
        (void)stx_fail(core, STX_RULE_MMIO_ADDRESS, address);
    }
    report_access(core, thread, address, value, true);
}
