/* SPDX-License-Identifier: Apache-2.0 */
#include "fpu/kernels/rows.h"

#include "core/mem.h"
#include "regs/dst.h"
#include "regs/src.h"

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

static void finish_fp16(uint16_t *cell, bool raw, struct kernel_group x, struct kernel_group y) {
    uint32_t v = raw ? *cell : dst_documented(*cell);
    struct finish_element dst = {(int32_t)(v & 31u), v >> 5 & 1023u, v >> 15};
    bool negative;
    v = finish16(x, y, dst, 10, 32, 0x7FFF, &negative);
    v = (v & 1023u) << 5 | v >> 10 | (uint32_t)negative << 15;
    *cell = (uint16_t)(raw ? v : dst_from_documented(v));
}

void rows_finish(const struct rows *r, unsigned physical) {
    uint16_t *cell = r->core->dst.cell[physical];
    bool raw = dst_row_is_raw(physical);
    const struct operand_column *a = r->a->column[0];
    for (unsigned col = 0; col < STX_COLS; col++, a++, cell++) {
        if (r->plan->dst32) {
            finish_f32(cell, a->sum, a[STX_COLS].sum);
        } else if (r->plan->style == FPU_E8) {
            finish_bf16(cell, raw, a->sum, a[STX_COLS].sum);
        } else {
            finish_fp16(cell, raw, a->sum, a[STX_COLS].sum);
        }
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

void rows_mark(const struct rows *r, unsigned half) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        r->a->column[half][col].sum.exponent = ROWS_SLOW;
    }
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

/* One element. */
static void finish(const struct rows *r, unsigned physical, unsigned col, struct kernel_group x,
                   struct kernel_group y) {
    uint16_t *cell = r->core->dst.cell[physical] + col;
    if (r->plan->dst32) {
        finish_f32(cell, x, y);
    } else {
        finish_bf16(cell, dst_row_is_raw(physical), x, y);
    }
}

void rows_finish_slow(const struct rows *r, unsigned row, unsigned physical) {
    uint32_t b[8];
    load_b(r, 1, row, b);
    for (unsigned col = 0; col < STX_COLS; col++) {
        struct operand_column *a = &r->a->column[1][col];
        if (a->sum.exponent == ROWS_SLOW) {
            a->sum.exponent = 0;
            finish(r, physical, col, r->a->column[0][col].sum, slow_sum(r, 1, b, col));
        }
    }
}
