/* SPDX-License-Identifier: Apache-2.0
 *
 * tile_hardware.c - lets the tile functions use a real coprocessor, in place of
 * lib/tile/hardware.c. Words go to the instruction buffer of the hart that runs this, which must be
 * the hart of thread t->thread, and L1 begins at address 0. Faults are not reported. */
#include "softensix/arch.h"
#include "../../lib/tile/hardware.h"

void stx_tile_issue(struct stx_tiles *t, uint32_t word) {
    (void)t;
    *(volatile uint32_t *)(uintptr_t)STX_ISSUE_WINDOW = word;
}

/* The packer may still be writing, so this first reads the register that waits until the
 * coprocessor is idle. */
uint32_t stx_tile_l1_read(const struct stx_tiles *t, uint32_t address) {
    (void)t;
    (void)*(volatile uint32_t *)(uintptr_t)(STX_PC_BUFFER_WINDOW + 4);
    return *(volatile uint32_t *)(uintptr_t)address;
}

void stx_tile_l1_write(struct stx_tiles *t, uint32_t address, uint32_t value) {
    (void)t;
    (void)*(volatile uint32_t *)(uintptr_t)(STX_PC_BUFFER_WINDOW + 4);
    *(volatile uint32_t *)(uintptr_t)address = value;
}

bool stx_tile_hardware_is_there(const struct stx_tiles *t) {
    (void)t;
    return true;
}

bool stx_tile_l1_has(const struct stx_tiles *t, uint64_t address, uint64_t bytes) {
    (void)t;
    return bytes <= STX_L1_BYTES && address <= STX_L1_BYTES - bytes;
}
