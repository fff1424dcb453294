/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_finish.h - turns sums into elements of Dst, sixteen at a time (finish_sum.h describes what is
 * computed).
 *
 * Some functions have an argument `care`. Without care, within() has tested that every exponent is
 * in the middle of the range. The conversion of a sum to binary32 then rounds as the FPU does, and
 * no result leaves the range. */
#ifndef STX_FAST_RVV_RVV_FINISH_H
#define STX_FAST_RVV_RVV_FINISH_H

#include "fast/rvv/rvv.h"
#include "num/fpu_mac.h"
#include "regs/dst.h"

enum style { STYLE_F32, STYLE_BF16, STYLE_FP16 };

/* The number of mantissa bits of 16-bit elements. */
ALWAYS_INLINE unsigned bits_of(enum style style) {
    return style == STYLE_BF16 ? 7 : 10;
}

/* floor(v / 2^d + 1/2), 0 from d = 31 on, where d = top - e. */
ALWAYS_INLINE vint32m4_t aligned(vint32m4_t v, vint16m2_t top, vint16m2_t e, size_t n) {
    vuint32m4_t d = __riscv_vreinterpret_u32m4(__riscv_vmin(__riscv_vwsub_vv(top, e, n), 31, n));
    return __riscv_vssra(v, d, RVV_HALF_UP, n);
}

/* A group, in units of 2^(top - 127 - 23), or of 2^13 of these for 16-bit elements: each term is
 * rounded to units. */
ALWAYS_INLINE vint32m4_t group_aligned(enum style style, vint32m4_t v, vint16m2_t top, vint16m2_t e,
                                       size_t n) {
    v = aligned(v, top, e, n);
    return style == STYLE_F32 ? v : __riscv_vssra(v, 13, RVV_HALF_UP, n);
}

/* Converts cells to sign, exponent and mantissa, in this order from bit 15 on, and back
 * (regs/dst.h). */
ALWAYS_INLINE vuint16m4_t permuted(vuint16m4_t v, uint16_t low, unsigned left, uint16_t high,
                                   unsigned right, size_t n) {
    vuint16m4_t a = __riscv_vsll(__riscv_vand(v, low, n), left, n);
    vuint16m4_t b = __riscv_vand(__riscv_vsrl(v, right, n), high, n);
    return __riscv_vor(__riscv_vor(a, b, n), __riscv_vand(v, 0x8000, n), n);
}
ALWAYS_INLINE vuint16m4_t documented(vuint16m4_t v, size_t n) {
    return permuted(v, 0x7F, 8, 0xFF, 7, n);
}
ALWAYS_INLINE vuint16m4_t from_documented(vuint16m4_t v, size_t n) {
    return permuted(v, 0xFF, 7, 0x7F, 8, n);
}
ALWAYS_INLINE vuint16m4_t elements_load(const uint16_t *cell, enum style style, bool raw,
                                        size_t n) {
    vuint16m4_t v = __riscv_vle16_v_u16m4(cell, n);
    if (style == STYLE_BF16) {
        return raw ? from_documented(v, n) : v;
    }
    return permuted(raw ? v : documented(v, n), 0x1F, 10, 0x3FF, 5, n);
}
ALWAYS_INLINE void elements_store(uint16_t *cell, vuint16m4_t v, enum style style, bool raw,
                                  size_t n) {
    if (style == STYLE_BF16) {
        v = raw ? documented(v, n) : v;
    } else {
        v = permuted(v, 0x3FF, 5, 0x1F, 10, n);
        v = raw ? v : from_documented(v, n);
    }
    __riscv_vse16(cell, v, n);
}

/* Loads elements as magnitudes, exponents and signs. An element with exponent 0 is a zero;
 * dst_aligned() tests this only with care, because otherwise such an element is too far below the
 * top to matter. */
ALWAYS_INLINE vint32m4_t dst_load(const uint16_t *cell, enum style style, bool raw, size_t n,
                                  vint16m2_t *exponent, vbool8_t *negative) {
    vuint16m2_t h, e;
    vuint32m4_t m;
    if (style == STYLE_F32) {
        h = __riscv_vle16_v_u16m2(cell, n);
        e = __riscv_vsrl(__riscv_vsll(h, 1, n), 8, n);
        vuint16m2_t low = __riscv_vle16_v_u16m2(cell + DST_TO_LOW, n);
        m = __riscv_vwaddu_wv(__riscv_vsll(__riscv_vzext_vf2(h, n), 16, n), low, n);
        m = __riscv_vor(__riscv_vand(m, 0x7FFFFF, n), 0x800000, n);
    } else {
        const unsigned bits = bits_of(style), hidden = 1u << bits;
        h = __riscv_vlmul_trunc_u16m2(elements_load(cell, style, raw, n));
        e = __riscv_vsrl(__riscv_vand(h, 0x7FFF, n), bits, n);
        vuint16m2_t v = __riscv_vand(h, (uint16_t)(hidden - 1), n);
        v = __riscv_vor(v, (uint16_t)hidden, n);
        m = __riscv_vzext_vf2(__riscv_vsll(v, 10 - bits, n), n);
    }
    *exponent = __riscv_vreinterpret_i16m2(e);
    *negative = __riscv_vmslt(__riscv_vreinterpret_i16m2(h), 0, n);
    return __riscv_vreinterpret_i32m4(m);
}

/* Aligns these elements and applies their signs. */
ALWAYS_INLINE vint32m4_t dst_aligned(vint32m4_t m, vint16m2_t top, vint16m2_t e, vbool8_t negative,
                                     bool care, size_t n) {
    if (care) {
        m = __riscv_vmerge(m, 0, __riscv_vmseq(e, 0, n), n);
    }
    m = aligned(m, top, e, n);
    return __riscv_vrsub_mu(negative, m, m, 0, n);
}

/* within() is true if sums can be finished without care. Terms are below 2^29 in units of 2^(top -
 * 127 - 23): sums have exponents in top - 23 .. top + 7; with 16-bit elements in top - 10 .. top +
 * 7. An element with exponent 0 does not count from top = 26 or 13 on. */
ALWAYS_INLINE int16_t lowest_within(enum style style) {
    return style == STYLE_F32 ? 26 : 13;
}
ALWAYS_INLINE uint16_t exponents_within(enum style style) {
    return (uint16_t)((style == STYLE_FP16 ? 24 : 247) - lowest_within(style));
}
ALWAYS_INLINE bool within(enum style style, vint16m2_t top, size_t n) {
    vuint16m2_t above = __riscv_vreinterpret_u16m2(__riscv_vsub(top, lowest_within(style), n));
    return rvv_none(__riscv_vmsgtu(above, exponents_within(style), n), n);
}

/* A sum of 0 and a result that is too small become 0, a result that is too large becomes `most`. e
 * holds the exponents of the results. */
ALWAYS_INLINE vint32m4_t in_range(vint32m4_t r, vint32m4_t sum, vint32m4_t e, vint16m2_t top,
                                  int32_t limit, vint32m4_t most, size_t n) {
    vbool8_t nothing = __riscv_vmor(__riscv_vmsle(e, 0, n), __riscv_vmseq(sum, 0, n), n);
    nothing = __riscv_vmor(nothing, __riscv_vmsle(top, 0, n), n);
    r = __riscv_vmerge(r, most, __riscv_vmsge(e, limit, n), n);
    return __riscv_vmerge(r, 0, nothing, n);
}

/* Stores sums in units of 2^(top - unit + 23 - 127) as 32-bit elements. */
ALWAYS_INLINE void store32(uint16_t *cell, vint32m4_t sum, vint16m2_t top, int16_t unit, bool care,
                           size_t n) {
    vint32m4_t f = __riscv_vreinterpret_i32m4(__riscv_vfcvt_f(sum, RVV_TIES_AWAY, n));
    vint32m4_t scale = __riscv_vwsub_vx(top, unit, n), r;
    if (care) {
        vint32m4_t of = __riscv_vand(__riscv_vsra(f, 23, n), 255, n);
        vint32m4_t most = __riscv_vor(__riscv_vand(sum, INT32_MIN, n), 0x7F800000, n);
        r = __riscv_vadd(f, __riscv_vsll(scale, 23, n), n);
        r = in_range(r, sum, __riscv_vadd(of, scale, n), top, 255, most, n);
    } else {
        vbool8_t some = __riscv_vmsne(sum, 0, n);
        r = __riscv_vadd_mu(some, f, f, __riscv_vsll(scale, 23, n), n);
    }
    __riscv_vse16(cell, __riscv_vnsrl(__riscv_vreinterpret_u32m4(r), 16, n), n);
    __riscv_vse16(cell + DST_TO_LOW, __riscv_vnsrl(__riscv_vreinterpret_u32m4(r), 0, n), n);
}

/* Stores sums |s| < 2^17 in units of 2^(top - 127 - 10) as 16-bit elements. */
ALWAYS_INLINE void store16(uint16_t *cell, enum style style, bool raw, vint32m4_t sum,
                           vint16m2_t top, bool care, size_t n) {
    const unsigned bits = bits_of(style);
    vint32m4_t f =
        __riscv_vreinterpret_i32m4(__riscv_vfcvt_f(sum, n)); /* this conversion is exact */
    vint32m4_t sign = __riscv_vand(__riscv_vsra(sum, 16, n), 0x8000, n);
    vint16m2_t r;
    if (care) {
        vint32m4_t u = __riscv_vadd(__riscv_vand(f, 0x7FFFFFFF, n), 1 << (22 - bits), n);
        u = __riscv_vsra(u, 23 - bits, n);
        u = __riscv_vadd(u, __riscv_vsll(__riscv_vwsub_vx(top, 137, n), bits, n), n);
        vint32m4_t e = __riscv_vsra(u, bits, n);
        vint32m4_t most = __riscv_vor(sign, style == STYLE_BF16 ? 0x7F80 : 0x7FFF, n);
        u = in_range(__riscv_vor(u, sign, n), sum, e, top, style == STYLE_BF16 ? 255 : 32, most, n);
        r = __riscv_vnsra(u, 0, n);
    } else {
        r = __riscv_vnsra(__riscv_vadd(f, 1 << (22 - bits), n), 23 - bits, n);
        vint16m2_t scale = __riscv_vsll(__riscv_vsub(top, 137, n), bits, n);
        r = __riscv_vadd_mu(__riscv_vmsne(sum, 0, n), r, r, scale, n);
        r = style == STYLE_BF16 ? r : __riscv_vor(r, __riscv_vnsra(sign, 0, n), n);
    }
    elements_store(cell, __riscv_vlmul_ext_u16m4(__riscv_vreinterpret_u16m2(r)), style, raw, n);
}

/* Rounds sums of aligned terms and stores them as 32-bit elements, or as 16-bit elements by the way
 * that also serves denormal and too large results. */
ALWAYS_INLINE void store_sums(uint16_t *cell, enum style style, bool raw, vint32m4_t sum,
                              vint16m2_t top, bool care, size_t n) {
    if (style == STYLE_F32) {
        if (STX_SUM_OF_MINUS_1) {
            sum = __riscv_vmerge(sum, fpu_sum_as_seen(-1), __riscv_vmseq(sum, -1, n), n);
        }
        store32(cell, sum, top, 150, care, n);
    } else {
        store16(cell, style, raw, sum, top, care, n);
    }
}

/* The same without care for 16-bit elements, as many as two registers of the others hold. The sums
 * are numbers f. */
ALWAYS_INLINE void sums16_store(uint16_t *cell, enum style style, bool raw, vfloat32m8_t sum,
                                vint16m4_t top, size_t n) {
    const unsigned bits = bits_of(style);
    const vuint32m8_t f = __riscv_vreinterpret_u32m8(sum);
    vuint16m4_t scale =
                    __riscv_vreinterpret_u16m4(__riscv_vsll(__riscv_vsub(top, 137, n), bits, n)),
                r;
    scale = __riscv_vmerge(scale, 0, __riscv_vmseq(f, 0, n), n);
    if (style == STYLE_BF16) {
        r = __riscv_vadd(__riscv_vnclipu(f, 16, RVV_HALF_UP, n), scale, n);
    } else {
        r = __riscv_vnsrl(__riscv_vadd(f, 1u << 12, n), 13, n);
        r = __riscv_vadd(r, scale, n);
        r = __riscv_vor(r, __riscv_vand(__riscv_vnsrl(f, 16, n), 0x8000, n), n);
    }
    elements_store(cell, r, style, raw, n);
}

ALWAYS_INLINE vint32m8_t sums_as_seen(vint32m8_t sum, size_t n) {
    return STX_SUM_OF_MINUS_1
               ? __riscv_vmerge(sum, fpu_sum_as_seen(-1), __riscv_vmseq(sum, -1, n), n)
               : sum;
}

/* Stores sums as 32-bit elements, for exponents that are within the bounds: a group of eight
 * registers, twice as many elements as the functions above take. */
ALWAYS_INLINE void sums32_store(uint16_t *cell, vint32m8_t sum, vint16m4_t top, size_t n) {
    sum = sums_as_seen(sum, n);
    vint32m8_t f = __riscv_vreinterpret_i32m8(__riscv_vfcvt_f(sum, RVV_TIES_AWAY, n));
    vint16m4_t scale = __riscv_vmerge(top, 150, __riscv_vmseq(sum, 0, n), n);
    /* What is added to the exponent of a number, which begins at bit 23: shifted left by 8, in
     * which it fits since within16() bounds the top, and multiplied by 2^15. A sum of 0 gets 0. */
    scale = __riscv_vsll(__riscv_vsub(scale, 150, n), 8, n);
    vuint32m8_t r = __riscv_vreinterpret_u32m8(__riscv_vwmaccus(f, (uint16_t)0x8000, scale, n));
    __riscv_vse16(cell, __riscv_vnsrl(r, 16, n), n);
    __riscv_vse16(cell + DST_TO_LOW, __riscv_vnsrl(r, 0, n), n);
}

/* 32-bit elements with their signs, aligned to the top; h: their high halves, e: their exponents.
 */
ALWAYS_INLINE vint32m8_t dst32_aligned(const uint16_t *cell, vuint16m4_t h, vint16m4_t top,
                                       vint16m4_t e, size_t n) {
    vuint16m4_t low = __riscv_vle16_v_u16m4(cell + DST_TO_LOW, n);
    vuint16m4_t m = __riscv_vor(__riscv_vand(h, 0x7F, n), 0x80, n);
    /* low + m + 0xFFFF * m = m << 16 | low */
    vuint32m8_t v = __riscv_vwmaccu(__riscv_vwaddu_vv(m, low, n), (uint16_t)0xFFFF, m, n);
    vint32m8_t d = __riscv_vmin(__riscv_vwsub_vv(top, e, n), 31, n);
    vint32m8_t r =
        __riscv_vssra(__riscv_vreinterpret_i32m8(v), __riscv_vreinterpret_u32m8(d), RVV_HALF_UP, n);
    return __riscv_vrsub_mu(__riscv_vmslt(__riscv_vreinterpret_i16m4(h), 0, n), r, r, 0, n);
}

/* Loads 16-bit elements and takes them apart. Returns their mantissas with the hidden bit, shifted
 * so that both formats have eleven bits. */
ALWAYS_INLINE vuint16m4_t dst16_load(const uint16_t *cell, enum style style, bool raw, size_t n,
                                     vint16m4_t *exponent, vbool4_t *negative) {
    const unsigned bits = bits_of(style), hidden = 1u << bits;
    vuint16m4_t h = elements_load(cell, style, raw, n);
    *exponent = __riscv_vreinterpret_i16m4(__riscv_vsrl(__riscv_vand(h, 0x7FFF, n), bits, n));
    *negative = __riscv_vmslt(__riscv_vreinterpret_i16m4(h), 0, n);
    h = __riscv_vor(__riscv_vand(h, (uint16_t)(hidden - 1), n), (uint16_t)hidden, n);
    return style == STYLE_BF16 ? __riscv_vsll(h, 3, n) : h;
}

/* These elements with their signs, aligned to the top, to which they have a distance of at least 0.
 */
ALWAYS_INLINE vint16m4_t dst16_aligned(vuint16m4_t m, vint16m4_t top, vint16m4_t e,
                                       vbool4_t negative, size_t n) {
    vuint16m4_t d = __riscv_vminu(__riscv_vreinterpret_u16m4(__riscv_vsub(top, e, n)), 15, n);
    vint16m4_t v = __riscv_vreinterpret_i16m4(__riscv_vssrl(m, d, RVV_HALF_UP, n));
    return __riscv_vrsub_mu(negative, v, v, 0, n);
}

ALWAYS_INLINE bool within16(enum style style, vint16m4_t top, size_t n) {
    vuint16m4_t above = __riscv_vreinterpret_u16m4(__riscv_vsub(top, lowest_within(style), n));
    return rvv_none(__riscv_vmsgtu(above, exponents_within(style), n), n);
}

/* The same after tops of 0 are raised: there all terms are zeros, and any top within the bounds
 * gives a zero. */
ALWAYS_INLINE bool raised_within16(enum style style, vint16m4_t *top, size_t n) {
    if (within16(style, *top, n)) {
        return true;
    }
    *top = __riscv_vmerge(*top, lowest_within(style), __riscv_vmseq(*top, 0, n), n);
    return within16(style, *top, n);
}

#endif
