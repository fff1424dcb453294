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
 * them each time. `largest` is an infinity in the style's order of bits. */
struct vector_constants {
    vec_i one, even, units, mantissa, hidden, ties, exponent_1, largest;
};
#define V_EACH(n) \
    { n, n, n, n, n, n, n, n }
#define V_CONSTANTS(largest)                                                                       \
    {                                                                                              \
        V_EACH(1), V_EACH(-2), V_EACH(8193), V_EACH(0xFFFFFF), V_EACH(1 << 24), V_EACH(0x1FFFFFE), \
            V_EACH(1 << 23), V_EACH(largest)                                                       \
    }
static const struct vector_constants v_constants[] = {V_CONSTANTS(0x7F800000), V_CONSTANTS(0x7F80),
                                                      V_CONSTANTS(0x7FFF)}; /* by style */

struct vector_ends {
    const struct vector_constants *v;
    const struct fpu_mode *mode; /* of the plan */
};

V_INLINE struct vector_ends v_ends_of(const struct fpu_plan *plan) {
    return (struct vector_ends){&v_constants[v_style_of(plan)], &plan->mode};
}

/* Two groups of sixteen columns, as struct group_sum. */
struct vector_groups {
    vec_i value[2][V_BLOCKS], exponent[2][V_BLOCKS];
};

/* shifted() of finish_sum.c: twice / 2^(d + 1), to nearest. */
V_INLINE vec_i v_round(const struct vector_ends *w, vec_i twice, vec_i d) {
    return (v_shift(twice, d) + w->v->one) >> 1;
}

/* The same doubled: sums of even numbers need not be halved. */
V_INLINE vec_i v_round_doubled(const struct vector_ends *w, vec_i twice, vec_i d) {
    return (v_shift(twice, d) + w->v->one) & w->v->even;
}

/* The same for a 16-bit Dst, whose unit is 2^13 times larger: the plain form rounds twice. Both
 * roundings together are one division by 2^14 that rounds down, since ((x + 1) / 2 + 4096) / 2^13
 * is (x + 1 + 8192) / 2^14. */
V_INLINE vec_i v_round_units(const struct vector_ends *w, vec_i twice, vec_i d) {
    return (v_shift(twice, d) + w->v->units) >> 14;
}

/* The largest exponent of an element's terms. */
V_INLINE vec_i v_top_of(const struct vector_groups *g, unsigned block, vec_i e, bool two) {
    vec_i top = v_max(g->exponent[0][block], e);
    return two ? v_max(top, g->exponent[1][block]) : top;
}

/* Puts back infinities that have been pushed out of sums m of a single group and Dst, whose
 * exponents are e (departure INFINITY_STAYS), by a distance of more than `out`; one is 1.0 * 2^top
 * in units of m. Two groups have no such exponents here. */
V_INLINE vec_i v_with_infinities(const struct vector_ends *w, vec_i m, vec_i top, vec_i e,
                                 vec_i dst, int32_t out, int32_t one) {
    vec_i pushed = (m == 0) & (e == 255) & (top > 255 + out);
    if (UNLIKELY(v_any(pushed))) {
        int32_t left = fpu_dropped_infinity(w->mode, false) ? one : 0;
        m = v_select(pushed, v_with_sign(v_set(left), dst), m);
    }
    return m;
}

/* Computes the same as finish32_near() and finish32_far(); alone: the element is the only group,
 * and dst is not used. Sums are doubled. The conversion to binary32 rounds to nearest. Ties must be
 * rounded away from zero; adding 1 to a doubled number that does not fit in 24 bits avoids them. */
V_INLINE vec_i v_finish32(const struct vector_ends *w, const struct vector_groups *g,
                          unsigned block, vec_i dst, bool two, bool alone) {
    vec_i ex = g->exponent[0][block], doubled = dst << 1, e = (vec_i)((vec_u)doubled >> 24);
    vec_i top = alone ? ex : v_top_of(g, block, e, two);
    vec_i m = ~(e == 0) & ((doubled & w->v->mantissa) | w->v->hidden);
    if (alone) {
        m = (g->value[0][block] + w->v->one) & w->v->even;
    } else {
        m = v_with_sign(v_round_doubled(w, m, top - e), dst) +
            v_round_doubled(w, g->value[0][block], top - ex);
    }
    if (two) {
        m += v_round_doubled(w, g->value[1][block], top - g->exponent[1][block]);
    }
    if (!alone && !two) {
        m = v_with_infinities(w, m, top, e, dst, 24, 1 << 24);
    }
    if (STX_SUM_OF_MINUS_1) {
        m = v_select(m == 2 * -1, v_set(2 * fpu_sum_as_seen(-1)), m);
    }
    vec_i twice = v_magnitude(m);
    vec_i f = (vec_i) __builtin_convertvector(twice - (twice > w->v->ties), vec_f);
    vec_i scale = (top - 151) << 23;
    /* 0, or an exponent below 1 */
    vec_i nothing = v_max((vec_i)((vec_u)w->v->exponent_1 - (vec_u)scale), w->v->one) > f;
    nothing |= two ? nothing : v_set(1) > top;
    vec_i r = v_min_unsigned(v_sum(f, scale), w->v->largest) | (m & INT32_MIN);
    return ~nothing & r;
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
        m = (g->value[0][block] + w->v->units) >> 14;
    } else {
        m = v_with_sign(v_round(w, m, top - e), dst << 16) +
            v_round_units(w, g->value[0][block], top - ex);
    }
    if (two) {
        m += v_round_units(w, g->value[1][block], top - g->exponent[1][block]);
    }
    if (!alone && !two && style == STYLE_BF16) {
        m = v_with_infinities(w, m, top, e, dst << 16, 11, 1 << 10);
    }
    vec_i u = v_magnitude(m), sign = m >> 16 & 0x8000;
    vec_i f = (vec_i) __builtin_convertvector(u, vec_f);
    vec_i r = ((f + (1 << (22 - bits))) >> (23 - bits)) + ((top - 137) << bits);
    vec_i nothing = (u == 0) | (hidden > r);
    nothing |= two ? nothing : v_set(1) > top;
    return ~nothing & (v_min(r, w->v->largest) | sign);
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
    vec_i dst[V_BLOCKS] = {{0}}, high[V_BLOCKS], rest[V_BLOCKS];
    if (keep) {
        row_cells upper, lower;
        V_LOAD(upper, cell);
        V_LOAD(lower, low);
        v_words(dst, upper, lower);
    }
    BITS_UNROLL(2)
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_i v = v_finish32(w, g, block, dst[block], two, !two && !keep);
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
