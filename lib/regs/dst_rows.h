/* SPDX-License-Identifier: Apache-2.0
 *
 * dst_rows.h - finds the physical row of a row of a full Dst (SPEC 5), inline, for code that asks
 * once for many elements. dst_row16() and dst_row32() are the same as ordinary functions. */
#ifndef STX_REGS_DST_ROWS_H
#define STX_REGS_DST_ROWS_H

#include "regs/cfg.h"
#include "regs/dst.h"

#define DBG_16BIT_IN_32BIT_ROWS (1u << 11)

/* The effect of remap_addrs: Adj16 of SPEC 5. */
static inline unsigned dst_remap(const struct stx_core *core, unsigned row) {
    if (!cfg_DEST_ACCESS_CFG_remap_addrs(core, 0)) {
        return row;
    }
    return (row & 0x3C7u) ^ ((row & 0x030u) >> 1) ^ ((row & 0x008u) << 2);
}

/* The effect of swizzle_32b, see SPEC 5. */
static inline unsigned dst_swizzle(const struct stx_core *core, unsigned row) {
    if (!cfg_DEST_ACCESS_CFG_swizzle_32b(core, 0)) {
        return row;
    }
    return (row & 0x3F3u) ^ ((row & 0x018u) >> 1) ^ ((row & 0x004u) << 1);
}

static inline unsigned dst_full_row32(const struct stx_core *core, unsigned row) {
    unsigned r = dst_swizzle(core, dst_remap(core, row % STX_DST_NAMES));
    return ((r & 0x1F8u) << 1) | (r & 0x207u);
}

static inline unsigned dst_full_row16(const struct stx_core *core, unsigned row) {
    bool wide = core->dbg_feature_disable & DBG_16BIT_IN_32BIT_ROWS;
    return wide ? dst_full_row32(core, row) : dst_remap(core, row % STX_DST_NAMES);
}

/* dst_row16(), dst_row32() and dst_row_of(). */
static inline unsigned dst_row_inline(const struct stx_core *core, bool wide, unsigned row) {
    return (wide ? dst_full_row32(core, row) : dst_full_row16(core, row)) % STX_DST_ROWS;
}
static inline unsigned dst_row_of_inline(const struct stx_core *core, unsigned thread,
                                         uint32_t field) {
    return (field + cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) + core->rwc[thread].dst +
            cfg_DEST_REGW_BASE_Base(core, thread)) %
           STX_DST_NAMES;
}

#endif
