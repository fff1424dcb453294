/* SPDX-License-Identifier: Apache-2.0
 *
 * windows.h - one register window of the RISC-V side. index counts 32-bit words from the base. */
#ifndef STX_MMIO_WINDOWS_H
#define STX_MMIO_WINDOWS_H

#include "softensix/core.h"

struct window {
    uint32_t base, words;
    uint32_t (*read)(struct stx_core *core, unsigned thread, uint32_t index);
    void (*write)(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value);
};

uint32_t mailbox_read(struct stx_core *core, unsigned thread, uint32_t index);
void mailbox_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value);
uint32_t dst_window_read(struct stx_core *core, unsigned thread, uint32_t index);
void dst_window_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value);

#endif
