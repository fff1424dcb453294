/* SPDX-License-Identifier: Apache-2.0
 *
 * touched.c - finds the rows of Dst that a word has read or written, and tells them. */
#include "frontend/touched.h"

#if STX_TRACE
#include "core/fault.h"
#include "core/tell.h"
#include "isa/args.h"
#include "regs/cfg.h"
#include "softensix/isa.h"

enum { ONE_ROW, SIXTEEN_ROWS, HALF };

/* The thread's offset, rounded down to a multiple of the rows of Dst: 0 unless it points past the
 * last row. Counters and fields of words may wrap around. */
static uint32_t rows_behind(const struct stx_core *core, unsigned thread) {
    uint32_t row =
        cfg_DEST_REGW_BASE_Base(core, thread) + cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread);
    return row / STX_DST_ROWS * STX_DST_ROWS;
}

/* The block of `count` rows that contains the row that the word names. count is a power of two. */
static struct touched rows_at(const struct stx_core *core, unsigned thread, uint32_t word,
                              unsigned dst, unsigned count) {
    unsigned row = word + dst + cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) +
                   cfg_DEST_REGW_BASE_Base(core, thread);
    row &= (STX_DST_ROWS - 1u) & ~(count - 1u);
    return (struct touched){row, count};
}

/* Sixteen rows: a block of the half that the counter, the offset and, for 16-bit elements on
 * silicon, the block itself point to. There are 64 blocks, or 32 with 32-bit elements (SPEC 6.7);
 * rows are numbered as for words of that width. */
static struct touched tile_cleared(const struct stx_core *core, unsigned thread, uint32_t word,
                                   unsigned dst) {
    unsigned offset = cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) + dst;
    const struct stx_args_ZEROACC a = fields_of_ZEROACC(word);
    bool wide = a.use_32_bit_mode;
    unsigned tiles = wide ? 32 : 64, tile = a.where & 0xFFu;
    unsigned added = would_depart(core, STX_DEPARTURE_ZEROACC_HALF) ? tile : 0;
    bool upper = wide ? offset & 768u : (offset + added) & 512u;
    if (upper && !cfg_DEST_ACCESS_CFG_zeroacc_absolute_tile_mode(core, thread)) {
        tile += tiles / 2;
    }
    bool there = tile < tiles && tile * 16u < STX_DST_ROWS;
    return (struct touched){tile * 16u % STX_DST_ROWS, there ? 16 : 0};
}

static struct touched rows_cleared(const struct stx_core *core, unsigned thread, uint32_t word,
                                   unsigned dst) {
    const struct stx_args_ZEROACC a = fields_of_ZEROACC(word);
    switch (a.clear_mode & 3u) {
    case ONE_ROW:
        return rows_at(core, thread, word, dst, 1);
    case SIXTEEN_ROWS:
        return tile_cleared(core, thread, word, dst);
    case HALF:
        return (struct touched){(a.where & 1u) * 512u, 512};
    default:
        return (struct touched){0, STX_DST_ROWS};
    }
}

struct touched touched_rows(const struct stx_core *core, unsigned thread, uint32_t word,
                            unsigned dst, bool write) {
    const struct stx_insn *insn = stx_insn_of(word);
    unsigned count = insn ? stx_insn_rows(write ? insn->dst_write : insn->dst_read, word) : 0;
    struct touched rows = count == STX_ROWS_CLEARED ? rows_cleared(core, thread, word, dst)
                          : count                   ? rows_at(core, thread, word, dst, count)
                                                    : (struct touched){0, 0};
    rows.first += rows_behind(core, thread);
    return rows;
}

void touched_tell(struct stx_core *core, unsigned thread, uint32_t word, unsigned dst) {
    for (unsigned write = 0; write < 2; write++) {
        unsigned kind = write ? STX_EVENT_ROWS_WRITTEN : STX_EVENT_ROWS_READ;
        struct touched rows = {0, 0};
        if (core->hears >> kind & 1u) {
            rows = touched_rows(core, thread, word, dst, write);
        }
        if (rows.count) {
            stx_tell(core, &(const struct stx_event){.kind = (uint8_t)kind,
                                                     .thread = (uint8_t)thread,
                                                     .format = STX_EVENT_NO_FORMAT,
                                                     .part = STX_PART_DST,
                                                     .first = rows.first,
                                                     .count = rows.count,
                                                     .word = word});
        }
    }
}
#endif
