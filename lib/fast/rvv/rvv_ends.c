/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_ends.c - aligns and adds two groups of products and Dst, and rounds once (rvv_ends.h). A part
 * of a row is first computed without care (rvv_finish.h); groups without products then lie too far
 * below the others to matter. */
#include "fast/rvv/rvv_ends.h"
#include "fast/rvv/rvv.h"

#if STX_METHOD == STX_METHOD_RVV
#include "fast/rvv/rvv_finish.h"

/* A part of row i of the block. */
struct part {
    const struct rvv_sums *sums;
    const struct rvv_end *end;
    unsigned i, col;
    size_t n;
};

/* A group in units of 2^(exponent - 127 - 23). Exponents <= 0 count as nothing, those of sums
 * without products as zero_exponent. */
RVV_INLINE vint32m4_t group(const struct part *p, unsigned half, bool care, vint16m2_t *exponent) {
    size_t n = p->n;
    vint16m2_t e = __riscv_vle16_v_i16m2(&p->sums->exponent[p->i][half][p->col], n);
    vint32m4_t v = __riscv_vle32_v_i32m4(&p->sums->value[p->i][half][p->col], n);
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

/* False: care is needed, and nothing was done. */
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

RVV_INLINE void ends(const struct rows *r, struct part p, enum style style) {
    unsigned physical = 0, dst_row = r->block->d0;
    for (p.i = 0; p.i < r->block->rows; p.i++, dst_row += r->block->d_step) {
        physical = row_open(r, p.i, dst_row, physical);
        uint16_t *cell = r->core->dst.cell[physical];
        bool raw = dst_row_is_raw(physical);
        for (p.col = 0; p.col < STX_COLS; p.col += (unsigned)p.n, cell += p.n) {
            p.n = __riscv_vsetvl_e32m4(STX_COLS - p.col);
            if (!p.end->ordinary || !part_end(&p, style, cell, raw, false)) {
                part_end(&p, style, cell, raw, true);
            }
        }
    }
}

void rvv_ends(const struct rows *r, const struct rvv_sums *sums, const struct rvv_end *end) {
    const struct part p = {sums, end, 0, 0, 0};
    if (r->plan->dst32) {
        ends(r, p, STYLE_F32);
    } else if (r->plan->style == FPU_E8) {
        ends(r, p, STYLE_BF16);
    } else {
        ends(r, p, STYLE_FP16);
    }
}
#endif
