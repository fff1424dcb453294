/* SPDX-License-Identifier: Apache-2.0 */
#include "fpu/kernels/rows.h"

#include "core/mem.h"
#include "regs/dst.h"
#include "regs/src.h"

#define LOW_HALF (DST_LOW_HALF * STX_COLS)

unsigned rows_physical(const struct rows *r, unsigned row) {
    return r->plan->dst32 ? dst_row32(r->core, row) : dst_row16(r->core, row);
}

void rows_validate(const struct rows *r, unsigned physical) {
    struct stx_core *core = r->core;
    memset(core->dst.cell[physical], 0, sizeof core->dst.cell[0]);
    if (r->plan->dst32) {
        memset(core->dst.cell[physical + DST_LOW_HALF], 0, sizeof core->dst.cell[0]);
    }
    dst_set_valid(core, physical);
}

static void finish_f32(uint16_t *cell, struct kernel_group x, struct kernel_group y) {
    uint32_t v = finish32(x, y, (uint32_t)cell[0] << 16 | cell[LOW_HALF]);
    cell[0] = (uint16_t)(v >> 16);
    cell[LOW_HALF] = (uint16_t)v;
}

/* raw: the row is in documented order. */
static void finish_bf16(uint16_t *cell, bool raw, const struct operand_column *a) {
    for (const uint16_t *end = cell + STX_COLS; cell != end; cell++, a++) {
        uint32_t v = raw ? dst_from_documented(*cell) : *cell;
        v = finish16(a->sum, a[STX_COLS].sum, v, 7, 255, 0x7F80);
        *cell = (uint16_t)(raw ? dst_documented(v) : v);
    }
}

static void finish_fp16(uint16_t *cell, bool raw, const struct operand_column *a) {
    for (const uint16_t *end = cell + STX_COLS; cell != end; cell++, a++) {
        uint32_t h = dst_fp16_from_documented(raw ? *cell : dst_documented(*cell));
        h = dst_fp16_to_documented(finish16(a->sum, a[STX_COLS].sum, h, 10, 32, 0x7FFF));
        *cell = (uint16_t)(raw ? h : dst_from_documented(h));
    }
}

void rows_finish(const struct rows *r, unsigned physical) {
    uint16_t *cell = r->core->dst.cell[physical];
    const struct operand_column *a = r->a->column[0];
    if (r->plan->dst32) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            finish_f32(cell + col, a[col].sum, a[col + STX_COLS].sum);
        }
    } else if (r->plan->style == FPU_E8) {
        finish_bf16(cell, dst_row_is_raw(physical), a);
    } else {
        finish_fp16(cell, dst_row_is_raw(physical), a);
    }
}

static void load_b(const struct rows *r, unsigned half, unsigned row, uint32_t b[8]) {
    for (unsigned k = 0; k < 8; k++) {
        b[k] = src_fpu_get(&r->core->srcb, row, 8 * half + k) & r->plan->mask_b;
    }
}

static struct kernel_group slow_sum(const struct rows *r, unsigned half, const uint32_t b[8],
                                    unsigned col) {
    uint32_t a[8];
    for (unsigned k = 0; k < 8; k++) {
        a[k] = src_fpu_get(&r->core->srca, r->block->a0 + 8 * half + k, col) & r->plan->mask_a;
    }
    struct fpu_term t = fpu_group(&r->plan->mode, b, a);
    int32_t m = (int32_t)(t.magnitude << 1);
    return (struct kernel_group){t.negative ? -m : m, t.exponent};
}

void rows_repair(const struct rows *r, unsigned half, unsigned row) {
    uint32_t b[8];
    load_b(r, half, row, b);
    for (unsigned col = 0; col < STX_COLS; col++) {
        struct kernel_group *sum = &r->a->column[half][col].sum;
        if (sum->exponent == ROWS_SLOW) {
            *sum = slow_sum(r, half, b, col);
        } else if (sum->exponent <= 0) {
            *sum = (struct kernel_group){0, 0};
        }
    }
}

void rows_finish_slow(const struct rows *r, unsigned row, unsigned physical) {
    uint32_t b[8];
    load_b(r, 1, row, b);
    for (unsigned col = 0; col < STX_COLS; col++) {
        struct operand_column *a = &r->a->column[1][col];
        if (a->sum.exponent == ROWS_SLOW) {
            a->sum.exponent = 0;
            finish_f32(r->core->dst.cell[physical] + col, r->a->column[0][col].sum,
                       slow_sum(r, 1, b, col));
        }
    }
}
