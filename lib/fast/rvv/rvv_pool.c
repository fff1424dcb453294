/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_pool.c - GMPOOL without an index: the largest of sixteen rows and a row of Dst, all columns
 * at once. Values are numbers of 19 bits: exponent and mantissa as one magnitude, with a sign. */
#include "fast/rvv/rvv.h"
#include "regs/dst.h"
#include "regs/src.h"

#if STX_RVV
enum {
    LOWEST = -(511 << 10 | 1023),
    FIRST_MANTISSA = 10 /* the bit at which a magnitude's exponent begins */
};

struct pool_rows {
    const uint16_t *high; /* of SrcA */
    const uint8_t *low;
    uint32_t mask;
    uint8_t low_mask;
    int32_t bias; /* added to Dst's exponents */
    bool wide, five;
};

/* Scaled values of data of SrcA. w: exponents and mantissas; m: the same without low bits. */
ALWAYS_INLINE vint32m4_t values(vuint16m2_t m, vuint32m4_t w, vbool8_t negative, uint32_t scale,
                                size_t n) {
    w = __riscv_vadd(w, scale, n);
    vint32m4_t v = __riscv_vreinterpret_i32m4(__riscv_vmerge(w, 0, __riscv_vmsltu(m, 0x80, n), n));
    return __riscv_vrsub_mu(negative, v, v, 0, n);
}

/* Loads a row of SrcA. */
ALWAYS_INLINE vint32m4_t row_load(const struct pool_rows *p, unsigned at, uint32_t scale,
                                  size_t n) {
    vuint16m2_t h = __riscv_vle16_v_u16m2(p->high + at, n);
    vuint16m2_t m = __riscv_vand(h, (uint16_t)(p->mask >> 16 & 0x7FFFu), n);
    vuint32m4_t w = __riscv_vwmulu(m, 8, n);
    if (p->low_mask) {
        vuint8m1_t l = __riscv_vand(__riscv_vle8_v_u8m1(p->low + at, n), p->low_mask, n);
        w = __riscv_vwaddu_wv(w, __riscv_vzext_vf2(__riscv_vsrl(l, 5, n), n), n);
    }
    return values(m, w, __riscv_vmslt(__riscv_vreinterpret_i16m2(h), 0, n), scale, n);
}

/* The largest of sixteen rows that have no low bits and share a scale. As integers, high halves are
 * in the order of the data if they are positive, and in the opposite order if they are negative. So
 * the result is the largest integer or, if that is negative, the smallest. */
ALWAYS_INLINE vint32m4_t rows_alike(const struct pool_rows *p, unsigned at, uint32_t scale,
                                    size_t n) {
    const int16_t kept = (int16_t)(p->mask >> 16 | 0x8000u);
    vint16m2_t top = __riscv_vreinterpret_i16m2(__riscv_vle16_v_u16m2(p->high + at, n));
    top = __riscv_vand(top, kept, n);
    vint16m2_t bottom = top;
    for (unsigned i = 1; i < POOL_ROWS; i++) {
        vint16m2_t h =
            __riscv_vreinterpret_i16m2(__riscv_vle16_v_u16m2(p->high + i * STX_COLS + at, n));
        h = __riscv_vand(h, kept, n);
        top = __riscv_vmax(top, h, n);
        bottom = __riscv_vmin(bottom, h, n);
    }
    vbool8_t negative = __riscv_vmslt(top, 0, n);
    vuint16m2_t m = __riscv_vreinterpret_u16m2(__riscv_vmerge(top, bottom, negative, n));
    m = __riscv_vand(m, 0x7FFF, n);
    return values(m, __riscv_vwmulu(m, 8, n), negative, scale, n);
}

ALWAYS_INLINE vint32m4_t rows_each(const struct pool_rows *p, unsigned at, const uint32_t *scale,
                                   vint32m4_t best, size_t n) {
    for (unsigned i = 0; i < POOL_ROWS; i++) {
        best = scale[i] == POOL_ABSENT
                   ? __riscv_vmax(best, LOWEST, n)
                   : __riscv_vmax(best, row_load(p, i * STX_COLS + at, scale[i], n), n);
    }
    return best;
}

/* True if all rows are present and have the same scale. */
static bool are_alike(const uint32_t scale[POOL_ROWS]) {
    vbool8_t other;
    for (size_t i = 0, n; i < POOL_ROWS; i += n) {
        n = __riscv_vsetvl_e32m4(POOL_ROWS - i);
        other = __riscv_vmsne(__riscv_vle32_v_u32m4(scale + i, n), scale[0], n);
        if (!rvv_none(other, n)) {
            return false;
        }
    }
    return scale[0] != POOL_ABSENT;
}

/* Elements of Dst as values, with the bias added to their exponents. */
ALWAYS_INLINE vint32m4_t dst_read(const struct pool_rows *p, const uint16_t *cell, bool raw,
                                  size_t n) {
    vuint16m2_t h = __riscv_vle16_v_u16m2(cell, n), m;
    vuint32m4_t w;
    if (p->five) { /* documented order: mantissa 14:5, exponent 4:0 */
        vuint16m2_t swapped = __riscv_vsll(__riscv_vand(h, 0x7F, n), 8, n);
        m = raw ? h : __riscv_vor(swapped, __riscv_vand(__riscv_vsrl(h, 7, n), 0xFF, n), n);
        m = __riscv_vor(__riscv_vsll(__riscv_vand(m, 0x1F, n), 10, n),
                        __riscv_vand(__riscv_vsrl(m, 5, n), 0x3FF, n), n);
        w = __riscv_vzext_vf2(m, n);
    } else {
        m = __riscv_vor(__riscv_vsll(__riscv_vand(h, 0xFF, n), 7, n),
                        __riscv_vand(__riscv_vsrl(h, 8, n), 0x7F, n), n);
        w = __riscv_vwmulu(__riscv_vand(raw ? m : h, 0x7FFF, n), 8, n);
        if (p->wide) {
            vuint16m2_t low = __riscv_vle16_v_u16m2(cell + DST_TO_LOW, n);
            w = __riscv_vwaddu_wv(w, __riscv_vsrl(low, 13, n), n);
        }
    }
    vint32m4_t v = __riscv_vreinterpret_i32m4(__riscv_vadd(w, (uint32_t)p->bias, n));
    return __riscv_vrsub_mu(__riscv_vmslt(__riscv_vreinterpret_i16m2(h), 0, n), v, v, 0, n);
}

ALWAYS_INLINE void dst_write(const struct pool_rows *p, uint16_t *cell, bool raw, vint32m4_t v,
                             size_t n) {
    vint32m4_t w = __riscv_vmax(v, __riscv_vneg(v, n), n);
    vbool8_t zero = __riscv_vmsltu(__riscv_vreinterpret_u32m4(w), 1u << FIRST_MANTISSA, n);
    w = __riscv_vsub(w, p->bias, n);
    w = __riscv_vmerge(w, 0, zero, n);
    vbool8_t minus = __riscv_vmandn(__riscv_vmslt(v, 0, n), zero, n);
    vuint16m2_t h, sign = __riscv_vmerge(__riscv_vmv_v_x_u16m2(0, n), 0x8000, minus, n);
    if (p->five) {
        h = __riscv_vand(__riscv_vreinterpret_u16m2(__riscv_vnsra(w, 0, n)), 0x7FFF, n);
        h = __riscv_vor(__riscv_vsll(__riscv_vand(h, 0x3FF, n), 5, n), __riscv_vsrl(h, 10, n), n);
        vuint16m2_t other = __riscv_vsll(__riscv_vand(h, 0xFF, n), 7, n);
        h = raw ? h : __riscv_vor(other, __riscv_vsrl(h, 8, n), n);
    } else {
        h = __riscv_vand(__riscv_vreinterpret_u16m2(__riscv_vnsra(w, 3, n)), 0x7FFF, n);
        vuint16m2_t other = __riscv_vsll(__riscv_vand(h, 0x7F, n), 8, n);
        h = raw ? __riscv_vor(other, __riscv_vsrl(h, 7, n), n) : h;
    }
    __riscv_vse16(cell, __riscv_vor(h, sign, n), n);
    if (p->wide) {
        vuint16m2_t low = __riscv_vsll(__riscv_vreinterpret_u16m2(__riscv_vnsra(w, 0, n)), 13, n);
        __riscv_vse16(cell + DST_TO_LOW, low, n);
    }
}

/* The value of an invalid row of Dst: negative, with all bits of the format's exponent and mantissa
 * set. */
static int32_t invalid(const struct pool_rows *p) {
    return p->five ? -((31 << 10 | 1023) + p->bias)
                   : -((255 << 10 | (p->wide ? 1023 : 1016)) + p->bias);
}

bool pool_rvv(struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
              const uint32_t scale[POOL_ROWS], unsigned physical) {
    const struct stx_src *src = &core->srca;
    const bool five = plan->style == FPU_E5, raw = dst_row_is_raw(physical);
    const struct pool_rows p = {.high = src->high[src->fpu_bank][a0],
                                .low = src_low_row(src, src->fpu_bank, a0),
                                .mask = plan->mask_a,
                                .low_mask = STX_SRC_LOW ? plan->mask_a >> 8 & 0xE0u : 0,
                                .bias = (five ? 15 : 127) << FIRST_MANTISSA,
                                .wide = plan->dst32,
                                .five = five};
    if (plan->style == FPU_INT8 || (five && plan->dst32)) {
        return false;
    }
    uint16_t *cell = core->dst.cell[physical];
    const bool alike = !p.low_mask && are_alike(scale);
    for (unsigned col = 0, n; col < STX_COLS; col += n) {
        n = (unsigned)__riscv_vsetvl_e32m4(STX_COLS - col);
        vint32m4_t best = dst_valid(core, physical) ? dst_read(&p, cell + col, raw, n)
                                                    : __riscv_vmv_v_x_i32m4(invalid(&p), n);
        best = alike ? __riscv_vmax(best, rows_alike(&p, col, scale[0], n), n)
                     : rows_each(&p, col, scale, best, n);
        dst_write(&p, cell + col, raw, best, n);
    }
    return true;
}
#endif
