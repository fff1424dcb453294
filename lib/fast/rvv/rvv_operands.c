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
#include "fast/common/operands.h"
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

static struct reading reading_of(const struct stx_src *src, uint32_t mask, bool is_b, bool fine) {
    struct reading how = {
        .exponents = (uint16_t)(mask >> 16 & 0x7F80u), .fine = fine, .is_b = is_b};
    how.added = rvv_added(mask);
    if (!fine) { /* the bits of the mantissa keep their places in the number */
        how.mantissa = is_b ? 0x7E : 0x78;
        how.scale = (int16_t)(how.added + (is_b ? 6 : 4));
    } else { /* mantissa bits 3:0, times 8, or 5:1 */
        how.mantissa = is_b ? 1 : 7;
        how.left = is_b ? 6 : 2;
        how.low =
            src_is_fine(src, src->fpu_bank) ? (uint8_t)(mask >> 8 & (is_b ? 0xE0u : 0xC0u)) : 0;
        how.right = is_b ? 2 : 6;
        how.scale = (int16_t)(how.added - 127);
    }
    return how;
}

/* The high half of a number whose exponent is `scale` higher than that of the datum. */
ALWAYS_INLINE vuint16m4_t coarse(vuint16m4_t high, const struct reading *how, size_t n) {
    vuint16m4_t v = __riscv_vand(high, how->exponents | how->mantissa | 0x8000u, n);
    return __riscv_vadd(v, (uint16_t)(how->scale << 7), n);
}

ALWAYS_INLINE vuint16m4_t fine(vuint16m4_t high, const uint8_t *low, const struct reading *how,
                               size_t n) {
    vuint16m4_t m = __riscv_vsll(__riscv_vand(high, how->mantissa, n), how->left, n);
    if (STX_SRC_LOW && how->low) {
        vuint8m2_t l = __riscv_vand(__riscv_vle8_v_u8m2(low, n), how->low, n);
        m = __riscv_vor(m, __riscv_vzext_vf2(__riscv_vsrl(l, how->right, n), n), n);
    }
    vuint32m8_t f = __riscv_vreinterpret_u32m8(__riscv_vfwcvt_f(m, n));
    vuint16m4_t v = __riscv_vnsrl(f, 16, n);
    vuint16m4_t e = __riscv_vsrl(__riscv_vand(high, how->exponents, n), 7, n);
    e = __riscv_vsll(__riscv_vadd(e, (uint16_t)how->scale, n), 7, n);
    v = __riscv_vor(__riscv_vadd(v, e, n), __riscv_vand(high, 0x8000u, n), n);
    return __riscv_vmerge(v, 0, __riscv_vmseq(m, 0, n), n);
}

/* Half a word of a number. */
typedef uint16_t __attribute__((may_alias)) half;

/* Data of rows that follow each other, and where they go; exponent: only for SrcA. */
struct run {
    const uint16_t *high;
    const uint8_t *low;
    half *value;
    int16_t *exponent;
    unsigned cells;
};

/* The largest and the smallest exponent so far, and the only column in use. A second run after one
 * with numbers counts as many columns. As unsigned numbers, the exponents of zeros are large. */
struct bounds {
    int16_t lowest, highest, column;
};

ALWAYS_INLINE void halves_store(half *to, vuint16m4_t low, vuint16m4_t high, size_t n) {
    __riscv_vsseg2e16(to, __riscv_vcreate_v_u16m4x2(low, high), n);
}

/* The only column with an exponent, among those of whole rows that stand side by side in `top`. */
ALWAYS_INLINE int16_t only_column(vint16m4_t top, size_t n) {
    const vbool4_t used = __riscv_vmsge(top, 0, n);
    if (__riscv_vcpop(used, n) > n / STX_COLS) {
        return VECTOR_COLUMNS;
    }
    const long first = __riscv_vfirst(used, n); /* -1: VECTOR_NO_COLUMN */
    vuint16m4_t column = __riscv_vand(__riscv_vid_v_u16m4(n), STX_COLS - 1u, n);
    vbool4_t others = __riscv_vmsne(column, (uint16_t)(first & (STX_COLS - 1)), n);
    return rvv_none(__riscv_vmand(used, others, n), n) ? (int16_t)(first % STX_COLS)
                                                       : VECTOR_COLUMNS;
}

/* Decodes the data of a run of rows: of each the number, in the high half of 32 bits, and the
 * exponent. Runs have 1, 4, 8 or 16 rows, and so all parts of one are equally long. */
ALWAYS_INLINE void run_decode(struct run r, const struct reading *how, bool is_fine,
                              struct bounds *b) {
    const size_t n = __riscv_vsetvl_e16m4(r.cells);
    vint16m4_t top = __riscv_vmv_v_x_i16m4(b->highest, n);
    vuint16m4_t least = __riscv_vmv_v_x_u16m4((uint16_t)b->lowest, n);
    for (; r.cells; r.cells -= (unsigned)n, r.high += n, r.low += n, r.value += 2 * n) {
        vuint16m4_t h = __riscv_vle16_v_u16m4(r.high, n);
        vuint16m4_t v = is_fine ? fine(h, r.low, how, n) : coarse(h, how, n);
        vuint16m4_t e = __riscv_vand(h, how->exponents, n);
        vbool4_t none = __riscv_vmseq(e, 0, n);
        e = __riscv_vadd(__riscv_vsrl(e, 7, n), (uint16_t)how->added, n);
        e = __riscv_vmerge(e, (uint16_t)VECTOR_NONE, none, n);
        v = __riscv_vmerge(v, 0, none, n);
        top = __riscv_vmax(top, __riscv_vreinterpret_i16m4(e), n);
        least = __riscv_vminu(least, e, n);
        if (how->is_b) { /* a zero has exponent 0 */
            vint16m4_t low =
                __riscv_vmax(__riscv_vadd(__riscv_vreinterpret_i16m4(e), RVV_BIAS, n), 0, n);
            halves_store(r.value, __riscv_vreinterpret_u16m4(low), v, n);
        } else {
            halves_store(r.value, __riscv_vmv_v_x_u16m4(0, n), v, n);
            __riscv_vse16(r.exponent, __riscv_vreinterpret_i16m4(e), n);
            r.exponent += n;
        }
    }
    /* a reduction starts from a given element: from the first of its own vector, which is then
     * compared with itself */
    vint16m1_t first = __riscv_vlmul_trunc_i16m1(top);
    vuint16m1_t last = __riscv_vlmul_trunc_u16m1(least);
    b->column = !IS_SMALL && !how->is_b ? only_column(top, n) : VECTOR_COLUMNS;
    b->highest = __riscv_vmv_x(__riscv_vredmax(top, first, n));
    b->lowest = (int16_t)__riscv_vmv_x(__riscv_vredminu(least, last, n));
}

/* Rows follow each other until they wrap. */
ALWAYS_INLINE void rows_decode(struct run r, const struct stx_src *src, unsigned row, unsigned rows,
                               const struct reading *how, struct bounds *b) {
    const unsigned bank = src->fpu_bank;
    for (unsigned now; rows; rows -= now, row += now) {
        row %= STX_SRC_ROWS;
        now = rows < STX_SRC_ROWS - row ? rows : STX_SRC_ROWS - row;
        r.high = src->high[bank][row], r.low = src_low_row(src, bank, row);
        r.cells = now * STX_COLS;
        run_decode(r, how, how->fine, b);
        r.value += 2 * r.cells, r.exponent += how->is_b ? 0 : r.cells;
    }
}

ALWAYS_INLINE void vector_a_in(struct vector_a *to, const struct stx_src *src, unsigned row,
                               uint32_t mask, bool is_fine) {
    const struct reading how = reading_of(src, mask, false, is_fine);
    struct bounds b = {1000, -1000, VECTOR_COLUMNS};
    const struct run r = {.value = (half *)to->value[0], .exponent = to->exponent[0]};
    rows_decode(r, src, row, PRODUCT_DEPTH, &how, &b);
    to->lowest = b.lowest, to->highest = b.highest, to->column = b.column;
}

ALWAYS_INLINE void vector_b_in(struct vector_b *to, const struct stx_src *src, unsigned row,
                               unsigned rows, uint32_t mask, bool is_fine) {
    const struct reading how = reading_of(src, mask, true, is_fine);
    struct bounds b = {1000, -1000, VECTOR_COLUMNS};
    const struct run r = {.value = (half *)to->value[row % PRODUCT_ROWS]};
    rows_decode(r, src, row, rows, &how, &b);
    to->lowest = b.lowest, to->highest = b.highest;
}

/* Functions of their own, so that each needs few registers. */
static __attribute__((noinline)) void vector_a_fine(struct vector_a *to, const struct stx_src *src,
                                                    unsigned row, uint32_t mask) {
    vector_a_in(to, src, row, mask, true);
}
static __attribute__((noinline)) void vector_b_fine(struct vector_b *to, const struct stx_src *src,
                                                    unsigned row, unsigned rows, uint32_t mask) {
    vector_b_in(to, src, row, rows, mask, true);
}

void vector_a_decode(struct vector_a *to, const struct stx_src *src, unsigned row, uint32_t mask,
                     bool is_fine) {
    is_fine ? vector_a_fine(to, src, row, mask) : vector_a_in(to, src, row, mask, false);
}

void vector_b_decode(struct vector_b *to, const struct stx_src *src, unsigned row, unsigned rows,
                     uint32_t mask, bool is_fine) {
    is_fine ? vector_b_fine(to, src, row, rows, mask)
            : vector_b_in(to, src, row, rows, mask, false);
}
#endif
