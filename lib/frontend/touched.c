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

/* The rows that are added to those that a word and its counter name. */
static uint32_t offset_of(const struct stx_core *core, unsigned thread) {
    return cfg_DEST_TARGET_REG_CFG_MATH_Offset(core, thread) +
           cfg_DEST_REGW_BASE_Base(core, thread);
}

/* Counters and fields of words may wrap around; an offset that points past the last row is kept. */
static struct touched with_offset(uint32_t row, uint32_t count, uint32_t offset) {
    return (struct touched){row + offset / STX_DST_ROWS * STX_DST_ROWS, count};
}

/* The block of `count` rows that contains the row that the word names. count is a power of two. */
static struct touched rows_at(const struct stx_core *core, unsigned thread, uint32_t word,
                              unsigned dst, unsigned count) {
    uint32_t offset = offset_of(core, thread);
    return with_offset((word + dst + offset) & (STX_DST_ROWS - 1u) & ~(count - 1u), count, offset);
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
    return with_offset(tile * 16u % STX_DST_ROWS, there ? 16 : 0, offset_of(core, thread));
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
        return with_offset((a.where & 1u) * 512u, 512, offset_of(core, thread));
    default:
        return with_offset(0, STX_DST_ROWS, offset_of(core, thread));
    }
}

static struct touched named_rows(const struct stx_core *core, unsigned thread, uint32_t word,
                                 unsigned dst, unsigned count) {
    return count == STX_ROWS_CLEARED ? rows_cleared(core, thread, word, dst)
           : count                   ? rows_at(core, thread, word, dst, count)
                                     : (struct touched){0, 0};
}

struct touched touched_rows(const struct stx_core *core, unsigned thread, uint32_t word,
                            unsigned dst, bool write) {
    const struct stx_insn *insn = stx_insn_of(word);
    uint32_t facts = insn ? (write ? insn->dst_write : insn->dst_read) : 0;
    return named_rows(core, thread, word, dst, stx_insn_rows(facts, word));
}

static void tell(struct stx_core *core, unsigned thread, uint32_t word, uint32_t how,
                 struct touched rows) {
    if (rows.count) {
        stx_tell(core, &(const struct stx_event){.kind = STX_EVENT_ROWS,
                                                 .thread = (uint8_t)thread,
                                                 .format = STX_EVENT_NO_FORMAT,
                                                 .part = STX_PART_DST,
                                                 .first = rows.first,
                                                 .count = rows.count,
                                                 .value = how,
                                                 .word = word});
    }
}

void touched_tell(struct stx_core *core, unsigned thread, uint32_t word, unsigned dst) {
    const struct stx_insn *insn = stx_insn_of(word);
    stx_uses_of = NULL;
    if (!insn || !(insn->dst_read | insn->dst_write)) {
        return;
    }
    unsigned read = stx_insn_rows(insn->dst_read, word);
    unsigned written = stx_insn_rows(insn->dst_write, word);
    if (read == written) {
        tell(core, thread, word, STX_ROWS_READ | STX_ROWS_WRITTEN,
             named_rows(core, thread, word, dst, read));
    } else {
        tell(core, thread, word, STX_ROWS_READ, named_rows(core, thread, word, dst, read));
        tell(core, thread, word, STX_ROWS_WRITTEN, named_rows(core, thread, word, dst, written));
    }
}
#endif
