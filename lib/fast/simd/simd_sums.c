/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_sums.c - products for many columns at once: the sums of float_sums.c, which simd_ends.h
 * finishes. Blocks with sums of exponents outside 150..348 are declined. */
#include "fast/common/column_operands.h"

#if VECTORS_EXIST
#include "fast/common/product_rows.h"
#include "fast/simd/simd_ends.h"

enum { LOWEST = 150, HIGHEST = 348, HIGHEST_DATUM = 247 };

/* Values that are the same for a whole block. */
struct work {
    const struct vector_a *a;
    vec_e adjust, lowest;      /* added to exponents; the lowest sum of two that is exact */
    row_cells start;           /* plus an exponent << 7: the upper half of the binary32 at which a
                                * sum starts, 1.5 * 2^23 units */
    vec_i none, zero_exponent; /* sums below `none` are those of zeros, and get zero_exponent */
    struct vector_ends ends;
};

static V_TARGET struct work work_of(const struct fpu_plan *plan, const struct vector_a *a) {
    int32_t adjust = plan->mode.adjust - ((plan->mask_a >> 23 & 255u) == 31 ? 112 : 0) -
                     ((plan->mask_b >> 23 & 255u) == 31 ? 112 : 0);
    return (struct work){.a = a,
                         .adjust = (int16_t)adjust - (vec_e){0},
                         .lowest = (int16_t)(LOWEST + adjust) - (vec_e){0},
                         .start = (uint16_t)(0x40 - (104 + adjust) * 128) - (row_cells){0},
                         .none = v_set(adjust),
                         .zero_exponent = v_set(plan->mode.zero_exponent),
                         .ends = v_ends_of(plan)};
}

/* For each row of SrcB, the largest exponents of the products of each half of it and all columns of
 * SrcA, adjusted. */
struct tops {
    vec_e of[PRODUCT_ROWS][2];
};

V_INLINE void find_tops(const struct product_block *block, const struct work *w,
                        const struct vector_b *b, unsigned half, struct tops *to) {
    vec_e e[8];
    BITS_UNROLL(8)
    for (unsigned i = 0; i < 8; i++) {
        V_LOAD(e[i], w->a->exponent[8 * half + i]);
    }
    for (unsigned i = 0, row = block->b0; i < block->rows; i++, row += block->b_step) {
        const uint32_t *exponent = b->exponent[row % PRODUCT_ROWS] + 8 * half;
        vec_e top;
        BITS_UNROLL(8)
        for (unsigned k = 0; k < 8; k++) {
            vec_e sum = e[k] + (vec_e)(exponent[k] - (vec_two){0});
            top = k ? v_max16(top, sum) : sum;
        }
        to->of[i][half] = top + w->adjust;
    }
}

/* The sum that 8 numbers n have become since `start`. A group of zeros has a negative exponent and
 * adds nothing. care: other groups may have a negative exponent as well. */
V_INLINE void end_sum(const struct work *w, vec_f n, vec_i start, const int16_t *top, bool care,
                      vec_i *value, vec_i *exponent) {
    vec_i e = v_load_s16(top), sum = ((vec_i)n - start) << 14;
    if (care) {
        vec_i nothing = v_set(1) > e, none = w->none > e;
        sum = v_select(nothing, v_set(0), sum);
        e = v_select(none, w->zero_exponent, v_select(nothing, v_set(0), e));
    }
    *value = sum;
    *exponent = e;
}

/* Multiplies halves of two rows of SrcB by all columns of SrcA. The sums of a row have to wait for
 * each other, and those of the other row are computed meanwhile. */
V_INLINE void sum_halves(const struct work *w, const uint32_t *const row[2], vec_e (*top)[2],
                         unsigned half, bool care, struct vector_groups g[2]) {
    vec_i start[2][V_BLOCKS];
    vec_f n[2][V_BLOCKS], v[V_BLOCKS];
    BITS_UNROLL(2)
    for (unsigned k = 0; k < 2; k++) {
        row_cells safe = (row_cells)v_max16(top[k][half], w->lowest);
        v_words(start[k], (safe << 7) + w->start, (row_cells){0});
        n[k][0] = (vec_f)start[k][0], n[k][1] = (vec_f)start[k][1];
    }
    BITS_UNROLL(8)
    for (unsigned i = 8 * half; i < 8 * half + 8; i++) {
        V_LOAD(v[0], w->a->value[i]);
        V_LOAD(v[1], w->a->value[i] + V_LANES);
        BITS_UNROLL(2)
        for (unsigned k = 0; k < 2; k++) {
            float factor;
            V_LOAD(factor, &row[k][i]);
            BITS_UNROLL(2)
            for (unsigned block = 0; block < V_BLOCKS; block++) {
                n[k][block] = v_multiply_add(v[block], factor, n[k][block]);
            }
        }
    }
    BITS_UNROLL(2)
    for (unsigned k = 0; k < 2; k++) {
        BITS_UNROLL(2)
        for (unsigned block = 0; block < V_BLOCKS; block++) {
            end_sum(w, n[k][block], start[k][block],
                    (const int16_t *)&top[k][half] + block * V_LANES, care,
                    &g[k].value[half][block], &g[k].exponent[half][block]);
        }
    }
}

V_INLINE void v_end_row(const struct work *w, const struct vector_groups *g, uint16_t *cell,
                        enum vector_style style, bool raw) {
    if (style == STYLE_F32) {
        v_end_wide(&w->ends, g, cell, true, true);
    } else {
        v_end_narrow(&w->ends, g, cell, style, raw, true, true);
    }
}

/* Computes two rows in each step of the loop, with largest exponents that were found before it. */
V_INLINE void multiply_vectors(const struct rows *r, const struct work *w, const struct vector_b *b,
                               enum vector_style style, bool care) {
    const struct product_block *block = r->block;
    unsigned physical[2] = {0, 0}, at = block->b0, dst_row = block->d0;
    struct tops tops;
    find_tops(block, w, b, 0, &tops);
    find_tops(block, w, b, 1, &tops);
    OPAQUE(w);
    for (unsigned i = 0; i < block->rows; i += 2) {
        const uint32_t *row[2];
        struct vector_groups g[2];
        BITS_UNROLL(2)
        for (unsigned k = 0; k < 2; k++, at += block->b_step, dst_row += block->d_step) {
            row[k] = b->value[at % PRODUCT_ROWS];
            physical[k] = row_open(r, i + k, dst_row, physical[1 - k]);
        }
        sum_halves(w, row, tops.of + i, 0, care, g);
        sum_halves(w, row, tops.of + i, 1, care, g);
        BITS_UNROLL(2)
        for (unsigned k = 0; k < 2; k++) {
            v_end_row(w, &g[k], r->core->dst.cell[physical[k]], style, dst_row_is_raw(physical[k]));
        }
    }
}

/* Each style of elements has a copy of the loop. */
static V_TARGET __attribute__((noinline)) void
multiply_f32(const struct rows *r, const struct work *w, const struct vector_b *b, bool care) {
    if (care) {
        multiply_vectors(r, w, b, STYLE_F32, true);
    } else {
        multiply_vectors(r, w, b, STYLE_F32, false);
    }
}
static V_TARGET __attribute__((noinline)) void
multiply_bf16(const struct rows *r, const struct work *w, const struct vector_b *b) {
    multiply_vectors(r, w, b, STYLE_BF16, true);
}
static V_TARGET __attribute__((noinline)) void
multiply_fp16(const struct rows *r, const struct work *w, const struct vector_b *b) {
    multiply_vectors(r, w, b, STYLE_FP16, true);
}

static V_TARGET bool fits(const struct vector_a *a, const struct vector_b *b) {
    return a->highest <= HIGHEST_DATUM && b->highest <= HIGHEST_DATUM &&
           a->highest + b->highest <= HIGHEST && a->lowest + b->lowest >= LOWEST;
}

V_TARGET bool product_simd(struct stx_core *core, const struct fpu_plan *plan,
                           const struct product_block *block) {
    OPERAND_ROOM_A(room_a);
    OPERAND_ROOM_B(room_b);
    const struct vector_a *a = &operand_a_get(core, plan, block->a0, room_a)->vector;
    const struct vector_b *b = &operand_b_get(core, plan, rows_of_b(block), room_b)->vector;
    if (!fits(a, b)) {
        return false;
    }
    struct rows r = {core, plan, block, NULL};
    const struct work w = work_of(plan, a);
    bool care = a->lowest + b->lowest + w.none[0] <= 0 || plan->mode.zero_exponent;
    if (plan->dst32) {
        multiply_f32(&r, &w, b, care);
    } else if (plan->style == FPU_E8) {
        multiply_bf16(&r, &w, b);
    } else {
        multiply_fp16(&r, &w, b);
    }
    return true;
}
#endif
