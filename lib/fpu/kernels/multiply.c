/* SPDX-License-Identifier: Apache-2.0
 *
 * multiply.c - sums of products for cores with a multiplier: four instructions a product.
 *
 * The plain form rounds each product p = a * b of a group to the exponent of the largest one: with
 * d = deltaA + deltaB - s it adds sign * floor(p / 2^d + 1/2). Here the high word of a product of
 * scaled values is q = floor(2 p / 2^d), signed, because (21 - deltaA) + (15 - deltaB) - (3 - s) =
 * 33 - d. A sum that is kept as 2 n + 1 grows by ceil(q / 2) = floor(q / 2 + 1/2) with one addition
 * and one OR.
 *
 * That rounds ties up, but magnitudes have to be rounded: negative ties away from zero. SrcA's
 * values are larger by 1, which moves a product outwards by less than its own last bit and so
 * decides ties and nothing else: b * 2^(15 - deltaB - 3 + s) < 2^(33 - d) as long as
 * b < 2^(21 - deltaA), which holds for b <= 127 up to deltaA = 14. At deltaA = 15 there is no 1,
 * and no tie: d >= 12 asks for p = 2048, which is no product of 5 by 7 bits. From d = 13 on,
 * q is 0 or -1 and adds nothing. */
#include "core/mem.h"
#include "fpu/kernels/finish.h"
#include "fpu/kernels/int8.h"
#include "fpu/kernels/operands.h"
#include "regs/dst.h"
#include "regs/src.h"

#define LEVELS 4u

/* Half a row of SrcB, for each s: scaled values and topB - s. */
struct scaled_row {
    uint32_t levels;
    struct {
        int32_t value[8], exponent;
    } s[LEVELS];
};

/* What does not change in a block. */
struct product {
    const struct stx_core *core;
    const struct fpu_plan *plan;
    const struct kernel_block *block;
    const struct operand_a *a;
    struct scaled_row b[2][KERNEL_ROWS]; /* [half][row] */
};

static void scale_row(struct scaled_row *to, const struct operand_half *b) {
    to->levels = b->levels;
    for (unsigned k = 0; k < 8; k++) {
        int32_t v = b->value[k];
        to->s[3].value[k] = v;
        to->s[2].value[k] = v >> 1;
        to->s[1].value[k] = v >> 2;
        to->s[0].value[k] = v >> 3;
    }
    for (unsigned s = 0; s < LEVELS; s++) {
        to->s[s].exponent = b->top - (int32_t)s;
    }
}

/* No pair of distances up to 3: far exponents, or nothing at all. */
static struct kernel_group slow_group(const struct product *p, unsigned half, unsigned col,
                                      unsigned row) {
    const struct fpu_plan *plan = p->plan;
    uint32_t a[8], b[8];
    if (!p->a->half[half][col].nonzero) {
        return (struct kernel_group){0, plan->mode.zero_exponent};
    }
    for (unsigned k = 0; k < 8; k++) {
        unsigned at = 8 * half + k;
        a[k] = src_fpu_get(&p->core->srca, p->block->a0 + at, col) & plan->mask_a;
        b[k] =
            src_fpu_get(&p->core->srcb, p->block->b0 + row * p->block->b_step, at) & plan->mask_b;
    }
    struct fpu_term t = fpu_group(&plan->mode, b, a);
    int32_t m = (int32_t)(t.magnitude >> 13);
    return (struct kernel_group){t.negative ? -m : m, t.exponent};
}

static inline int32_t high_product(int32_t a, int32_t b) {
    return (int32_t)((int64_t)a * b >> 32);
}

/* One group for all rows: half a column of SrcA times half rows of SrcB. */
static void groups(const struct product *p, unsigned half, unsigned col,
                   struct kernel_group out[KERNEL_ROWS]) {
    const struct operand_half *a = &p->a->half[half][col];
    const int32_t a0 = a->value[0], a1 = a->value[1], a2 = a->value[2], a3 = a->value[3],
                  a4 = a->value[4], a5 = a->value[5], a6 = a->value[6], a7 = a->value[7];
    const uint32_t s3 = a->levels, s2 = s3 << 8, s1 = s3 << 16, s0 = s3 << 24;
    const int32_t top = a->top + p->plan->mode.adjust;
    const struct scaled_row *b = p->b[half], *end = b + p->block->rows;
    for (; b != end; b++, out++) {
        const int32_t *v = b->s[0].value;
        uint32_t levels = b->levels;
        if (!(s0 & levels)) {
            v += 9;
            if (!(s1 & levels)) {
                v += 9;
                if (!(s2 & levels)) {
                    v += 9;
                    if (!(s3 & levels)) {
                        *out = slow_group(p, half, col, (unsigned)(b - p->b[half]));
                        continue;
                    }
                }
            }
        }
        int32_t n = 1;
        n = (n + high_product(v[0], a0)) | 1;
        n = (n + high_product(v[1], a1)) | 1;
        n = (n + high_product(v[2], a2)) | 1;
        n = (n + high_product(v[3], a3)) | 1;
        n = (n + high_product(v[4], a4)) | 1;
        n = (n + high_product(v[5], a5)) | 1;
        n = (n + high_product(v[6], a6)) | 1;
        n = (n + high_product(v[7], a7)) | 1;
        int32_t exponent = v[8] + top;
        out->value = exponent > 0 ? n >> 1 : 0;
        out->exponent = exponent > 0 ? exponent : 0;
    }
}

/* Cells of the Dst rows; rows that were invalid become 0. */
static void open_rows(struct stx_core *core, const struct product *p,
                      uint16_t *cells[KERNEL_ROWS]) {
    bool dst32 = p->plan->dst32;
    for (unsigned i = 0; i < p->block->rows; i++) {
        unsigned row = p->block->d0 + i * p->block->d_step;
        unsigned physical = dst32 ? dst_row32(core, row) : dst_row16(core, row);
        cells[i] = core->dst.cell[physical];
        if (!dst_valid(core, physical)) {
            memset(cells[i], 0, sizeof core->dst.cell[0]);
            if (dst32) {
                memset(core->dst.cell[physical + DST_LOW_HALF], 0, sizeof core->dst.cell[0]);
            }
            dst_set_valid(core, physical);
        }
    }
}

#define LOW_HALF (DST_LOW_HALF * STX_COLS)

static void finish_column32(uint16_t *const *cells, unsigned col, unsigned rows,
                            const struct kernel_group *x, const struct kernel_group *y) {
    for (unsigned i = 0; i < rows; i++) {
        uint16_t *cell = cells[i] + col;
        uint32_t v = (uint32_t)cell[0] << 16 | dst_documented(cell[LOW_HALF]);
        v = finish32(x[i], y[i], v);
        cell[0] = (uint16_t)(v >> 16);
        cell[LOW_HALF] = (uint16_t)dst_from_documented(v & 0xFFFFu);
    }
}

static void finish_column_bf16(uint16_t *const *cells, unsigned col, unsigned rows,
                               const struct kernel_group *x, const struct kernel_group *y) {
    for (unsigned i = 0; i < rows; i++) {
        uint16_t *cell = cells[i] + col;
        *cell = (uint16_t)finish16(x[i], y[i], *cell, 7, 255, 0x7F80);
    }
}

static void finish_column_fp16(uint16_t *const *cells, unsigned col, unsigned rows,
                               const struct kernel_group *x, const struct kernel_group *y) {
    for (unsigned i = 0; i < rows; i++) {
        uint16_t *cell = cells[i] + col;
        uint32_t h = dst_fp16_from_documented(dst_documented(*cell));
        h = finish16(x[i], y[i], h, 10, 32, 0x7FFF);
        *cell = (uint16_t)dst_from_documented(dst_fp16_to_documented(h));
    }
}

void kernel_multiply(struct stx_core *core, const struct fpu_plan *plan,
                     const struct kernel_block *block) {
    struct operand_a room_a;
    struct operand_b room_b;
    struct product p = {.core = core, .plan = plan, .block = block};
    struct kernel_group x[KERNEL_ROWS], y[KERNEL_ROWS];
    uint16_t *cells[KERNEL_ROWS];
    if (plan->style == FPU_INT8) {
        kernel_int8(core, plan, block);
        return;
    }
    p.a = operand_a_get(core, plan, block->a0, &room_a);
    const struct operand_b *b = operand_b_get(core, plan, block->b0 & 0x38u, &room_b);
    for (unsigned i = 0; i < block->rows; i++) {
        unsigned row = (block->b0 + i * block->b_step) % KERNEL_ROWS;
        scale_row(&p.b[0][i], &b->half[row][0]);
        scale_row(&p.b[1][i], &b->half[row][1]);
    }
    open_rows(core, &p, cells);
    for (unsigned col = 0; col < STX_COLS; col++) {
        groups(&p, 0, col, x);
        groups(&p, 1, col, y);
        if (plan->dst32) {
            finish_column32(cells, col, block->rows, x, y);
        } else if (plan->style == FPU_E8) {
            finish_column_bf16(cells, col, block->rows, x, y);
        } else {
            finish_column_fp16(cells, col, block->rows, x, y);
        }
    }
}
