/* SPDX-License-Identifier: Apache-2.0
 *
 * window.h - windows, which are ranges of registers in the address space of the harts. */
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

/* Reads or writes a register of the port at an address outside every window. False if the port has
 * no register there either. */
bool window_outside(struct stx_core *core, unsigned thread, uint32_t address, uint32_t *value,
                    bool write);

/* One access to an address, which lies in `window`. If that is NULL, the access goes to the port's
 * register, and it is a fault if there is none. The port's callback for accesses is called
 * afterwards. */
uint32_t window_read(struct stx_core *core, unsigned thread, const struct window *window,
                     uint32_t address);
void window_write(struct stx_core *core, unsigned thread, const struct window *window,
                  uint32_t address, uint32_t value);

#endif
