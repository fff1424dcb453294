/* SPDX-License-Identifier: Apache-2.0
 *
 * mov_common.h - what the moves between SrcA, SrcB and Dst share (SPEC 6.8). */
#ifndef STX_FPU_MOV_COMMON_H
#define STX_FPU_MOV_COMMON_H

#include "fpu/block.h"
#include "isa/lane_config.h"
#include "private.h"

/* True for a column that LaneConfig.BLOCK_DEST_MOV keeps from being moved. */
static inline bool move_blocks(const struct stx_core *core, unsigned col) {
    return core->sfpu.lane_config[col / 2] >> (col & 1u) & LC_BLOCK_MOV_EVEN;
}

/* True if it keeps some column. */
static inline bool move_blocks_some(const struct stx_core *core) {
    const uint32_t *lc = core->sfpu.lane_config;
    return ((lc[0] | lc[1] | lc[2] | lc[3] | lc[4] | lc[5] | lc[6] | lc[7]) &
            (LC_BLOCK_MOV_EVEN | LC_BLOCK_MOV_ODD)) != 0;
}

/* Modes 0 and 2 are defined; 1 and 3 act as these. unaligned: as for block_aligned. */
static inline bool move_allowed(struct stx_core *core, uint32_t mode, uint32_t unaligned) {
    return block_defined(core, !(mode & 1u)) && block_aligned(core, unaligned);
}

/* SrcA's format as MOVB2D and MOVD2B see it: implied by SrcB's bank. */
uint32_t move_format_of_b(const struct stx_core *core, unsigned thread);

/* A row: exponent 0 becomes 0 unless Zero_Flag_disabled_src. */
void move_flush(const struct stx_core *core, unsigned thread, uint32_t datum[STX_COLS]);

/* A row of SrcB: silicon keeps all bits, the simulator those of SrcB's format (departure
 * SOURCE_UNMASKED). Answers by all bits that there were; the second counts the departure if the
 * format lacks some of them. */
uint32_t move_mask(const struct stx_core *core, unsigned thread, uint32_t datum[STX_COLS]);
void move_count_masked(struct stx_core *core, unsigned thread, uint32_t all);

#endif
