/* SPDX-License-Identifier: Apache-2.0
 *
 * tile_choice.c - lets the tile functions use a real coprocessor or the emulated core, as the
 * program has chosen. */
#include "native/tile_choice.h"

#include "softensix/softensix.h"
#include "../../lib/tile/hardware.h"

static bool real;

void stx_tile_use_coprocessor(bool present) {
    real = present;
}

void stx_tile_issue(struct stx_tiles *t, uint32_t word) {
    if (real) {
        *(volatile uint32_t *)(uintptr_t)STX_ISSUE_WINDOW = word;
        return;
    }
    if (t->tap && t->result == STX_TILE_OK && !t->tap(t->tap_ctx, word)) {
        return;
    }
    if (t->result == STX_TILE_OK && stx_issue(t->core, t->thread, word) != STX_DONE) {
        t->result = STX_TILE_FAULT;
    }
}

/* The packer may still be writing, so this first reads the register that waits until the
 * coprocessor is idle. */
static volatile uint8_t *l1_at(const struct stx_tiles *t, uint32_t address) {
    if (real) {
        (void)*(volatile uint32_t *)(uintptr_t)(STX_PC_BUFFER_WINDOW + 4);
        return (volatile uint8_t *)(uintptr_t)address;
    }
    return (volatile uint8_t *)t->core->l1 + address;
}

uint32_t stx_tile_l1_read(const struct stx_tiles *t, uint32_t address) {
    const volatile uint8_t *at = l1_at(t, address);
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void stx_tile_l1_write(struct stx_tiles *t, uint32_t address, uint32_t value) {
    volatile uint8_t *at = l1_at(t, address);
    for (unsigned i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

bool stx_tile_hardware_is_there(const struct stx_tiles *t) {
    return real || t->core;
}

bool stx_tile_l1_has(const struct stx_tiles *t, uint64_t address, uint64_t bytes) {
    uint64_t size = real ? STX_L1_BYTES : t->core->l1_size;
    return bytes <= size && address <= size - bytes;
}
