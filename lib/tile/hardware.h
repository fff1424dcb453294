/* SPDX-License-Identifier: Apache-2.0
 *
 * hardware.h - all that the tile functions need of a coprocessor: issue an instruction word, read
 * and write its L1. hardware.c does this on the emulated core, port/native/tile_hardware.c on a
 * real one. */
#ifndef STX_TILE_HARDWARE_H
#define STX_TILE_HARDWARE_H

#include "softensix/names/config.h"
#include "softensix/tile.h"

/* Issues a word, unless an earlier word of the call faulted. */
void stx_tile_issue(struct stx_tiles *t, uint32_t word);
/* Read and write 32 bits of L1, little-endian; the caller has checked the address. */
uint32_t stx_tile_l1_read(const struct stx_tiles *t, uint32_t address);
void stx_tile_l1_write(struct stx_tiles *t, uint32_t address, uint32_t value);
/* Is there anything to issue words to? */
bool stx_tile_hardware_is_there(const struct stx_tiles *t);
/* Does L1 have these bytes? */
bool stx_tile_l1_has(const struct stx_tiles *t, uint64_t address, uint64_t bytes);

/* STALLWAIT: what is held, and until when. Each packer has a condition of its own, so the
 * conditions above them move up by one bit for each further packer. */
enum {
    BEHIND_PACKERS = STX_PACKERS - 1,
    HOLD_MATH = 1 << 6,
    HOLD_CONFIG = 1 << 7,
    HOLD_ALL = (1 << 9) - 1,
    UNTIL_SCALAR_IDLE = 1 << 0,
    UNTIL_A_VALID = 1 << (7 + BEHIND_PACKERS),
    UNTIL_BOTH_VALID = UNTIL_A_VALID | 1 << (8 + BEHIND_PACKERS),
    UNTIL_STORES_ARRIVED = 1 << (10 + BEHIND_PACKERS),
    UNTIL_VECTOR_UNIT_IDLE = 1 << (11 + BEHIND_PACKERS),
    /* Scalar unit, unpackers, packers, matrix unit and the others. */
    UNTIL_ALL_IDLE = ((1 << (5 + BEHIND_PACKERS)) - 1) | UNTIL_STORES_ARRIVED |
                     UNTIL_VECTOR_UNIT_IDLE | STX_STALL_CONFIG_IDLE
};

/* Waits until all earlier words have had their effect; no later word begins before. */
static inline void tile_settle(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_STALLWAIT(HOLD_ALL, UNTIL_ALL_IDLE));
}

/* Writes a configuration word, by way of a general-purpose register. */
enum { TILE_GPR = 60 };
static inline void tile_config(struct stx_tiles *t, uint32_t index, uint32_t value) {
    stx_tile_issue(t, TT_OP_SETDMAREG(value >> 14 & 3, value & 0x3FFF, 0, 2 * TILE_GPR));
    stx_tile_issue(t, TT_OP_SETDMAREG(value >> 30, value >> 16 & 0x3FFF, 0, 2 * TILE_GPR + 1));
    stx_tile_issue(t, TT_OP_STALLWAIT(HOLD_CONFIG, UNTIL_SCALAR_IDLE));
    stx_tile_issue(t, TT_OP_WRCFG(TILE_GPR, 0, index));
}

#define TILE_CONFIG(t, field, value) \
    tile_config(t, STX_CONFIG_WORD(field), STX_CONFIG_BITS(field, value))

static inline void tile_thread_config(struct stx_tiles *t, uint32_t index, uint32_t value) {
    stx_tile_issue(t, TT_OP_SETC16(index, value));
}

#endif
