/* SPDX-License-Identifier: Apache-2.0
 *
 * mov_to_dst.c - MOVA2D, MOVDBGA2D, MOVB2D: source rows to Dst (SPEC 6.8). TF32 writes elements of
 * 32 bits. Every other format writes 16 bits, or with dest_32b_lo the low half of 32 bits. On
 * silicon, however, Fp32_enabled treats every format as TF32, and INT8_math_enabled gives every
 * format 8 exponent bits (departures MOVA2D_WRITES_32, MOVB2D_WRITES_32, MOVE_INT8_E8). */
#include "fpu/block.h"
#include "fpu/mov_common.h"
#include "fpu/fpu_plan.h"
#include "isa/args.h"
#include "num/format.h"
#include "regs/cfg.h"
#include "regs/dst.h"

enum { MOVA2D_EIGHT_ROWS = 2 };
enum { COLUMN_0 = 1, ROW_TO_EIGHT = 2, FOUR_ROWS = 4 }; /* MOVB2D */

struct move_target {
    bool low_half, full, e5; /* full: both halves of 32-bit elements */
    bool differs;            /* silicon and the simulator do, by this departure: */
    enum stx_departure departure;
};

static void write_cell(struct stx_core *core, const struct move_target *t, unsigned physical,
                       unsigned col, uint32_t datum) {
    if (t->e5) {
        dst_fp16_set(core, physical, col, fp16_of_datum(datum));
    } else {
        dst_bf16_set(core, physical, col, datum >> 16);
    }
}

/* A write of low halves to an invalid row sets the high halves to 0. */
static void clear_high_halves(struct stx_core *core, unsigned physical) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        dst_bf16_set(core, physical, col, 0);
    }
}

/* In a row that was invalid, columns that are not written read as 0 afterwards. */
static void target_row_clear(struct stx_core *core, const struct move_target *t,
                             unsigned physical) {
    clear_high_halves(core, physical);
    if (t->full && !t->low_half) {
        clear_high_halves(core, physical + DST_LOW_HALF);
    }
}

static bool target_is_wide(const struct move_target *t) {
    return t->full || t->low_half;
}

/* Writes the columns that are moved, for every kind of target. */
static void write_any(struct stx_core *core, const struct move_target *t, unsigned physical,
                      const uint32_t datum[STX_COLS]) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        if (move_blocks(core, col)) {
            continue;
        }
        if (t->low_half) {
            write_cell(core, t, physical + DST_LOW_HALF, col, datum[col]);
        } else if (t->full) {
            dst_f32_set(core, physical, col, datum[col]);
        } else {
            write_cell(core, t, physical, col, datum[col]);
        }
    }
}

static void target_row_write(struct stx_core *core, const struct move_target *t, unsigned row,
                             const uint32_t datum[STX_COLS]) {
    unsigned physical = target_is_wide(t) ? dst_row32(core, row) : dst_row16(core, row);
    if (!dst_valid(core, physical)) {
        target_row_clear(core, t, physical);
    }
    if (t->low_half || t->full || t->e5 || move_blocks_some(core)) {
        write_any(core, t, physical, datum);
    } else {
        for (unsigned col = 0; col < STX_COLS; col++) {
            dst_bf16_set(core, physical, col, datum[col] >> 16);
        }
    }
    dst_set_valid(core, physical);
}

/* Applies what Fp32_enabled and INT8_math_enabled change on silicon, unless FP16 is forced. `wide`
 * is the departure by which the instruction writes 32 bits. */
static void choose_silicon(const struct stx_core *core, unsigned thread, enum stx_departure wide,
                           struct move_target *t) {
    bool wide_dst = cfg_ALU_ACC_CTRL_Fp32_enabled(core, thread);
    if (STX_MOVES_WIDEN && wide_dst) {
        t->departure = wide;
        t->differs = !t->full && !t->low_half;
        t->full |= t->differs && would_depart(core, wide);
        t->e5 = t->e5 && !t->full;
    } else if (wide_dst || cfg_ALU_ACC_CTRL_INT8_math_enabled(core, thread)) {
        t->departure = STX_DEPARTURE_MOVE_INT8_E8;
        t->differs = t->e5;
        t->e5 = t->e5 && !would_depart(core, t->departure);
    }
}

/* TF32 is undefined with FP16A_FORCE and with dest_32b_lo. */
static enum stx_result choose_target(struct stx_core *core, unsigned thread, uint32_t format,
                                     bool low, enum stx_departure wide, struct move_target *t) {
    bool force = cfg_FP16A_FORCE_Enable(core, thread);
    bool tf32 = format == FORMAT_TF32;
    *t = (struct move_target){low, tf32, force || format_is_e5(format), false, wide};
    if (tf32 && force) {
        return stx_fail(core, STX_RULE_BAD_FORMAT, format);
    }
    if (!force) {
        choose_silicon(core, thread, wide, t);
    }
    bool allowed = block_defined(core, !(tf32 && low)) && fpu_format_allowed(core, format);
    return allowed ? STX_DONE : STX_FAULT;
}

/* True if the rows exist; then the word can no longer fault. If not, a fault is recorded. */
static bool target_has(struct stx_core *core, const struct move_target *t, unsigned first,
                       unsigned rows) {
    if (!dst_has(core, target_is_wide(t), first, rows)) {
        return false;
    }
    if (t->differs) {
        (void)departs(core, t->departure);
    }
    return true;
}

/* A row of SrcA; datums with exponent 0 become zero. */
static void row_of_a(const struct stx_core *core, unsigned thread, unsigned row,
                     uint32_t datum[STX_COLS]) {
    src_fpu_row(&core->srca, row, datum);
    move_flush(core, thread, datum);
}

/* The fields of MOVA2D and MOVDBGA2D, with the counters added to the rows. */
struct move_a {
    uint32_t format, mod, addr_mode;
    bool low;
    unsigned a0, d0;
};

static enum stx_result move_a(struct stx_core *core, unsigned thread, const struct move_a *m) {
    struct move_target t;
    unsigned rows = m->mod & MOVA2D_EIGHT_ROWS ? 8 : 1, below = rows - 1;
    if (choose_target(core, thread, m->format, m->low, STX_DEPARTURE_MOVA2D_WRITES_32, &t) ==
            STX_FAULT ||
        !move_allowed(core, m->mod, (m->d0 | m->a0) & below) ||
        !target_has(core, &t, m->d0 & ~below, rows)) {
        return STX_FAULT;
    }
    unsigned a0 = m->a0 & 0x3Fu & ~below;
    for (unsigned i = 0; i < rows; i++) {
        uint32_t datum[STX_COLS];
        row_of_a(core, thread, a0 + i, datum);
        target_row_write(core, &t, (m->d0 & ~below) + i, datum);
    }
    core->shiftxa_row = (uint8_t)a0;
    rwc_advance(core, thread, m->addr_mode);
    return STX_DONE;
}

STX_EXEC(MOVA2D) {
    const struct move_a m = {fpu_source_format(core, thread, 0),
                             a->instr_mod,
                             a->addr_mode,
                             a->dest_32b_lo,
                             a->src + core->rwc[thread].srca,
                             dst_row_of(core, thread, a->dst)};
    return move_a(core, thread, &m);
}

/* MOVA2D without the wait for SrcA. */
STX_EXEC(MOVDBGA2D) {
    const struct move_a m = {move_format_of_a(core, thread),
                             a->instr_mod,
                             a->addr_mode,
                             a->dest_32b_lo,
                             a->src + core->rwc[thread].srca,
                             dst_row_of(core, thread, a->dst)};
    if (move_a(core, thread, &m) == STX_FAULT) {
        return STX_FAULT;
    }
    move_count_format_of_a(core, thread);
    return STX_DONE;
}

/* How many rows are moved, the bits that align the rows of Dst and SrcB, and the step from row to
 * row in SrcB. */
struct move_shape {
    unsigned rows, dst_below, src_below, src_step;
};

static struct move_shape shape_of(uint32_t mod) {
    if (mod & ROW_TO_EIGHT) {
        return (struct move_shape){8, 7, 0, 0};
    }
    return mod & FOUR_ROWS ? (struct move_shape){4, 3, 3, 1} : (struct move_shape){1, 0, 0, 1};
}

/* A row of SrcB, or its first column in all columns; datums with exponent 0 become zero. */
static void row_of_b(const struct stx_core *core, unsigned thread, unsigned row, bool one_column,
                     uint32_t datum[STX_COLS]) {
    src_fpu_row(&core->srcb, row, datum);
    move_flush(core, thread, datum);
    for (unsigned col = 1; col < STX_COLS && one_column; col++) {
        datum[col] = datum[0];
    }
}

STX_EXEC(MOVB2D) {
    struct move_target t;
    uint32_t mod = a->movb2d_instr_mod, format = move_format_of_b(core, thread);
    struct move_shape s = shape_of(mod);
    unsigned d0 = dst_row_of(core, thread, a->dst), b0 = a->src + core->rwc[thread].srcb;
    if (choose_target(core, thread, format, a->dest_32b_lo, STX_DEPARTURE_MOVB2D_WRITES_32, &t) ==
            STX_FAULT ||
        !block_aligned(core, (d0 & s.dst_below) | (b0 & s.src_below)) ||
        !target_has(core, &t, d0 & ~s.dst_below, s.rows)) {
        return STX_FAULT;
    }
    b0 &= 0x3Fu & ~s.src_below;
    uint32_t all = 0;
    for (unsigned i = 0; i < s.rows; i++) {
        uint32_t datum[STX_COLS];
        row_of_b(core, thread, b0 + i * s.src_step, mod & COLUMN_0, datum);
        all |= move_mask(core, thread, datum);
        target_row_write(core, &t, (d0 & ~s.dst_below) + i, datum);
    }
    move_count_masked(core, thread, all);
    core->shiftxa_row = core->rwc[thread].srca;
    rwc_advance(core, thread, a->addr_mode);
    return STX_DONE;
}
