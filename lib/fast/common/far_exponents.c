/* SPDX-License-Identifier: Apache-2.0
 *
 * far_exponents.c - sums of groups whose levels have no bit in common: the exponents are far apart,
 * or all products are zero. It computes as the plain form (fpu_group()) does, but reads SrcB once
 * for sixteen columns. */
#include "fast/common/product_rows.h"
#include "fast/common/small_product.h"
#include "regs/src.h"

enum {
    NONE = -1000, /* exponent of a zero */
    REACH = 12    /* products that lie further below the top round to 0 */
};

static const struct group_sum nothing;

/* Half a row of SrcB: its exponents, and its slices with their signs. */
struct slow_b {
    int32_t exponent[8], slice[8];
};

/* How SrcA is read. */
struct slow_a {
    const uint16_t *high;
    const uint8_t *low;
    uint32_t exponents, low_mask;
    bool fine;
};

/* The products p of a column: exponents before adjustment, and 2 p for a positive product or -2 p -
 * 1 for a negative one. When these are shifted right and rounded, halves round away from zero for
 * both signs. */
struct slow_products {
    int32_t exponent[8], twice[8];
};

/* high is the upper half of a datum. */
static inline uint32_t slice_of_a(const struct slow_a *a, unsigned at, uint32_t high) {
    if (a->fine) {
        return (high & 7u) << 2 | (STX_SRC_LOW ? (a->low[at] & a->low_mask) >> 6 : 0);
    }
    return 16u | (high >> 3 & 15u);
}

static void load_b(const struct rows *r, unsigned half, unsigned row, struct slow_b *b) {
    const struct fpu_plan *plan = r->plan;
    for (unsigned k = 0; k < 8; k++) {
        uint32_t v = src_fpu_get(&r->core->srcb, row, 8 * half + k) & plan->mask_b;
        uint32_t e = v >> 23 & 255u, m = v >> 13 & 1023u;
        b->exponent[k] = e ? (int32_t)e : NONE;
        m = (plan->mode.phase & 2u) ? (m & 15u) << 3 : 64u | m >> 4;
        b->slice[k] = (int32_t)(v >> 31 ? 0u - m : m);
    }
}

static void load_a(const struct rows *r, unsigned half, struct slow_a *a) {
    const struct stx_src *src = &r->core->srca;
    unsigned row = (r->block->a0 + 8 * half) % STX_SRC_ROWS;
    *a = (struct slow_a){src->high[src->fpu_bank][row], src_low_row(src, src->fpu_bank, row),
                         r->plan->mask_a >> 23 & 255u,
                         STX_SRC_LOW ? r->plan->mask_a >> 8 & 0xC0u : 0, r->plan->mode.phase & 1u};
}

/* Returns the largest exponent. */
static inline int32_t products(const struct slow_a *a, const struct slow_b *b, unsigned col,
                               struct slow_products *p) {
    int32_t top = NONE;
    const struct slow_a how = *a;
    BITS_UNROLL(8)
    for (unsigned k = 0; k < 8; k++) {
        int32_t high = (int16_t)how.high[k * STX_COLS + col];
        OPAQUE(high); /* makes the compiler load it with its sign */
        int32_t e = (int32_t)((uint32_t)high >> 7 & how.exponents), v = 0;
        if (e) {
            e += b->exponent[k];
            v = small_product((int32_t)slice_of_a(&how, k * STX_COLS + col, (uint32_t)high),
                              b->slice[k]);
            if (high < 0) {
                v = -v;
                OPAQUE(v); /* a branch around one instruction */
            }
            top = finish_larger(e, top);
        }
        p->exponent[k] = e;
        p->twice[k] = v * 2 + (v >> 31);
    }
    return top;
}

static void sum_of(const struct slow_a *a, const struct slow_b *b, unsigned col,
                   const struct fpu_mode *mode, struct group_sum *sum) {
    struct slow_products p;
    int32_t n = 1, top = products(a, b, col, &p);
    if (top <= 0) {
        *sum = (struct group_sum){.exponent = mode->zero_exponent};
        return;
    }
    if (top + mode->adjust <= 0) {
        *sum = nothing;
        return;
    }
    BITS_UNROLL(8)
    for (unsigned k = 0; k < 8; k++) {
        uint32_t d = (uint32_t)(top - p.exponent[k]);
        if (d <= REACH) {
            n = (n + (p.twice[k] >> d)) | 1;
        }
    }
    *sum = (struct group_sum){n, top + mode->adjust};
}

/* Half a row of SrcB and half a face of SrcA, which are read only when a group needs them. */
struct slow_half {
    struct slow_b b;
    struct slow_a a;
    bool loaded;
};

/* Computes a group of a column. Columns of zeros are common; for these the data are not read. */
static IN_CALLERS void group_of(struct slow_half *s, const struct rows *r, unsigned half,
                                unsigned row, unsigned col, struct group_sum *sum) {
    const struct fpu_mode *mode = &r->plan->mode;
    if (r->a->column[half][col].half.levels == 0) {
        *sum = (struct group_sum){.exponent = mode->zero_exponent};
        return;
    }
    if (!s->loaded) {
        load_b(r, half, row, &s->b);
        load_a(r, half, &s->a);
        s->loaded = true;
    }
    sum_of(&s->a, &s->b, col, mode, sum);
}

void rows_group(const struct rows *r, unsigned half, unsigned row, unsigned col,
                struct group_sum *sum) {
    struct slow_half s;
    s.loaded = false;
    group_of(&s, r, half, row, col, sum);
}

void rows_repair(const struct rows *r, unsigned half, unsigned row) {
    struct slow_half s;
    s.loaded = false;
    for (unsigned col = 0; col < STX_COLS; col++) {
        struct group_sum *sum = &r->a->column[half][col].sum;
        if (sum->exponent == ROWS_SLOW) {
            group_of(&s, r, half, row, col, sum);
        } else if (sum->exponent <= 0) {
            *sum = nothing;
        }
    }
}

void rows_finish_slow(const struct rows *r, unsigned row, unsigned physical) {
    struct slow_half s[2];
    struct operand_column *a = r->a->column[0];
    s[0].loaded = s[1].loaded = false;
    for (unsigned col = 0; col < STX_COLS; col++, a++) {
        struct group_sum *x = &a->sum, *y = &a[STX_COLS].sum;
        if (y->exponent == ROWS_SLOW) {
            if (ROWS_BOTH) {
                group_of(&s[0], r, 0, row, col, x);
            }
            group_of(&s[1], r, 1, row, col, y);
            rows_finish_one(r, physical, col, x, y);
        }
    }
}
