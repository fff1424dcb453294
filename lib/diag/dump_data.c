/* SPDX-License-Identifier: Apache-2.0
 *
 * dump_data.c - prints SrcA, SrcB, Dst and LRegs as numbers. */
#include "diag/dump.h"
#include "diag/decimal.h"
#include "num/format.h"
#include "regs/cfg.h"
#include "softensix/dump.h"

#define COLUMN 13 /* characters for a number */

/* One element as text, followed by spaces up to the width of a column. */
static void element(const struct out *out, uint32_t value, enum stx_dump_form form) {
    char text[REAL_TEXT] = "";
    if (form == STX_DUMP_RAW16) {
        stx_out_digits(out, value, 4);
        stx_out_padded(out, "", COLUMN - 4);
        return;
    }
    if (form == STX_DUMP_INT32) {
        stx_out_string(out, value >> 31 ? "-" : "");
        stx_out_decimal(out, value & 0x7FFFFFFFu);
        stx_out_string(out, " ");
        return;
    }
    stx_real_text(text, form == STX_DUMP_BF16   ? value << 16
                        : form == STX_DUMP_FP16 ? stx_real_from_fp16(value)
                                                : value);
    stx_out_padded(out, text, COLUMN);
}

/* A tile of 32x32: faces 0 and 1 above 2 and 3, with 16 rows each. */
struct tile {
    uint32_t at[64][STX_COLS];
    enum stx_dump_form form;
};

static bool row_is_zero(const struct tile *tile, unsigned row) {
    uint32_t any = 0;
    for (unsigned c = 0; c < STX_COLS; c++) {
        any |= tile->at[row][c] | tile->at[row + 16][c];
    }
    return any == 0;
}

static void dump_row(const struct out *out, const struct tile *tile, unsigned row) {
    for (unsigned face = 0; face < 2; face++) {
        for (unsigned c = 0; c < STX_COLS; c++) {
            element(out, tile->at[row + 16 * face][c], tile->form);
        }
    }
    stx_out_string(out, "\n");
}

static void print_tile(const struct out *out, const struct tile *tile) {
    unsigned zeros = 0;
    for (unsigned r = 0; r < 32; r++) {
        unsigned row = r % 16 + 32 * (r / 16);
        if (row_is_zero(tile, row)) {
            zeros++;
            continue;
        }
        stx_out_string(out, r < 10 ? "   " : "  ");
        stx_out_decimal(out, r);
        stx_out_string(out, ": ");
        dump_row(out, tile, row);
    }
    if (zeros) {
        stx_out_string(out, "  ");
        stx_out_decimal(out, zeros);
        stx_out_string(out, " rows are 0\n");
    }
}

/* What is read from now on is not told as the running word's, until stx_uses_of is what this
 * returns again. */
static struct stx_core *untold(void) {
    struct stx_core *of = stx_uses_of;
    stx_uses_of = NULL;
    return of;
}

enum stx_dump_form stx_dump_form_of(const struct stx_core *core) {
    struct stx_core *of = untold();
    enum stx_dump_form form = cfg_ALU_ACC_CTRL_INT8_math_enabled(core, 1) ? STX_DUMP_INT32
                              : cfg_ALU_ACC_CTRL_Fp32_enabled(core, 1)    ? STX_DUMP_FP32
                              : format_is_e5(cfg_ALU_FORMAT_SPEC_REG2_Dstacc(core, 1))
                                  ? STX_DUMP_FP16
                                  : STX_DUMP_BF16;
    stx_uses_of = of;
    return form;
}

static enum stx_dump_form chosen(const struct stx_core *core, enum stx_dump_form form) {
    bool given = form > STX_DUMP_AUTO && form <= STX_DUMP_RAW16;
    return given ? form : stx_dump_form_of(core);
}

static bool is_wide(enum stx_dump_form form) {
    return form == STX_DUMP_FP32 || form == STX_DUMP_INT32;
}

static uint32_t dst_element(const struct stx_core *core, unsigned row, unsigned col,
                            enum stx_dump_form form) {
    return form == STX_DUMP_RAW16  ? stx_dst_peek(core, row, col)
           : form == STX_DUMP_BF16 ? stx_dst_bf16(core, row, col)
           : form == STX_DUMP_FP16 ? stx_dst_fp16(core, row, col)
                                   : stx_dst_f32(core, row, col);
}

uint32_t stx_dump_element(const struct stx_core *core, enum stx_dump_form form, unsigned row,
                          unsigned col) {
    struct stx_core *of = untold();
    uint32_t value = dst_element(core, row, col, chosen(core, form));
    stx_uses_of = of;
    return value;
}

static bool read_tile(struct tile *tile, const struct stx_core *core, unsigned index,
                      enum stx_dump_form form) {
    uint32_t any = 0;
    tile->form = chosen(core, form);
    for (unsigned r = 0; r < 64; r++) {
        for (unsigned c = 0; c < STX_COLS; c++) {
            tile->at[r][c] = stx_dump_element(core, tile->form, 64 * index + r, c);
            any |= tile->at[r][c];
        }
    }
    return any != 0;
}

static void title(const struct out *out, unsigned index, enum stx_dump_form form) {
    static const char *const names[] = {"", "BF16", "FP16", "FP32", "INT32", "cells"};
    stx_out_string(out, "dst tile ");
    stx_out_decimal(out, index);
    stx_out_string(out, " (rows ");
    stx_out_decimal(out, 64 * index);
    stx_out_string(out, "..");
    stx_out_decimal(out, 64 * index + 63);
    stx_out_string(out, ") as ");
    stx_out_string(out, names[form]);
    stx_out_string(out, ":\n");
}

void stx_dump_tile(const struct stx_core *core, unsigned tile, enum stx_dump_form form,
                   stx_print print, void *ctx) {
    struct out out = {print, ctx};
    struct tile t;
    (void)read_tile(&t, core, tile % 16, form);
    title(&out, tile % 16, t.form);
    print_tile(&out, &t);
}

void stx_dump_dst_part(const struct out *out, const struct stx_core *core) {
    struct tile t;
    unsigned zeros = 0, tiles = is_wide(chosen(core, STX_DUMP_AUTO)) ? 8 : 16;
    for (unsigned i = 0; i < tiles; i++) {
        if (read_tile(&t, core, i, STX_DUMP_AUTO)) {
            title(out, i, t.form);
            print_tile(out, &t);
        } else {
            zeros++;
        }
    }
    stx_out_decimal(out, zeros);
    stx_out_string(out, " tiles of dst are 0 or not valid\n");
}

static uint32_t src_value(uint32_t cell, unsigned format) {
    if (format == FORMAT_INT8) {
        return (cell & 0x80000000u) | (cell >> 13 & 0x3FFu);
    }
    if (!format_is_e5(format)) {
        return cell;
    }
    return stx_real_from_fp16(fp16_of_datum(cell));
}

static void bank_line(const struct out *out, const struct stx_src *src, unsigned source,
                      unsigned bank) {
    stx_out_string(out, source ? "srcb" : "srca");
    stx_out_string(out, " bank ");
    stx_out_decimal(out, bank);
    stx_out_string(out,
                   src->fpu_owns[bank] ? ": owned by the FPU (valid)" : ": owned by the unpackers");
    stx_out_string(out, src->fpu_bank == bank ? ", current for the FPU" : "");
    stx_out_string(out, src->unpack_bank == bank ? ", current for the unpackers" : "");
    stx_out_string(out, ", format ");
    stx_out_decimal(out, src->format[bank]);
    stx_out_string(out, "\n");
}

void stx_dump_bank(const struct stx_core *core, unsigned source, unsigned bank, stx_print print,
                   void *ctx) {
    const struct stx_src *src = source ? &core->srcb : &core->srca;
    struct out out = {print, ctx};
    struct tile t;
    bank %= STX_SRC_BANKS;
    bank_line(&out, src, source, bank);
    t.form = src->format[bank] == FORMAT_INT8 ? STX_DUMP_INT32 : STX_DUMP_FP32;
    for (unsigned r = 0; r < STX_SRC_ROWS; r++) {
        for (unsigned c = 0; c < STX_COLS; c++) {
            t.at[r][c] = src_value(stx_src_peek(core, source, bank, r, c), src->format[bank]);
        }
    }
    print_tile(&out, &t);
}

void stx_dump_src_part(const struct out *out, const struct stx_core *core) {
    for (unsigned i = 0; i < 2 * STX_SRC_BANKS; i++) {
        stx_dump_bank(core, i / STX_SRC_BANKS, i % STX_SRC_BANKS, out->print, out->ctx);
    }
}

static void dump_lreg(const struct out *out, const uint32_t *lanes, unsigned index) {
    char text[REAL_TEXT];
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        if (lane % 8 == 0) {
            stx_out_string(out, "lreg[");
            stx_out_decimal(out, index);
            stx_out_string(out, "] lane ");
            stx_out_decimal(out, lane);
            stx_out_string(out, lane > 8 ? ": " : ":  ");
        }
        stx_real_text(text, lanes[lane]);
        stx_out_digits(out, lanes[lane], 8);
        stx_out_string(out, " ");
        stx_out_padded(out, text, COLUMN);
        stx_out_string(out, lane % 8 == 7 ? "\n" : "");
    }
}

void stx_dump_lreg_part(const struct out *out, const struct stx_core *core) {
    const struct stx_sfpu *s = &core->sfpu;
    for (unsigned i = 0; i < 8; i++) {
        dump_lreg(out, s->lreg[i], i);
    }
    stx_out_string(out, "lane flags ");
    stx_out_hex(out, s->flags);
    stx_out_string(out, ", used by ");
    stx_out_hex(out, s->use);
    stx_out_string(out, "; flag stack:");
    for (unsigned i = 0; i < s->depth; i++) {
        stx_out_string(out, " ");
        stx_out_hex(out, s->stack[i].flags);
        stx_out_string(out, "/");
        stx_out_hex(out, s->stack[i].use);
    }
    stx_out_string(out, s->depth ? "\n" : " empty\n");
}
