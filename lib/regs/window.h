/* SPDX-License-Identifier: Apache-2.0
 *
 * window.h - a window: registers side by side in the address space of the harts. */
#ifndef STX_REGS_WINDOW_H
#define STX_REGS_WINDOW_H

#include "softensix/core.h"
#include "private.h"

/* index counts 32-bit words from the base. */
struct window {
    uint32_t base, words;
    uint32_t (*read)(struct stx_core *core, unsigned thread, uint32_t index);
    void (*write)(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value);
};

/* The window of a table that holds the address; NULL if none does. */
const struct window *window_find(const struct window *table, unsigned count, uint32_t address);

/* Does the port have a register at an address that no window has? Reads or writes it if so. */
bool window_outside(struct stx_core *core, unsigned thread, uint32_t address, uint32_t *value,
                    bool write);

/* One access to the window of an address; NULL: to the port's register, or a fault if there is
 * none. The port's callback for accesses hears of it. */
uint32_t window_read(struct stx_core *core, unsigned thread, const struct window *window,
                     uint32_t address);
void window_write(struct stx_core *core, unsigned thread, const struct window *window,
                  uint32_t address, uint32_t value);

#endif
