/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_ends.c - aligns and adds two groups of products and Dst, and rounds once (rvv_ends.h). A part
 * of a row is first computed without care (rvv_finish.h); groups without products are then too far
 * below the others to matter. */
#include "fast/rvv/rvv_ends.h"
#include "fast/rvv/rvv.h"

#if STX_METHOD == STX_METHOD_RVV
#include "fast/rvv/rvv_finish.h"

/* A part of a row of the block. */
struct part {
    const int16_t *exponent;
    const int32_t *value;
    const struct rvv_end *end;
    size_t n;
};

/* A group in units of 2^(exponent - 127 - 23). Groups with exponents <= 0 add nothing; those
 * without products get zero_exponent. */
RVV_INLINE vint32m4_t group(const struct part *p, unsigned half, bool care, vint16m2_t *exponent) {
    size_t n = p->n;
    vint16m2_t e = __riscv_vle16_v_i16m2(p->exponent + half * STX_COLS, n);
    vint32m4_t v = __riscv_vle32_v_i32m4(p->value + half * STX_COLS, n);
    e = __riscv_vadd(e, p->end->adjust, n);
    v = __riscv_vsra(__riscv_vsll(v, 16, n), 3, n);
    *exponent = e;
    if (care) {
        *exponent = __riscv_vmerge(__riscv_vmax(e, 0, n), p->end->zero_exponent,
                                   __riscv_vmslt(e, p->end->none, n), n);
        v = __riscv_vmerge(v, 0, __riscv_vmsle(e, 0, n), n);
    }
    return v;
}

/* False if care is needed; then nothing was done. */
RVV_INLINE bool part_end(const struct part *p, enum style style, uint16_t *cell, bool raw,
                         bool care) {
    size_t n = p->n;
    vint16m2_t ex, ey, e;
    vbool8_t negative;
    vint32m4_t x = group(p, 0, care, &ex), y = group(p, 1, care, &ey);
    vint32m4_t m = dst_load(cell, style, raw, n, &e, &negative);
    vint16m2_t top = __riscv_vmax(__riscv_vmax(ex, ey, n), e, n);
    if (!care && !within(style, top, n)) {
        top = top_raised(style, top, n);
        if (!within(style, top, n)) {
            return false;
        }
    }
    m = dst_aligned(m, top, e, negative, care, n);
    m = __riscv_vadd(m, group_aligned(style, x, top, ex, n), n);
    m = __riscv_vadd(m, group_aligned(style, y, top, ey, n), n);
    store_sums(cell, style, raw, m, top, care, n);
    return true;
}

/* Finishes a row, whose sums begin at p. */
RVV_INLINE void sums_end(struct part p, enum style style, uint16_t *cell, bool raw) {
    for (unsigned left = STX_COLS; left; left -= (unsigned)p.n) {
        p.n = __riscv_vsetvl_e32m4(left);
        if (!p.end->ordinary || !part_end(&p, style, cell, raw, false)) {
            part_end(&p, style, cell, raw, true);
        }
        p.exponent += p.n;
        p.value += p.n;
        cell += p.n;
    }
}

/* Rows 4 n .. 4 n + 3 of Dst are adjacent. */
RVV_INLINE void ends(const struct rows *r, struct part p, enum style style) {
    const unsigned step = r->block->d_step, count = 4 / step;
    for (unsigned i = 0; i < r->block->rows; i += count) {
        unsigned physical = rows_physical(r, r->block->d0 + i * step);
        bool raw = dst_row_is_raw(physical);
        uint16_t *cell = r->core->dst.cell[physical];
        rows_open(r, physical, count);
        for (const uint16_t *end = cell + 4 * STX_COLS; cell != end; cell += step * STX_COLS) {
            sums_end(p, style, cell, raw);
            p.exponent += RVV_SUMS_STEP;
            p.value += RVV_SUMS_STEP;
        }
    }
}

void rvv_ends(const struct rows *r, const struct rvv_sums *sums, const struct rvv_end *end) {
    const struct part p = {sums->exponent[0][0], sums->value[0][0], end, 0};
    if (r->plan->dst32) {
        ends(r, p, STYLE_F32);
    } else if (r->plan->style == FPU_E8) {
        ends(r, p, STYLE_BF16);
    } else {
        ends(r, p, STYLE_FP16);
    }
}
#endif
