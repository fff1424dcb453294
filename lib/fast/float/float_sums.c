/* SPDX-License-Identifier: Apache-2.0
 *
 * float_sums.c - sums of products for cores with binary32 arithmetic. Each product takes a load and
 * a multiply-add.
 *
 * The plain form rounds each product to a unit that its group's exponent sets, away from zero at
 * ties. A sum that starts at 1.5 * 2^23 units and stays in its binade does the same with each
 * addition, except for ties, which go to even: SrcA's values are larger by one part in 2^13, which
 * decides ties and nothing else, as it is less than half a product's last bit. So products need not
 * be exact beyond 24 bits, and a multiplication followed by an addition gives the same sums as a
 * fused multiply-add. The sum in units is the difference of two bit patterns.
 *
 * The rounding mode must be to nearest even. Groups with exponents outside 150..348 are computed
 * with the slow form. */
#include "fast/common/operands.h"

#if STX_METHOD == STX_METHOD_FLOAT

enum { LOWEST = 150, HIGHEST = 348, HIGHEST_DATUM = 247 };

/* start plus an exponent << 23 is the bit pattern of 1.5 * 2^23 units. */
struct row {
    float b0, b1, b2, b3, b4, b5, b6, b7;
    uint32_t s0, s1, start;
    const struct operand_half *b;
};

ALWAYS_INLINE void row_load(struct row *r, const struct operand_half *a,
                            const struct operand_half *b, int32_t base) {
    const float *v = b->value;
    uint32_t added = (uint32_t)a->added + b->added + b->top - (uint32_t)base;
    *r = (struct row){v[0],
                      v[1],
                      v[2],
                      v[3],
                      v[4],
                      v[5],
                      v[6],
                      v[7],
                      b->levels >> 24,
                      b->levels >> 16,
                      ((added - 104u) << 23) + 0x400000u,
                      b};
}

static bool row_fits(const struct operand_a *a, unsigned half, const struct operand_half *b) {
    int32_t added = a->column[half]->half.added + b->added;
    return a->highest[half] + a->column[half]->half.added <= HIGHEST_DATUM &&
           b->top + b->added <= HIGHEST_DATUM && a->highest[half] + b->top + added <= HIGHEST &&
           a->lowest[half] + b->top + added - 3 >= LOWEST;
}

ALWAYS_INLINE float float_of(uint32_t bits) {
    float f;
    __builtin_memcpy(&f, &bits, sizeof f);
    return f;
}

ALWAYS_INLINE uint32_t bits_of(float f) {
    uint32_t bits;
    __builtin_memcpy(&bits, &f, sizeof bits);
    return bits;
}

ALWAYS_INLINE float multiply_add(float a, float b, float c) {
#if defined __riscv_flen || defined __FMA__
    return __builtin_fmaf(a, b, c);
#else
    return a * b + c;
#endif
}

ALWAYS_INLINE bool row_sum(struct row *r, const struct operand_half *a, int32_t base, bool alone,
                           struct group_sum *sum) {
    (void)alone;
    const float *v = a->value;
    uint32_t levels = a->levels;
    int32_t exponent = base + a->top;
    if (!(levels & r->s0)) {
        exponent -= 1;
        if (!(levels & r->s1)) {
            uint32_t all = r->b->levels;
            if (!(levels & (all >> 8 | all))) {
                return false;
            }
            exponent -= (levels & all >> 8) ? 1 : 2;
        }
    }
    uint32_t start = ((uint32_t)exponent << 23) + r->start;
    float n = multiply_add(r->b0, v[0], float_of(start));
    n = multiply_add(r->b1, v[1], n);
    n = multiply_add(r->b2, v[2], n);
    n = multiply_add(r->b3, v[3], n);
    n = multiply_add(r->b4, v[4], n);
    n = multiply_add(r->b5, v[5], n);
    n = multiply_add(r->b6, v[6], n);
    n = multiply_add(r->b7, v[7], n);
    sum->value = (int32_t)((bits_of(n) - start) << 1);
    sum->exponent = exponent;
    return true;
}

#include "fast/common/product_loops.h"

bool product_float(struct stx_core *core, const struct fpu_plan *plan,
                   const struct product_block *block) {
    rows_multiply(core, plan, block);
    return true;
}
#endif
