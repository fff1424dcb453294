/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_sums.c - sums of products and their ends for many columns at once: float_sums.c's sums,
 * finish_sum.h's ends without branches. Blocks whose exponents leave 150..348 are declined. */
#include "fast/common/column_operands.h"

#if STX_KERNEL == STX_KERNEL_VECTOR
#include "fast/common/product_rows.h"
#include "fast/simd/compiler_vectors.h"

enum { LOWEST = 150, HIGHEST = 348, HIGHEST_DATUM = 247 };

struct group {
    vec_i value, exponent; /* as struct kernel_group */
};

/* Half a row of SrcB times columns of SrcA. */
V_INLINE struct group group_of(const struct vector_a *a, const struct vector_b *b, unsigned row,
                               unsigned half, unsigned col, int32_t adjust, int32_t zero_exponent) {
    vec_i top = v_set(VECTOR_NONE), e;
    for (unsigned k = 8 * half; k < 8 * half + 8; k++) {
        V_LOAD(e, &a->exponent[k][col]);
        top = v_max(top, e + b->exponent[row][k]);
    }
    vec_i empty = top < 0, safe = v_select(empty, v_set(LOWEST), top);
    vec_i start = ((safe - 104) << 23) + 0x400000;
    vec_f n = (vec_f)start, v;
    for (unsigned k = 8 * half; k < 8 * half + 8; k++) {
        float w;
        V_LOAD(v, &a->value[k][col]);
        V_LOAD(w, &b->value[row][k]);
        n += v * w;
    }
    vec_i exponent = top + adjust, nothing = exponent <= 0;
    struct group g = {v_select(nothing, v_set(0), ((vec_i)n - start) << 14),
                      v_select(nothing, v_set(0), exponent)};
    g.exponent = v_select(empty, v_set(zero_exponent), g.exponent);
    return g;
}

/* finish_shift() */
V_INLINE vec_i shift(vec_i twice, vec_i d) {
    return ((twice >> v_min(d, v_set(31))) + 1) >> 1;
}

/* finish_shift_units() */
V_INLINE vec_i shift_units(vec_i twice, vec_i d) {
    vec_i once = ((twice >> v_min(d + 13, v_set(31))) + 1) >> 1;
    vec_i both = (shift(twice, d) + 4096) >> 13;
    return v_select((d > 13) & (d < 16), both, once);
}

/* finish32() */
V_INLINE vec_i finish_vector32(struct group x, struct group y, vec_i dst) {
    vec_i e = dst >> 23 & 255, top = v_max(v_max(x.exponent, y.exponent), e);
    vec_i m = v_select(e == 0, v_set(0), (dst & 0x7FFFFF) << 1 | 1 << 24);
    m = shift(m, top - e);
    m = v_select(dst < 0, -m, m) + shift(x.value, top - x.exponent) +
        shift(y.value, top - y.exponent);
    vec_i sign = m & INT32_MIN, u = v_magnitude(m), zero = (u == 0) | (top <= 0);
    vec_i left = v_leading_zeros(u | (zero & 1)) - 3;
    e = top + 5 - left;
    u = ((u << left >> 4) + 1) >> 1;
    e += u >> 24;
    vec_i r = sign | e << 23 | (u & 0x7FFFFF);
    r = v_select(e >= 255, sign | 0x7F800000, r);
    return v_select(zero | (e <= 0), v_set(0), r);
}

/* finish16(): dst and result as sign 15, exponent, `bits` mantissa bits. */
V_INLINE vec_i finish_vector16(struct group x, struct group y, vec_i dst, int bits, int32_t limit,
                               int32_t largest) {
    vec_i e = (dst & 0x7FFF) >> bits, top = v_max(v_max(x.exponent, y.exponent), e);
    int32_t hidden = 1 << bits;
    vec_i m = v_select(e == 0, v_set(0), ((dst & (hidden - 1)) | hidden) << (11 - bits));
    m = shift(m, top - e);
    m = v_select((dst & 0x8000) != 0, -m, m) + shift_units(x.value, top - x.exponent) +
        shift_units(y.value, top - y.exponent);
    vec_i sign = m >> 16 & 0x8000, u = v_magnitude(m), zero = (u == 0) | (top <= 0);
    vec_i left = v_leading_zeros(u | (zero & 1)) - 16;
    u = ((u << left >> (14 - bits)) + 1) >> 1;
    vec_i r = ((top + 4 - left) << bits) + u;
    zero |= r < hidden;
    r = sign | v_select(r >= limit << bits, v_set(largest), r);
    return v_select(zero, v_set(0), r);
}

/* Cells in documented order to others and back (regs/dst.h). */
V_INLINE vec_i documented(vec_i v) {
    return (v & 0x8000) | (v & 0x7F) << 8 | (v >> 7 & 0xFF);
}
V_INLINE vec_i from_documented(vec_i v) {
    return (v & 0x8000) | (v & 0xFF) << 7 | (v >> 8 & 0x7F);
}
V_INLINE vec_i fp16_documented(vec_i v) {
    return (v & 0x8000) | (v & 0x3FF) << 5 | (v >> 10 & 0x1F);
}
V_INLINE vec_i fp16_from_documented(vec_i v) {
    return (v & 0x8000) | (v & 0x1F) << 10 | (v >> 5 & 0x3FF);
}

V_INLINE void finish_vector(uint16_t *cell, const struct fpu_plan *plan, bool raw, struct group x,
                            struct group y) {
    uint16_t *low = cell + DST_LOW_HALF * STX_COLS;
    vec_i v = (vec_i)v_load_u16(cell);
    if (plan->dst32) {
        v = finish_vector32(x, y, v << 16 | (vec_i)v_load_u16(low));
        v_store_u16(low, (vec_u)v & 0xFFFFu);
        v = (vec_i)((vec_u)v >> 16);
    } else if (plan->style == FPU_E8) {
        v = finish_vector16(x, y, raw ? from_documented(v) : v, 7, 255, 0x7F80);
        v = raw ? documented(v) : v;
    } else {
        v = fp16_from_documented(raw ? v : documented(v));
        v = fp16_documented(finish_vector16(x, y, v, 10, 32, 0x7FFF));
        v = raw ? v : from_documented(v);
    }
    v_store_u16(cell, (vec_u)v);
}

static bool fits(const struct vector_a *a, const struct vector_b *b) {
    return a->highest <= HIGHEST_DATUM && b->highest <= HIGHEST_DATUM &&
           a->highest + b->highest <= HIGHEST && a->lowest + b->lowest >= LOWEST;
}

bool product_simd(struct stx_core *core, const struct fpu_plan *plan,
                  const struct product_block *block) {
    OPERAND_ROOM_A(room_a);
    OPERAND_ROOM_B(room_b);
    const struct vector_a *a = &operand_a_get(core, plan, block->a0, room_a)->vector;
    const struct vector_b *b = &operand_b_get(core, plan, block->b0 & 0x38u, room_b)->vector;
    if (!fits(a, b)) {
        return false;
    }
    struct rows r = {core, plan, block, NULL};
    unsigned physical = 0, row = block->b0, dst_row = block->d0;
    int32_t adjust = plan->mode.adjust - ((plan->mask_a >> 23 & 255u) == 31 ? 112 : 0) -
                     ((plan->mask_b >> 23 & 255u) == 31 ? 112 : 0);
    for (unsigned i = 0; i < block->rows; i++, row += block->b_step, dst_row += block->d_step) {
        physical = row_open(&r, i, dst_row, physical);
        for (unsigned col = 0; col < STX_COLS; col += V_LANES) {
            struct group x =
                group_of(a, b, row % PRODUCT_ROWS, 0, col, adjust, plan->mode.zero_exponent);
            struct group y =
                group_of(a, b, row % PRODUCT_ROWS, 1, col, adjust, plan->mode.zero_exponent);
            finish_vector(core->dst.cell[physical] + col, plan, dst_row_is_raw(physical), x, y);
        }
    }
    return true;
}
#endif
