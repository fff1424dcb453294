/* SPDX-License-Identifier: Apache-2.0
 *
 * table_sums.c - sums of products for cores without a multiplier: a table holds all products. Each
 * product takes eight instructions.
 *
 * With d = deltaA + deltaB - s, a product p = a * b adds sign * floor(p / 2^d + 1/2) to its group.
 * The table holds 2 p for positive products and -2 p - 1 for negative ones: shifted right by d,
 * they are q = floor(2 p / 2^d) and -q - 1, and a sum n that is kept as 2 n + 1 grows by the
 * required amount with one addition and one OR, with ties away from zero. The signs choose the
 * block: 0 for + times + and 2 for - times -, which are equal, and 1 for negative products. */
#include "fast/common/operands.h"

#if STX_METHOD == STX_METHOD_TABLE

#define TWICE(a, b) (int16_t)(2 * (a) * (b))
#define INVERSE(a, b) (int16_t)(~(2 * (a) * (b)))
#define FOUR(f, a, b) f(a, b), f(a, (b) + 1), f(a, (b) + 2), f(a, (b) + 3)
#define SIXTEEN(f, a, b) \
    FOUR(f, a, b), FOUR(f, a, (b) + 4), FOUR(f, a, (b) + 8), FOUR(f, a, (b) + 12)
#define LINE(f, a)                                                                      \
    {                                                                                   \
        SIXTEEN(f, a, 0), SIXTEEN(f, a, 16), SIXTEEN(f, a, 32), SIXTEEN(f, a, 48),      \
            SIXTEEN(f, a, 64), SIXTEEN(f, a, 80), SIXTEEN(f, a, 96), SIXTEEN(f, a, 112) \
    }
#define LINES(f, a) LINE(f, a), LINE(f, (a) + 1), LINE(f, (a) + 2), LINE(f, (a) + 3)
#define BLOCK(f)                                                                         \
    {                                                                                    \
        LINES(f, 0), LINES(f, 4), LINES(f, 8), LINES(f, 12), LINES(f, 16), LINES(f, 20), \
            LINES(f, 24), LINES(f, 28)                                                   \
    }

/* indexed by block, a and b */
static const int16_t products[3][32][128] = {BLOCK(TWICE), BLOCK(INVERSE), BLOCK(TWICE)};

/* For each datum of SrcB, the start of its products in the table, and its delta - s. */
struct row {
    const char *t0, *t1, *t2, *t3, *t4, *t5, *t6, *t7;
    uint32_t d0, d1, d2, d3, d4, d5, d6, d7;
    uint32_t s, levels;
};

ALWAYS_INLINE bool row_fits(const struct operand_a *a, unsigned half,
                            const struct operand_half *b) {
    (void)a, (void)half, (void)b;
    return true;
}

ALWAYS_INLINE void row_load(struct row *r, const struct operand_half *a,
                            const struct operand_half *b, int32_t base) {
    (void)a, (void)base;
    const operand_value *v = b->value;
    const char *t = (const char *)products;
    OPAQUE(t); /* makes the compiler treat it as a pointer, not as a constant to be added later */
    *r = (struct row){t + v[0].at, t + v[1].at, t + v[2].at, t + v[3].at, t + v[4].at, t + v[5].at,
                      t + v[6].at, t + v[7].at, v[0].delta,  v[1].delta,  v[2].delta,  v[3].delta,
                      v[4].delta,  v[5].delta,  v[6].delta,  v[7].delta,  0,           b->levels};
}

ALWAYS_INLINE void choose(struct row *r, uint32_t s) {
    uint32_t change = r->s - s;
    if (change) {
        r->d0 += change, r->d1 += change, r->d2 += change, r->d3 += change;
        r->d4 += change, r->d5 += change, r->d6 += change, r->d7 += change;
        r->s = s;
    }
}

/* The floor of a product in units. Shifts use only five bits of d. */
ALWAYS_INLINE int32_t product(const char *from, const operand_value *a, uint32_t d) {
    int16_t p;
    __builtin_memcpy(&p, __builtin_assume_aligned(from + a->at, 2), sizeof p);
    return p >> ((d + a->delta) & 31u);
}

ALWAYS_INLINE bool row_sum(struct row *r, const struct operand_half *a, int32_t base, bool alone,
                           struct group_sum *sum) {
    (void)alone;
    const operand_value *v = a->value;
    uint32_t levels = a->levels;
    if (levels & r->levels >> 24) {
        choose(r, 0);
    } else if (levels & r->levels >> 16) {
        choose(r, 1);
    } else if (levels & r->levels >> 8) {
        choose(r, 2);
    } else if (levels & r->levels) {
        choose(r, 3);
    } else {
        return false;
    }
    int32_t n = (1 + product(r->t0, &v[0], r->d0)) | 1;
    n = (n + product(r->t1, &v[1], r->d1)) | 1;
    n = (n + product(r->t2, &v[2], r->d2)) | 1;
    n = (n + product(r->t3, &v[3], r->d3)) | 1;
    n = (n + product(r->t4, &v[4], r->d4)) | 1;
    n = (n + product(r->t5, &v[5], r->d5)) | 1;
    n = (n + product(r->t6, &v[6], r->d6)) | 1;
    n = n + product(r->t7, &v[7], r->d7);
    sum->value = n;
    sum->exponent = base + a->top - (int32_t)r->s;
    return true;
}

#include "fast/common/product_loops.h"

bool product_table(struct stx_core *core, const struct fpu_plan *plan,
                   const struct product_block *block) {
    rows_multiply(core, plan, block);
    return true;
}
#endif
