/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_ends.c - two groups of products and Dst aligned, added, rounded once (rvv_ends.h). A part of
 * a row is tried as an ordinary one first: every exponent in the middle of the range. Then the
 * conversion of the sum to binary32 rounds as the FPU does and nothing can leave the range; groups
 * without products and elements of exponent 0 are too far below the others to count. */
#include "fast/rvv/rvv_ends.h"

#if STX_KERNEL == STX_KERNEL_RVV
#include "fast/rvv/rvv.h"

/* A part of row i of the block. Functions have an argument care: exponents may be anything. */
struct part {
    const struct rvv_sums *sums;
    const struct rvv_end *end;
    unsigned i, col;
    size_t n;
};

/* floor(v / 2^d + 1/2), 0 from d = 31 on. */
RVV_INLINE vint32m4_t aligned(vint32m4_t v, vint16m2_t top, vint16m2_t e, size_t n) {
    vuint32m4_t d = rvv_u32m4(__riscv_vmin(__riscv_vwsub_vv(top, e, n), 31, n));
    return __riscv_vssra(v, d, RVV_HALF_UP, n);
}

/* A group in units of 2^(exponent - 127 - 23). Exponents <= 0 count as nothing, those of sums
 * without products as zero_exponent. */
RVV_INLINE vint32m4_t group(const struct part *p, unsigned half, bool care, vint16m2_t *exponent) {
    size_t n = p->n;
    const int16_t *from = &p->sums->exponent_value[p->i][half][0][p->col];
    vint16m2_t e = __riscv_vadd(__riscv_vle16_v_i16m2(from, n), p->end->adjust, n);
    vint32m4_t v = __riscv_vwmul(__riscv_vle16_v_i16m2(from + STX_COLS, n), 1 << 13, n);
    *exponent = e;
    if (care) {
        *exponent = __riscv_vmerge(__riscv_vmax(e, 0, n), p->end->zero_exponent,
                                   __riscv_vmslt(e, p->end->none, n), n);
        v = __riscv_vmerge(v, 0, __riscv_vmsle(e, 0, n), n);
    }
    return v;
}

/* Magnitude m and exponent e of Dst plus both groups in units of 2^(top - 127 - 23); units: of 2^13
 * of these, to which each term is rounded. */
RVV_INLINE vint32m4_t sum_of(const struct part *p, vint32m4_t m, vint16m2_t e, vbool8_t negative,
                             bool units, bool care, vint16m2_t *to_top) {
    size_t n = p->n;
    vint16m2_t ex, ey;
    vint32m4_t x = group(p, 0, care, &ex), y = group(p, 1, care, &ey);
    vint16m2_t top = __riscv_vmax(__riscv_vmax(ex, ey, n), e, n);
    if (care) {
        m = __riscv_vmerge(m, 0, __riscv_vmseq(e, 0, n), n);
    }
    m = aligned(m, top, e, n);
    m = __riscv_vrsub_mu(negative, m, m, 0, n);
    x = aligned(x, top, ex, n);
    y = aligned(y, top, ey, n);
    if (units) {
        x = __riscv_vssra(x, 13, RVV_HALF_UP, n);
        y = __riscv_vssra(y, 13, RVV_HALF_UP, n);
    }
    *to_top = top;
    return __riscv_vadd(__riscv_vadd(m, x, n), y, n);
}

/* Is every exponent in lowest..highest? */
RVV_INLINE bool within(vint16m2_t e, int16_t lowest, int16_t highest, size_t n) {
    vuint16m2_t above = rvv_u16m2(__riscv_vsub(e, lowest, n));
    return rvv_none(__riscv_vmsgtu(above, (uint16_t)(highest - lowest), n), n);
}

/* A sum of 0 and anything too small give 0, anything too large infinity. e: exponents of results.
 */
RVV_INLINE vint32m4_t in_range(vint32m4_t r, vint32m4_t sum, vint32m4_t e, vint16m2_t top,
                               int32_t limit, vint32m4_t most, size_t n) {
    vbool8_t nothing = __riscv_vmor(__riscv_vmsle(e, 0, n), __riscv_vmseq(sum, 0, n), n);
    nothing = __riscv_vmor(nothing, __riscv_vmsle(top, 0, n), n);
    r = __riscv_vmerge(r, most, __riscv_vmsge(e, limit, n), n);
    return __riscv_vmerge(r, 0, nothing, n);
}

/* Part of a row of 32-bit elements; false, and nothing done, if it is not ordinary. Terms are below
 * 2^29, so the exponent of a sum lies in top - 23 .. top + 7. */
RVV_INLINE bool part32(const struct part *p, uint16_t *cell, bool care) {
    size_t n = p->n;
    uint16_t *low = cell + DST_LOW_HALF * STX_COLS;
    vuint16m2_t h = __riscv_vle16_v_u16m2(cell, n);
    vint16m2_t e = rvv_i16m2(__riscv_vsrl(__riscv_vsll(h, 1, n), 8, n)), top;
    vuint32m4_t w = __riscv_vsll(__riscv_vzext_vf2(h, n), 16, n);
    w = __riscv_vwaddu_wv(w, __riscv_vle16_v_u16m2(low, n), n);
    w = __riscv_vor(__riscv_vand(w, 0x7FFFFF, n), 0x800000, n);
    vint32m4_t sum =
        sum_of(p, rvv_i32m4(w), e, __riscv_vmslt(rvv_i16m2(h), 0, n), false, care, &top);
    if (!care && !within(top, 25, 247, n)) {
        return false;
    }
    vint32m4_t f = __riscv_vreinterpret_i32m4(__riscv_vfcvt_f(sum, RVV_TIES_AWAY, n));
    vint32m4_t scale = __riscv_vwsub_vx(top, 150, n), r;
    if (care) {
        vint32m4_t of = __riscv_vand(__riscv_vsra(f, 23, n), 255, n);
        r = __riscv_vadd(f, __riscv_vsll(scale, 23, n), n);
        vint32m4_t most = __riscv_vor(__riscv_vand(sum, INT32_MIN, n), 0x7F800000, n);
        r = in_range(r, sum, __riscv_vadd(of, scale, n), top, 255, most, n);
    } else {
        vbool8_t some = __riscv_vmsne(sum, 0, n);
        r = __riscv_vadd_mu(some, f, f, __riscv_vsll(scale, 23, n), n);
    }
    __riscv_vse16(cell, __riscv_vnsrl(rvv_u32m4(r), 16, n), n);
    __riscv_vse16(low, __riscv_vnsrl(rvv_u32m4(r), 0, n), n);
    return true;
}

/* Cells as sign 15, exponent, `bits` mantissa bits, and back (regs/dst.h). */
RVV_INLINE vuint16m2_t permuted(vuint16m2_t v, uint16_t low, unsigned left, uint16_t high,
                                unsigned right, size_t n) {
    vuint16m2_t a = __riscv_vsll(__riscv_vand(v, low, n), left, n);
    vuint16m2_t b = __riscv_vand(__riscv_vsrl(v, right, n), high, n);
    return __riscv_vor(__riscv_vor(a, b, n), __riscv_vand(v, 0x8000, n), n);
}
RVV_INLINE vuint16m2_t documented(vuint16m2_t v, size_t n) {
    return permuted(v, 0x7F, 8, 0xFF, 7, n);
}
RVV_INLINE vuint16m2_t from_documented(vuint16m2_t v, size_t n) {
    return permuted(v, 0xFF, 7, 0x7F, 8, n);
}
RVV_INLINE vuint16m2_t cells_load(const uint16_t *cell, unsigned bits, bool raw, size_t n) {
    vuint16m2_t v = __riscv_vle16_v_u16m2(cell, n);
    if (bits == 7) {
        return raw ? from_documented(v, n) : v;
    }
    return permuted(raw ? v : documented(v, n), 0x1F, 10, 0x3FF, 5, n);
}
RVV_INLINE void cells_store(uint16_t *cell, vuint16m2_t v, unsigned bits, bool raw, size_t n) {
    if (bits == 7) {
        v = raw ? documented(v, n) : v;
    } else {
        v = permuted(v, 0x3FF, 5, 0x1F, 10, n);
        v = raw ? v : from_documented(v, n);
    }
    __riscv_vse16(cell, v, n);
}

/* Part of a row of 16-bit elements with `bits` mantissa bits; as part32(). A sum is below 2^17: its
 * exponent lies in top - 10 .. top + 7. */
RVV_INLINE bool part16(const struct part *p, uint16_t *cell, unsigned bits, bool raw, bool care) {
    size_t n = p->n;
    const uint16_t hidden = (uint16_t)(1u << bits);
    const int32_t limit = bits == 7 ? 255 : 32, largest = bits == 7 ? 0x7F80 : 0x7FFF;
    vuint16m2_t h = cells_load(cell, bits, raw, n);
    vint16m2_t e = rvv_i16m2(__riscv_vsrl(__riscv_vand(h, 0x7FFF, n), bits, n)), top;
    vuint16m2_t m = __riscv_vor(__riscv_vand(h, (uint16_t)(hidden - 1), n), hidden, n);
    vuint32m4_t w = __riscv_vzext_vf2(__riscv_vsll(m, 10 - bits, n), n);
    vint32m4_t sum =
        sum_of(p, rvv_i32m4(w), e, __riscv_vmslt(rvv_i16m2(h), 0, n), true, care, &top);
    if (!care && !within(top, 12, (int16_t)(limit - 8), n)) {
        return false;
    }
    vint32m4_t f = __riscv_vreinterpret_i32m4(__riscv_vfcvt_f(sum, n)); /* exact */
    vint32m4_t sign = __riscv_vand(__riscv_vsra(sum, 16, n), 0x8000, n);
    vint16m2_t r;
    if (care) {
        vint32m4_t u = __riscv_vadd(__riscv_vand(f, 0x7FFFFFFF, n), 1 << (22 - bits), n);
        u = __riscv_vsra(u, 23 - bits, n);
        u = __riscv_vadd(u, __riscv_vsll(__riscv_vwsub_vx(top, 137, n), bits, n), n);
        vint32m4_t most = __riscv_vor(sign, largest, n);
        u = in_range(__riscv_vor(u, sign, n), sum, __riscv_vsra(u, bits, n), top, limit, most, n);
        r = __riscv_vnsra(u, 0, n);
    } else {
        r = __riscv_vnsra(__riscv_vadd(f, 1 << (22 - bits), n), 23 - bits, n);
        vint16m2_t scale = __riscv_vsll(__riscv_vsub(top, 137, n), bits, n);
        r = __riscv_vadd_mu(__riscv_vmsne(sum, 0, n), r, r, scale, n);
        r = bits == 7 ? r : __riscv_vor(r, __riscv_vnsra(sign, 0, n), n);
    }
    cells_store(cell, rvv_u16m2(r), bits, raw, n);
    return true;
}

enum style { DST_F32, DST_BF16, DST_FP16 };

RVV_INLINE bool part_of(const struct part *p, enum style style, uint16_t *cell, bool raw,
                        bool care) {
    return style == DST_F32    ? part32(p, cell, care)
           : style == DST_BF16 ? part16(p, cell, 7, raw, care)
                               : part16(p, cell, 10, raw, care);
}

/* All rows; what is not ordinary is done with care. */
RVV_INLINE void ends(const struct rows *r, struct part p, enum style style) {
    unsigned physical = 0, dst_row = r->block->d0;
    for (p.i = 0; p.i < r->block->rows; p.i++, dst_row += r->block->d_step) {
        physical = row_open(r, p.i, dst_row, physical);
        uint16_t *cell = r->core->dst.cell[physical];
        bool raw = dst_row_is_raw(physical);
        for (p.col = 0; p.col < STX_COLS; p.col += (unsigned)p.n, cell += p.n) {
            p.n = __riscv_vsetvl_e32m4(STX_COLS - p.col);
            if (!p.end->ordinary || !part_of(&p, style, cell, raw, false)) {
                part_of(&p, style, cell, raw, true);
            }
        }
    }
}

void rvv_ends(const struct rows *r, const struct rvv_sums *sums, const struct rvv_end *end) {
    const struct part p = {sums, end, 0, 0, 0};
    if (r->plan->dst32) {
        ends(r, p, DST_F32);
    } else if (r->plan->style == FPU_E8) {
        ends(r, p, DST_BF16);
    } else {
        ends(r, p, DST_FP16);
    }
}
#endif
