/* SPDX-License-Identifier: Apache-2.0
 *
 * lint_rows.c - which rows of Dst a word reads or writes. Configuration is that after the word,
 * which none of these words changes. */
#include "diag/lint.h"
#include "isa/args.h"
#include "regs/cfg.h"

enum { ONE_ROW, SIXTEEN_ROWS, HALF };

/* count rows around the one that the word names; count is a power of two. */
static struct stx_lint_rows rows_at(const struct stx_core *core, unsigned thread, uint32_t word,
                                    unsigned dst, unsigned count) {
    unsigned row = (word & 1023u) + dst + cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) +
                   cfg_DEST_REGW_BASE_Base(core, thread);
    row &= (STX_DST_ROWS - 1u) & ~(count - 1u);
    return (struct stx_lint_rows){.row = (uint16_t)row, .count = (uint16_t)count};
}

static struct stx_lint_rows rows_cleared(const struct stx_core *core, unsigned thread,
                                         uint32_t word, unsigned dst) {
    unsigned offset = cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) + dst;
    unsigned tile = (word & 255u) + ((offset & 512u) / 16u);
    switch (word >> 19 & 3u) {
    case ONE_ROW:
        return rows_at(core, thread, word, dst, 1);
    case SIXTEEN_ROWS:
        return (struct stx_lint_rows){.row = (uint16_t)(tile * 16u % STX_DST_ROWS), .count = 16};
    case HALF:
        return (struct stx_lint_rows){.row = (word & 1u) * 512u, .count = 512};
    default:
        return (struct stx_lint_rows){.count = STX_DST_ROWS};
    }
}

struct stx_lint_rows stx_lint_written(const struct stx_core *core, unsigned thread, uint32_t word,
                                      unsigned dst) {
    static const uint8_t rows_of_movb2d[8] = {1, 1, 8, 8, 4, 4, 8, 8};
    switch (word_opcode(word)) {
    case STX_OP_MVMUL:
    case STX_OP_ELWADD:
    case STX_OP_ELWSUB:
    case STX_OP_ELWMUL:
    case STX_OP_DOTPV:
        return rows_at(core, thread, word, dst, 8);
    case STX_OP_GMPOOL:
    case STX_OP_GAPOOL:
        return rows_at(core, thread, word, dst, 16);
    case STX_OP_MOVA2D:
        return rows_at(core, thread, word, dst, word >> 12 & 2u ? 8 : 1);
    case STX_OP_MOVB2D:
        return rows_at(core, thread, word, dst, rows_of_movb2d[word >> 11 & 7u]);
    case STX_OP_ZEROACC:
        return rows_cleared(core, thread, word, dst);
    default:
        return (struct stx_lint_rows){.count = 0};
    }
}

struct stx_lint_rows stx_lint_read(const struct stx_core *core, unsigned thread, uint32_t word,
                                   unsigned dst) {
    switch (word_opcode(word)) {
    case STX_OP_SFPLOAD:
    case STX_OP_SFPLOADMACRO:
        return rows_at(core, thread, word, dst, 4);
    case STX_OP_MOVD2A:
    case STX_OP_MOVD2B:
        return rows_at(core, thread, word, dst, word >> 12 & 2u ? 4 : 1);
    default:
        return (struct stx_lint_rows){.count = 0};
    }
}
