/* SPDX-License-Identifier: Apache-2.0
 *
 * mov_common.h - what the moves between SrcA, SrcB and Dst share (SPEC 6.8). */
#ifndef STX_FPU_MOV_COMMON_H
#define STX_FPU_MOV_COMMON_H

#include "fpu/block.h"
#include "isa/lane_config.h"
#include "private.h"

/* True if LaneConfig.BLOCK_DEST_MOV keeps this column from being moved. */
static inline bool move_blocks(const struct stx_core *core, unsigned col) {
    return core->sfpu.lane_config[col / 2] >> (col & 1u) & LC_BLOCK_MOV_EVEN;
}

/* True if it keeps any column from being moved. */
static inline bool move_blocks_some(const struct stx_core *core) {
    const uint32_t *lc = core->sfpu.lane_config;
    return ((lc[0] | lc[1] | lc[2] | lc[3] | lc[4] | lc[5] | lc[6] | lc[7]) &
            (LC_BLOCK_MOV_EVEN | LC_BLOCK_MOV_ODD)) != 0;
}

/* Modes 0 and 2 are defined; 1 and 3 act like them. unaligned are the bits that block_aligned()
 * takes. */
static inline bool move_allowed(struct stx_core *core, uint32_t mode, uint32_t unaligned) {
    return block_defined(core, !(mode & 1u)) && block_aligned(core, unaligned);
}

/* The format of SrcA for MOVD2A and MOVDBGA2D, which do not wait for its bank. Where it is implied,
 * the bank has one only while it belongs to the FPU; for another bank silicon takes
 * SFPU_DEST_FMT_Base, which is not contractual (departure MOVD2A_BANK_FORMAT, which the second
 * function counts). */
uint32_t move_format_of_a(const struct stx_core *core, unsigned thread);
void move_count_format_of_a(struct stx_core *core, unsigned thread);

/* The format of SrcA that MOVB2D and MOVD2B use, which may be implied by SrcB's bank. */
uint32_t move_format_of_b(const struct stx_core *core, unsigned thread);

/* Sets the datums of a row whose exponent is 0 to zero, unless Zero_Flag_disabled_src is set. */
void move_flush(const struct stx_core *core, unsigned thread, uint32_t datum[STX_COLS]);

/* Masks a row of SrcB: silicon keeps all bits, the simulator those of SrcB's format (departure
 * SOURCE_UNMASKED). move_mask() returns all bits that were set; the second function counts the
 * departure if the format lacks some of them. */
uint32_t move_mask(const struct stx_core *core, unsigned thread, uint32_t datum[STX_COLS]);
void move_count_masked(struct stx_core *core, unsigned thread, uint32_t all);

#endif
