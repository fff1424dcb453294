/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_operands.c - turns data of SrcA and SrcB into operands of rvv_sums.c.
 *
 * SrcA: a slice a of five bits becomes the number a * 2^(exponent - 127); its exponent is stored
 * separately. SrcB: a slice b of seven bits becomes the number b * 2^(exponent - 127). Its low
 * half, which is not needed for the mantissa, holds exponent + RVV_BIAS: one word of memory
 * provides both, and numbers become larger by less than one part in 2^13, as the rounding requires
 * (float_sums.c). Data with exponent 0 are zeros, for SrcA with exponent VECTOR_NONE. */
#include "fast/rvv/rvv_operands.h"
#include "fast/rvv/rvv.h"
#include "regs/src.h"

#if STX_METHOD == STX_METHOD_RVV
/* How a row is read: the bits of exponent and mantissa in the high half, and the bits of the low
 * byte. `added` is added to the exponents of data, to move those of five bits to the middle of the
 * range of eight, and `scale` to the exponents of numbers. */
struct reading {
    uint16_t exponents, mantissa;
    uint8_t low;
    uint8_t left, right; /* shifts of mantissa and low byte */
    int16_t added, scale;
    bool fine, is_b;
};

static struct reading reading_of(uint32_t mask, bool is_b, bool fine) {
    struct reading how = {
        .exponents = (uint16_t)(mask >> 16 & 0x7F80u), .fine = fine, .is_b = is_b};
    how.added = how.exponents == 31u << 7 ? 112 : 0;
    if (!fine) { /* the bits of the mantissa keep their places in the number */
        how.mantissa = is_b ? 0x7E : 0x78;
        how.scale = (int16_t)(how.added + (is_b ? 6 : 4));
    } else { /* mantissa bits 3:0, times 8, or 5:1 */
        how.mantissa = is_b ? 1 : 7;
        how.left = is_b ? 6 : 2;
        how.low = (uint8_t)(mask >> 8 & (is_b ? 0xE0u : 0xC0u));
        how.right = is_b ? 2 : 6;
        how.scale = (int16_t)(how.added - 127);
    }
    return how;
}

/* The high half of a number whose exponent is `scale` higher than that of the datum. */
RVV_INLINE vuint16m2_t coarse(vuint16m2_t high, const struct reading *how, size_t n) {
    vuint16m2_t v = __riscv_vand(high, how->exponents | how->mantissa | 0x8000u, n);
    return __riscv_vadd(v, (uint16_t)(how->scale << 7), n);
}

RVV_INLINE vuint16m2_t fine(vuint16m2_t high, const uint8_t *low, const struct reading *how,
                            size_t n) {
    vuint16m2_t m = __riscv_vsll(__riscv_vand(high, how->mantissa, n), how->left, n);
    if (STX_SRC_LOW) {
        vuint8m1_t l = __riscv_vand(__riscv_vle8_v_u8m1(low, n), how->low, n);
        m = __riscv_vor(m, __riscv_vzext_vf2(__riscv_vsrl(l, how->right, n), n), n);
    }
    vuint32m4_t f = __riscv_vreinterpret_u32m4(__riscv_vfwcvt_f(m, n));
    vuint16m2_t v = __riscv_vnsrl(f, 16, n);
    vuint16m2_t e = __riscv_vsrl(__riscv_vand(high, how->exponents, n), 7, n);
    e = __riscv_vsll(__riscv_vadd(e, (uint16_t)how->scale, n), 7, n);
    v = __riscv_vor(__riscv_vadd(v, e, n), __riscv_vand(high, 0x8000u, n), n);
    return __riscv_vmerge(v, 0, __riscv_vmseq(m, 0, n), n);
}

/* The largest and the smallest exponent so far. As unsigned numbers, the exponents of zeros are
 * large. */
struct bounds {
    int32_t lowest, highest;
};

RVV_INLINE void bound(struct bounds *b, vint16m2_t e, size_t n) {
    vint16m1_t top = __riscv_vmv_s_x_i16m1((int16_t)b->highest, 1);
    vuint16m1_t low = __riscv_vmv_s_x_u16m1((uint16_t)b->lowest, 1);
    b->highest = __riscv_vmv_x(__riscv_vredmax(e, top, n));
    b->lowest = __riscv_vmv_x(__riscv_vredminu(rvv_u16m2(e), low, n));
}

/* Decodes a row into the high halves of numbers and their exponents. */
RVV_INLINE vuint16m2_t decode(const uint16_t *high, const uint8_t *low, const struct reading *how,
                              struct bounds *b, vint16m2_t *exponent, size_t n) {
    vuint16m2_t h = __riscv_vle16_v_u16m2(high, n);
    vuint16m2_t v = how->fine ? fine(h, low, how, n) : coarse(h, how, n);
    vuint16m2_t e = __riscv_vand(h, how->exponents, n);
    vbool8_t none = __riscv_vmseq(e, 0, n);
    e = __riscv_vadd(__riscv_vsrl(e, 7, n), (uint16_t)how->added, n);
    *exponent = __riscv_vmerge(rvv_i16m2(e), VECTOR_NONE, none, n);
    bound(b, *exponent, n);
    return __riscv_vmerge(v, 0, none, n);
}

void vector_a_decode(struct vector_a *to, const struct stx_src *src, unsigned row, uint32_t mask,
                     bool is_fine) {
    const struct reading how = reading_of(mask, false, is_fine);
    struct bounds b = {1000, -1000};
    unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i < PRODUCT_DEPTH; i++) {
        unsigned at = (row + i) % STX_SRC_ROWS;
        for (unsigned col = 0, n; col < STX_COLS; col += n) {
            n = (unsigned)__riscv_vsetvl_e16m2(STX_COLS - col);
            vint16m2_t e;
            vuint16m2_t v = decode(&src->high[bank][at][col], src_low_row(src, bank, at) + col,
                                   &how, &b, &e, n);
            vuint32m4_t f = __riscv_vsll(__riscv_vzext_vf2(v, n), 16, n);
            __riscv_vse32(&to->value[i][col], f, n);
            __riscv_vse16(&to->exponent[i][col], e, n);
        }
    }
    to->lowest = (int16_t)b.lowest, to->highest = (int16_t)b.highest;
}

void vector_b_decode(struct vector_b *to, const struct stx_src *src, unsigned row, uint32_t mask,
                     bool is_fine) {
    const struct reading how = reading_of(mask, true, is_fine);
    struct bounds b = {1000, -1000};
    unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i < PRODUCT_ROWS; i++) {
        for (unsigned k = 0, n; k < STX_COLS; k += n) {
            n = (unsigned)__riscv_vsetvl_e16m2(STX_COLS - k);
            vint16m2_t e;
            vuint16m2_t v = decode(&src->high[bank][row + i][k],
                                   src_low_row(src, bank, row + i) + k, &how, &b, &e, n);
            vuint32m4_t f = __riscv_vsll(__riscv_vzext_vf2(v, n), 16, n);
            e = __riscv_vmax(__riscv_vadd(e, RVV_BIAS, n), 0, n); /* a zero has exponent 0 */
            __riscv_vse32(&to->value[i][k], __riscv_vwaddu_wv(f, rvv_u16m2(e), n), n);
        }
    }
    to->lowest = (int16_t)b.lowest, to->highest = (int16_t)b.highest;
}
#endif
