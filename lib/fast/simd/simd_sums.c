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
    vec_i adjust, zero_exponent, start;
    vec_e lowest;
    struct vector_ends ends;
};

/* For each row of SrcB, the largest exponents of the products of each half of it and all columns of
 * SrcA. */
struct tops {
    vec_e of[PRODUCT_ROWS][2];
};

V_INLINE void find_tops(const struct product_block *block, const struct vector_a *a,
                        const struct vector_b *b, unsigned half, struct tops *to) {
    vec_e e[8];
    BITS_UNROLL(8)
    for (unsigned i = 0; i < 8; i++) {
        V_LOAD(e[i], a->exponent[8 * half + i]);
    }
    for (unsigned i = 0, row = block->b0; i < block->rows; i++, row += block->b_step) {
        const uint32_t *exponent = b->exponent[row % PRODUCT_ROWS] + 8 * half;
        vec_e top;
        BITS_UNROLL(8)
        for (unsigned k = 0; k < 8; k++) {
            vec_e sum = e[k] + (vec_e)(exponent[k] - (vec_two){0});
            top = k ? v_max16(top, sum) : sum;
        }
        to->of[i][half] = top;
    }
}

/* Multiplies half a row of SrcB by all columns of SrcA. A group of zeros has a negative exponent
 * and adds nothing. care: other groups may have a negative exponent as well. */
V_INLINE void sum_half(const struct work *w, const uint32_t value[8], vec_e top, unsigned half,
                       bool care, struct vector_groups *g) {
    vec_e safe = v_max16(top, w->lowest) - 104;
    vec_i start[V_BLOCKS];
    vec_f n[V_BLOCKS], v;
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        start[block] = (v_widened(safe, block) << 23) + w->start;
        n[block] = (vec_f)start[block];
    }
    BITS_UNROLL(8)
    for (unsigned i = 0; i < 8; i++) {
        float factor;
        V_LOAD(factor, &value[i]);
        for (unsigned block = 0; block < V_BLOCKS; block++) {
            V_LOAD(v, &w->a->value[8 * half + i][block * V_LANES]);
            n[block] = v_multiply_add(v, factor, n[block]);
        }
    }
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_i wide = v_widened(top, block), e = wide + w->adjust;
        vec_i sum = ((vec_i)n[block] - start[block]) << 14;
        if (care) {
            vec_i nothing = v_set(1) > e;
            sum = v_select(nothing, v_set(0), sum);
            e = v_select(nothing, v_set(0), e);
            e = v_select(wide >> 31, w->zero_exponent, e);
        }
        g->value[half][block] = sum;
        g->exponent[half][block] = e;
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

/* Computes two rows in each step of the loop, with largest exponents that were found before it.
 * Each sum of a row has to wait for the one before it, and the processor computes the other row
 * meanwhile. */
V_INLINE void multiply_vectors(const struct rows *r, const struct work *w, const struct vector_b *b,
                               enum vector_style style, bool care) {
    const struct product_block *block = r->block;
    unsigned physical[2] = {0, 0}, row = block->b0, dst_row = block->d0;
    struct tops tops;
    find_tops(block, w->a, b, 0, &tops);
    find_tops(block, w->a, b, 1, &tops);
    OPAQUE(w);
    for (unsigned i = 0; i < block->rows; i += 2) {
        struct vector_groups g[2];
        BITS_UNROLL(2)
        for (unsigned k = 0; k < 2; k++, row += block->b_step, dst_row += block->d_step) {
            const uint32_t *value = b->value[row % PRODUCT_ROWS];
            physical[k] = row_open(r, i + k, dst_row, physical[1 - k]);
            sum_half(w, value, tops.of[i + k][0], 0, care, &g[k]);
            sum_half(w, value + 8, tops.of[i + k][1], 1, care, &g[k]);
        }
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
    int32_t adjust = plan->mode.adjust - ((plan->mask_a >> 23 & 255u) == 31 ? 112 : 0) -
                     ((plan->mask_b >> 23 & 255u) == 31 ? 112 : 0);
    bool care = a->lowest + b->lowest + adjust <= 0 || plan->mode.zero_exponent;
    const struct work w = {.a = a,
                           .adjust = v_set(adjust),
                           .zero_exponent = v_set(plan->mode.zero_exponent),
                           .start = v_set(0x400000),
                           .lowest = LOWEST - (vec_e){0},
                           .ends = v_ends_of(plan)};
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
