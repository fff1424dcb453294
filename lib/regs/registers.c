/* SPDX-License-Identifier: Apache-2.0
 *
 * registers.c - MOP configuration, debug registers and Dst by address (SPEC 2, 5, 10). */
#include "regs/registers.h"

#include "core/fault.h"
#include "regs/special.h"
#include "softensix/softensix.h"

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

void stx_mop_write(struct stx_core *core, unsigned thread, unsigned index, uint32_t value) {
    bool there = thread < STX_THREADS;
    if (there && index < STX_MOP_WORDS) {
        core->front[thread].mop_cfg[index] = value;
        return;
    }
    (void)stx_fail(core, there ? STX_RULE_BAD_INDEX : STX_RULE_BAD_THREAD, there ? index : thread);
}

static void mop_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    stx_mop_write(core, thread, index, value);
}

enum {
    DBG_FEATURE_DISABLE = 0x68 / 4,
    SPECIAL_VALUES = 0xB4 / 4,
    WALL_CLOCK_LOW = 0x1F0 / 4,
    WALL_CLOCK_HIGH = 0x1F8 / 4
};

static uint32_t clock_read(struct stx_core *core) {
    uint32_t passed = 1u + (core->retired - core->clock_retired);
    core->clock_high += __builtin_add_overflow(core->clock_low, passed, &core->clock_low);
    core->clock_retired = core->retired;
    return core->clock_low;
}

static uint32_t special_read(struct stx_core *core) {
    if (!special_is_kept(core)) {
        (void)stx_fail(core, STX_RULE_SPECIAL_UNKNOWN, STX_DEBUG_WINDOW + 4 * SPECIAL_VALUES);
    }
    return core->special;
}

static uint32_t debug_read(struct stx_core *core, unsigned thread, uint32_t index) {
    (void)thread;
    switch (index) {
    case DBG_FEATURE_DISABLE:
        return core->dbg_feature_disable;
    case SPECIAL_VALUES:
        return special_read(core);
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
    } else if (index == SPECIAL_VALUES) {
        special_write(core, value);
    }
}

static const struct window windows[] = {
    {STX_MOP_WINDOW, STX_MOP_WORDS, zero_read, mop_write},
    {STX_IGNORED_WINDOW, STX_IGNORED_WORDS, zero_read, ignored_write},
    {STX_DEBUG_WINDOW, STX_DEBUG_WORDS, debug_read, debug_write},
    {STX_DST_WINDOW, STX_DST_WINDOW_WORDS, dst_window_read, dst_window_write},
};

const struct window *register_window(uint32_t address) {
    return window_find(windows, sizeof windows / sizeof windows[0], address);
}

bool register_allows(struct stx_core *core, unsigned thread, uint32_t address) {
    const struct window *window = register_window(address);
    if (!window && !window_outside(core, thread, address, NULL, false)) {
        (void)stx_fail(core, STX_RULE_MMIO_ADDRESS, address);
        return false;
    }
    return !window || window->base != STX_DST_WINDOW ||
           dst_window_allows(core, thread, (address - STX_DST_WINDOW) / 4);
}

uint32_t register_read(struct stx_core *core, unsigned thread, uint32_t address) {
    return window_read(core, thread, register_window(address), address);
}

void register_write(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value) {
    window_write(core, thread, register_window(address), address, value);
}
