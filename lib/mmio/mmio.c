/* SPDX-License-Identifier: Apache-2.0
 *
 * mmio.c - address -> register: the RISC-V side of the coprocessor (SPEC 2, 9, 10). Each window is
 * a row of a table. Reads and writes are aligned 32-bit accesses. */
#include "core/fault.h"
#include "core/harts.h"
#include "mmio/windows.h"
#include "regs/cfg.h"
#include "softensix/softensix.h"
#include "regs/registers.h"

/* A hart that waits for its thread gives the vector unit idle cycles (SPEC D.2). */
static void wait_for_sfpu(struct stx_core *core, unsigned thread) {
    if ((core->sfpu.apart & STX_APART_MACRO) && thread == core->sfpu.macro_thread) {
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

static uint32_t issue_read(struct stx_core *core, unsigned thread, uint32_t index) {
    (void)core;
    (void)thread;
    (void)index;
    return 0;
}

static void issue_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    (void)index;
    if (stx_issue(core, thread, value) == STX_WAIT) {
        stx_abandon(core, thread, NULL);
    }
}

/* In the PC buffer words 1 and 2 are the two syncs, which are always idle here, and words 8..15 are
 * the semaphores. */
static bool is_semaphore(uint32_t index) {
    return index / STX_SEMAPHORES == 1;
}

static uint32_t pc_buffer_read(struct stx_core *core, unsigned thread, uint32_t index) {
    wait_for_sfpu(core, thread);
    stx_poll(core, thread, STX_PC_BUFFER_WINDOW + 4 * index);
    return is_semaphore(index) ? stx_semaphore_read(core, index % STX_SEMAPHORES) : 0;
}

static void pc_buffer_write(struct stx_core *core, unsigned thread, uint32_t index,
                            uint32_t value) {
    (void)thread;
    if (!is_semaphore(index)) {
        return;
    }
    if (value & 1u) {
        stx_semaphore_get(core, index % STX_SEMAPHORES);
    } else {
        stx_semaphore_post(core, index % STX_SEMAPHORES);
    }
}

/* The window holds bank 0, bank 1, on Blackhole the words that write both banks, and then the
 * thread configuration. */
#define TCFG_ENTRIES (STX_CFG_WINDOWS * STX_CFG_WORDS)

static uint32_t cfg_window_read(struct stx_core *core, unsigned thread, uint32_t index) {
    (void)thread;
    if (index < TCFG_ENTRIES) {
        unsigned bank = index / STX_CFG_WORDS == 1;
        return *cfg_slot(core, bank, index % STX_CFG_WORDS);
    }
    index -= TCFG_ENTRIES;
    if (index % STX_TCFG_ENTRY_WORDS) {
        return 0;
    }
    index /= STX_TCFG_ENTRY_WORDS;
    return core->tcfg[index / STX_TCFG_WORDS][index % STX_TCFG_WORDS];
}

static void cfg_window_write(struct stx_core *core, unsigned thread, uint32_t index,
                             uint32_t value) {
    uint32_t window = index / STX_CFG_WORDS, word = index % STX_CFG_WORDS;
    (void)thread;
    if (index >= TCFG_ENTRIES) {
        return;
    }
    if (window == 0 || window == 2) {
        cfg_write(core, 0, word, value);
    }
    if (window == 1 || window == 2) {
        cfg_write(core, 1, word, value);
    }
}

static uint32_t settled_dst_read(struct stx_core *core, unsigned thread, uint32_t index) {
    wait_for_sfpu(core, thread);
    return dst_window_read(core, thread, index);
}

/* The windows that only harts reach. Dst is one of them because a hart first waits for the vector
 * unit. */
static const struct window hart_windows[] = {
    {STX_GPR_WINDOW, STX_GPRS, gpr_read, gpr_write},
    {STX_ISSUE_WINDOW, STX_ISSUE_WORDS, issue_read, issue_write},
    {STX_PC_BUFFER_WINDOW, STX_PC_BUFFER_WORDS, pc_buffer_read, pc_buffer_write},
    {STX_MAILBOX_WINDOW, STX_MAILBOX_WORDS, mailbox_read, mailbox_write},
    {STX_CFG_WINDOW, TCFG_ENTRIES + STX_TCFG_ENTRY_WORDS *STX_TCFG_WORDS *STX_THREADS,
     cfg_window_read, cfg_window_write},
    {STX_DST_WINDOW, STX_DST_WINDOW_WORDS, settled_dst_read, dst_window_write},
};

static const struct window *window_of(uint32_t address) {
    const struct window *w =
        window_find(hart_windows, sizeof hart_windows / sizeof hart_windows[0], address);
    return w ? w : register_window(address);
}

bool stx_mmio_has(const struct stx_core *core, uint32_t address) {
    const struct stx_port *port = &core->port;
    return window_of(address) ||
           (port->outside && port->outside(port->ctx, 0, address, NULL, false));
}

/* False if there is no such core or thread, which is recorded as a fault. */
static bool begin(struct stx_core *core, unsigned thread) {
    if (!core) {
        (void)stx_without_core();
        return false;
    }
    harts_lock(core, thread);
    core->now_thread = (uint8_t)thread;
    if (thread >= STX_THREADS) {
        (void)stx_fail(core, STX_RULE_BAD_THREAD, thread);
        harts_unlock(core, thread);
        return false;
    }
    return true;
}

uint32_t stx_mmio_read(struct stx_core *core, unsigned thread, uint32_t address) {
    if (!begin(core, thread)) {
        return 0;
    }
    uint32_t value = window_read(core, thread, window_of(address), address);
    harts_unlock(core, thread);
    return value;
}

void stx_mmio_write(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value) {
    if (begin(core, thread)) {
        window_write(core, thread, window_of(address), address, value);
        harts_unlock(core, thread);
    }
}
