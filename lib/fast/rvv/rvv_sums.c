/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_sums.c - products with RISC-V's vector extension: float_sums.c's sums for many columns at
 * once. Blocks whose exponents leave 150..348 are declined. */
#include "fast/rvv/rvv_operands.h"
#include "fast/rvv/rvv.h"
#include "fast/rvv/rvv_ends.h"

#if STX_METHOD == STX_METHOD_RVV
/* Sums of exponents, and exponents, for which a sum of products is exact. In a fine phase a slice
 * of SrcB may be 0 while its datum is not: what is left of its number is below 2^-139. */
enum { LOWEST = 150, HIGHEST = 348, HIGHEST_DATUM = 247, HIGHEST_BESIDE_NOTHING = 150 };

/* 1.5 * 2^23 quanta, of which 2^8 * 2^15 products of the exponent 0 make one. */
#define START (int32_t)(0x400000u - ((RVV_BIAS + 104u) << 23))

#define EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7)

/* Exponents of the largest products of half the depth for all rows, eight rows of SrcA in
 * registers, and with what their sums start: 1.5 * 2^23 quanta. */
RVV_INLINE void tops_of_half(const int16_t *exponents, const rvv_word *w,
                             const struct product_block *block, int16_t *to, int32_t *start,
                             size_t n) {
#define LOAD(k) const vint16m2_t e##k = __riscv_vle16_v_i16m2(exponents + (k)*STX_COLS, n);
    EACH(LOAD)
    const unsigned step = block->b_step * STX_COLS;
    for (const int16_t *end = to + block->rows * RVV_SUMS_STEP; to != end; w += step) {
        vint16m2_t top = __riscv_vadd(e0, w[0].exponent, n);
#define TOP(k) top = __riscv_vmax(top, __riscv_vadd(e##k, w[k].exponent, n), n);
        TOP(1) TOP(2) TOP(3) TOP(4) TOP(5) TOP(6) TOP(7) __riscv_vse16(to, top, n);
        top = __riscv_vmax(top, LOWEST + RVV_BIAS, n);
        vint32m4_t v = __riscv_vsll(__riscv_vwadd_vx(top, 0, n), 23, n);
        __riscv_vse32(start, __riscv_vadd(v, START, n), n);
        to += RVV_SUMS_STEP;
        start += RVV_SUMS_STEP;
    }
}

RVV_INLINE vfloat32m4_t numbers_at(const void *at, size_t n) {
    return __riscv_vle32_v_f32m4(at, n);
}

/* Adds the products of half the depth to four rows of sums. The sum is what the low half of the
 * number then says. */
RVV_INLINE void sums_of_four(const uint32_t *numbers, const rvv_word *w, unsigned step, int32_t *to,
                             size_t n) {
    const rvv_word *w1 = w + step, *w2 = w1 + step, *w3 = w2 + step;
    int32_t *const to1 = to + RVV_SUMS_STEP, *to2 = to1 + RVV_SUMS_STEP, *to3 = to2 + RVV_SUMS_STEP;
    vfloat32m4_t s0 = numbers_at(to, n), s1 = numbers_at(to1, n), s2 = numbers_at(to2, n),
                 s3 = numbers_at(to3, n), v;
#define ADD(k)                                   \
    v = numbers_at(numbers + (k)*STX_COLS, n);   \
    s0 = __riscv_vfmacc(s0, w[k].number, v, n);  \
    s1 = __riscv_vfmacc(s1, w1[k].number, v, n); \
    s2 = __riscv_vfmacc(s2, w2[k].number, v, n); \
    s3 = __riscv_vfmacc(s3, w3[k].number, v, n);
    EACH(ADD)
    __riscv_vse32(to, __riscv_vreinterpret_i32m4(s0), n);
    __riscv_vse32(to1, __riscv_vreinterpret_i32m4(s1), n);
    __riscv_vse32(to2, __riscv_vreinterpret_i32m4(s2), n);
    __riscv_vse32(to3, __riscv_vreinterpret_i32m4(s3), n);
}

static void sums_of(const struct vector_a *a, const struct vector_b *b,
                    const struct product_block *block, struct rvv_sums *to) {
    const unsigned step = block->b_step * STX_COLS;
    for (unsigned half = 0; half < 2; half++) {
        const rvv_word *w = (const rvv_word *)&b->value[block->b0 % PRODUCT_ROWS][8 * half];
        for (unsigned col = 0, n; col < STX_COLS; col += n) {
            n = (unsigned)__riscv_vsetvl_e32m4(STX_COLS - col);
            int32_t *sums = &to->value[0][half][col];
            tops_of_half(&a->exponent[8 * half][col], w, block, &to->exponent[0][half][col], sums,
                         n);
            for (unsigned row = 0; row < block->rows; row += 4) {
                sums_of_four(&a->value[8 * half][col], w + row * step, step,
                             sums + row * RVV_SUMS_STEP, n);
            }
        }
    }
}

static bool fits(const struct vector_a *a, const struct vector_b *b, bool fine_b) {
    return a->highest <= (fine_b ? HIGHEST_BESIDE_NOTHING : HIGHEST_DATUM) &&
           b->highest <= HIGHEST_DATUM && a->highest + b->highest <= HIGHEST &&
           a->lowest + b->lowest >= LOWEST;
}

/* Five bits of exponents were moved to the middle of eight. */
static int32_t moved(uint32_t mask) {
    return (mask >> 23 & 255u) == 31 ? 112 : 0;
}

bool product_rvv(struct stx_core *core, const struct fpu_plan *plan,
                 const struct product_block *block) {
    OPERAND_ROOM_A(room_a);
    OPERAND_ROOM_B(room_b);
    const struct vector_a *a = &operand_a_get(core, plan, block->a0, room_a)->vector;
    const struct vector_b *b = &operand_b_get(core, plan, block->b0 & 0x38u, room_b)->vector;
    const struct rows r = {core, plan, block, NULL};
#if OPERAND_FEW
    if (plan->style == FPU_E8 && (a->highest < 0 || b->highest < 0)) {
        rvv_nothing(&r);
        return true;
    }
#endif
    if (!fits(a, b, plan->mode.phase & 2u)) {
        return false;
    }
    struct rvv_sums sums;
    sums_of(a, b, block, &sums);
    int32_t adjust = plan->mode.adjust - moved(plan->mask_a) - moved(plan->mask_b);
    struct rvv_end end = {.adjust = (int16_t)(adjust - RVV_BIAS),
                          .none = (int16_t)(LOWEST + adjust),
                          .zero_exponent = (int16_t)plan->mode.zero_exponent};
    end.ordinary = plan->mode.zero_exponent == 0 && a->lowest + b->lowest + adjust > 0;
    rvv_ends(&r, &sums, &end);
    return true;
}
#endif
