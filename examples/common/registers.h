/* SPDX-License-Identifier: Apache-2.0
 *
 * registers.h - names for the numbers that kernels use, and the few accesses of a TRISC to
 * memory-mapped registers. Define STX_THREAD before including it. */
#ifndef EXAMPLES_REGISTERS_H
#define EXAMPLES_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/hart.h"
#include "softensix/names/config.h"
#include "softensix/names/constants.h"

enum { TILE_BYTES = 32 * 32 * 2, TILE_BYTES_FP32 = 32 * 32 * 4 };
enum { FORMAT_FP32 = 0, FORMAT_BF16 = 5 };
enum { UNPACKERS = 3, PACKER = 4 };  /* counter sets */
enum { UNPACK_A = 0, UNPACK_B = 1 }; /* unpacker 0 fills SrcA, unpacker 1 SrcB */

/* Semaphores, as masks. */
enum { MATH_PACK = 1 << 1, UNPACK_SYNC = 1 << 5 };
enum { WHILE_ZERO = 1, WHILE_MAX = 2 };

/* STALLWAIT: what it holds back, and until when. */
enum {
    HOLD_PACK = 1 << 0,
    HOLD_SYNC = 1 << 1,
    HOLD_UNPACK = 1 << 3,
    HOLD_MATH = 1 << 6,
    HOLD_ALL = 0x1FF
};
enum {
    UNTIL_THCON_IDLE = p_stall_THCON,
    UNTIL_UNPACK_IDLE = p_stall_UNPACK,
    UNTIL_PACK_IDLE = p_stall_PACK,
    UNTIL_MATH_IDLE = p_stall_MATH,
    UNTIL_SOURCES_VALID = p_stall_SRCA_VLD | p_stall_SRCB_VLD,
    UNTIL_STORES_ARRIVED = p_stall_TRISC_CFG
};

/* Dst holds two halves: math fills one while pack empties the other. */
enum { DST_HALF_ROWS = 512 };

/* Thread configuration words for SETC16. Their numbers depend on the chip, like all that follow. */
enum {
    TC_MATH_OFFSET = STX_THREAD_WORD(DEST_TARGET_REG_CFG_MATH_Offset),
    TC_SRC_SET_OVERRIDE = STX_THREAD_WORD(SRCA_SET_SetOvrdWithAddr),
    TC_FIDELITY_BASE = STX_THREAD_WORD(FIDELITY_BASE_Phase),
    TC_ADDR_MOD_PACK = STX_THREAD_WORD(ADDR_MOD_PACK_SEC0_YsrcIncr),
    TC_UNPACK_CONTEXT = STX_THREAD_WORD(UNPACK_MISC_CFG_CfgContextOffset_0)
};
#define TC_ADDR_MOD_AB(index)                                \
    (STX_THREAD_WORD(ADDR_MOD_AB_SEC0_SrcAIncr) +            \
     (index) * (STX_THREAD_WORD(ADDR_MOD_AB_SEC1_SrcAIncr) - \
                STX_THREAD_WORD(ADDR_MOD_AB_SEC0_SrcAIncr)))
#define TC_ADDR_MOD_DST(index) (STX_THREAD_WORD(ADDR_MOD_DST_SEC0_DestIncr) + (index))
#define TC_ADDR_MOD_BIAS(index) (STX_THREAD_WORD(ADDR_MOD_BIAS_SEC0_BiasIncr) + (index))

/* Configuration words. Those of unpacker 1 are CFG_UNPACKER_1 higher. */
enum {
    CFG_ALU_FORMAT = STX_CONFIG_WORD(ALU_FORMAT_SPEC_REG0_SrcA),
    CFG_PACK_STRIDE_XY = STX_CONFIG_WORD(PCK0_ADDR_CTRL_XY_REG_0_Ystride),
    CFG_PACK_STRIDE_ZW = STX_CONFIG_WORD(PCK0_ADDR_CTRL_ZW_REG_0_Zstride),
    CFG_PACK_READ_MODE = STX_CONFIG_WORD(PCK_DEST_RD_CTRL_Read_32b_data),
    CFG_EDGE_MASK = STX_CONFIG_WORD(PCK_EDGE_OFFSET_SEC0_mask),
    CFG_PACK_COUNTERS = STX_CONFIG_WORD(PACK_COUNTERS_SEC0_pack_reads_per_xy_plane),
    CFG_UNPACK_A_STRIDE_Y = STX_CONFIG_WORD(UNP0_ADDR_CTRL_XY_REG_1_Ystride),
    CFG_UNPACK_A_STRIDE_Z = STX_CONFIG_WORD(UNP0_ADDR_CTRL_ZW_REG_1_Zstride),
    CFG_UNPACK_B_STRIDE_Z = STX_CONFIG_WORD(UNP1_ADDR_CTRL_ZW_REG_1_Zstride),
    CFG_TILE_DESCRIPTOR = STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor),
    CFG_PACK_ADDRESS = STX_CONFIG_WORD(THCON_SEC0_REG1_L1_Dest_addr),
    CFG_PACK_FORMAT = STX_CONFIG_WORD(THCON_SEC0_REG1_Out_data_format),
    CFG_UNPACK_FORMAT = STX_CONFIG_WORD(THCON_SEC0_REG2_Out_data_format),
    CFG_UNPACK_UNCOMPRESSED = STX_CONFIG_WORD(THCON_SEC0_REG2_Disable_zero_compress_cntx0),
    CFG_UNPACK_BASE = STX_CONFIG_WORD(THCON_SEC0_REG3_Base_address),
    CFG_UNPACK_A_DEST = STX_CONFIG_WORD(THCON_SEC0_REG5_Dest_cntx0_address),
    CFG_UNPACK_A_XDIM = STX_CONFIG_WORD(THCON_SEC0_REG5_Tile_x_dim_cntx0),
    CFG_ADD_DEST = STX_CONFIG_WORD(UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr),
    CFG_PACK_DST_OFFSET = STX_CONFIG_WORD(DEST_TARGET_REG_CFG_PACK_SEC0_Offset),
    CFG_UNPACKER_1 = STX_CONFIG_WORD(THCON_SEC1_REG0_TileDescriptor) -
                     STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor)
};

/* Clear all of Dst, or one half of it. */
#if STX_ARCH == STX_ARCH_BLACKHOLE
#define CLEAR_DST() TTI_ZEROACC(3, 0, 0, 0, 0)
#define CLEAR_DST_HALF(half) TT_ZEROACC(2, 0, 0, 0, half)
#else
#define CLEAR_DST() TTI_ZEROACC(3, 0, 0)
#define CLEAR_DST_HALF(half) TT_ZEROACC(2, 0, half)
#endif

/* The RISC-V side: stores to memory-mapped registers. Words of the coprocessor may overtake them,
 * so the thread's next words have to wait (cfg_stored). */
static inline void cfg_store(uint32_t index, uint32_t value) {
    stx_hart_set_config(index, value);
}

/* Holds later words until the stores of the RISC-V core have arrived. */
static inline void cfg_stored(void) {
    TTI_STALLWAIT(HOLD_ALL, UNTIL_STORES_ARRIVED);
}

static inline void mop_store(uint32_t index, uint32_t value) {
    stx_hart_set_mop(index, value);
}

/* Writes a 32-bit value to a GPR, in two halves. */
static inline void gpr_set(uint32_t gpr, uint32_t value) {
    TT_SETDMAREG(value >> 14 & 3, value & 0x3FFF, 0, 2 * gpr);
    TT_SETDMAREG(value >> 30, value >> 16 & 0x3FFF, 0, 2 * gpr + 1);
}

/* Writes a configuration word from a GPR, in the order of the thread's instructions. */
static inline void cfg_set(uint32_t gpr, uint32_t index, uint32_t value) {
    gpr_set(gpr, value);
    TT_WRCFG(gpr, 0, index);
}

/* The hardware expects a 16-byte header, which these tiles lack, so the address is one unit
 * lower. */
static inline uint32_t tile_address(uint32_t bytes) {
    return bytes / 16 - 1;
}

#endif
