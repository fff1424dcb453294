/* SPDX-License-Identifier: Apache-2.0
 *
 * peek.c - reads and writes single elements of SrcA, SrcB and Dst. */
#include "regs/dst.h"
#include "regs/src.h"
#include "softensix/inspect.h"

uint32_t stx_src_peek(const struct stx_core *core, unsigned source, unsigned bank, unsigned row,
                      unsigned col) {
    const struct stx_src *src = source ? &core->srcb : &core->srca;
    return src_get(src, bank % STX_SRC_BANKS, row, col % STX_COLS);
}

void stx_src_poke(struct stx_core *core, unsigned source, unsigned bank, unsigned row, unsigned col,
                  uint32_t value) {
    struct stx_src *src = source ? &core->srcb : &core->srca;
    src_touch(src, bank % STX_SRC_BANKS);
    src_set(src, bank % STX_SRC_BANKS, row, col % STX_COLS, value);
}

uint32_t stx_dst_peek(const struct stx_core *core, unsigned row, unsigned col) {
    return dst_raw_get(core, row % STX_DST_ROWS, col % STX_COLS);
}

void stx_dst_poke(struct stx_core *core, unsigned row, unsigned col, uint32_t cell) {
    dst_raw_set(core, row % STX_DST_ROWS, col % STX_COLS, cell);
}

bool stx_dst_row_valid(const struct stx_core *core, unsigned row) {
    return dst_valid(core, row % STX_DST_ROWS);
}

void stx_dst_row_set_valid(struct stx_core *core, unsigned row, bool valid) {
    if (valid) {
        dst_set_valid(core, row % STX_DST_ROWS);
    } else {
        dst_set_invalid(core, row % STX_DST_ROWS);
    }
}

/* Rows that are invalid or do not exist read as zeros. */
static bool shows(const struct stx_core *core, bool wide, unsigned row, unsigned physical) {
    return dst_row_is_there(core, wide, row) && dst_valid(core, physical);
}

uint32_t stx_dst_f32(const struct stx_core *core, unsigned row, unsigned col) {
    unsigned physical = dst_row32(core, row);
    return shows(core, true, row, physical) ? dst_f32_get(core, physical, col % STX_COLS) : 0;
}

uint32_t stx_dst_bf16(const struct stx_core *core, unsigned row, unsigned col) {
    unsigned physical = dst_row16(core, row);
    return shows(core, false, row, physical) ? dst_bf16_get(core, physical, col % STX_COLS) : 0;
}

uint32_t stx_dst_fp16(const struct stx_core *core, unsigned row, unsigned col) {
    unsigned physical = dst_row16(core, row);
    return shows(core, false, row, physical) ? dst_fp16_get(core, physical, col % STX_COLS) : 0;
}

void stx_dst_set_f32(struct stx_core *core, unsigned row, unsigned col, uint32_t f32) {
    unsigned physical = dst_row32(core, row);
    if (dst_row_is_there(core, true, row)) {
        dst_f32_set(core, physical, col % STX_COLS, f32);
        dst_set_valid(core, physical);
    }
}

void stx_dst_set_bf16(struct stx_core *core, unsigned row, unsigned col, uint32_t bf16) {
    unsigned physical = dst_row16(core, row);
    if (dst_row_is_there(core, false, row)) {
        dst_bf16_set(core, physical, col % STX_COLS, bf16);
        dst_set_valid(core, physical);
    }
}

void stx_dst_set_fp16(struct stx_core *core, unsigned row, unsigned col, uint32_t fp16) {
    unsigned physical = dst_row16(core, row);
    if (dst_row_is_there(core, false, row)) {
        dst_fp16_set(core, physical, col % STX_COLS, fp16);
        dst_set_valid(core, physical);
    }
}
