/* SPDX-License-Identifier: Apache-2.0
 *
 * multiply_sums.c - sums of products for cores with a multiplier. Each product takes four
 * instructions.
 *
 * The plain form rounds each product p = a * b of a group to the exponent of the largest one: with
 * d = deltaA + deltaB - s it adds sign * floor(p / 2^d + 1/2). Operands are a * 2^(15 - deltaA) and
 * b * 2^(18 - deltaB), so the high word of their product times 2^s is q = floor(2 p / 2^d), signed.
 * A sum n that is kept as 2 n + 1 grows by ceil(q / 2) = floor(q / 2 + 1/2) with one addition and
 * one OR.
 *
 * This rounds ties up, but the plain form rounds magnitudes: negative ties go away from zero.
 * Therefore SrcB's values are larger by 1, which moves a product away from zero by a * 2^(15 -
 * deltaA + s). That decides ties and nothing else as long as it is below the product's last bit,
 * 2^(33 - d): for a <= 31 up to deltaB = 13. From d = 13 on q is 0 or -1 and adds nothing, so
 * deltaB = 14 and 15 matter only for s >= 2. For these s such rows (`far`) are left to the slow
 * form. */
#include "fast/common/operands.h"

#if STX_METHOD == STX_METHOD_MULTIPLY

/* Eight values of SrcB. */
struct eight {
    int32_t b0, b1, b2, b3, b4, b5, b6, b7;
};

/* Half a row of SrcB; its values doubled, for s = 1, if there are enough registers; and its levels,
 * shifted for s = 0 and s = 1. */
struct row {
    struct eight once, twice;
    uint32_t s0, s1;
    const struct operand_half *b;
};

ALWAYS_INLINE bool row_fits(const struct operand_a *a, unsigned half,
                            const struct operand_half *b) {
    (void)a, (void)half, (void)b;
    return true;
}

ALWAYS_INLINE void row_load(struct row *r, const struct operand_half *a,
                            const struct operand_half *b, int32_t base) {
    (void)a, (void)base;
    const int32_t *v = b->value;
    r->once = (struct eight){v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]};
    r->twice = (struct eight){v[0] * 2, v[1] * 2, v[2] * 2, v[3] * 2,
                              v[4] * 2, v[5] * 2, v[6] * 2, v[7] * 2};
    r->s0 = b->levels >> 24;
    r->s1 = b->levels >> 16;
    r->b = b;
}

ALWAYS_INLINE int32_t high_product(int32_t a, int32_t b) {
    return (int32_t)((int64_t)a * b >> 32);
}

ALWAYS_INLINE int32_t raised(int32_t v, unsigned shift) {
    return (int32_t)((uint32_t)v << shift);
}

/* Twice the sum of the group, or one more than that. Without the barrier compilers load all eight
 * values first and then run out of registers. */
ALWAYS_INLINE int32_t sum_of_eight(const struct eight *r, const int32_t *v, unsigned shift) {
    int32_t n = (1 + high_product(r->b0, raised(v[0], shift))) | 1;
    n = (n + high_product(r->b1, raised(v[1], shift))) | 1;
    n = (n + high_product(r->b2, raised(v[2], shift))) | 1;
    n = (n + high_product(r->b3, raised(v[3], shift))) | 1;
    COMPILER_BARRIER;
    n = (n + high_product(r->b4, raised(v[4], shift))) | 1;
    n = (n + high_product(r->b5, raised(v[5], shift))) | 1;
    n = (n + high_product(r->b6, raised(v[6], shift))) | 1;
    return n + high_product(r->b7, raised(v[7], shift));
}

ALWAYS_INLINE bool row_sum(struct row *r, const struct operand_half *a, int32_t base, bool alone,
                           struct group_sum *sum) {
    uint32_t levels = a->levels;
    int32_t n, exponent = base + a->top;
    if (levels & r->s0) {
        n = sum_of_eight(&r->once, a->value, 0);
    } else if (levels & r->s1) {
        /* Doubled values save the shift. Only loops that sum and do not finish elements have
         * registers for them. */
        n = !IS_SMALL && alone ? sum_of_eight(&r->twice, a->value, 0)
                               : sum_of_eight(&r->once, a->value, 1);
        exponent -= 1;
    } else {
        uint32_t all = r->b->far ? 0 : r->b->levels;
        unsigned shift = (levels & all >> 8) ? 2 : 3;
        if (!(levels & (all >> 8 | all))) {
            return false;
        }
        n = sum_of_eight(&r->once, a->value, shift);
        exponent -= (int32_t)shift;
    }
    sum->value = n;
    sum->exponent = exponent;
    return true;
}

#include "fast/common/product_loops.h"

bool product_multiply(struct stx_core *core, const struct fpu_plan *plan,
                      const struct product_block *block) {
    rows_multiply(core, plan, block);
    return true;
}
#endif
