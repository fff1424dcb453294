/* SPDX-License-Identifier: Apache-2.0
 *
 * multiply.c - sums of products for cores with a multiplier: four instructions a product.
 *
 * The plain form rounds each product p = a * b of a group to the exponent of the largest one: with
 * d = deltaA + deltaB - s it adds sign * floor(p / 2^d + 1/2). Operands are a * 2^(15 - deltaA) and
 * b * 2^(18 - deltaB), so the high word of their product times 2^s is q = floor(2 p / 2^d), signed.
 * A sum that is kept as 2 n + 1 grows by ceil(q / 2) = floor(q / 2 + 1/2) with one addition and one
 * OR.
 *
 * That rounds ties up, but magnitudes have to be rounded: negative ties away from zero. SrcB's
 * values are larger by 1, which moves a product outwards by a * 2^(15 - deltaA + s), and that
 * decides ties and nothing else as long as it is below the product's last bit, 2^(33 - d): for
 * a <= 31 up to deltaB = 13. From d = 13 on q is 0 or -1 and adds nothing, so deltaB = 14 and 15
 * matter for s >= 2 only: such rows (`far`) go the slow way there. */
#include "fpu/kernels/rows.h"

FINISH_INLINE int32_t high_product(int32_t a, int32_t b) {
    return (int32_t)((int64_t)a * b >> 32);
}

/* 2 n + 1 += q */
#define ADD(n, b, a) (((n) + high_product((b), (a))) | 1)

static bool groups(const struct operand_half *a, const struct operand_half *b, int32_t base,
                   struct kernel_group *out) {
    const int32_t b0 = b->value[0], b1 = b->value[1], b2 = b->value[2], b3 = b->value[3],
                  b4 = b->value[4], b5 = b->value[5], b6 = b->value[6], b7 = b->value[7];
    const int32_t c0 = b0 * 2, c1 = b1 * 2, c2 = b2 * 2, c3 = b3 * 2, c4 = b4 * 2, c5 = b5 * 2,
                  c6 = b6 * 2, c7 = b7 * 2;
    const uint32_t s0 = b->levels >> 24, s1 = b->levels >> 16;
    const struct kernel_group *end = out + STX_COLS;
    bool slow = false;
    for (; out != end; a++, out++) {
        const int32_t *v = a->value;
        uint32_t levels = a->levels;
        int32_t n, exponent = base + a->top;
        if (levels & s0) {
            n = ADD(1, b0, v[0]);
            n = ADD(n, b1, v[1]);
            n = ADD(n, b2, v[2]);
            n = ADD(n, b3, v[3]);
            n = ADD(n, b4, v[4]);
            n = ADD(n, b5, v[5]);
            n = ADD(n, b6, v[6]);
            n = n + high_product(b7, v[7]);
        } else if (levels & s1) {
            n = ADD(1, c0, v[0]);
            n = ADD(n, c1, v[1]);
            n = ADD(n, c2, v[2]);
            n = ADD(n, c3, v[3]);
            n = ADD(n, c4, v[4]);
            n = ADD(n, c5, v[5]);
            n = ADD(n, c6, v[6]);
            n = n + high_product(c7, v[7]);
            exponent -= 1;
        } else {
            uint32_t all = b->far ? 0 : b->levels, shift = (levels & all >> 8) ? 1 : 2;
            if (!(levels & (all >> 8 | all))) {
                out->exponent = ROWS_SLOW;
                slow = true;
                continue;
            }
            n = ADD(1, c0, v[0] << shift);
            n = ADD(n, c1, v[1] << shift);
            n = ADD(n, c2, v[2] << shift);
            n = ADD(n, c3, v[3] << shift);
            n = ADD(n, c4, v[4] << shift);
            n = ADD(n, c5, v[5] << shift);
            n = ADD(n, c6, v[6] << shift);
            n = n + high_product(c7, v[7] << shift);
            exponent -= 1 + (int32_t)shift;
        }
        out->value = (n & -2) * 8192;
        out->exponent = exponent;
    }
    return slow;
}

void kernel_multiply(struct stx_core *core, const struct fpu_plan *plan,
                     const struct kernel_block *block) {
    rows_multiply(core, plan, block, groups);
}
