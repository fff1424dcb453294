/* SPDX-License-Identifier: Apache-2.0
 *
 * src.h - SrcA and SrcB: banks, ownership, implied formats (SPEC 3, 5). */
#ifndef STX_REGS_SRC_H
#define STX_REGS_SRC_H

#include "softensix/core.h"

/* A row of 16 cells; a cell is a datum in the shape of a binary32 (SPEC 4). */
typedef uint32_t src_row[STX_COLS];

/* The FPU owns its current bank: data valid. */
static inline bool src_ready(const struct stx_src *src) {
    return src->fpu_owns[src->fpu_bank];
}

/* The unpackers own their current bank. */
static inline bool src_free(const struct stx_src *src) {
    return !src->fpu_owns[src->unpack_bank];
}

/* Cells of the FPU's bank, for reading. row wraps at 64. */
static inline const uint32_t *src_fpu_row(const struct stx_src *src, unsigned row) {
    return src->cell[src->fpu_bank][row % STX_SRC_ROWS];
}

/* Cells of a bank, for writing. */
static inline uint32_t *src_row_write(struct stx_src *src, unsigned bank, unsigned row) {
    return src->cell[bank][row % STX_SRC_ROWS];
}

/* Hands the FPU's bank back to the unpackers unless kept, and flips the FPU's pointer. */
void src_release(struct stx_src *src, bool keep);

/* Hands the unpackers' bank to the FPU with its data format and flips the unpackers' pointer. */
void src_set_valid(struct stx_src *src, uint32_t format);

/* clear_dvalid (bit 0 SrcA, bit 1 SrcB), heeding CLR_DVALID_SrcX_Disable of the thread. */
void src_clear_dvalid(struct stx_core *core, unsigned thread, uint32_t which);

#endif
