/* SPDX-License-Identifier: Apache-2.0
 *
 * product_rows.c - finishes a row of products: two sums of each column are added to Dst. */
#include "fast/common/product_rows.h"

#include "core/words.h"
#include "regs/dst.h"

unsigned rows_physical(const struct rows *r, unsigned row) {
    return r->plan->dst32 ? dst_row32(r->core, row) : dst_row16(r->core, row);
}

static void clear_row(uint16_t *cell) {
    BITS_UNROLL(8)
    for (unsigned col = 0; col < STX_COLS; col += 2) {
        cells_store(cell + col, 0);
    }
}

void rows_validate(const struct rows *r, unsigned physical) {
    struct stx_core *core = r->core;
    clear_row(core->dst.cell[physical]);
    if (r->plan->dst32) {
        clear_row(core->dst.cell[physical + DST_LOW_HALF]);
    }
    dst_set_valid(core, physical);
}

ALWAYS_INLINE void finish_one(const struct rows *r, uint16_t *cell, bool raw, struct group_sum x,
                              struct group_sum y) {
    if (r->plan->dst32) {
        finish_any_f32(&r->plan->mode, cell, x, y);
    } else if (r->plan->style == FPU_E8) {
        finish_bf16(&r->plan->mode, cell, raw, true, x, y);
    } else {
        finish_fp16(cell, raw, true, x, y);
    }
}

void rows_finish_one(const struct rows *r, unsigned physical, unsigned col,
                     const struct group_sum *x, const struct group_sum *y) {
    finish_one(r, r->core->dst.cell[physical] + col, dst_row_is_raw(physical), *x, *y);
}

void rows_finish(const struct rows *r, unsigned physical) {
    const struct operand_column *a = r->a->column[0];
    uint16_t *cell = r->core->dst.cell[physical];
    bool raw = dst_row_is_raw(physical);
    for (unsigned col = 0; col < STX_COLS; col++, a++, cell++) {
        if (IS_SMALL) {
            rows_finish_one(r, physical, col, &a->sum, &a[STX_COLS].sum);
        } else {
            finish_one(r, cell, raw, a->sum, a[STX_COLS].sum);
        }
    }
}

#if !IS_SMALL
static const struct group_sum nothing;

/* A denormal element becomes zero. */
static __attribute__((noinline)) void add_nothing(const struct rows *r, unsigned physical,
                                                  unsigned col, uint32_t exponent) {
    uint16_t *cell = r->core->dst.cell[physical] + col;
    if (exponent == 255) {
        rows_finish_one(r, physical, col, &nothing, &nothing);
    } else if (exponent == 0) {
        *cell = 0;
        if (r->plan->dst32) {
            cell[DST_TO_LOW] = 0;
        }
    }
}

/* Handles two cells at a time; most are zeros or have exponents other than 0 and 255, and stay as
 * they are. Exponents begin at bit `at`; low: the distance in cells from high halves of elements to
 * low halves, or 0. */
ALWAYS_INLINE void add_nothing_to(const struct rows *r, unsigned physical, uint32_t cols,
                                  unsigned low, unsigned at) {
    uint32_t one = 0x00010001u << at, all = 0x00FF00FFu << at;
    const uint16_t *cell = r->core->dst.cell[physical];
    OPAQUE_BOTH(one, all); /* keeps the compiler from making them for each pair */
    const uint32_t over = one << 8;
    BITS_UNROLL(8)
    for (unsigned col = 0; col < STX_COLS; col += 2) {
        uint32_t both = cells_load(cell + col), exponents = both & all;
        if ((both | (low ? cells_load(cell + low + col) : 0)) == 0 ||
            (((exponents + one) | ~(exponents + all)) & over) == 0) {
            continue;
        }
        if (cols >> col & 1u) {
            add_nothing(r, physical, col, both >> at & 255u);
        }
        if (cols >> col & 2u) {
            add_nothing(r, physical, col + 1, both >> (at + 16) & 255u);
        }
    }
}

void rows_add_nothing(const struct rows *r, unsigned physical, uint32_t cols) {
    if (r->plan->dst32) {
        add_nothing_to(r, physical, cols, DST_TO_LOW, 7);
    } else {
        add_nothing_to(r, physical, cols, 0, dst_row_is_raw(physical) ? 0 : 7);
    }
}
#endif
