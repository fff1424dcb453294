/* SPDX-License-Identifier: Apache-2.0
 *
 * mov_from_dst.c - MOVD2A, MOVD2B: Dst rows to the FPU's bank of a source; MOVB2A (SPEC 6.8). */
#include "fpu/block.h"
#include "fpu/move.h"
#include "fpu/plan.h"
#include "isa/args.h"
#include "num/format.h"
#include "regs/cfg.h"
#include "regs/dst.h"

enum { FOUR_ROWS = 2 };

struct source {
    bool dst32, low_half, tf32, e5;
};

static uint32_t fp16_datum(uint32_t h) {
    return (h & 0x8000u) << 16 | (h & 0x7FFFu) << 13;
}

static uint32_t read_datum(const struct stx_core *core, const struct source *s, unsigned physical,
                           unsigned col) {
    if (s->tf32 && s->dst32) {
        uint32_t v = dst_f32_get(core, physical, col);
        return s->low_half ? (v & 0x1FFFu) << 13 : v & 0xFFFFE000u;
    }
    unsigned row = s->low_half && s->dst32 ? physical + DST_LOW_HALF : physical;
    return s->e5 ? fp16_datum(dst_fp16_get(core, row, col)) : dst_bf16_get(core, row, col) << 16;
}

static void read_row(const struct stx_core *core, const struct source *s, unsigned row,
                     uint32_t *out) {
    unsigned physical = s->dst32 ? dst_row32(core, row) : dst_row16(core, row);
    bool valid = dst_valid(core, physical);
    for (unsigned col = 0; col < STX_COLS; col++) {
        if (!move_blocks(core, col)) {
            out[col] = valid ? read_datum(core, s, physical, col) : 0;
        }
    }
}

static enum stx_result choose(struct stx_core *core, unsigned thread, uint32_t format, bool low,
                              struct source *s) {
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

static void move_rows(struct stx_core *core, const struct source *s, struct stx_src *to,
                      unsigned d0, unsigned s0, unsigned rows) {
    for (unsigned i = 0; i < rows; i++) {
        uint32_t datum[STX_COLS];
        src_fpu_row(to, s0 + i, datum); /* columns that are blocked stay */
        read_row(core, s, d0 + i, datum);
        src_row_write(to, to->fpu_bank, s0 + i, datum);
    }
}

STX_EXEC(MOVD2A) {
    struct source s;
    bool four = a->instr_mod & FOUR_ROWS;
    if (choose(core, thread, fpu_source_format(core, thread, 0), a->dest_32b_lo, &s) == STX_FAULT) {
        return STX_FAULT;
    }
    unsigned d0 = dst_row_of(core, thread, a->dst), a0 = a->src + core->rwc[thread].srca;
    if (!move_allowed(core, a->instr_mod, (d0 | a0) & (four ? 3u : 0))) {
        return STX_FAULT;
    }
    d0 &= four ? 0x3FCu : 0x3FFu;
    a0 &= four ? 0x3Cu : 0x3Fu;
    move_rows(core, &s, &core->srca, d0, a0, four ? 4 : 1);
    core->shiftxa_row = (uint8_t)a0;
    rwc_advance(core, thread, a->addr_mode);
    return STX_DONE;
}

STX_EXEC(MOVD2B) {
    struct source s;
    bool four = a->instr_mod & FOUR_ROWS;
    if (choose(core, thread, move_format_of_b(core, thread), a->dest_32b_lo, &s) == STX_FAULT) {
        return STX_FAULT;
    }
    unsigned d0 = dst_row_of(core, thread, a->dst), b0 = a->src + core->rwc[thread].srcb;
    if (!move_allowed(core, a->instr_mod, (d0 | b0) & (four ? 3u : 0))) {
        return STX_FAULT;
    }
    d0 &= four ? 0x3FCu : 0x3FFu;
    b0 &= four ? 0x3Cu : 0x3Fu;
    move_rows(core, &s, &core->srcb, d0, b0, four ? 4 : 1);
    core->shiftxa_row = core->rwc[thread].srca;
    rwc_advance(core, thread, a->addr_mode);
    return STX_DONE;
}

STX_EXEC(MOVB2A) {
    bool four = a->instr_mod & FOUR_ROWS;
    uint32_t align = four ? 0x3Cu : 0x3Fu;
    uint32_t mask = fpu_format_mask(fpu_source_format(core, thread, 1));
    unsigned a0 = a->srca + core->rwc[thread].srca, b0 = a->srcb + core->rwc[thread].srcb;
    if (!move_allowed(core, a->instr_mod, (a0 | b0) & ~align & 3u)) {
        return STX_FAULT;
    }
    a0 &= align;
    b0 &= align;
    for (unsigned i = 0; i < (four ? 4u : 1u); i++) {
        uint32_t from[STX_COLS], to[STX_COLS];
        src_fpu_row(&core->srcb, b0 + i, from);
        src_fpu_row(&core->srca, a0 + i, to);
        for (unsigned col = 0; col < STX_COLS; col++) {
            if (!move_blocks(core, col)) {
                to[col] = move_flush(core, thread, from[col]) & mask;
            }
        }
        src_row_write(&core->srca, core->srca.fpu_bank, a0 + i, to);
    }
    core->shiftxa_row = (uint8_t)a0;
    rwc_advance(core, thread, a->addr_mode);
    return STX_DONE;
}
