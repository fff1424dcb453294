/* SPDX-License-Identifier: Apache-2.0
 *
 * registers.h - numbers with names for kernels, and the few accesses that a TRISC makes to
 * memory-mapped registers. Define STX_THREAD before. */
#ifndef EXAMPLES_REGISTERS_H
#define EXAMPLES_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/hart.h"

enum { TILE_BYTES = 32 * 32 * 2, TILE_BYTES_FP32 = 32 * 32 * 4 };
enum { FORMAT_FP32 = 0, FORMAT_BF16 = 5 };
enum { UNPACKERS = 3, PACKER = 4 };  /* counter sets */
enum { UNPACK_A = 0, UNPACK_B = 1 }; /* unpacker 0 fills SrcA, unpacker 1 SrcB */

/* Semaphores, as masks. */
enum { MATH_PACK = 1 << 1, UNPACK_SYNC = 1 << 5 };
enum { WHILE_ZERO = 1, WHILE_MAX = 2 };

/* STALLWAIT: what is held back, and until when. */
enum {
    HOLD_PACK = 1 << 0,
    HOLD_SYNC = 1 << 1,
    HOLD_UNPACK = 1 << 3,
    HOLD_MATH = 1 << 6,
    HOLD_ALL = 0x1FF
};
enum {
    UNTIL_THCON_IDLE = 1 << 0,
    UNTIL_UNPACK_IDLE = 3 << 1,
    UNTIL_PACK_IDLE = 1 << 3,
    UNTIL_MATH_IDLE = 1 << 4,
    UNTIL_SOURCES_VALID = 3 << 7,
    UNTIL_STORES_ARRIVED = 1 << 10
};

/* Dst holds two halves: math fills one while pack empties the other. */
enum { DST_HALF_ROWS = 512 };

/* Thread configuration words for SETC16. */
enum {
    TC_MATH_OFFSET = 1,
    TC_SRC_SET_OVERRIDE = 5,
    TC_FIDELITY_BASE = 11,
    TC_ADDR_MOD_AB = 12,
    TC_ADDR_MOD_DST = 28,
    TC_ADDR_MOD_PACK = 37,
    TC_UNPACK_CONTEXT = 41
};

/* Configuration words: those of unpacker 1 follow at + 48. */
enum {
    CFG_ALU_FORMAT = 1,
    CFG_PACK_STRIDE_XY = 12,
    CFG_PACK_STRIDE_ZW = 13,
    CFG_PACK_READ_MODE = 18,
    CFG_EDGE_MASK = 24,
    CFG_PACK_COUNTERS = 28,
    CFG_UNPACK_A_STRIDE_Y = 56,
    CFG_UNPACK_A_STRIDE_Z = 57,
    CFG_UNPACK_B_STRIDE_Z = 59,
    CFG_TILE_DESCRIPTOR = 64,
    CFG_PACK_ADDRESS = 69,
    CFG_PACK_FORMAT = 70,
    CFG_UNPACK_FORMAT = 72,
    CFG_UNPACK_UNCOMPRESSED = 73,
    CFG_UNPACK_BASE = 76,
    CFG_UNPACK_A_DEST = 84,
    CFG_UNPACK_A_XDIM = 86,
    CFG_ADD_DEST = 50,
    CFG_PACK_DST_OFFSET = 180,
    CFG_UNPACKER_1 = 48
};

/* The RISC-V side: stores to memory-mapped registers. Words of the coprocessor may overtake them:
 * the thread's next ones have to wait (cfg_stored). */
static inline void cfg_store(uint32_t index, uint32_t value) {
    stx_hart_set_config(index, value);
}

/* What the RISC-V core has stored is there for all words behind this. */
static inline void cfg_stored(void) {
    TTI_STALLWAIT(HOLD_ALL, UNTIL_STORES_ARRIVED);
}

static inline void mop_store(uint32_t index, uint32_t value) {
    stx_hart_set_mop(index, value);
}

/* A 32-bit value into a GPR, in two halves. */
static inline void gpr_set(uint32_t gpr, uint32_t value) {
    TT_SETDMAREG(value >> 14 & 3, value & 0x3FFF, 0, 2 * gpr);
    TT_SETDMAREG(value >> 30, value >> 16 & 0x3FFF, 0, 2 * gpr + 1);
}

/* A GPR's value into a configuration word, in the order of the thread's instructions. */
static inline void cfg_set(uint32_t gpr, uint32_t index, uint32_t value) {
    gpr_set(gpr, value);
    TT_WRCFG(gpr, 0, index);
}

/* Tiles begin with a 16-byte header that this example does not have: one unit back. */
static inline uint32_t tile_address(uint32_t bytes) {
    return bytes / 16 - 1;
}

#endif
