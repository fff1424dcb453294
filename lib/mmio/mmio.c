/* SPDX-License-Identifier: Apache-2.0
 *
 * mmio.c - address -> register: the RISC-V side of the coprocessor (SPEC 2, 9, 10). A window is a
 * row of the table; reads and writes are aligned 32-bit accesses. */
#include "core/fault.h"
#include "mmio/windows.h"
#include "regs/cfg.h"
#include "softensix/softensix.h"

/* A hart that waits for its thread gives the vector unit idle cycles (SPEC D.2). */
static void wait_for_sfpu(struct stx_core *core, unsigned thread) {
    if (core->sfpu.macro_live && thread == core->sfpu.macro_thread) {
        stx_settle(core);
    }
}

static uint32_t gpr_read(struct stx_core *core, unsigned thread, uint32_t index) {
    wait_for_sfpu(core, thread);
    return core->gpr[thread][index];
}

static void gpr_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    core->gpr[thread][index] = value;
}

static uint32_t zero_read(struct stx_core *core, unsigned thread, uint32_t index) {
    (void)core;
    (void)thread;
    (void)index;
    return 0;
}

static void ignored_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    (void)core;
    (void)thread;
    (void)index;
    (void)value;
}

static void issue_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    (void)index;
    (void)stx_issue(core, thread, value);
}

/* PC buffer: words 1 and 2 are the two syncs (always idle here), words 8..15 the semaphores. */
static uint32_t pc_buffer_read(struct stx_core *core, unsigned thread, uint32_t index) {
    wait_for_sfpu(core, thread);
    stx_poll(core, thread, PC_BUFFER + 4 * index);
    return index >= 8 && index < 16 ? stx_semaphore_read(core, index - 8) : 0;
}

static void pc_buffer_write(struct stx_core *core, unsigned thread, uint32_t index,
                            uint32_t value) {
    (void)thread;
    if (index < 8 || index >= 16) {
        return;
    }
    if (value & 1u) {
        stx_semaphore_get(core, index - 8);
    } else {
        stx_semaphore_post(core, index - 8);
    }
}

static void mop_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    stx_mop_write(core, thread, index, value);
}

/* Bank 0, bank 1, the window that writes both, thread configuration. */
static uint32_t cfg_window_read(struct stx_core *core, unsigned thread, uint32_t index) {
    (void)thread;
    if (index < 3 * STX_CFG_WORDS) {
        unsigned bank = index / STX_CFG_WORDS == 1;
        return *cfg_slot(core, bank, index % STX_CFG_WORDS);
    }
    index -= 3 * STX_CFG_WORDS;
    return core->tcfg[index / STX_TCFG_WORDS][index % STX_TCFG_WORDS];
}

static void cfg_window_write(struct stx_core *core, unsigned thread, uint32_t index,
                             uint32_t value) {
    uint32_t window = index / STX_CFG_WORDS, word = index % STX_CFG_WORDS;
    (void)thread;
    if (window == 0 || window == 2) {
        cfg_write(core, 0, word, value);
    }
    if (window == 1 || (window == 2 && word < STX_CFG_SHARED)) {
        cfg_write(core, 1, word, value);
    }
}

enum { DBG_FEATURE_DISABLE = 0x68 / 4, WALL_CLOCK_LOW = 0x1F0 / 4, WALL_CLOCK_HIGH = 0x1F8 / 4 };

static uint32_t clock_read(struct stx_core *core) {
    uint32_t before = core->clock_low;
    core->clock_low = before + 1u + (core->retired - core->clock_retired);
    core->clock_retired = core->retired;
    core->clock_high += core->clock_low < before;
    return core->clock_low;
}

static uint32_t debug_read(struct stx_core *core, unsigned thread, uint32_t index) {
    (void)thread;
    switch (index) {
    case DBG_FEATURE_DISABLE:
        return core->dbg_feature_disable;
    case WALL_CLOCK_LOW:
        return clock_read(core);
    case WALL_CLOCK_HIGH:
        return core->clock_high;
    default:
        return 0;
    }
}

static void debug_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    (void)thread;
    if (index == DBG_FEATURE_DISABLE) {
        core->dbg_feature_disable = value;
    }
}

static uint32_t settled_dst_read(struct stx_core *core, unsigned thread, uint32_t index) {
    wait_for_sfpu(core, thread);
    return dst_window_read(core, thread, index);
}

static const struct window windows[] = {
    {0xFFE00000, STX_GPRS, gpr_read, gpr_write},
    {0xFFE40000, 0x4000, zero_read, issue_write},
    {PC_BUFFER, 0x4000, pc_buffer_read, pc_buffer_write},
    {MAILBOXES, 0x1000, mailbox_read, mailbox_write},
    {0xFFEF0000, 3 * STX_CFG_WORDS + STX_THREADS *STX_TCFG_WORDS, cfg_window_read,
     cfg_window_write},
    {0xFFB80000, STX_MOP_WORDS, zero_read, mop_write},
    {0xFFB11000, 0x400, zero_read, ignored_write},
    {0xFFB12000, 0x400, debug_read, debug_write},
    {0xFFBD8000, 0x2000, settled_dst_read, dst_window_write},
};

static const struct window *window_of(uint32_t address) {
    for (unsigned i = 0; i < sizeof windows / sizeof windows[0]; i++) {
        if (address >= windows[i].base && (address - windows[i].base) / 4 < windows[i].words) {
            return &windows[i];
        }
    }
    return NULL;
}

/* An address that no window has: the port may know it. */
static bool outside(const struct stx_core *core, unsigned thread, uint32_t address, uint32_t *value,
                    bool write) {
    return core->port.outside && core->port.outside(core->port.ctx, thread, address, value, write);
}

bool stx_mmio_has(const struct stx_core *core, uint32_t address) {
    return window_of(address) || outside(core, 0, address, NULL, false);
}

static bool thread_ok(struct stx_core *core, unsigned thread) {
    core->now_thread = (uint8_t)thread;
    if (thread >= STX_THREADS) {
        (void)stx_fail(core, STX_RULE_BAD_THREAD, thread);
        return false;
    }
    return true;
}

static void tell_access(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value,
                        bool write) {
    if (STX_TRACE && core->port.access) {
        core->port.access(core->port.ctx, thread, address, value, write);
    }
}

uint32_t stx_mmio_read(struct stx_core *core, unsigned thread, uint32_t address) {
    const struct window *w = window_of(address);
    uint32_t value = 0;
    if (!thread_ok(core, thread)) {
        return 0;
    }
    if (w) {
        value = w->read(core, thread, (address - w->base) / 4);
    } else if (!outside(core, thread, address, &value, false)) {
        (void)stx_fail(core, STX_RULE_MMIO_ADDRESS, address);
    }
    tell_access(core, thread, address, value, false);
    return value;
}

void stx_mmio_write(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value) {
    const struct window *w = window_of(address);
    if (!thread_ok(core, thread)) {
        return;
    }
    if (w) {
        core->accesses++;
        w->write(core, thread, (address - w->base) / 4, value);
    } else if (!outside(core, thread, address, &value, true)) {
        (void)stx_fail(core, STX_RULE_MMIO_ADDRESS, address);
    }
    tell_access(core, thread, address, value, true);
}
