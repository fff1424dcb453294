/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_elwise.c - ELWADD, ELWSUB, ELWMUL: fpu_sum() and fpu_product() for a row at once, finished
 * like products with one group. */
#include "fast/rvv/rvv.h"

#if STX_METHOD == STX_METHOD_RVV
#include "fast/common/source_bits.h"
#include "fast/rvv/rvv_finish.h"

/* Values that are the same for a whole block. adjust is added to the exponents of results,
 * zero_exponent to those of results whose operands are zero. */
struct elwise {
    const struct fpu_plan *plan;
    const struct elwise_block *block;
    int16_t adjust, zero_exponent;
};

static struct elwise prepare(const struct fpu_plan *plan, const struct elwise_block *block) {
    const struct fpu_mode *mode = &plan->mode;
    bool rebias = mode->acc32 && !mode->e8;
    int16_t scale = (int16_t)(((mode->phase & 1u) ? 5 : 0) + ((mode->phase & 2u) ? 7 : 0));
    if (block->op == ELWISE_MUL) {
        return (struct elwise){plan, block, (int16_t)mode->adjust, (int16_t)mode->zero_exponent};
    }
    return (struct elwise){plan, block, (int16_t)((rebias ? 112 : 0) - scale),
                           (int16_t)((rebias ? 97 : 0) - scale)};
}

/* Loads exponents, significands of eleven bits and signs; a zero has the significand 0. */
RVV_INLINE vuint16m2_t source_load(const struct source_bits *s, unsigned col, size_t n,
                                   vint16m2_t *exponent, vbool8_t *negative) {
    const uint8_t low_mask = (uint8_t)(s->mask >> 8 & 0xE0u);
    vuint16m2_t h, e, m;
    h = s->one ? __riscv_vmv_v_x_u16m2(s->high[0], n) : __riscv_vle16_v_u16m2(s->high + col, n);
    e = __riscv_vand(__riscv_vsrl(h, 7, n), (uint16_t)(s->mask >> 23 & 255u), n);
    m = __riscv_vsll(__riscv_vor(__riscv_vand(h, 127, n), 128, n), 3, n);
    if (STX_SRC_LOW && low_mask) {
        vuint8m1_t l =
            s->one ? __riscv_vmv_v_x_u8m1(s->low[0], n) : __riscv_vle8_v_u8m1(s->low + col, n);
        l = __riscv_vsrl(__riscv_vand(l, low_mask, n), 5, n);
        m = __riscv_vwaddu_wv(m, l, n);
    }
    *negative = __riscv_vmslt(rvv_i16m2(h), 0, n);
    *exponent = rvv_i16m2(e);
    return __riscv_vmerge(m, 0, __riscv_vmseq(e, 0, n), n);
}

/* Aligns a term to the larger exponent, `top`; halves round away from zero. */
RVV_INLINE vint16m2_t term(vuint16m2_t m, vint16m2_t top, vint16m2_t e, vbool8_t negative,
                           size_t n) {
    vuint16m2_t d = __riscv_vminu(rvv_u16m2(__riscv_vsub(top, e, n)), 15, n);
    vint16m2_t v = rvv_i16m2(__riscv_vssrl(m, d, RVV_HALF_UP, n));
    return __riscv_vrsub_mu(negative, v, v, 0, n);
}

/* A sum, difference or product as a group: value * 2^(exponent - 127 - 10). */
RVV_INLINE vint16m2_t group(const struct elwise *e, const struct source_bits *a,
                            const struct source_bits *b, unsigned col, size_t n,
                            vint16m2_t *exponent) {
    vint16m2_t ex, ey, top, v;
    vbool8_t sx, sy;
    vuint16m2_t x = source_load(a, col, n, &ex, &sx), y = source_load(b, col, n, &ey, &sy);
    if (e->block->op != ELWISE_MUL) {
        top = __riscv_vmax(ex, ey, n);
        v = term(y, top, ey, sy, n);
        v = e->block->op == ELWISE_SUB ? __riscv_vrsub(v, 0, n) : v;
        v = __riscv_vadd(v, term(x, top, ex, sx, n), n);
        vbool8_t none = __riscv_vmseq(top, 0, n);
        *exponent = __riscv_vmerge(__riscv_vadd(top, e->adjust, n), e->zero_exponent, none, n);
        return v;
    }
    const uint32_t phase = e->plan->mode.phase;
    x = (phase & 1u) ? __riscv_vand(__riscv_vsrl(x, 1, n), 31, n) : __riscv_vsrl(x, 6, n);
    y = (phase & 2u) ? __riscv_vsll(__riscv_vand(y, 15, n), 3, n) : __riscv_vsrl(y, 4, n);
    v = rvv_i16m2(__riscv_vmul(x, y, n));
    v = __riscv_vrsub_mu(__riscv_vmxor(sx, sy, n), v, v, 0, n);
    top = __riscv_vadd(__riscv_vadd(ex, ey, n), e->adjust, n);
    vbool8_t none = __riscv_vmseq(__riscv_vmin(ex, ey, n), 0, n);
    none = __riscv_vmor(none, __riscv_vmsle(top, 0, n), n);
    *exponent = __riscv_vmerge(top, e->zero_exponent, none, n);
    return __riscv_vmerge(v, 0, none, n);
}

/* Stores results that are not added to the elements; only 16-bit elements are rounded. */
RVV_INLINE bool part_alone(uint16_t *cell, enum style style, bool raw, vint16m2_t value,
                           vint16m2_t e, bool care, size_t n) {
    vint32m4_t sum = __riscv_vwadd_vx(value, 0, n);
    if (!care && !within(style, e, n)) {
        return false;
    }
    if (style == STYLE_F32) {
        store32(cell, sum, e, 137, care, n);
    } else {
        store16(cell, style, raw, sum, e, care, n);
    }
    return true;
}

/* Puts back infinities that have been pushed out of sums m of a group and Dst, whose exponents are
 * e (departure INFINITY_STAYS). */
RVV_INLINE vint32m4_t with_infinities(const struct fpu_mode *mode, enum style style, vint32m4_t m,
                                      vint16m2_t top, vint16m2_t e, vbool8_t negative, size_t n) {
    const int32_t one = style == STYLE_F32 ? 1 << 23 : 1 << 10; /* 1.0 * 2^top */
    vbool8_t out = __riscv_vmand(__riscv_vmseq(m, 0, n), __riscv_vmseq(e, 255, n), n);
    out = __riscv_vmand(out, __riscv_vmsgt(top, (int16_t)(255 + (style == STYLE_F32 ? 24 : 11)), n),
                        n);
    if (rvv_none(out, n) || !fpu_dropped_infinity(mode, false)) {
        return m;
    }
    m = __riscv_vmerge(m, one, out, n);
    return __riscv_vmerge(m, -one, __riscv_vmand(out, negative, n), n);
}

RVV_INLINE bool part_added(const struct fpu_mode *mode, uint16_t *cell, enum style style, bool raw,
                           vint16m2_t value, vint16m2_t ex, bool care, size_t n) {
    vint16m2_t e;
    vbool8_t negative;
    vint32m4_t m = dst_load(cell, style, raw, n, &e, &negative);
    vint16m2_t top = __riscv_vmax(ex, e, n);
    if (!care && !within(style, top, n)) {
        return false;
    }
    vint32m4_t x = __riscv_vwmul(value, 1 << 13, n);
    m = dst_aligned(m, top, e, negative, care, n);
    m = __riscv_vadd(m, group_aligned(style, x, top, ex, n), n);
    if (care && style != STYLE_FP16) {
        m = with_infinities(mode, style, m, top, e, negative, n);
    }
    store_sums(cell, style, raw, m, top, care, n);
    return true;
}

RVV_INLINE void row_of(const struct elwise *e, const struct source_bits *a,
                       const struct source_bits *b, uint16_t *cell, enum style style, bool raw,
                       bool keep) {
    const struct fpu_mode *mode = &e->plan->mode;
    for (size_t col = 0, n; col < STX_COLS; col += n, cell += n) {
        n = __riscv_vsetvl_e32m4(STX_COLS - col);
        vint16m2_t ex, v = group(e, a, b, (unsigned)col, n, &ex);
        if (!keep && !part_alone(cell, style, raw, v, ex, false, n)) {
            part_alone(cell, style, raw, v, ex, true, n);
        } else if (keep && !part_added(mode, cell, style, raw, v, ex, false, n)) {
            part_added(mode, cell, style, raw, v, ex, true, n);
        }
    }
}

RVV_INLINE void rows_of(struct stx_core *core, const struct elwise *e, enum style style) {
    const struct elwise_block *block = e->block;
    unsigned physical = 0;
    for (unsigned i = 0; i < ELWISE_ROWS; i++, physical++) {
        if (i % 4 == 0) { /* rows 4 n .. 4 n + 3 are adjacent */
            unsigned row = block->dst + i;
            physical = style == STYLE_F32 ? dst_row32(core, row) : dst_row16(core, row);
        }
        bool keep = block->accumulate && dst_valid(core, physical);
        const struct source_bits a = source_row(&core->srca, block->a + i, e->plan->mask_a, false);
        const struct source_bits b = source_row(&core->srcb, block->b + i * block->b_step,
                                                e->plan->mask_b, block->one_column);
        row_of(e, &a, &b, core->dst.cell[physical], style, dst_row_is_raw(physical), keep);
        dst_set_valid(core, physical);
    }
}

bool elwise_rvv(struct stx_core *core, const struct fpu_plan *plan,
                const struct elwise_block *block) {
    if (plan->style == FPU_INT8 || plan->keep_denormal_b) {
        return false;
    }
    const struct elwise e = prepare(plan, block);
    if (plan->dst32) {
        rows_of(core, &e, STYLE_F32);
    } else if (plan->style == FPU_E8) {
        rows_of(core, &e, STYLE_BF16);
    } else {
        rows_of(core, &e, STYLE_FP16);
    }
    return true;
}
#endif
