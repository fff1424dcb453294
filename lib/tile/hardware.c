/* SPDX-License-Identifier: Apache-2.0
 *
 * hardware.c - how the tile functions reach the emulated core. */
#include "tile/hardware.h"

#include "regs/l1.h"
#include "softensix/softensix.h"

void stx_tile_issue(struct stx_tiles *t, uint32_t word) {
    if (t->tap && t->result == STX_TILE_OK && !t->tap(t->tap_ctx, word)) {
        return;
    }
    if (t->result == STX_TILE_OK && stx_issue(t->core, t->thread, word) != STX_DONE) {
        t->result = STX_TILE_FAULT;
    }
}

uint32_t stx_tile_l1_read(const struct stx_tiles *t, uint32_t address) {
    return l1_read32(t->core, address);
}

void stx_tile_l1_write(struct stx_tiles *t, uint32_t address, uint32_t value) {
    l1_write32(t->core, address, value);
}

bool stx_tile_hardware_is_there(const struct stx_tiles *t) {
    return t->core != NULL;
}

bool stx_tile_l1_has(const struct stx_tiles *t, uint64_t address, uint64_t bytes) {
    return l1_has(t->core, address, bytes);
}
