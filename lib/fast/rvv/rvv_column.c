/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_column.c - products of which only one column of SrcA is not all zeros, as when rows are
 * summed by multiplying them with a column of ones. The lanes are rows of SrcB, whose words of one
 * k are loaded together; otherwise sums are those of rvv_sums.c. */
#include "fast/rvv/rvv.h"
#include "fast/rvv/rvv_ends.h"
#include "fast/rvv/rvv_operands.h"

#if STX_METHOD == STX_METHOD_RVV && !IS_SMALL
/* A datum of SrcA as a number. */
ALWAYS_INLINE float number_of(uint32_t bits) {
    float number;
    __builtin_memcpy(&number, &bits, sizeof number);
    return number;
}

/* Eight of the sixteen rows of SrcA, of which column `col` is multiplied. */
struct half_column {
    const uint32_t (*value)[STX_COLS];
    const vector_exponent (*exponent)[STX_COLS];
    unsigned col;
};

/* Computes half the depth for n rows, whose words begin at w and are `stride` bytes apart. */
ALWAYS_INLINE void sums_of_half(struct half_column a, const uint32_t *w, ptrdiff_t stride,
                                int16_t *top, int32_t *value, size_t n) {
#define LOAD(k) \
    const vint32m2_t w##k = __riscv_vreinterpret_i32m2(__riscv_vlse32_v_u32m2(w + (k), stride, n));
    RVV_EACH(LOAD)
#define SUM(k) __riscv_vadd(__riscv_vnsra(w##k, 0, n), a.exponent[k][a.col], n)
    vint16m1_t t = SUM(0);
#define LARGER(k) t = __riscv_vmax(t, SUM(k), n)
    LARGER(1), LARGER(2), LARGER(3), LARGER(4), LARGER(5), LARGER(6), LARGER(7);
    __riscv_vse16(top, t, n);
    vint32m2_t start = __riscv_vwadd_vx(__riscv_vmax(t, RVV_LOWEST + RVV_BIAS, n), 0, n);
    start = __riscv_vadd(__riscv_vsll(start, 23, n), RVV_START, n);
    vfloat32m2_t s = __riscv_vreinterpret_f32m2(start);
#define ADD(k) \
    s = __riscv_vfmacc(s, number_of(a.value[k][a.col]), __riscv_vreinterpret_f32m2(w##k), n);
    RVV_EACH(ADD)
    __riscv_vse32(value, __riscv_vreinterpret_i32m2(s), n);
}

void rvv_column_sums(const struct vector_a *a, const struct vector_b *b,
                     const struct product_block *block, struct rvv_sums *sums) {
    const unsigned step = block->b_step * STX_COLS;
    const ptrdiff_t stride = (ptrdiff_t)(step * sizeof(uint32_t));
    for (unsigned half = 0; half < 2; half++) {
        const struct half_column of = {&a->value[8 * half], &a->exponent[8 * half],
                                       (unsigned)a->column};
        const uint32_t *w = &b->value[block->b0 % PRODUCT_ROWS][8 * half];
        int16_t *top = sums->exponent[half][0];
        int32_t *value = sums->value[half][0];
        for (size_t n, left = block->rows; left; left -= n, w += n * step, top += n, value += n) {
            n = __riscv_vsetvl_e32m2(left);
            sums_of_half(of, w, stride, top, value, n);
        }
    }
}
#endif
