/* SPDX-License-Identifier: Apache-2.0
 *
 * registers.h - the registers that both harts and the scalar unit's words (LOADREG, STOREREG,
 * STOREIND) can access, in 1 MB of addresses. */
#ifndef STX_REGS_REGISTERS_H
#define STX_REGS_REGISTERS_H

#include "regs/window.h"
#include "private.h"

/* The bits of such an address, which is relative to STX_REGISTER_WINDOW. */
#define REGISTERS_MASK 0xFFFFCu

/* The window that holds the address; NULL if none does. */
const struct window *register_window(uint32_t address);

/* True if a word of the thread may read or write the register at this address, in the library or in
 * the port; if not, a fault is recorded. */
bool register_allows(struct stx_core *core, unsigned thread, uint32_t address);

/* One access by a word of the thread. register_allows() must have allowed it. */
uint32_t register_read(struct stx_core *core, unsigned thread, uint32_t address);
void register_write(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value);

/* Dst as memory (dst_window.c). An access that is not allowed records a fault, reads 0 and writes
 * nothing. */
bool dst_window_allows(struct stx_core *core, unsigned thread, uint32_t index);
uint32_t dst_window_read(struct stx_core *core, unsigned thread, uint32_t index);
void dst_window_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value);

#endif
