/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise_scalar.c - element-wise arithmetic in few instructions: fpu_sum() and fpu_product() in
 * sign and magnitude, with one loop for each row. 32-bit elements to which nothing is added are
 * exact, because a sum or a product has at most 12 bits. Other elements are finished like those of
 * products (finish_sum.h), with one group. Columns with two zeros, or with exponents near the ends
 * of the range, are computed one by one with the plain form. */
#include "fast/forms.h"
#include "fast/common/product_rows.h"
#include "fast/common/small_product.h"
#include "regs/src.h"

/* Values that are the same for a whole block. */
struct elwise {
    const struct fpu_plan *plan;
    uint32_t flip_b;           /* inverts the sign of SrcB for a subtraction */
    int32_t adjust;            /* added to the exponent */
    unsigned right_a, right_b; /* slices: shift, mask, hidden bit */
    uint32_t mask_a, mask_b, hidden_a, hidden_b;
    bool multiply, low; /* low: data have bits below bit 16 */
    unsigned step;      /* distance between columns of SrcB; 0 if column 0 is used for all */
    bool usual;         /* a 32-bit addition without scaling, one_column and low bits */
};

static void prepare(struct elwise *e, const struct fpu_plan *plan,
                    const struct elwise_block *block) {
    const struct fpu_mode *mode = &plan->mode;
    bool fine_a = mode->phase & 1u, fine_b = mode->phase & 2u, rebias = mode->acc32 && !mode->e8;
    int32_t scale = (fine_a ? 5 : 0) + (fine_b ? 7 : 0);
    *e = (struct elwise){.plan = plan, .multiply = block->op == ELWISE_MUL};
    e->flip_b = (uint32_t)(block->op == ELWISE_SUB) << 31;
    e->adjust = e->multiply ? mode->adjust : (rebias ? 112 : 0) - scale;
    e->right_a = fine_a ? 14 : 19;
    e->mask_a = fine_a ? 31 : 15;
    e->hidden_a = fine_a ? 0 : 16;
    e->right_b = fine_b ? 10 : 17;
    e->mask_b = fine_b ? 0x78 : 63;
    e->hidden_b = fine_b ? 0 : 64;
    e->low = (plan->mask_a != 0xFFFF0000u) | (plan->mask_b != 0xFFFF0000u);
    e->step = !block->one_column;
    e->usual = plan->dst32 && block->op == ELWISE_ADD && !e->adjust && !e->low && e->step;
}

/* magnitude * 2^(exponent - 127 - 10), negative if bit 31 of sign is set; magnitude < 2^12. */
struct term {
    uint32_t magnitude, sign;
    int32_t exponent;
};

/* The significand of a datum that has been shifted left by one. */
ALWAYS_INLINE uint32_t significand_of(uint32_t v) {
    return 1024u | (v >> 14 & 1023u);
}

/* The sign of a sum is that of the larger operand. An operand that is twelve or more binades below
 * it, which a zero may be, adds nothing. False if the smaller operand is a zero that is not so far
 * below. */
ALWAYS_INLINE bool sum_of(const struct elwise *e, uint32_t a, uint32_t b, struct term *t) {
    b ^= e->flip_b;
    uint32_t x = a << 1, y = b << 1, differ = a ^ b;
    if (x < y) {
        uint32_t larger = y;
        y = x;
        x = larger;
        a = b;
    }
    uint32_t exponent_y = y >> 24, shift = (x >> 24) - exponent_y;
    *t = (struct term){significand_of(x), a, (int32_t)(x >> 24) + e->adjust};
    if (shift > 11) {
        return true;
    }
    uint32_t n = ((significand_of(y) << 1 >> shift) + 1) >> 1;
    t->magnitude += (int32_t)differ < 0 ? 0u - n : n;
    return !UNLIKELY(exponent_y == 0);
}

ALWAYS_INLINE bool product_of(const struct elwise *e, uint32_t a, uint32_t b, struct term *t) {
    uint32_t x = a << 1 >> 24, y = b << 1 >> 24;
    int32_t p = small_product((int32_t)((a >> e->right_a & e->mask_a) | e->hidden_a),
                              (int32_t)((b >> e->right_b & e->mask_b) | e->hidden_b));
    *t = (struct term){(uint32_t)p, a ^ b, (int32_t)(x + y) + e->adjust};
    return !UNLIKELY(x == 0 || y == 0 || t->exponent <= 0);
}

ALWAYS_INLINE bool term_of(const struct elwise *e, bool multiply, uint32_t a, uint32_t b,
                           struct term *t) {
    return multiply ? product_of(e, a, b, t) : sum_of(e, a, b, t);
}

static struct fpu_term plain_term(const struct elwise *e, uint32_t a, uint32_t b) {
    const struct fpu_mode *mode = &e->plan->mode;
    return e->multiply ? fpu_product(mode, b, a, false) : fpu_sum(mode, a, b ^ e->flip_b, false);
}

ALWAYS_INLINE int32_t with_sign(uint32_t magnitude, uint32_t sign) {
    return (int32_t)((int32_t)sign < 0 ? 0u - magnitude : magnitude);
}

/* Computes other data with the plain form. */
static __attribute__((noinline)) void group_plainly(const struct elwise *e, uint32_t a, uint32_t b,
                                                    struct group_sum *x) {
    struct fpu_term t = plain_term(e, a, b);
    uint32_t sign = (uint32_t)t.negative << 31;
    *x = (struct group_sum){with_sign(t.magnitude >> 12, sign), t.exponent};
}

ALWAYS_INLINE struct group_sum group_of(const struct term *t) {
    return (struct group_sum){with_sign(t->magnitude << 1, t->sign), t->exponent};
}

ALWAYS_INLINE struct group_sum group_at(const struct elwise *e, bool multiply, uint32_t a,
                                        uint32_t b) {
    struct term t;
    bool good = term_of(e, multiply, a, b, &t);
    struct group_sum g = group_of(&t);
    if (UNLIKELY(!good)) {
        group_plainly(e, a, b, &g);
    }
    return g;
}

/* A row of a source: the high halves, and the low bytes if the row has any. */
struct source_row {
    const uint16_t *high;
    const uint8_t *low;
    uint32_t mask;
};

static struct source_row row_of(const struct stx_src *src, unsigned row, uint32_t mask) {
    return (struct source_row){src->high[src->fpu_bank][row], src_low_row(src, src->fpu_bank, row),
                               mask};
}

ALWAYS_INLINE uint32_t datum_of(const struct source_row *r, unsigned col, bool low) {
    uint32_t v = (uint32_t)r->high[col] << 16;
    if (low) {
        v |= STX_SRC_LOW ? (uint32_t)r->low[col] << 8 : 0;
        v &= r->mask;
    }
    return v;
}

/* Rows of both sources and of Dst. keep: the result is added to the elements. */
struct elwise_row {
    struct source_row a, b;
    unsigned physical;
    bool keep;
};

/* Row i of a block. `before` is the physical row of row i - 1: of four rows of Dst from a multiple
 * of four on, each follows the one before it. */
ALWAYS_INLINE struct elwise_row row_at(const struct stx_core *core, const struct fpu_plan *plan,
                                       const struct elwise_block *block, unsigned i,
                                       unsigned before) {
    unsigned row = block->dst + i, row_b = block->b + i * block->b_step;
    unsigned physical = i % 4         ? before + 1
                        : plan->dst32 ? dst_row32(core, row)
                                      : dst_row16(core, row);
    return (struct elwise_row){row_of(&core->srca, block->a + i, plan->mask_a),
                               row_of(&core->srcb, row_b, plan->mask_b), physical,
                               block->accumulate && dst_valid(core, physical)};
}

#if IS_SMALL
/* One loop for all cases; elements are finished like those of products. */
static void do_row(struct stx_core *core, const struct elwise *e, const struct elwise_row *r) {
    const struct rows rows = {core, e->plan, NULL, NULL};
    if (!r->keep) {
        rows_validate(&rows, r->physical);
    }
    for (unsigned col = 0, at = 0; col < STX_COLS; col++, at += e->step) {
        uint32_t a = datum_of(&r->a, col, true), b = datum_of(&r->b, at, true);
        struct group_sum g = group_at(e, e->multiply, a, b), none = {.exponent = g.exponent};
        rows_finish_one(&rows, r->physical, col, &g, &none);
    }
}
#else
/* An element of 32 bits, computed with the plain form. */
static __attribute__((noinline)) uint32_t element_plainly(const struct elwise *e, uint32_t a,
                                                          uint32_t b, uint32_t dst) {
    static const struct fpu_term nothing = {0, 0, false};
    return fpu_accumulate(&e->plan->mode, plain_term(e, a, b), nothing, dst);
}

/* A single term as a binary32. False if it may be out of range, or if few bits are left after
 * cancellation. */
ALWAYS_INLINE bool exact(const struct term *t, const uint8_t *clz8, uint32_t sign, uint32_t *v) {
    uint32_t high = t->magnitude >> 4, left = clz8[high];
    int32_t below = t->exponent - (int32_t)left; /* the exponent minus 1 */
    *v = (t->sign & sign) | (((uint32_t)below << 23) + (t->magnitude << left << 12));
    return !UNLIKELY(high == 0 || (uint32_t)(below - 1) >= 252u);
}

/* What the computation of a 32-bit element needs besides its data. how is *e, or constants with the
 * same values. */
struct row_of_32 {
    const struct elwise *e;
    struct elwise how;
    const struct elwise_row *r;
    bool multiply, keep, low;
    const uint8_t *clz8;
    uint32_t sign;
};

ALWAYS_INLINE void element_of_32(const struct row_of_32 *s, uint16_t *cell, unsigned col,
                                 unsigned at) {
    uint32_t x = datum_of(&s->r->a, col, s->low), y = datum_of(&s->r->b, at, s->low), v = 0;
    uint32_t dst = s->keep ? (uint32_t)*cell << 16 | cell[DST_TO_LOW] : 0;
    struct term t;
    bool good = term_of(&s->how, s->multiply, x, y, &t);
    if (s->keep) {
        struct group_sum g = group_of(&t), none = {.exponent = g.exponent};
        good = good && (s->multiply || FINISH_REFUSES_0 || g.exponent > 0) &&
               finish32_near(g, none, dst, &v);
    } else {
        good = good && exact(&t, s->clz8, s->sign, &v);
    }
    if (UNLIKELY(!good)) {
        v = element_plainly(s->e, x, y, dst);
    }
    *cell = (uint16_t)(v >> 16);
    cell[DST_TO_LOW] = (uint16_t)v;
}

/* Four elements at a time, or two where each takes many registers. */
ALWAYS_INLINE void row_of_32(const struct elwise *e, const struct elwise how,
                             const struct elwise_row *r, uint16_t *cell, bool multiply, bool keep,
                             bool low) {
    struct row_of_32 s = {e, how, r, multiply, keep, low, bits_clz8, 0x80000000u};
    OPAQUE_BOTH(s.clz8, s.sign); /* in registers instead of loading them for each element */
    const unsigned some = keep ? 2 : 4;
    for (unsigned col = 0, at = 0; col < STX_COLS; col += some, at += some * how.step) {
        element_of_32(&s, cell + col, col, at);
        element_of_32(&s, cell + col + 1, col + 1, at + how.step);
        if (some == 4) {
            element_of_32(&s, cell + col + 2, col + 2, at + 2 * how.step);
            element_of_32(&s, cell + col + 3, col + 3, at + 3 * how.step);
        }
    }
}

ALWAYS_INLINE void row_of_16(const struct elwise *e, const struct elwise_row *r, uint16_t *cell,
                             bool multiply) {
    const bool bf16 = e->plan->style == FPU_E8, raw = dst_row_is_raw(r->physical);
    const struct elwise how = *e;
    const struct fpu_mode *mode = &e->plan->mode;
    for (unsigned col = 0, at = 0; col < STX_COLS; col++, at += how.step, cell++) {
        uint32_t x = datum_of(&r->a, col, how.low), y = datum_of(&r->b, at, how.low);
        struct group_sum g = group_at(&how, multiply, x, y);
        if (bf16) {
            finish_bf16(mode, cell, raw, r->keep, (struct group_sum){.exponent = g.exponent}, g);
        } else {
            finish_fp16(cell, raw, r->keep, (struct group_sum){.exponent = g.exponent}, g);
        }
    }
}

/* A single term as a bfloat16. False if it may be out of range, or if few bits are left after
 * cancellation. */
ALWAYS_INLINE bool rounded(const struct term *t, const uint8_t *clz8, uint32_t *v) {
    uint32_t high = t->magnitude >> 4, left = clz8[high];
    int32_t below = t->exponent - (int32_t)left; /* the exponent minus 1 */
    *v = ((uint32_t)below << 7) + (((t->magnitude << left) + 8) >> 4);
    return !UNLIKELY(high == 0 || (uint32_t)(below - 1) >= 252u);
}

static __attribute__((noinline)) void bf16_plainly(const struct elwise *e, uint16_t *cell, bool raw,
                                                   uint32_t a, uint32_t b) {
    struct group_sum g;
    group_plainly(e, a, b, &g);
    finish_bf16(&e->plan->mode, cell, raw, false, (struct group_sum){.exponent = g.exponent}, g);
}

/* Elements of bfloat16 to which nothing is added. how is *e, or constants with the same values. */
ALWAYS_INLINE void row_of_bf16(const struct elwise *e, const struct elwise how,
                               const struct elwise_row *r, uint16_t *cell, bool multiply,
                               bool raw) {
    const struct source_row a = r->a, b = r->b;
    const uint8_t *clz8 = bits_clz8;
    OPAQUE(clz8); /* keeps it in a register */
    for (unsigned col = 0, at = 0; col < STX_COLS; col++, at += how.step) {
        uint32_t x = datum_of(&a, col, false), y = datum_of(&b, at, false), v;
        struct term t;
        bool good = term_of(&how, multiply, x, y, &t);
        if (UNLIKELY(!(good && rounded(&t, clz8, &v)))) {
            bf16_plainly(e, cell + col, raw, x, y);
        } else {
            v = raw ? (v & 127u) << 8 | v >> 7 : v;
            cell[col] = (uint16_t)(v | t.sign >> 31 << 15);
        }
    }
}

static const struct elwise usual_sum = {.step = 1};

static __attribute__((noinline)) void sums_in_order(const struct elwise *e,
                                                    const struct elwise_row *r, uint16_t *cell) {
    row_of_bf16(e, usual_sum, r, cell, false, false);
}
static __attribute__((noinline)) void sums_documented(const struct elwise *e,
                                                      const struct elwise_row *r, uint16_t *cell) {
    row_of_bf16(e, usual_sum, r, cell, false, true);
}

/* A row of bfloat16 to which nothing is added. */
static void do_new_row(struct stx_core *core, const struct elwise *e, const struct elwise_row *r,
                       bool usual) {
    uint16_t *cell = core->dst.cell[r->physical];
    const bool raw = dst_row_is_raw(r->physical);
    if (usual) {
        raw ? sums_documented(e, r, cell) : sums_in_order(e, r, cell);
    } else if (e->multiply) {
        row_of_bf16(e, *e, r, cell, true, raw);
    } else {
        row_of_bf16(e, *e, r, cell, false, raw);
    }
}

static void do_row(struct stx_core *core, const struct elwise *e, const struct elwise_row *r) {
    uint16_t *cell = core->dst.cell[r->physical];
    if (e->usual && !r->keep) {
        row_of_32(e, usual_sum, r, cell, false, false, false);
    } else if (!e->plan->dst32 && e->multiply) {
        row_of_16(e, r, cell, true);
    } else if (!e->plan->dst32) {
        row_of_16(e, r, cell, false);
    } else if (e->low) {
        row_of_32(e, *e, r, cell, e->multiply, r->keep, true);
    } else if (e->multiply && r->keep) {
        row_of_32(e, *e, r, cell, true, true, false);
    } else if (e->multiply) {
        row_of_32(e, *e, r, cell, true, false, false);
    } else if (r->keep) {
        row_of_32(e, *e, r, cell, false, true, false);
    } else {
        row_of_32(e, *e, r, cell, false, false, false);
    }
}

/* True if the rows have bfloat16 elements to which nothing is added. Tests only the first row: if
 * one row is valid, usually all are. */
static inline bool rows_are_new(const struct stx_core *core, const struct fpu_plan *plan,
                                const struct elwise_block *block) {
    return plan->style == FPU_E8 &&
           !(block->accumulate && dst_valid(core, dst_row16(core, block->dst)));
}

static __attribute__((noinline)) void new_rows(struct stx_core *core, const struct elwise *e,
                                               const struct elwise_block *block) {
    const bool usual = !e->multiply && !e->flip_b && !e->adjust && e->step;
    struct elwise_row r = {.physical = 0};
    for (unsigned i = 0; i < ELWISE_ROWS; i++) {
        r = row_at(core, e->plan, block, i, r.physical);
        if (r.keep) {
            row_of_16(e, &r, core->dst.cell[r.physical], e->multiply);
        } else {
            do_new_row(core, e, &r, usual);
        }
        dst_set_valid(core, r.physical);
    }
}
#endif

bool elwise_scalar(struct stx_core *core, const struct fpu_plan *plan,
                   const struct elwise_block *block) {
    struct elwise e;
    if (plan->style == FPU_INT8 || plan->keep_denormal_b) {
        return false;
    }
    prepare(&e, plan, block);
#if !IS_SMALL
    if (!plan->dst32 && !e.low && rows_are_new(core, plan, block)) {
        new_rows(core, &e, block);
        return true;
    }
#endif
    struct elwise_row r = {.physical = 0};
    for (unsigned i = 0; i < ELWISE_ROWS; i++) {
        r = row_at(core, plan, block, i, r.physical);
        do_row(core, &e, &r);
        if (!r.keep) {
            dst_set_valid(core, r.physical);
        }
    }
    return true;
}
