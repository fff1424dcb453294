/* SPDX-License-Identifier: Apache-2.0
 *
 * dst.c - which physical row of Dst a name means (SPEC 5). */
#include "regs/dst.h"

#include "regs/cfg.h"

#define DBG_16BIT_IN_32BIT_ROWS (1u << 11)

/* remap_addrs: Adj16 of SPEC 5. */
static unsigned remap(const struct stx_core *core, unsigned row) {
    if (!cfg_DEST_ACCESS_CFG_remap_addrs(core, 0)) {
        return row;
    }
    return (row & 0x3C7u) ^ ((row & 0x030u) >> 1) ^ ((row & 0x008u) << 2);
}

/* swizzle_32b of SPEC 5. */
static unsigned swizzle(const struct stx_core *core, unsigned row) {
    if (!cfg_DEST_ACCESS_CFG_swizzle_32b(core, 0)) {
        return row;
    }
    return (row & 0x3F3u) ^ ((row & 0x018u) >> 1) ^ ((row & 0x004u) << 1);
}

/* A row that is not there is noted, and another one taken: the dispatcher faults when the word is
 * done. */
static unsigned present(const struct stx_core *core, unsigned physical) {
#if STX_DST_ROWS < STX_DST_NAMES
    if (physical >= STX_DST_ROWS) {
        ((struct stx_core *)core)->dst.absent = 1;
        physical %= STX_DST_ROWS;
    }
#endif
    (void)core;
    return physical;
}

unsigned dst_row32(const struct stx_core *core, unsigned row) {
    unsigned r = swizzle(core, remap(core, row % STX_DST_NAMES));
    return present(core, ((r & 0x1F8u) << 1) | (r & 0x207u));
}

unsigned dst_row16(const struct stx_core *core, unsigned row) {
    if (core->dbg_feature_disable & DBG_16BIT_IN_32BIT_ROWS) {
        return dst_row32(core, row);
    }
    return present(core, remap(core, row % STX_DST_NAMES));
}

unsigned dst_row_of(const struct stx_core *core, unsigned thread, uint32_t field) {
    return (field + cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) + core->rwc[thread].dst +
            cfg_DEST_REGW_BASE_Base(core, thread)) %
           STX_DST_NAMES;
}

typedef char dst_is_aligned[offsetof(struct stx_core, dst.cell) % 4 == 0 ? 1 : -1];

enum { BIG_ENDIAN_HOST = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

/* Two cells of a row by one access, the first in the low half on every host. */
static uint32_t two_cells(const uint16_t *cell) {
    uint32_t v;
    __builtin_memcpy(&v, __builtin_assume_aligned(cell, 4), sizeof v);
    return BIG_ENDIAN_HOST ? v << 16 | v >> 16 : v;
}

void dst_bf16_row(const struct stx_core *core, unsigned physical, uint32_t v[STX_COLS]) {
    const uint16_t *cell = core->dst.cell[physical];
    bool raw = dst_row_is_raw(physical);
    for (unsigned col = 0; col < STX_COLS && !raw; col += 2) {
        uint32_t two = two_cells(cell + col);
        v[col] = two & 0xFFFFu;
        v[col + 1] = two >> 16;
    }
    for (unsigned col = 0; col < STX_COLS && raw; col += 2) {
        uint32_t d = two_cells(cell + col);
        uint32_t two = (d & 0x80008000u) | (d & 0x00FF00FFu) << 7 | (d >> 8 & 0x007F007Fu);
        v[col] = two & 0xFFFFu;
        v[col + 1] = two >> 16;
    }
}
