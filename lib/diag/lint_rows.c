/* SPDX-License-Identifier: Apache-2.0
 *
 * lint_rows.c - which rows of Dst a word reads or writes. The configuration is read after the word
 * has executed; none of the words that touch Dst changes it. */
#include "diag/lint.h"
#include "core/fault.h"
#include "isa/args.h"
#include "regs/cfg.h"
#include "softensix/isa.h"

enum { ONE_ROW, SIXTEEN_ROWS, HALF };

/* The block of `count` rows that contains the row that the word names. count is a power of two. */
static struct stx_lint_rows rows_at(const struct stx_core *core, unsigned thread, uint32_t word,
                                    unsigned dst, unsigned count) {
    unsigned row = word + dst + cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) +
                   cfg_DEST_REGW_BASE_Base(core, thread);
    row &= (STX_DST_ROWS - 1u) & ~(count - 1u);
    return (struct stx_lint_rows){.row = (uint16_t)row, .count = (uint16_t)count};
}

/* Sixteen rows: a block of the half that the counter, the offset and, for 16-bit elements on
 * silicon, the block itself point to. There are 64 blocks, or 32 with 32-bit elements (SPEC 6.7);
 * rows are numbered as for words of that width. */
static struct stx_lint_rows tile_cleared(const struct stx_core *core, unsigned thread,
                                         uint32_t word, unsigned dst) {
    unsigned offset = cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) + dst;
    const struct stx_args_ZEROACC a = fields_of_ZEROACC(word);
    bool wide = a.use_32_bit_mode;
    unsigned tiles = wide ? 32 : 64, tile = a.where & 0xFFu;
    unsigned added = would_depart(core, STX_DEPARTURE_ZEROACC_HALF) ? tile : 0;
    bool upper = wide ? offset & 768u : (offset + added) & 512u;
    if (upper && !cfg_DEST_ACCESS_CFG_zeroacc_absolute_tile_mode(core, thread)) {
        tile += tiles / 2;
    }
    uint16_t count = tile < tiles && tile * 16u < STX_DST_ROWS ? 16 : 0;
    return (struct stx_lint_rows){.row = (uint16_t)(tile * 16u % STX_DST_ROWS), .count = count};
}

static struct stx_lint_rows rows_cleared(const struct stx_core *core, unsigned thread,
                                         uint32_t word, unsigned dst) {
    const struct stx_args_ZEROACC a = fields_of_ZEROACC(word);
    switch (a.clear_mode & 3u) {
    case ONE_ROW:
        return rows_at(core, thread, word, dst, 1);
    case SIXTEEN_ROWS:
        return tile_cleared(core, thread, word, dst);
    case HALF:
        return (struct stx_lint_rows){.row = (a.where & 1u) * 512u, .count = 512};
    default:
        return (struct stx_lint_rows){.count = STX_DST_ROWS};
    }
}

static struct stx_lint_rows rows_of(const struct stx_core *core, unsigned thread, uint32_t word,
                                    unsigned dst, uint32_t rows) {
    unsigned count = stx_insn_rows(rows, word);
    if (count == STX_ROWS_CLEARED) {
        return rows_cleared(core, thread, word, dst);
    }
    return count ? rows_at(core, thread, word, dst, count) : (struct stx_lint_rows){.count = 0};
}

struct stx_lint_rows stx_lint_written(const struct stx_core *core, unsigned thread, uint32_t word,
                                      unsigned dst) {
    return rows_of(core, thread, word, dst, stx_insn_of(word)->dst_write);
}

struct stx_lint_rows stx_lint_read(const struct stx_core *core, unsigned thread, uint32_t word,
                                   unsigned dst) {
    return rows_of(core, thread, word, dst, stx_insn_of(word)->dst_read);
}
