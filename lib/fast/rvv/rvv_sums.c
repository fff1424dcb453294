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
#define START(top) (((top)-RVV_BIAS - 104) * (1 << 23) + 0x400000)

#define EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7)

/* Half the depth for all rows, eight rows of SrcA in registers. start: 1.5 * 2^23 quanta; the sum
 * is what the low half of the number then says. */
RVV_INLINE void sums_of_half(const uint32_t *numbers, const int16_t *exponents, const rvv_word *w,
                             const struct product_block *block, int16_t *to, size_t n) {
#define LOAD(k)                                                                       \
    const vfloat32m2_t v##k =                                                         \
        __riscv_vreinterpret_f32m2(__riscv_vle32_v_u32m2(numbers + (k)*STX_COLS, n)); \
    const vint16m1_t e##k = __riscv_vle16_v_i16m1(exponents + (k)*STX_COLS, n);
    EACH(LOAD)
    const unsigned step = block->b_step * STX_COLS;
    for (const int16_t *end = to + block->rows * RVV_SUMS_STEP; to != end; w += step) {
        vint16m1_t top = __riscv_vadd(e0, w[0].exponent, n);
#define TOP(k) top = __riscv_vmax(top, __riscv_vadd(e##k, w[k].exponent, n), n);
        TOP(1) TOP(2) TOP(3) TOP(4) TOP(5) TOP(6) TOP(7) __riscv_vse16(to, top, n);
        top = __riscv_vmax(top, LOWEST + RVV_BIAS, n);
        vint32m2_t start = __riscv_vsll(__riscv_vwadd_vx(top, 0, n), 23, n);
        start = __riscv_vadd(start, START(0), n);
        vfloat32m2_t sum = __riscv_vreinterpret_f32m2(start);
#define ADD(k) sum = __riscv_vfmacc(sum, w[k].number, v##k, n);
        EACH(ADD)
        to += STX_COLS;
        __riscv_vse16(to, __riscv_vnsra(__riscv_vreinterpret_i32m2(sum), 0, n), n);
        to += RVV_SUMS_STEP - STX_COLS;
    }
}

static void sums_of(const struct vector_a *a, const struct vector_b *b,
                    const struct product_block *block, struct rvv_sums *to) {
    for (unsigned half = 0; half < 2; half++) {
        for (unsigned col = 0, n; col < STX_COLS; col += n) {
            n = (unsigned)__riscv_vsetvl_e32m2(STX_COLS - col);
            sums_of_half(&a->value[8 * half][col], &a->exponent[8 * half][col],
                         (const rvv_word *)&b->value[block->b0 % PRODUCT_ROWS][8 * half], block,
                         &to->exponent_value[0][half][0][col], n);
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
    const struct rows r = {core, plan, block, NULL};
    rvv_ends(&r, &sums, &end);
    return true;
}
#endif
