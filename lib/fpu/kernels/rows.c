/* SPDX-License-Identifier: Apache-2.0 */
#include "fpu/kernels/rows.h"

#include "core/mem.h"
#include "regs/dst.h"
#include "regs/src.h"

#define LOW_HALF (DST_LOW_HALF * STX_COLS)

unsigned rows_open(struct stx_core *core, const struct fpu_plan *plan, unsigned row) {
    unsigned physical = plan->dst32 ? dst_row32(core, row) : dst_row16(core, row);
    if (!dst_valid(core, physical)) {
        memset(core->dst.cell[physical], 0, sizeof core->dst.cell[0]);
        if (plan->dst32) {
            memset(core->dst.cell[physical + DST_LOW_HALF], 0, sizeof core->dst.cell[0]);
        }
        dst_set_valid(core, physical);
    }
    return physical;
}

static void finish_f32(uint16_t *cell, const struct kernel_group *x, const struct kernel_group *y) {
    for (const uint16_t *end = cell + STX_COLS; cell != end; cell++, x++, y++) {
        uint32_t v = (uint32_t)cell[0] << 16 | cell[LOW_HALF];
        v = finish32(*x, *y, v);
        cell[0] = (uint16_t)(v >> 16);
        cell[LOW_HALF] = (uint16_t)v;
    }
}

/* raw: the row is in documented order. */
static void finish_bf16(uint16_t *cell, bool raw, const struct kernel_group *x,
                        const struct kernel_group *y) {
    for (const uint16_t *end = cell + STX_COLS; cell != end; cell++, x++, y++) {
        uint32_t v = finish16(*x, *y, raw ? dst_from_documented(*cell) : *cell, 7, 255, 0x7F80);
        *cell = (uint16_t)(raw ? dst_documented(v) : v);
    }
}

static void finish_fp16(uint16_t *cell, bool raw, const struct kernel_group *x,
                        const struct kernel_group *y) {
    for (const uint16_t *end = cell + STX_COLS; cell != end; cell++, x++, y++) {
        uint32_t h = dst_fp16_from_documented(raw ? *cell : dst_documented(*cell));
        h = dst_fp16_to_documented(finish16(*x, *y, h, 10, 32, 0x7FFF));
        *cell = (uint16_t)(raw ? h : dst_from_documented(h));
    }
}

void rows_finish(struct stx_core *core, const struct fpu_plan *plan, unsigned physical,
                 const struct kernel_group x[STX_COLS], const struct kernel_group y[STX_COLS]) {
    uint16_t *cell = core->dst.cell[physical];
    if (plan->dst32) {
        finish_f32(cell, x, y);
    } else if (plan->style == FPU_E8) {
        finish_bf16(cell, dst_row_is_raw(physical), x, y);
    } else {
        finish_fp16(cell, dst_row_is_raw(physical), x, y);
    }
}

static struct kernel_group slow_group(const struct fpu_plan *plan, const uint32_t b[8],
                                      const struct stx_core *core, unsigned row, unsigned col) {
    uint32_t a[8];
    for (unsigned k = 0; k < 8; k++) {
        a[k] = src_fpu_get(&core->srca, row + k, col) & plan->mask_a;
    }
    struct fpu_term t = fpu_group(&plan->mode, b, a);
    int32_t m = (int32_t)(t.magnitude << 1);
    return (struct kernel_group){t.negative ? -m : m, t.exponent};
}

void rows_repair(const struct stx_core *core, const struct fpu_plan *plan,
                 const struct kernel_block *block, unsigned half, unsigned row,
                 struct kernel_group out[STX_COLS]) {
    uint32_t b[8];
    for (unsigned k = 0; k < 8; k++) {
        b[k] = src_fpu_get(&core->srcb, row, 8 * half + k) & plan->mask_b;
    }
    for (unsigned col = 0; col < STX_COLS; col++) {
        if (out[col].exponent == ROWS_SLOW) {
            out[col] = slow_group(plan, b, core, block->a0 + 8 * half, col);
        } else if (out[col].exponent <= 0) {
            out[col] = (struct kernel_group){0, 0};
        }
    }
}
