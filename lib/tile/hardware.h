/* SPDX-License-Identifier: Apache-2.0
 *
 * hardware.h - all that the tile functions need of a coprocessor: issue an instruction word, read
 * and write its L1. hardware.c does this on the emulated core, port/native/tile_hardware.c on a
 * real one. */
#ifndef STX_TILE_HARDWARE_H
#define STX_TILE_HARDWARE_H

#include "isa/operand_values.h"
#include "softensix/names/config.h"
#include "softensix/tile.h"

/* Issues a word, unless an earlier word of the call faulted. */
void stx_tile_issue(struct stx_tiles *t, uint32_t word);
/* Read and write 32 bits of L1, little-endian; the caller has checked the address. */
uint32_t stx_tile_l1_read(const struct stx_tiles *t, uint32_t address);
void stx_tile_l1_write(struct stx_tiles *t, uint32_t address, uint32_t value);
/* True if there is anything to issue words to. */
bool stx_tile_hardware_is_there(const struct stx_tiles *t);
/* True if L1 has these bytes. */
bool stx_tile_l1_has(const struct stx_tiles *t, uint64_t address, uint64_t bytes);

/* What STALLWAIT waits for. UNTIL_ALL_IDLE leaves out the mover, which no tile function uses. */
enum {
    UNTIL_ALL_IDLE = p_stall_THCON | p_stall_UNPACK | p_stall_PACK | p_stall_MATH |
                     p_stall_TRISC_CFG | p_stall_WAIT_SFPU | STX_STALL_CONFIG_IDLE,
    UNTIL_BOTH_VALID = p_stall_SRCA_VLD | p_stall_SRCB_VLD
};

/* Waits until all earlier words have had their effect; no later word begins before. */
static inline void tile_settle(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_STALLWAIT(p_stall_STALL_THREAD, UNTIL_ALL_IDLE));
}

/* Writes a configuration word, by way of a general-purpose register. */
enum { TILE_GPR = 60 };
static inline void tile_config(struct stx_tiles *t, uint32_t index, uint32_t value) {
    stx_tile_issue(t, TT_OP_SETDMAREG(value >> 14 & 3, value & 0x3FFF, 0, 2 * TILE_GPR));
    stx_tile_issue(t, TT_OP_SETDMAREG(value >> 30, value >> 16 & 0x3FFF, 0, 2 * TILE_GPR + 1));
    stx_tile_issue(t, TT_OP_STALLWAIT(p_stall_STALL_CFG, p_stall_THCON));
    stx_tile_issue(t, TT_OP_WRCFG(TILE_GPR, 0, index));
}

#define TILE_CONFIG(t, field, value) \
    tile_config(t, STX_CONFIG_WORD(field), STX_CONFIG_BITS(field, value))

static inline void tile_thread_config(struct stx_tiles *t, uint32_t index, uint32_t value) {
    stx_tile_issue(t, TT_OP_SETC16(index, value));
}

#endif
