/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_ends.h - turns sums into elements of Dst, sixteen at a time: finish_sum.h without branches.
 */
#ifndef STX_FAST_SIMD_SIMD_ENDS_H
#define STX_FAST_SIMD_SIMD_ENDS_H

#include "fast/simd/compiler_vectors.h"
#include "fast/forms.h"
#include "num/bits.h"
#include "regs/dst.h"

enum vector_style { STYLE_F32, STYLE_BF16, STYLE_FP16 };

V_INLINE enum vector_style v_style_of(const struct fpu_plan *plan) {
    return plan->dst32 ? STYLE_F32 : plan->style == FPU_E8 ? STYLE_BF16 : STYLE_FP16;
}

/* Constants that are read from memory where they are needed; otherwise the compiler would compute
 * them each time. */
struct vector_ends {
    vec_i one, units, mantissa, hidden, ties, largest;
    const struct fpu_mode *mode; /* of the plan */
};

V_INLINE struct vector_ends v_ends_of(const struct fpu_plan *plan) {
    static const int32_t largest[] = {0x7F800000, 0x7F80, 0x7FFF};
    return (struct vector_ends){v_set(1),       v_set(8193),     v_set(0x7FFFFF),
                                v_set(1 << 24), v_set(0xFFFFFF), v_set(largest[v_style_of(plan)]),
                                &plan->mode};
}

/* Two groups of sixteen columns, as struct group_sum. */
struct vector_groups {
    vec_i value[2][V_BLOCKS], exponent[2][V_BLOCKS];
};

/* shifted() of finish_sum.c: twice / 2^(d + 1), to nearest. */
V_INLINE vec_i v_round(const struct vector_ends *w, vec_i twice, vec_i d) {
    return (v_shift(twice, d) + w->one) >> 1;
}

/* The same for a 16-bit Dst, whose unit is 2^13 times larger: the plain form rounds twice. Both
 * roundings together are one division by 2^14 that rounds down, since ((x + 1) / 2 + 4096) / 2^13
 * is (x + 1 + 8192) / 2^14. */
V_INLINE vec_i v_round_units(const struct vector_ends *w, vec_i twice, vec_i d) {
    return (v_shift(twice, d) + w->units) >> 14;
}

/* -m where v is negative, otherwise m. */
V_INLINE vec_i v_with_sign(vec_i m, vec_i v) {
    vec_i s = v >> 31;
    return (m ^ s) - s;
}

/* The largest exponent of an element's terms. */
V_INLINE vec_i v_top_of(const struct vector_groups *g, unsigned block, vec_i e, bool two) {
    vec_i top = v_max(g->exponent[0][block], e);
    return two ? v_max(top, g->exponent[1][block]) : top;
}

/* Puts back infinities that have been pushed out of sums m of a single group and Dst, whose
 * exponents are e (departure INFINITY_STAYS); one is 1.0 * 2^top in units of m. Two groups have no
 * such exponents here. */
V_INLINE vec_i v_with_infinities(const struct vector_ends *w, vec_i m, vec_i top, vec_i e,
                                 vec_i dst, int32_t one) {
    vec_i out = (m == 0) & (e == 255) & (top > 255 + (one == 1 << 23 ? 24 : 11));
    if (UNLIKELY(v_any(out))) {
        int32_t left = fpu_dropped_infinity(w->mode, false) ? one : 0;
        m = v_select(out, v_with_sign(v_set(left), dst), m);
    }
    return m;
}

/* Computes the same as finish32_near() and finish32_far(); alone: the element is the only group,
 * and dst is not used. The conversion to binary32 rounds to nearest. Ties must be rounded away from
 * zero; adding 1 to a doubled number that does not fit in 24 bits avoids them. */
V_INLINE vec_i v_finish32(const struct vector_ends *w, const struct vector_groups *g,
                          unsigned block, vec_i dst, bool two, bool alone) {
    vec_i ex = g->exponent[0][block], e = (vec_i)((vec_u)(dst << 1) >> 24);
    vec_i top = alone ? ex : v_top_of(g, block, e, two);
    vec_i m = ~(e == 0) & ((dst & w->mantissa) << 1 | w->hidden);
    if (alone) {
        m = (g->value[0][block] + w->one) >> 1;
    } else {
        m = v_with_sign(v_round(w, m, top - e), dst) + v_round(w, g->value[0][block], top - ex);
    }
    if (two) {
        m += v_round(w, g->value[1][block], top - g->exponent[1][block]);
    }
    if (!alone && !two) {
        m = v_with_infinities(w, m, top, e, dst, 1 << 23);
    }
    if (STX_SUM_OF_MINUS_1) {
        m = v_select(m == -1, v_set(fpu_sum_as_seen(-1)), m);
    }
    vec_i u = v_magnitude(m), twice = u + u - (u > w->ties);
    vec_i f = (vec_i) __builtin_convertvector(twice, vec_f), scale = top - 151;
    vec_i sign = m & INT32_MIN, r = v_sum(f, scale << 23);
    e = (f >> 23) + scale;
    r = v_select(e > 254, w->largest, r) | sign;
    return ~((u == 0) | (v_set(1) > top) | (v_set(1) > e)) & r;
}

/* Computes the same as finish16_near() and finish16_far(); alone is as above. dst and the result
 * have the sign in bit 15, then exponent and mantissa. Sums are converted without rounding. */
V_INLINE vec_i v_finish16(const struct vector_ends *w, const struct vector_groups *g,
                          unsigned block, vec_i dst, enum vector_style style, bool two,
                          bool alone) {
    const int bits = style == STYLE_BF16 ? 7 : 10, hidden = 1 << bits;
    vec_i ex = g->exponent[0][block], e = (dst & 0x7FFF) >> bits;
    vec_i top = alone ? ex : v_top_of(g, block, e, two);
    vec_i m = ~(e == 0) & ((dst & (hidden - 1)) | hidden) << (11 - bits);
    if (alone) {
        m = (g->value[0][block] + w->units) >> 14;
    } else {
        m = v_with_sign(v_round(w, m, top - e), dst << 16) +
            v_round_units(w, g->value[0][block], top - ex);
    }
    if (two) {
        m += v_round_units(w, g->value[1][block], top - g->exponent[1][block]);
    }
    if (!alone && !two && style == STYLE_BF16) {
        m = v_with_infinities(w, m, top, e, dst << 16, 1 << 10);
    }
    vec_i u = v_magnitude(m), sign = m >> 16 & 0x8000;
    vec_i f = (vec_i) __builtin_convertvector(u, vec_f);
    vec_i r = ((f + (1 << (22 - bits))) >> (23 - bits)) + ((top - 137) << bits);
    vec_i nothing = (u == 0) | (v_set(1) > top) | (hidden > r);
    r = v_select(r >= (style == STYLE_BF16 ? 255 : 32) << bits, w->largest, r) | sign;
    return ~nothing & r;
}

/* Convert cells to the documented order and back (regs/dst.h). */
V_INLINE vec_i v_documented(vec_i v) {
    return (v & 0x8000) | (v & 0x7F) << 8 | (v >> 7 & 0xFF);
}
V_INLINE vec_i v_from_documented(vec_i v) {
    return (v & 0x8000) | (v & 0xFF) << 7 | (v >> 8 & 0x7F);
}
V_INLINE vec_i v_fp16_documented(vec_i v) {
    return (v & 0x8000) | (v & 0x3FF) << 5 | (v >> 10 & 0x1F);
}
V_INLINE vec_i v_fp16_from_documented(vec_i v) {
    return (v & 0x8000) | (v & 0x1F) << 10 | (v >> 5 & 0x3FF);
}

/* Finishes sixteen elements from one or two groups and, with keep, from the elements of Dst. */
V_INLINE void v_end_wide(const struct vector_ends *w, const struct vector_groups *g, uint16_t *cell,
                         bool two, bool keep) {
    uint16_t *low = cell + DST_TO_LOW;
    vec_i high[V_BLOCKS], rest[V_BLOCKS];
    BITS_UNROLL(2)
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_i v = {0};
        if (keep) {
            v = (vec_i)(v_load_u16(cell + block * V_LANES) << 16 |
                        v_load_u16(low + block * V_LANES));
        }
        v = v_finish32(w, g, block, v, two, !two && !keep);
        high[block] = (vec_i)((vec_u)v >> 16);
        rest[block] = v & 0xFFFF;
    }
    v_store_cells(cell, high);
    v_store_cells(low, rest);
}

V_INLINE void v_end_narrow(const struct vector_ends *w, const struct vector_groups *g,
                           uint16_t *cell, enum vector_style style, bool raw, bool two, bool keep) {
    vec_i cells[V_BLOCKS];
    BITS_UNROLL(2)
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_i v = {0};
        if (keep) {
            v = (vec_i)v_load_u16(cell + block * V_LANES);
            v = style == STYLE_BF16 ? (raw ? v_from_documented(v) : v)
                                    : v_fp16_from_documented(raw ? v : v_documented(v));
        }
        v = v_finish16(w, g, block, v, style, two, !two && !keep);
        if (style == STYLE_BF16) {
            v = raw ? v_documented(v) : v;
        } else {
            v = raw ? v_fp16_documented(v) : v_from_documented(v_fp16_documented(v));
        }
        cells[block] = v;
    }
    v_store_cells(cell, cells);
}

#endif
