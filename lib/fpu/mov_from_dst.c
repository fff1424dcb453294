/* SPDX-License-Identifier: Apache-2.0
 *
 * mov_from_dst.c - MOVD2A and MOVD2B, which copy rows of Dst to the FPU's bank of a source, and
 * MOVB2A (SPEC 6.8). */
#include "fpu/block.h"
#include "fpu/mov_common.h"
#include "fpu/fpu_plan.h"
#include "isa/args.h"
#include "num/format.h"
#include "regs/cfg.h"
#include "regs/dst.h"

enum { FOUR_ROWS = 2 };

struct move_source {
    bool dst32, low_half, tf32, e5;
};

static uint32_t read_datum(const struct stx_core *core, const struct move_source *s,
                           unsigned physical, unsigned col) {
    if (s->tf32 && s->dst32) {
        uint32_t v = dst_f32_get(core, physical, col);
        return s->low_half ? (v & 0x1FFFu) << 13 : v & 0xFFFFE000u;
    }
    unsigned row = s->low_half && s->dst32 ? physical + DST_LOW_HALF : physical;
    return s->e5 ? fp16_datum(dst_fp16_get(core, row, col)) : dst_bf16_get(core, row, col) << 16;
}

static void read_row(const struct stx_core *core, const struct move_source *s, unsigned row,
                     uint32_t *out) {
    unsigned physical = s->dst32 ? dst_row32(core, row) : dst_row16(core, row);
    bool valid = dst_valid(core, physical);
    for (unsigned col = 0; col < STX_COLS; col++) {
        if (!move_blocks(core, col)) {
            out[col] = valid ? read_datum(core, s, physical, col) : 0;
        }
    }
}

static enum stx_result choose_source(struct stx_core *core, unsigned thread, uint32_t format,
                                     bool low, struct move_source *s) {
    bool force = cfg_FP16A_FORCE_Enable(core, thread);
    s->dst32 = !force && (cfg_ALU_ACC_CTRL_Fp32_enabled(core, thread) ||
                          cfg_ALU_ACC_CTRL_INT8_math_enabled(core, thread));
    s->low_half = low;
    s->tf32 = format == FORMAT_TF32 && !force;
    s->e5 = force || format_is_e5(format);
    bool undefined = !s->dst32 && (s->tf32 || low);
    bool allowed = block_defined(core, !undefined) && fpu_format_allowed(core, format);
    return allowed ? STX_DONE : STX_FAULT;
}

/* True if whole cells are copied: 16-bit elements, or the high halves of 32-bit elements. */
static bool moves_cells(const struct stx_core *core, const struct move_source *s) {
    return !s->tf32 && !s->low_half && !s->e5 && !move_blocks_some(core);
}

static void cells_from_dst(struct stx_core *core, const struct move_source *s, struct stx_src *to,
                           unsigned d0, unsigned s0, unsigned rows) {
    for (unsigned i = 0; i < rows; i++) {
        uint16_t cell[STX_COLS] = {0};
        unsigned physical = s->dst32 ? dst_row32(core, d0 + i) : dst_row16(core, d0 + i);
        if (dst_valid(core, physical)) {
            for (unsigned col = 0; col < STX_COLS; col++) {
                cell[col] = (uint16_t)dst_bf16_get(core, physical, col);
            }
        }
        src_row_write_high(to, to->fpu_bank, s0 + i, cell);
    }
}

static void rows_from_dst(struct stx_core *core, const struct move_source *s, struct stx_src *to,
                          unsigned d0, unsigned s0, unsigned rows) {
    for (unsigned i = 0; i < rows; i++) {
        uint32_t datum[STX_COLS];
        src_fpu_row(to, s0 + i, datum); /* keeps the columns that are blocked */
        read_row(core, s, d0 + i, datum);
        src_row_write(to, to->fpu_bank, s0 + i, datum);
    }
}

/* True if the library can store all bits of the data; if not, a fault is recorded. */
static bool bits_fit(struct stx_core *core, const struct move_source *s, unsigned d0,
                     unsigned rows) {
    uint32_t datum[STX_COLS] = {0}, all = 0;
    for (unsigned i = 0; i < rows; i++) {
        read_row(core, s, d0 + i, datum);
        for (unsigned col = 0; col < STX_COLS; col++) {
            all |= datum[col];
        }
    }
    return src_has_bits(core, all);
}

/* The operands of MOVD2A and MOVD2B. src and dst are rows that are not aligned yet. */
struct move {
    uint32_t format, mode;
    bool low_half;
    unsigned src, dst;
};

/* Returns the first row of the source in *first. */
static enum stx_result move_from_dst(struct stx_core *core, unsigned thread, const struct move *m,
                                     struct stx_src *to, unsigned *first) {
    struct move_source s;
    unsigned rows = m->mode & FOUR_ROWS ? 4 : 1, below = rows - 1;
    if (choose_source(core, thread, m->format, m->low_half, &s) == STX_FAULT ||
        !move_allowed(core, m->mode, (m->dst | m->src) & below)) {
        return STX_FAULT;
    }
    unsigned d0 = m->dst & ~below;
    if (!dst_has(core, s.dst32, d0, rows) || (!STX_SRC_LOW && !bits_fit(core, &s, d0, rows))) {
        return STX_FAULT;
    }
    *first = m->src & 0x3Fu & ~below;
    if (moves_cells(core, &s)) {
        cells_from_dst(core, &s, to, d0, *first, rows);
    } else {
        rows_from_dst(core, &s, to, d0, *first, rows);
    }
    return STX_DONE;
}

STX_EXEC(MOVD2A) {
    struct move m = {move_format_of_a(core, thread), a->instr_mod, a->dest_32b_lo,
                     a->src + core->rwc[thread].srca, dst_row_of(core, thread, a->dst)};
    unsigned first;
    if (move_from_dst(core, thread, &m, &core->srca, &first) == STX_FAULT) {
        return STX_FAULT;
    }
    move_count_format_of_a(core, thread);
    core->shiftxa_row = (uint8_t)first;
    rwc_advance(core, thread, a->addr_mode);
    return STX_DONE;
}

STX_EXEC(MOVD2B) {
    struct move m = {move_format_of_b(core, thread), a->instr_mod, a->dest_32b_lo,
                     a->src + core->rwc[thread].srcb, dst_row_of(core, thread, a->dst)};
    unsigned first;
    if (move_from_dst(core, thread, &m, &core->srcb, &first) == STX_FAULT) {
        return STX_FAULT;
    }
    core->shiftxa_row = core->rwc[thread].srca;
    rwc_advance(core, thread, a->addr_mode);
    return STX_DONE;
}

/* Counts the departures of a word that has moved these bits. */
static void count_masked(struct stx_core *core, unsigned thread, uint32_t all) {
    const bool known = STX_DEPARTURES_KNOWN >> STX_DEPARTURE_MOVB2A_MASKED & 1u;
    move_count_masked(core, thread, all);
    if (known && (all & ~fpu_format_mask(fpu_source_format(core, thread, 1)))) {
        (void)departs(core, STX_DEPARTURE_MOVB2A_MASKED);
    }
}

static uint32_t bits_of(const uint32_t datum[STX_COLS]) {
    uint32_t all = 0;
    for (unsigned col = 0; col < STX_COLS; col++) {
        all |= datum[col];
    }
    return all;
}

/* Returns all bits that are set in the row of SrcB. */
static uint32_t row_b_to_a(struct stx_core *core, unsigned thread, unsigned from, unsigned to) {
    const bool whole = would_simulate(core, STX_DEPARTURE_MOVB2A_MASKED);
    uint32_t x[STX_COLS], y[STX_COLS];
    src_fpu_row(&core->srcb, from, x);
    src_fpu_row(&core->srca, to, y);
    move_flush(core, thread, x);
    uint32_t all = whole ? bits_of(x) : move_mask(core, thread, x);
    for (unsigned col = 0; col < STX_COLS; col++) {
        y[col] = move_blocks(core, col) ? y[col] : x[col];
    }
    src_row_write(&core->srca, core->srca.fpu_bank, to, y);
    return all;
}

STX_EXEC(MOVB2A) {
    unsigned rows = a->instr_mod & FOUR_ROWS ? 4 : 1, below = rows - 1;
    unsigned a0 = a->srca + core->rwc[thread].srca, b0 = a->srcb + core->rwc[thread].srcb;
    if (!move_allowed(core, a->instr_mod, (a0 | b0) & below)) {
        return STX_FAULT;
    }
    a0 &= 0x3Fu & ~below;
    b0 &= 0x3Fu & ~below;
    uint32_t all = 0;
    for (unsigned i = 0; i < rows; i++) {
        all |= row_b_to_a(core, thread, b0 + i, a0 + i);
    }
    count_masked(core, thread, all);
    core->shiftxa_row = (uint8_t)a0;
    rwc_advance(core, thread, a->addr_mode);
    return STX_DONE;
}
