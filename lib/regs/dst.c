/* SPDX-License-Identifier: Apache-2.0
 *
 * dst.c - finds the physical row of a row of Dst (SPEC 5), and reads rows of cells. */
#include "regs/dst.h"

#include "core/fault.h"
#include "core/words.h"
#include "regs/dst_rows.h"

/* A smaller Dst lacks rows. Their names would select other rows here, so callers ask dst_has()
 * first. */
unsigned dst_row32(const struct stx_core *core, unsigned row) {
    return dst_full_row32(core, row) % STX_DST_ROWS;
}

unsigned dst_row16(const struct stx_core *core, unsigned row) {
    return dst_full_row16(core, row) % STX_DST_ROWS;
}

bool dst_row_is_there(const struct stx_core *core, bool wide, unsigned row) {
    return (wide ? dst_full_row32(core, row) : dst_full_row16(core, row)) < STX_DST_ROWS;
}

#if DST_IS_SMALL
/* Rows 4 n .. 4 n + 3 are adjacent, so it suffices to check the first named row of each such
 * group. */
bool dst_has(struct stx_core *core, bool wide, unsigned first, unsigned count) {
    unsigned end = first + (count < STX_DST_NAMES ? count : STX_DST_NAMES);
    for (unsigned row = first; row < end; row = (row | 3u) + 1u) {
        if (!dst_row_is_there(core, wide, row)) {
            (void)stx_fail(core, STX_RULE_NOT_PRESENT, row % STX_DST_NAMES);
            return false;
        }
    }
    return true;
}
#endif

unsigned dst_row_of(const struct stx_core *core, unsigned thread, uint32_t field) {
    return (field + cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) + core->rwc[thread].dst +
            cfg_DEST_REGW_BASE_Base(core, thread)) %
           STX_DST_NAMES;
}

typedef char dst_is_aligned[offsetof(struct stx_core, dst.cell) % 4 == 0 ? 1 : -1];

static inline uint32_t two_from_documented(uint32_t d) {
    return (d & 0x80008000u) | (d & 0x00FF00FFu) << 7 | (d >> 8 & 0x007F007Fu);
}

/* The upper two bits of an exponent differ exactly if it lies in 64..191. Bits 14 and 30 of the
 * conjunction over all words tell whether that holds for all. */
bool dst_bf16_row(const struct stx_core *core, unsigned physical, uint32_t v[STX_COLS]) {
    const uint16_t *cell = core->dst.cell[physical];
    bool raw = dst_row_is_raw(physical);
    uint32_t differ = UINT32_MAX;
    for (unsigned col = 0; col < STX_COLS; col += 2) {
        uint32_t two = cells_load(cell + col);
        two = raw ? two_from_documented(two) : two;
        differ &= two ^ two << 1;
        v[col] = two & 0xFFFFu;
        v[col + 1] = two >> 16;
    }
    return (differ & 0x40004000u) == 0x40004000u;
}

void dst_bf16_cells(const struct stx_core *core, unsigned physical, uint16_t v[STX_COLS]) {
    const uint16_t *cell = core->dst.cell[physical];
    if (!dst_row_is_raw(physical)) {
        __builtin_memcpy(v, cell, sizeof core->dst.cell[physical]);
        return;
    }
    for (unsigned col = 0; col < STX_COLS; col++) {
        v[col] = (uint16_t)dst_from_documented(cell[col]);
    }
}
