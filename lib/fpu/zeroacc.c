/* SPDX-License-Identifier: Apache-2.0
 *
 * zeroacc.c - ZEROACC: clears or sets the valid bits of rows of Dst; the cells stay as they are
 * (SPEC 6.7). */
#include "fpu/block.h"
#include "isa/args.h"
#include "regs/cfg.h"
#include "regs/dst_rows.h"

enum { ONE_ROW, SIXTEEN_ROWS, HALF, ALL };
#define DBG_16BIT_IN_32BIT_ROWS (1u << 11)

static void mark(struct stx_core *core, unsigned physical, bool valid) {
    if (valid) {
        dst_set_valid(core, physical);
    } else {
        dst_set_invalid(core, physical);
    }
}

/* first and rows are multiples of 8. */
static void mark_range(struct stx_core *core, unsigned first, unsigned rows, bool valid) {
    unsigned end = first + rows < STX_DST_ROWS ? first + rows : STX_DST_ROWS;
    for (unsigned n; first < end; first += n) {
        n = first % 32 == 0 && end - first >= 32 ? 32 : 8;
        uint32_t bits = (n == 32 ? UINT32_MAX : 255u) << first % 32;
        uint32_t *word = &core->dst.valid[first / 32];
        *word = valid ? *word | bits : *word & ~bits;
    }
}

static bool one_is_wide(const struct stx_core *core, unsigned thread) {
    return cfg_ALU_ACC_CTRL_Fp32_enabled(core, thread) ||
           cfg_ALU_ACC_CTRL_INT8_math_enabled(core, thread) ||
           (core->dbg_feature_disable & DBG_16BIT_IN_32BIT_ROWS);
}

static void mark_one(struct stx_core *core, unsigned thread, uint32_t where, bool valid) {
    unsigned row = dst_row_of(core, thread, where);
    mark(core, one_is_wide(core, thread) ? dst_row32(core, row) : dst_row16(core, row), valid);
}

/* The tile index of 16-bit rows. Unless it is absolute, it is relative to a half of Dst, and bit 9
 * of the row plus the index chooses the half, so that a block behind the middle of the rows' half
 * is in the other one. The simulator asks the row alone (departure ZEROACC_HALF). */
static unsigned tile16_of(struct stx_core *core, unsigned offset, unsigned tile) {
    unsigned by_row = offset & 512u, by_sum = (offset + tile) & 512u;
    bool by_sum_counts = by_row == by_sum || departs(core, STX_DEPARTURE_ZEROACC_HALF);
    return (by_sum_counts ? by_sum : by_row) ? tile + 32 : tile;
}

static unsigned tile_of(struct stx_core *core, unsigned thread, uint32_t where, bool use32) {
    unsigned tile = where & 0xFFu;
    unsigned offset = cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) + core->rwc[thread].dst;
    if (cfg_DEST_ACCESS_CFG_zeroacc_absolute_tile_mode(core, thread)) {
        return tile;
    }
    return use32 ? tile + ((offset & 768u) ? 16 : 0) : tile16_of(core, offset, tile);
}

/* Where rows are remapped, the sixteen are those that other words reach by the same numbers: a
 * kernel that clears a face which it has read (rmsnorm of tt-metal's deepseek_v3_b1) is right on
 * cards. In the simulator they are sixteen neighbours (departure ZEROACC_REMAPPED). */
static void mark_remapped(struct stx_core *core, unsigned tile, bool use32, bool valid) {
    for (unsigned row = tile * 16; row < tile * 16 + 16; row++) {
        unsigned physical = use32 ? dst_full_row32(core, row) : dst_remap(core, row);
        if (physical < STX_DST_ROWS) {
            mark(core, physical, valid);
        }
    }
}

static void mark_sixteen(struct stx_core *core, unsigned tile, bool use32, bool valid) {
    const uint32_t *words = cfg_words_of(core, 0);
    bool remapped = cfg_DEST_ACCESS_CFG_remap_addrs_bits_in(words) |
                    cfg_DEST_ACCESS_CFG_swizzle_32b_bits_in(words);
    if (tile >= (use32 ? 32u : 64u)) {
        return;
    }
    if (remapped && departs(core, STX_DEPARTURE_ZEROACC_REMAPPED)) {
        mark_remapped(core, tile, use32, valid);
    } else if (use32) {
        mark_range(core, tile * 32, 8, valid);
        mark_range(core, tile * 32 + 16, 8, valid);
    } else {
        mark_range(core, tile * 16, 16, valid);
    }
}

static void set_validity(struct stx_core *core, unsigned thread, uint32_t mode,
                         const struct stx_args_ZEROACC *a) {
    bool valid = a->clear_zero_flags, use32 = a->use_32_bit_mode;
    switch (mode) {
    case ONE_ROW:
        mark_one(core, thread, a->where, valid);
        break;
    case SIXTEEN_ROWS:
        mark_sixteen(core, tile_of(core, thread, a->where, use32), use32, valid);
        break;
    case HALF:
        mark_range(core, (a->where & 1u) * (STX_DST_NAMES / 2), STX_DST_NAMES / 2, valid);
        break;
    default:
        mark_range(core, 0, STX_DST_ROWS, valid);
    }
}

/* On Wormhole bit 2 of clear_mode is the width of elements, and only SIXTEEN_ROWS uses it (code 5).
 * Kernels also set it with HALF and ALL (codes 6 and 7), where hardware ignores it. No source
 * mentions code 4, or code 5 on Blackhole. Blackhole's sources do not say whether DEST_REGW_BASE is
 * added to the tile index; here it is not, as on Wormhole, whose tile index is absolute. */
STX_EXEC(ZEROACC) {
    uint32_t mode = a->clear_mode & 3u;
    bool sixteen = mode == SIXTEEN_ROWS;
    bool based = !STX_ZEROACC_MODE_WIDTH && sixteen && cfg_DEST_REGW_BASE_Base(core, thread);
    bool named = mode == a->clear_mode || mode >= HALF || (STX_ZEROACC_MODE_WIDTH && sixteen);
    if (!block_defined(core, !based && named)) {
        return STX_FAULT;
    }
    if (DST_IS_SMALL && mode == ONE_ROW &&
        !dst_has(core, one_is_wide(core, thread), dst_row_of(core, thread, a->where), 1)) {
        return STX_FAULT;
    }
    set_validity(core, thread, mode, a);
    if (mode <= SIXTEEN_ROWS) {
        rwc_advance(core, thread, a->addr_mode);
    }
    return STX_DONE;
}
