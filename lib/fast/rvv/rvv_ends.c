/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_ends.c - aligns and adds two groups of products and Dst, and rounds once (rvv_ends.h). A part
 * of a row is first computed without care (rvv_finish.h); groups without products are then too far
 * below the others to matter. */
#include "fast/rvv/rvv_ends.h"
#include "fast/rvv/rvv.h"

#if STX_METHOD == STX_METHOD_RVV
#include "fast/rvv/rvv_finish.h"

/* A part of the rows of the block. */
struct part {
    const int16_t *exponent;
    const int32_t *value;
    const struct rvv_end *end;
    size_t n;
};

/* A group in units of 2^(exponent - 127 - 23). Groups with exponents <= 0 add nothing; those
 * without products get zero_exponent. */
ALWAYS_INLINE vint32m4_t group(const struct part *p, unsigned half, vint16m2_t *exponent) {
    const size_t n = p->n;
    vint16m2_t e = __riscv_vle16_v_i16m2(p->exponent + half * RVV_SUMS_OTHER, n);
    e = __riscv_vadd(e, (int16_t)p->end->adjust, n);
    const vbool8_t nothing = __riscv_vmsle(e, 0, n);
    *exponent = __riscv_vmerge(__riscv_vmax(e, 0, n), (int16_t)p->end->zero_exponent,
                               __riscv_vmslt(e, (int16_t)p->end->none, n), n);
    vint32m4_t v = __riscv_vle32_v_i32m4(p->value + half * RVV_SUMS_OTHER, n);
    return __riscv_vmerge(__riscv_vsra(__riscv_vsll(v, 16, n), 3, n), 0, nothing, n);
}

/* Finishes p->n elements with care. */
ALWAYS_INLINE void part_end(const struct part *p, enum style style, uint16_t *cell, bool raw) {
    size_t n = p->n;
    vint16m2_t ex, ey, e;
    vbool8_t negative;
    vint32m4_t x = group(p, 0, &ex), y = group(p, 1, &ey);
    vint32m4_t m = dst_load(cell, style, raw, n, &e, &negative);
    vint16m2_t top = __riscv_vmax(__riscv_vmax(ex, ey, n), e, n);
    m = dst_aligned(m, top, e, negative, true, n);
    m = __riscv_vadd(m, group_aligned(style, x, top, ex, n), n);
    m = __riscv_vadd(m, group_aligned(style, y, top, ey, n), n);
    store_sums(cell, style, raw, m, top, true, n);
}

/* For 16-bit elements a group has the unit of its exponent, so that its value is rounded twice only
 * if its distance from the top is more than 13. */
ALWAYS_INLINE vint16m4_t group16_exponent(const struct part *p, unsigned half) {
    vint16m4_t e = __riscv_vle16_v_i16m4(p->exponent + half * RVV_SUMS_OTHER, p->n);
    return __riscv_vadd(e, (int16_t)p->end->adjust, p->n);
}
ALWAYS_INLINE vint16m4_t group16_aligned(const struct part *p, unsigned half, vint16m4_t top,
                                         vint16m4_t e) {
    const size_t n = p->n;
    vint32m8_t value = __riscv_vle32_v_i32m8(p->value + half * RVV_SUMS_OTHER, n);
    vuint16m4_t d = __riscv_vminu(__riscv_vreinterpret_u16m4(__riscv_vsub(top, e, n)), 28, n);
    vuint16m4_t last = __riscv_vminu(d, 13, n);
    vint16m4_t v = __riscv_vnsra(value, 0, n);
    v = __riscv_vssra(v, __riscv_vsub(d, last, n), RVV_HALF_UP, n);
    return __riscv_vssra(v, last, RVV_HALF_UP, n);
}

/* A value that is computed before anything else is loaded. */
ALWAYS_INLINE vint32m8_t computed(vint32m8_t v) {
    __asm__ volatile("" : "+vr"(v) : : "memory");
    return v;
}

/* A group of 32-bit elements, aligned to the top. */
ALWAYS_INLINE vint32m8_t group32_aligned(const struct part *p, unsigned half, vint16m4_t top) {
    const size_t n = p->n;
    vint32m8_t d = __riscv_vmin(__riscv_vwsub_vv(top, group16_exponent(p, half), n), 31, n);
    vint32m8_t v = __riscv_vle32_v_i32m8(p->value + half * RVV_SUMS_OTHER, n);
    v = __riscv_vsra(__riscv_vsll(v, 16, n), 3, n);
    return __riscv_vssra(v, __riscv_vreinterpret_u32m8(d), RVV_HALF_UP, n);
}

/* Finishes p->n 32-bit elements whose exponents are within the bounds; groups add what they hold.
 * False if some exponent is outside; then nothing was done, and part_end() does it. */
ALWAYS_INLINE bool part32_end(const struct part *p, uint16_t *cell) {
    const size_t n = p->n;
    vuint16m4_t h = __riscv_vle16_v_u16m4(cell, n);
    vint16m4_t ex = group16_exponent(p, 0), ey = group16_exponent(p, 1);
    vint16m4_t e = __riscv_vreinterpret_i16m4(__riscv_vsrl(__riscv_vsll(h, 1, n), 8, n));
    vint16m4_t top = __riscv_vmax(__riscv_vmax(ex, ey, n), e, n);
    if (!raised_within16(STYLE_F32, &top, n)) {
        return false;
    }
    /* one term after the other: both groups and the elements together do not fit in registers */
    vint32m8_t sum = computed(dst32_aligned(cell, h, top, e, n));
    sum = computed(__riscv_vadd(sum, group32_aligned(p, 0, top), n));
    sum = __riscv_vadd(sum, group32_aligned(p, 1, top), n);
    sums32_store(cell, sum, top, n);
    return true;
}

/* The same for 16-bit elements. */
ALWAYS_INLINE bool part16_end(const struct part *p, enum style style, uint16_t *cell, bool raw) {
    const size_t n = p->n;
    vint16m4_t ex = group16_exponent(p, 0), ey = group16_exponent(p, 1), e;
    vbool4_t negative;
    vuint16m4_t m = dst16_load(cell, style, raw, n, &e, &negative);
    vint16m4_t top = __riscv_vmax(__riscv_vmax(ex, ey, n), e, n);
    if (!raised_within16(style, &top, n)) {
        return false;
    }
    vint16m4_t x = group16_aligned(p, 0, top, ex), y = group16_aligned(p, 1, top, ey);
    vint32m8_t sum = __riscv_vwadd_vv(x, y, n);
    sum = __riscv_vwadd_wv(sum, dst16_aligned(m, top, e, negative, n), n);
    sums16_store(cell, style, raw, __riscv_vfcvt_f(sum, n), top, n);
    return true;
}

/* Finishes p.n adjacent elements with care. */
ALWAYS_INLINE void careful_ends(struct part p, enum style style, uint16_t *cell, bool raw) {
    for (size_t left = p.n; left; left -= p.n) {
        p.n = __riscv_vsetvl_e32m4(left);
        part_end(&p, style, cell, raw);
        p.exponent += p.n, p.value += p.n, cell += p.n;
    }
}

/* The same for each kind of elements. A function of its own, so that those that call it rarely need
 * few registers. */
static __attribute__((noinline)) void careful_end(const int16_t *exponent, const int32_t *value,
                                                  const struct rvv_end *end, uint16_t *cell,
                                                  bool raw, size_t n, enum style style) {
    const struct part p = {exponent, value, end, n};
    if (style == STYLE_F32) {
        careful_ends(p, STYLE_F32, cell, raw);
    } else if (style == STYLE_BF16) {
        careful_ends(p, STYLE_BF16, cell, raw);
    } else {
        careful_ends(p, STYLE_FP16, cell, raw);
    }
}

/* Finishes elements as far as they are usual, and the rest with care. */
ALWAYS_INLINE void sums_end(struct part p, enum style style, uint16_t *cell, bool raw) {
    for (size_t left = p.n; left; left -= p.n) {
        p.n = __riscv_vsetvl_e32m8(left);
        bool ended = p.end->ordinary &&
                     (style == STYLE_F32 ? part32_end(&p, cell) : part16_end(&p, style, cell, raw));
        if (!ended) {
            careful_end(p.exponent, p.value, p.end, cell, raw, left, style);
            return;
        }
        p.exponent += p.n, p.value += p.n, cell += p.n;
    }
}

/* Finishes n adjacent elements. For each kind of elements there is a function of its own, which
 * needs few registers. */
typedef void ends_form(const int16_t *exponent, const int32_t *value, const struct rvv_end *end,
                       uint16_t *cell, bool raw, size_t n);

static __attribute__((noinline)) void ends_f32(const int16_t *exponent, const int32_t *value,
                                               const struct rvv_end *end, uint16_t *cell, bool raw,
                                               size_t n) {
    sums_end((struct part){exponent, value, end, n}, STYLE_F32, cell, raw);
}
static __attribute__((noinline)) void ends_bf16(const int16_t *exponent, const int32_t *value,
                                                const struct rvv_end *end, uint16_t *cell, bool raw,
                                                size_t n) {
    sums_end((struct part){exponent, value, end, n}, STYLE_BF16, cell, raw);
}
static __attribute__((noinline)) void ends_fp16(const int16_t *exponent, const int32_t *value,
                                                const struct rvv_end *end, uint16_t *cell, bool raw,
                                                size_t n) {
    sums_end((struct part){exponent, value, end, n}, STYLE_FP16, cell, raw);
}

static ends_form *form_of(const struct fpu_plan *plan) {
    return plan->dst32 ? ends_f32 : plan->style == FPU_E8 ? ends_bf16 : ends_fp16;
}

/* Four rows of Dst from a multiple of four on follow each other in memory: they are finished
 * together, or one by one if the block has only every second or fourth row. */
void rvv_ends(const struct rows *r, const struct rvv_sums *sums, const struct rvv_end *end) {
    const int16_t *exponent = sums->exponent[0][0];
    const int32_t *value = sums->value[0][0];
    const unsigned step = r->block->d_step, together = step == 1 ? 4 : 1;
    const unsigned n = together * STX_COLS, last = r->block->d0 + r->block->rows * step;
    ends_form *form = form_of(r->plan);
    for (unsigned row = r->block->d0; row < last; row += together * step) {
        unsigned physical = rows_physical(r, row);
        rows_open(r, physical, together);
        form(exponent, value, end, r->core->dst.cell[physical], dst_row_is_raw(physical), n);
        exponent += n, value += n;
    }
}

/* The cells of one column of up to four rows, side by side: high halves of elements, or elements,
 * and DST_LOW_HALF rows behind them low halves, as in Dst. */
struct column_cells {
    uint16_t cell[DST_TO_LOW + 4];
};

ALWAYS_INLINE void column_load(struct column_cells *to, const uint16_t *cell, ptrdiff_t stride,
                               enum style style, unsigned count) {
    const size_t n = __riscv_vsetvl_e16m2(count);
    __riscv_vse16(to->cell, __riscv_vlse16_v_u16m2(cell, stride, n), n);
    if (style == STYLE_F32) {
        __riscv_vse16(to->cell + DST_TO_LOW, __riscv_vlse16_v_u16m2(cell + DST_TO_LOW, stride, n),
                      n);
    }
}
ALWAYS_INLINE void column_store(const struct column_cells *from, uint16_t *cell, ptrdiff_t stride,
                                enum style style, unsigned count) {
    const size_t n = __riscv_vsetvl_e16m2(count);
    __riscv_vsse16(cell, stride, __riscv_vle16_v_u16m2(from->cell, n), n);
    if (style == STYLE_F32) {
        __riscv_vsse16(cell + DST_TO_LOW, stride, __riscv_vle16_v_u16m2(from->cell + DST_TO_LOW, n),
                       n);
    }
}

void rvv_column_ends(const struct rows *r, const struct rvv_sums *sums, const struct rvv_end *end,
                     unsigned col) {
    const int16_t *exponent = sums->exponent[0][0];
    const int32_t *value = sums->value[0][0];
    const enum style style = r->plan->dst32 ? STYLE_F32 : STYLE_BF16;
    ends_form *form = form_of(r->plan);
    const unsigned step = r->block->d_step, count = 4 / step;
    const ptrdiff_t stride = (ptrdiff_t)(step * STX_COLS * sizeof(uint16_t));
    struct column_cells cells;
    for (unsigned i = 0; i < r->block->rows; i += count) {
        unsigned physical = rows_physical(r, r->block->d0 + i * step);
        uint16_t *cell = &r->core->dst.cell[physical][col];
        rows_open(r, physical, count);
        column_load(&cells, cell, stride, style, count);
        form(exponent, value, end, cells.cell, dst_row_is_raw(physical), count);
        column_store(&cells, cell, stride, style, count);
        exponent += count, value += count;
    }
}
#endif
