/* SPDX-License-Identifier: Apache-2.0
 *
 * hardware.h - how the tile functions reach the coprocessor: by instruction words alone, and L1 by
 * bytes. hardware.c does it with the emulated core, port/native/tile_hardware.c with a real one. */
#ifndef STX_TILE_HARDWARE_H
#define STX_TILE_HARDWARE_H

#include "softensix/names/config.h"
#include "softensix/tile.h"

/* Issues a word, unless one before it went wrong. */
void stx_tile_issue(struct stx_tiles *t, uint32_t word);
/* 32 bits of L1, little-endian; the address was checked. */
uint32_t stx_tile_l1_read(const struct stx_tiles *t, uint32_t address);
void stx_tile_l1_write(struct stx_tiles *t, uint32_t address, uint32_t value);
/* Are these bytes in L1? */
bool stx_tile_l1_has(const struct stx_tiles *t, uint64_t address, uint64_t bytes);

/* All earlier words have had their effect before any later one begins. */
static inline void tile_settle(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_STALLWAIT(0x1FF, 0x1C1F)); /* everything, until every unit is idle */
}

/* A configuration word, by way of GPR 60. */
enum { TILE_GPR = 60 };
static inline void tile_config(struct stx_tiles *t, uint32_t index, uint32_t value) {
    stx_tile_issue(t, TT_OP_SETDMAREG(value >> 14 & 3, value & 0x3FFF, 0, 2 * TILE_GPR));
    stx_tile_issue(t, TT_OP_SETDMAREG(value >> 30, value >> 16 & 0x3FFF, 0, 2 * TILE_GPR + 1));
    stx_tile_issue(t,
                   TT_OP_STALLWAIT(0x80, 0x1)); /* configuration, until the scalar unit is idle */
    stx_tile_issue(t, TT_OP_WRCFG(TILE_GPR, 0, index));
}

#define TILE_CONFIG(t, field, value) \
    tile_config(t, STX_CONFIG_WORD(field), STX_CONFIG_BITS(field, value))

static inline void tile_thread_config(struct stx_tiles *t, uint32_t index, uint32_t value) {
    stx_tile_issue(t, TT_OP_SETC16(index, value));
}

#endif
