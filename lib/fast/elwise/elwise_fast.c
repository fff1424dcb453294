/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise_fast.c - element-wise arithmetic in few instructions: fpu_sum() and fpu_product(), then
 * the ends of the product kernels (finish_sum.h) with one group. */
#include "forms/forms.h"
#include "fast/common/finish_sum.h"
#include "fast/common/small_product.h"
#include "regs/src.h"

#define EXPONENT 0x7F800000u

/* What does not change in a block. */
struct elwise {
    const struct fpu_plan *plan;
    uint32_t flip_b;               /* sign of SrcB: subtraction */
    int32_t adjust, zero_exponent; /* of sums */
    unsigned right_a, right_b;     /* slices: shift, mask, hidden bit */
    uint32_t mask_a, mask_b, hidden_a, hidden_b;
};

static void prepare(struct elwise *e, const struct fpu_plan *plan, enum elwise_operation op) {
    const struct fpu_mode *mode = &plan->mode;
    bool fine_a = mode->phase & 1u, fine_b = mode->phase & 2u, rebias = mode->acc32 && !mode->e8;
    int32_t scale = (fine_a ? 5 : 0) + (fine_b ? 7 : 0);
    *e = (struct elwise){.plan = plan, .flip_b = op == ELWISE_SUB ? 0x80000000u : 0};
    e->adjust = (rebias ? 112 : 0) - scale;
    e->zero_exponent = (rebias ? 97 : 0) - scale;
    e->right_a = fine_a ? 14 : 19;
    e->mask_a = fine_a ? 31 : 15;
    e->hidden_a = fine_a ? 0 : 16;
    e->right_b = fine_b ? 10 : 17;
    e->mask_b = fine_b ? 0x78 : 63;
    e->hidden_b = fine_b ? 0 : 64;
}

FINISH_INLINE uint32_t significand(uint32_t v) {
    return 1024u | (v >> 13 & 1023u);
}

/* fpu_sum() without kept denormals. */
FINISH_INLINE struct kernel_group sum_of(const struct elwise *e, uint32_t a, uint32_t b) {
    b = (b & EXPONENT) ? b ^ e->flip_b : 0;
    a = (a & EXPONENT) ? a : 0;
    uint32_t differ = a ^ b;
    if (b << 1 > a << 1) {
        uint32_t t = a;
        a = b;
        b = t;
    }
    if (!a) {
        return (struct kernel_group){0, e->zero_exponent};
    }
    uint32_t shift = (a >> 23 & 255u) - (b >> 23 & 255u), m = significand(a);
    if (b && shift < 12) {
        uint32_t n = ((significand(b) << 1 >> shift) + 1) >> 1;
        m = (int32_t)differ < 0 ? m - n : m + n;
    }
    m <<= 1;
    return (struct kernel_group){(int32_t)((int32_t)a < 0 ? 0u - m : m),
                                 (int32_t)(a >> 23 & 255u) + e->adjust};
}

/* fpu_product() without kept denormals. */
FINISH_INLINE struct kernel_group product_of(const struct elwise *e, uint32_t a, uint32_t b) {
    int32_t exponent = (int32_t)((a >> 23 & 255u) + (b >> 23 & 255u)) + e->plan->mode.adjust;
    if (!(a & EXPONENT) || !(b & EXPONENT) || exponent <= 0) {
        return (struct kernel_group){0, e->plan->mode.zero_exponent};
    }
    int32_t p = small_product((int32_t)((a >> e->right_a & e->mask_a) | e->hidden_a),
                              (int32_t)((b >> e->right_b & e->mask_b) | e->hidden_b));
    p = (int32_t)((uint32_t)p << 1);
    return (struct kernel_group){(int32_t)(a ^ b) < 0 ? -p : p, exponent};
}

/* A row of a source: high halves, and low bytes if the format has them. */
struct source_row {
    const uint16_t *high;
    const uint8_t *low;
    uint32_t mask;
    bool has_low;
};

static struct source_row row_of(const struct stx_src *src, unsigned row, uint32_t mask) {
    row %= STX_SRC_ROWS;
    return (struct source_row){src->high[src->fpu_bank][row], src_low_row(src, src->fpu_bank, row),
                               mask, STX_SRC_LOW && (mask & 0xE000u)};
}

FINISH_INLINE uint32_t datum_of(const struct source_row *r, unsigned col) {
    uint32_t v = (uint32_t)r->high[col] << 16;
    if (r->has_low) {
        v |= (uint32_t)r->low[col] << 8;
    }
    return v & r->mask;
}

static void groups_of(const struct elwise *e, const struct elwise_block *block,
                      const struct stx_core *core, unsigned row,
                      struct kernel_group out[STX_COLS]) {
    const struct source_row a = row_of(&core->srca, block->a + row, e->plan->mask_a);
    const struct source_row b =
        row_of(&core->srcb, block->b + row * block->b_step, e->plan->mask_b);
    unsigned at = 0, step = !block->one_column;
    if (block->op == ELWISE_MUL) {
        for (unsigned col = 0; col < STX_COLS; col++, at += step) {
            out[col] = product_of(e, datum_of(&a, col), datum_of(&b, at));
        }
    } else {
        for (unsigned col = 0; col < STX_COLS; col++, at += step) {
            out[col] = sum_of(e, datum_of(&a, col), datum_of(&b, at));
        }
    }
}

/* keep: the row's elements are added to. */
static void finish_row(const struct fpu_plan *plan, uint16_t *cell, bool raw, bool keep,
                       const struct kernel_group *x) {
    static const struct kernel_group none = {0, 0};
    const struct kernel_group *end = x + STX_COLS;
    if (plan->dst32) {
        for (; x != end; x++, cell++) {
            finish_f32(cell, keep, *x, (struct kernel_group){0, x->exponent});
        }
    } else if (plan->style == FPU_E8) {
        for (; x != end; x++, cell++) {
            finish_bf16(cell, raw, keep, *x, none);
        }
    } else {
        for (; x != end; x++, cell++) {
            finish_fp16(cell, raw, keep, *x, none);
        }
    }
}

bool elwise_fast(struct stx_core *core, const struct fpu_plan *plan,
                 const struct elwise_block *block) {
    struct elwise e;
    struct kernel_group groups[STX_COLS];
    if (plan->style == FPU_INT8 || plan->keep_denormal_b) {
        return false;
    }
    prepare(&e, plan, block->op);
    for (unsigned i = 0; i < ELWISE_ROWS; i++) {
        groups_of(&e, block, core, i, groups);
        unsigned row = block->dst + i;
        unsigned physical = plan->dst32 ? dst_row32(core, row) : dst_row16(core, row);
        bool keep = block->accumulate && dst_valid(core, physical);
        finish_row(plan, core->dst.cell[physical], dst_row_is_raw(physical), keep, groups);
        dst_set_valid(core, physical);
    }
    return true;
}
