/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_sums.c - products with RISC-V's vector extension: the sums of float_sums.c for many columns
 * at once. Blocks with sums of exponents outside 150..348 are declined. */
#include "fast/rvv/rvv_operands.h"
#include "fast/rvv/rvv.h"
#include "fast/rvv/rvv_ends.h"

#if STX_METHOD == STX_METHOD_RVV
/* Bounds of sums of exponents, and of exponents, for which a sum of products is exact. In a fine
 * phase a slice of SrcB may be 0 although its datum is not; its number, of which only the low half
 * is left, is then below 2^-139. */
enum { HIGHEST = 348, HIGHEST_DATUM = 247, HIGHEST_WITH_FINE_B = 150 };

/* Where the sums of four rows go. */
struct four_sums {
    int16_t *top;
    int32_t *value;
};

/* A sum starts with 1.5 * 2^23 units of this exponent. */
ALWAYS_INLINE vint32m4_t exponent_of(vint16m2_t top, size_t n) {
    return __riscv_vwadd_vx(__riscv_vmax(top, RVV_LOWEST + RVV_BIAS, n), 0, n);
}
ALWAYS_INLINE vfloat32m4_t start_of(vint32m4_t exponent, size_t n) {
    return __riscv_vreinterpret_f32m4(__riscv_vadd(__riscv_vsll(exponent, 23, n), RVV_START, n));
}
ALWAYS_INLINE vfloat32m4_t numbers_at(const uint32_t *at, size_t n) {
    return __riscv_vreinterpret_f32m4(__riscv_vle32_v_u32m4(at, n));
}
ALWAYS_INLINE void sum_store(int32_t *to, vfloat32m4_t sum, size_t n) {
    __riscv_vse32(to, __riscv_vreinterpret_i32m4(sum), n);
}

/* Computes half the depth for four rows of SrcB: exponents of the largest products, and sums, whose
 * values are in the low halves of the numbers. If it were inlined in loops, the compiler would load
 * words of SrcB before the loops and run out of registers for them. */
static __attribute__((noinline)) void sums_of_four(const int16_t *exponents,
                                                   const uint32_t *numbers, const rvv_word *w0,
                                                   unsigned step, struct four_sums to, size_t n) {
    const rvv_word *w1 = w0 + step, *w2 = w1 + step, *w3 = w2 + step;
#define LOAD(k) const vint16m2_t e##k = __riscv_vle16_v_i16m2(exponents + (k)*STX_COLS, n);
    RVV_EACH(LOAD)
#define FIRST(i) __riscv_vadd(e0, w##i[0].exponent, n)
    vint16m2_t t0 = FIRST(0), t1 = FIRST(1), t2 = FIRST(2), t3 = FIRST(3);
#define LARGER(k, i) t##i = __riscv_vmax(t##i, __riscv_vadd(e##k, w##i[k].exponent, n), n)
#define TOPS(k) LARGER(k, 0), LARGER(k, 1), LARGER(k, 2), LARGER(k, 3)
    TOPS(1), TOPS(2), TOPS(3), TOPS(4), TOPS(5), TOPS(6), TOPS(7);
    __riscv_vse16(to.top, t0, n);
    __riscv_vse16(to.top + RVV_SUMS_STEP, t1, n);
    __riscv_vse16(to.top + 2 * RVV_SUMS_STEP, t2, n);
    __riscv_vse16(to.top + 3 * RVV_SUMS_STEP, t3, n);
    const vint32m4_t x0 = exponent_of(t0, n), x1 = exponent_of(t1, n), x2 = exponent_of(t2, n),
                     x3 = exponent_of(t3, n);
    vfloat32m4_t s0 = start_of(x0, n), s1 = start_of(x1, n), s2 = start_of(x2, n),
                 s3 = start_of(x3, n), v;
#define ADD(k)                                   \
    v = numbers_at(numbers + (k)*STX_COLS, n);   \
    s0 = __riscv_vfmacc(s0, w0[k].number, v, n); \
    s1 = __riscv_vfmacc(s1, w1[k].number, v, n); \
    s2 = __riscv_vfmacc(s2, w2[k].number, v, n); \
    s3 = __riscv_vfmacc(s3, w3[k].number, v, n);
    RVV_EACH(ADD)
    sum_store(to.value, s0, n);
    sum_store(to.value + RVV_SUMS_STEP, s1, n);
    sum_store(to.value + 2 * RVV_SUMS_STEP, s2, n);
    sum_store(to.value + 3 * RVV_SUMS_STEP, s3, n);
}

/* n columns from col on. */
ALWAYS_INLINE void sums_of_columns(const struct vector_a *a, const rvv_word *w, unsigned step,
                                   unsigned rows, struct rvv_sums *to, unsigned col, size_t n) {
    for (unsigned row = 0; row < rows; row += 4, w += 4 * step) {
        struct four_sums low = {&to->exponent[0][row][col], &to->value[0][row][col]},
                         high = {&to->exponent[1][row][col], &to->value[1][row][col]};
        sums_of_four(&a->exponent[0][col], &a->value[0][col], w, step, low, n);
        sums_of_four(&a->exponent[8][col], &a->value[8][col], w + 8, step, high, n);
    }
}

/* A vector of four registers of 128 bits holds the sixteen columns of a row. With the V extension
 * registers are never shorter; with Zve32f they may be, and then a row takes several vectors. */
static void sums_of(const struct vector_a *a, const struct vector_b *b,
                    const struct product_block *block, struct rvv_sums *to) {
    enum { WHOLE_ROWS = __riscv_v_min_vlen >= 128 };
    const rvv_word *first = (const rvv_word *)b->value[block->b0 % PRODUCT_ROWS];
    for (unsigned col = 0, n; col < STX_COLS; col += n) {
        n = WHOLE_ROWS ? STX_COLS : (unsigned)__riscv_vsetvl_e32m4(STX_COLS - col);
        sums_of_columns(a, first, block->b_step * STX_COLS, block->rows, to, col, n);
    }
}

static bool fits(const struct vector_a *a, const struct vector_b *b, bool fine_b) {
    return a->highest <= (fine_b ? HIGHEST_WITH_FINE_B : HIGHEST_DATUM) &&
           b->highest <= HIGHEST_DATUM && a->highest + b->highest <= HIGHEST &&
           a->lowest + b->lowest >= RVV_LOWEST;
}

static struct rvv_end end_of(const struct fpu_plan *plan, const struct vector_a *a,
                             const struct vector_b *b) {
    int32_t adjust = plan->mode.adjust - rvv_added(plan->mask_a) - rvv_added(plan->mask_b);
    struct rvv_end end = {.adjust = adjust - RVV_BIAS,
                          .none = RVV_LOWEST + adjust,
                          .zero_exponent = plan->mode.zero_exponent};
    end.ordinary = plan->mode.zero_exponent == 0 && a->lowest + b->lowest + adjust > 0;
    return end;
}

#if !IS_SMALL
/* The product of one column of SrcA, or of none, for exponents of eight bits. */
static __attribute__((noinline)) bool product_of_few(const struct rows *r, const struct vector_a *a,
                                                     const struct vector_b *b) {
    if (a->highest < 0 || b->highest < 0) {
        rvv_nothing(r, OPERAND_ALL_COLUMNS);
        return true;
    }
    if (!fits(a, b, r->plan->mode.phase & 2u)) {
        return false;
    }
    struct rvv_sums sums;
    const struct rvv_end end = end_of(r->plan, a, b);
    rvv_nothing(r, OPERAND_ALL_COLUMNS & ~(1u << a->column));
    rvv_column_sums(a, b, r->block, &sums);
    rvv_column_ends(r, &sums, &end, (unsigned)a->column);
    return true;
}
#endif

bool product_rvv(struct stx_core *core, const struct fpu_plan *plan,
                 const struct product_block *block) {
    OPERAND_ROOM_A(room_a);
    OPERAND_ROOM_B(room_b);
    const struct vector_a *a = &operand_a_get(core, plan, block->a0, room_a)->vector;
    const struct vector_b *b = &operand_b_get(core, plan, rows_of_b(block), room_b)->vector;
    const struct rows r = {core, plan, block, NULL};
#if !IS_SMALL
    if (plan->style == FPU_E8 && (a->column != VECTOR_COLUMNS || b->highest < 0)) {
        return product_of_few(&r, a, b);
    }
#endif
    if (!fits(a, b, plan->mode.phase & 2u)) {
        return false;
    }
    struct rvv_sums sums;
    sums_of(a, b, block, &sums);
    const struct rvv_end end = end_of(plan, a, b);
    rvv_ends(&r, &sums, &end);
    return true;
}
#endif
