/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_elwise.c - ELWADD, ELWSUB, ELWMUL: fpu_sum() and fpu_product() for a row at once, finished
 * like products with one group. */
#include "fast/rvv/rvv.h"

#if STX_METHOD == STX_METHOD_RVV
#include "fast/rvv/rvv_finish.h"
#include "regs/src.h"

/* Rows of a source, the bits of their data that are used, and whether they are used for many cells
 * of Dst. */
struct elwise_source {
    const uint16_t *high;
    const uint8_t *low;
    uint32_t mask;
    bool low_bits, repeats;
};

/* Values that are the same for a whole block. adjust is added to the exponents of results,
 * zero_exponent to those of results whose operands are zero. Cell n of the block is computed from
 * datum n of a and datum n & chosen of b. */
struct elwise {
    const struct fpu_mode *mode;
    enum elwise_operation op;
    int16_t adjust, zero_exponent;
    uint16_t chosen;
    struct elwise_source a, b;
};

static struct elwise_source source_of(const struct stx_src *src, unsigned row, uint32_t mask,
                                      bool repeats) {
    const unsigned bank = src->fpu_bank;
    return (struct elwise_source){src->high[bank][row], src_low_row(src, bank, row), mask,
                                  src_is_fine(src, bank) && (mask & SRC_LOW_BITS), repeats};
}

static struct elwise prepare(const struct stx_core *core, const struct fpu_plan *plan,
                             const struct elwise_block *block) {
    const struct fpu_mode *mode = &plan->mode;
    const bool repeats = block->one_column || !block->b_step;
    struct elwise e = {.mode = mode,
                       .op = block->op,
                       .adjust = (int16_t)mode->adjust,
                       .zero_exponent = (int16_t)mode->zero_exponent,
                       .chosen =
                           (uint16_t)((block->b_step ? ~15u : 0) | (block->one_column ? 0 : 15u)),
                       .a = source_of(&core->srca, block->a, plan->mask_a, false),
                       .b = source_of(&core->srcb, block->b, plan->mask_b, repeats)};
    if (block->op != ELWISE_MUL) {
        bool rebias = mode->acc32 && !mode->e8;
        int16_t scale = (int16_t)(((mode->phase & 1u) ? 5 : 0) + ((mode->phase & 2u) ? 7 : 0));
        e.adjust = (int16_t)((rebias ? 112 : 0) - scale);
        e.zero_exponent = (int16_t)((rebias ? 97 : 0) - scale);
    }
    return e;
}

/* Places of n data that repeat: each cell's number, of which the bits `chosen` count. */
ALWAYS_INLINE vuint16m4_t places_of(uint16_t chosen, size_t n) {
    return __riscv_vand(__riscv_vid_v_u16m4(n), chosen, n);
}

/* Loads exponents, significands of eleven bits and signs of n data from one on; a zero has the
 * significand 0. chosen: for data that repeat. */
ALWAYS_INLINE vuint16m4_t source_load(const struct elwise_source *s, unsigned from, uint16_t chosen,
                                      size_t n, vint16m4_t *exponent, vbool4_t *negative) {
    vuint16m4_t h =
        s->repeats
            ? __riscv_vluxei16_v_u16m4(s->high + from, __riscv_vsll(places_of(chosen, n), 1, n), n)
            : __riscv_vle16_v_u16m4(s->high + from, n);
    vuint16m4_t e = __riscv_vand(__riscv_vsrl(h, 7, n), (uint16_t)(s->mask >> 23 & 255u), n);
    vuint16m4_t m = __riscv_vsll(__riscv_vor(__riscv_vand(h, 127, n), 128, n), 3, n);
    if (STX_SRC_LOW && s->low_bits) {
        vuint8m2_t l = s->repeats ? __riscv_vluxei16_v_u8m2(s->low + from, places_of(chosen, n), n)
                                  : __riscv_vle8_v_u8m2(s->low + from, n);
        l = __riscv_vand(l, (uint8_t)(s->mask >> 8 & 0xE0u), n);
        m = __riscv_vwaddu_wv(m, __riscv_vsrl(l, 5, n), n);
    }
    *negative = __riscv_vmslt(__riscv_vreinterpret_i16m4(h), 0, n);
    *exponent = __riscv_vreinterpret_i16m4(e);
    return __riscv_vmerge(m, 0, __riscv_vmseq(e, 0, n), n);
}

/* Aligns a term to the larger exponent, `top`; halves round away from zero. */
ALWAYS_INLINE vint16m4_t term(vuint16m4_t m, vint16m4_t top, vint16m4_t e, vbool4_t negative,
                              size_t n) {
    vuint16m4_t d = __riscv_vminu(__riscv_vreinterpret_u16m4(__riscv_vsub(top, e, n)), 15, n);
    vint16m4_t v = __riscv_vreinterpret_i16m4(__riscv_vssrl(m, d, RVV_HALF_UP, n));
    return __riscv_vrsub_mu(negative, v, v, 0, n);
}

/* A sum, difference or product as a group: value * 2^(exponent - 127 - 10). */
ALWAYS_INLINE vint16m4_t group(const struct elwise *e, unsigned cell, size_t n,
                               vint16m4_t *exponent) {
    vint16m4_t ex, ey, top, v;
    vbool4_t sx, sy;
    vuint16m4_t x = source_load(&e->a, cell, 0, n, &ex, &sx),
                y = source_load(&e->b, cell & e->chosen, e->chosen, n, &ey, &sy);
    if (e->op != ELWISE_MUL) {
        top = __riscv_vmax(ex, ey, n);
        v = term(y, top, ey, sy, n);
        v = e->op == ELWISE_SUB ? __riscv_vrsub(v, 0, n) : v;
        v = __riscv_vadd(v, term(x, top, ex, sx, n), n);
        vbool4_t none = __riscv_vmseq(top, 0, n);
        *exponent = __riscv_vmerge(__riscv_vadd(top, e->adjust, n), e->zero_exponent, none, n);
        return v;
    }
    const uint32_t phase = e->mode->phase;
    x = (phase & 1u) ? __riscv_vand(__riscv_vsrl(x, 1, n), 31, n) : __riscv_vsrl(x, 6, n);
    y = (phase & 2u) ? __riscv_vsll(__riscv_vand(y, 15, n), 3, n) : __riscv_vsrl(y, 4, n);
    v = __riscv_vreinterpret_i16m4(__riscv_vmul(x, y, n));
    v = __riscv_vrsub_mu(__riscv_vmxor(sx, sy, n), v, v, 0, n);
    top = __riscv_vadd(__riscv_vadd(ex, ey, n), e->adjust, n);
    vbool4_t none = __riscv_vmseq(__riscv_vmin(ex, ey, n), 0, n);
    none = __riscv_vmor(none, __riscv_vmsle(top, 0, n), n);
    *exponent = __riscv_vmerge(top, e->zero_exponent, none, n);
    return __riscv_vmerge(v, 0, none, n);
}

/* Stores results that are not added to the elements, without care (rvv_finish.h); only 16-bit
 * elements are rounded. The exponent of a zero does not matter. False if care is needed; then
 * nothing was done. */
ALWAYS_INLINE bool part_alone(uint16_t *cell, enum style style, bool raw, vint16m4_t value,
                              vint16m4_t e, size_t n) {
    e = __riscv_vmerge(e, lowest_within(style), __riscv_vmseq(value, 0, n), n);
    if (!within16(style, e, n)) {
        return false;
    }
    vfloat32m8_t f = __riscv_vfwcvt_f(value, n);
    if (style != STYLE_F32) {
        sums16_store(cell, style, raw, f, e, n);
        return true;
    }
    const vuint32m8_t sum = __riscv_vreinterpret_u32m8(f);
    vuint16m4_t high = __riscv_vnsrl(sum, 16, n), scale;
    scale = __riscv_vreinterpret_u16m4(__riscv_vsll(__riscv_vsub(e, 137, n), 7, n));
    high = __riscv_vadd_mu(__riscv_vmsne(value, 0, n), high, high, scale, n);
    __riscv_vse16(cell, high, n);
    __riscv_vse16(cell + DST_TO_LOW, __riscv_vnsrl(sum, 0, n), n);
    return true;
}

/* Adds results to 16-bit elements. A value has at most 13 bits, so that its rounding to a bit below
 * that of the elements does not matter. */
ALWAYS_INLINE bool part16_added(uint16_t *cell, enum style style, bool raw, vint16m4_t value,
                                vint16m4_t ex, size_t n) {
    vint16m4_t e;
    vbool4_t negative;
    vuint16m4_t m = dst16_load(cell, style, raw, n, &e, &negative);
    vint16m4_t top = __riscv_vmax(ex, e, n);
    if (!within16(style, top, n)) {
        return false;
    }
    vuint16m4_t d = __riscv_vminu(__riscv_vreinterpret_u16m4(__riscv_vsub(top, ex, n)), 15, n);
    value = __riscv_vssra(value, d, RVV_HALF_UP, n);
    value = __riscv_vadd(value, dst16_aligned(m, top, e, negative, n), n);
    sums16_store(cell, style, raw, __riscv_vfwcvt_f(value, n), top, n);
    return true;
}

ALWAYS_INLINE void part_with_care(uint16_t *cell, enum style style, bool raw, vint16m2_t value,
                                  vint16m2_t e, size_t n) {
    vint32m4_t sum = __riscv_vwadd_vx(value, 0, n);
    if (style == STYLE_F32) {
        store32(cell, sum, e, 137, true, n);
    } else {
        store16(cell, style, raw, sum, e, true, n);
    }
}

/* Puts back infinities that have been pushed out of sums m of a group and Dst, whose exponents are
 * e (departure INFINITY_STAYS). */
ALWAYS_INLINE vint32m4_t with_infinities(const struct fpu_mode *mode, enum style style,
                                         vint32m4_t m, vint16m2_t top, vint16m2_t e,
                                         vbool8_t negative, size_t n) {
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

ALWAYS_INLINE bool part_added(const struct fpu_mode *mode, uint16_t *cell, enum style style,
                              bool raw, vint16m2_t value, vint16m2_t ex, bool care, size_t n) {
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

/* The elements of up to four rows that are adjacent in Dst. */
enum { MOST_CELLS = 4 * STX_COLS };
struct cells {
    uint16_t *cell;
    unsigned count;
    bool raw, keep; /* keep: results are added to the elements */
};

/* Rounds sums and stores them where the short way is not enough: if they are added to the elements
 * that are there, or if results may be denormal or too large. */
ALWAYS_INLINE void groups_finish(const struct fpu_mode *mode, struct cells to, enum style style,
                                 const int16_t *value, const int16_t *exponent) {
    for (size_t n; to.count; to.count -= (unsigned)n) {
        n = __riscv_vsetvl_e32m4(to.count);
        vint16m2_t ex = __riscv_vle16_v_i16m2(exponent, n), v = __riscv_vle16_v_i16m2(value, n);
        if (!to.keep) {
            part_with_care(to.cell, style, to.raw, v, ex, n);
        } else if (!part_added(mode, to.cell, style, to.raw, v, ex, false, n)) {
            part_added(mode, to.cell, style, to.raw, v, ex, true, n);
        }
        to.cell += n, value += n, exponent += n;
    }
}

/* Computes cells that begin with cell `from` of the block. */
ALWAYS_INLINE void cells_of(const struct elwise *e, unsigned from, struct cells to,
                            enum style style) {
    for (unsigned n; to.count; to.count -= n, to.cell += n, from += n) {
        n = (unsigned)__riscv_vsetvl_e32m8(to.count);
        vint16m4_t ex, v = group(e, from, n, &ex);
        const bool finished =
            to.keep ? style != STYLE_F32 && part16_added(to.cell, style, to.raw, v, ex, n)
                    : part_alone(to.cell, style, to.raw, v, ex, n);
        if (!finished) {
            int16_t value[MOST_CELLS], exponent[MOST_CELLS];
            __riscv_vse16(value, v, n);
            __riscv_vse16(exponent, ex, n);
            const struct cells part = {to.cell, n, to.raw, to.keep};
            groups_finish(e->mode, part, style, value, exponent);
        }
    }
}

/* Computes four rows together, which are adjacent in Dst, or one if results are added to some of
 * the four only. */
ALWAYS_INLINE void rows_of(struct stx_core *core, const struct elwise *e, unsigned dst,
                           bool accumulate, enum style style) {
    for (unsigned i = 0, rows; i < ELWISE_ROWS; i += rows) {
        const unsigned physical =
            style == STYLE_F32 ? dst_row32(core, dst + i) : dst_row16(core, dst + i);
        const uint32_t valid = dst_valid_from(core, physical) & 15u, kept = accumulate ? valid : 0;
        rows = i % 4 == 0 && (kept == 0 || kept == 15) ? 4 : 1;
        cells_of(e, i * STX_COLS,
                 (struct cells){core->dst.cell[physical], rows * STX_COLS, dst_row_is_raw(physical),
                                kept & 1u},
                 style);
        if (valid != 15) {
            dst_set_valid_some(core, physical, rows == 4 ? 15 : 1);
        }
    }
}

bool elwise_rvv(struct stx_core *core, const struct fpu_plan *plan,
                const struct elwise_block *block) {
    if (plan->style == FPU_INT8 || plan->keep_denormal_b) {
        return false;
    }
    const struct elwise e = prepare(core, plan, block);
    if (plan->dst32) {
        rows_of(core, &e, block->dst, block->accumulate, STYLE_F32);
    } else if (plan->style == FPU_E8) {
        rows_of(core, &e, block->dst, block->accumulate, STYLE_BF16);
    } else {
        rows_of(core, &e, block->dst, block->accumulate, STYLE_FP16);
    }
    return true;
}
#endif
