/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_moves.c - moves whole rows from L1 to SrcA or SrcB and from Dst to L1, as many datums at a
 * time as a group of registers holds. The conversions are those of num/unpack_datum.c and
 * num/pack_datum.c. L1 is accessed in bytes, so nothing needs to be aligned. */
#include "fast/rvv/rvv.h"
#include "num/unpack_datum.h"
#include "regs/dst.h"

#if STX_RVV
/* Stores n cells of SrcA or SrcB from datums in the shape of a binary32. */
ALWAYS_INLINE void cells_store(uint16_t *high, uint8_t *low, vuint32m4_t v, size_t n) {
    __riscv_vse16(high, __riscv_vnsrl(v, 16, n), n);
    vuint8m1_t bits = __riscv_vnsrl(__riscv_vnsrl(v, 0, n), 8, n);
    __riscv_vse8(low, __riscv_vand(bits, 0xE0, n), n);
}

static void rows_tf32(const uint8_t *from, uint16_t *high, uint8_t *low, size_t left) {
    for (size_t n; left; left -= n, from += 4 * n, high += n, low += n) {
        n = __riscv_vsetvl_e32m4(left);
        vuint8m4_t v = __riscv_vle8_v_u8m4(from, 4 * n);
        cells_store(high, low, __riscv_vreinterpret_u32m4(__riscv_vreinterpret_u16m4(v)), n);
    }
}

static void rows_fp16(const uint8_t *from, uint16_t *high, uint8_t *low, size_t left) {
    for (size_t n; left; left -= n, from += 2 * n, high += n, low += n) {
        n = __riscv_vsetvl_e32m4(left);
        vuint16m2_t h = __riscv_vreinterpret_u16m2(__riscv_vle8_v_u8m2(from, 2 * n));
        vuint32m4_t v = __riscv_vwmulu(__riscv_vand(h, 0x7FFF, n), 1 << 13, n);
        vuint32m4_t sign = __riscv_vsll(__riscv_vzext_vf2(h, n), 16, n);
        cells_store(high, low, __riscv_vor(v, __riscv_vand(sign, 1u << 31, n), n), n);
    }
}

static void rows_int8(const uint8_t *from, uint16_t *high, uint8_t *low, size_t left) {
    for (size_t n; left; left -= n, from += n, high += n, low += n) {
        n = __riscv_vsetvl_e16m2(left);
        vuint8m1_t v = __riscv_vle8_v_u8m1(from, n), m = __riscv_vand(v, 127, n);
        vuint16m2_t h = __riscv_vzext_vf2(__riscv_vsrl(m, 3, n), n);
        h = __riscv_vor_mu(__riscv_vmsne(m, 0, n), h, h, 16 << 7, n);
        h = __riscv_vor_mu(__riscv_vmsgtu(v, 127, n), h, h, 0x8000, n);
        __riscv_vse16(high, h, n);
        __riscv_vse8(low, __riscv_vsll(m, 5, n), n);
    }
}

static void low_clear(uint8_t *low, size_t left) {
    for (size_t n; left; left -= n, low += n) {
        n = __riscv_vsetvl_e8m8(left);
        __riscv_vse8(low, __riscv_vmv_v_x_u8m8(0, n), n);
    }
}

/* bfloat16 datums are the high halves. */
static void rows_bf16(const uint8_t *from, uint16_t *high, size_t left) {
    uint8_t *to = (uint8_t *)high;
    left *= 2;
    for (size_t n; left; left -= n, from += n, to += n) {
        n = __riscv_vsetvl_e8m8(left);
        __riscv_vse8(to, __riscv_vle8_v_u8m8(from, n), n);
    }
}

/* The next functions convert magnitudes of seven bits, other than 0, to cells with the value of
 * these integers: the exponent is 133 if bit 6 is set. */
#if STX_METHOD == STX_METHOD_RVV
ALWAYS_INLINE vuint16m2_t normalised(vuint8m1_t m, size_t n) {
    vfloat32m4_t f = __riscv_vfwcvt_f(__riscv_vzext_vf2(m, n), n);
    return __riscv_vnsrl(__riscv_vreinterpret_u32m4(f), 16, n);
}
#else
/* One step: magnitudes below 2^(7 - left) are shifted left, and their exponents decrease by the
 * same amount. */
ALWAYS_INLINE vuint16m2_t moved(vuint16m2_t m, unsigned left, vuint16m2_t *exponent, size_t n) {
    vbool8_t small = __riscv_vmsltu(m, (uint16_t)(128u >> left), n);
    *exponent = __riscv_vsub_mu(small, *exponent, *exponent, (uint16_t)left, n);
    return __riscv_vsll_mu(small, m, m, left, n);
}
/* The leading one is bit 7 and is added to the exponent. */
ALWAYS_INLINE vuint16m2_t normalised(vuint8m1_t magnitude, size_t n) {
    vuint16m2_t e = __riscv_vmv_v_x_u16m2(132, n), m = __riscv_vzext_vf2(magnitude, n);
    m = moved(m, 4, &e, n);
    m = moved(m, 2, &e, n);
    m = moved(m, 1, &e, n);
    return __riscv_vadd(__riscv_vsll(e, 7, n), __riscv_vsll(m, 1, n), n);
}
#endif

/* Unpacks a row of BFP8, whose fields are signs and magnitudes. As a number of binary32, a
 * magnitude has the mantissa of the datum, and the exponent 133 minus its number of leading
 * zeros. */
ALWAYS_INLINE void row_bfp8(const uint8_t *from, uint32_t exponent, uint16_t *high) {
    const uint16_t scale = (uint16_t)((exponent - 133) << 7);
    for (size_t left = STX_COLS, n; left; left -= n, from += n, high += n) {
        n = __riscv_vsetvl_e32m4(left);
        vuint8m1_t v = __riscv_vle8_v_u8m1(from, n), m = __riscv_vand(v, 127, n);
        vuint16m2_t h = __riscv_vand(__riscv_vadd(normalised(m, n), scale, n), 0x7FFF, n);
        h = __riscv_vmerge(h, 0, __riscv_vmseq(m, 0, n), n);
        h = __riscv_vor_mu(__riscv_vmsgtu(v, 127, n), h, h, 0x8000, n);
        h = __riscv_vmerge(h, 0xFF80, __riscv_vmseq(v, 128, n), n);
        __riscv_vse16(high, h, n);
    }
}

static void rows_bfp8(const struct unpack_run *r) {
    for (unsigned i = 0; i < r->rows; i++) {
        row_bfp8(r->from + i * STX_COLS, r->exponents[i], r->high + i * STX_COLS);
    }
}

bool unpack_rows_rvv(const struct unpack_run *r) {
    const size_t left = (size_t)r->rows * STX_COLS;
    if (r->exponents || r->convert == unpack_bf16) {
        r->exponents ? rows_bfp8(r) : rows_bf16(r->from, r->high, left);
        low_clear(r->low, STX_SRC_LOW * left);
    } else if (STX_SRC_LOW && r->convert == unpack_f32_to_tf32) {
        rows_tf32(r->from, r->high, r->low, left);
    } else if (STX_SRC_LOW && r->convert == unpack_fp16) {
        rows_fp16(r->from, r->high, r->low, left);
    } else if (STX_SRC_LOW && r->convert == unpack_int8) {
        rows_int8(r->from, r->high, r->low, left);
    } else {
        return false;
    }
    return true;
}

enum {
    INFINITE = 0x7F80, /* the magnitude of infinity; those of NaNs are larger */
    LEAST = 0x0080     /* the smallest magnitude that is not flushed to 0 */
};

ALWAYS_INLINE vuint16m8_t magnitude(vuint16m8_t v, size_t n) {
    return __riscv_vand(v, 0x7FFF, n);
}

ALWAYS_INLINE void datums_store(uint8_t *to, vuint16m8_t v, size_t n) {
    v = __riscv_vmerge(v, 0, __riscv_vmsltu(magnitude(v, n), LEAST, n), n);
    __riscv_vse8(to, __riscv_vreinterpret_u8m8(v), 2 * n);
}

/* Converts cells of rows in documented order (regs/dst.h). */
ALWAYS_INLINE vuint16m8_t from_documented(vuint16m8_t v, size_t n) {
    vuint16m8_t exponent = __riscv_vsll(__riscv_vand(v, 0xFF, n), 7, n);
    vuint16m8_t mantissa = __riscv_vand(__riscv_vsrl(v, 8, n), 0x7F, n);
    return __riscv_vor(__riscv_vor(exponent, mantissa, n), __riscv_vand(v, 0x8000, n), n);
}

/* NaNs become infinities. */
ALWAYS_INLINE void rows_of_16(const uint16_t *cell, size_t left, bool raw, uint8_t *to) {
    for (size_t n; left; left -= n, cell += n, to += 2 * n) {
        n = __riscv_vsetvl_e16m8(left);
        vuint16m8_t v = __riscv_vle16_v_u16m8(cell, n);
        v = raw ? from_documented(v, n) : v;
        vbool2_t nan = __riscv_vmsgtu(magnitude(v, n), INFINITE, n);
        datums_store(to, __riscv_vand_mu(nan, v, v, 0xFF80, n), n);
    }
}

/* Rounding adds the highest of the dropped bits, except for infinities and NaNs. */
static void rows_of_32(const uint16_t *cell, size_t left, uint8_t *to) {
    for (size_t n; left; left -= n, cell += n, to += 2 * n) {
        n = __riscv_vsetvl_e16m8(left);
        vuint16m8_t h = __riscv_vle16_v_u16m8(cell, n);
        vuint16m8_t low = __riscv_vle16_v_u16m8(cell + DST_TO_LOW, n);
        vbool2_t infinite = __riscv_vmsgeu(magnitude(h, n), INFINITE, n);
        vuint16m8_t v = __riscv_vadd(h, __riscv_vsrl(low, 15, n), n);
        datums_store(to, __riscv_vand_mu(infinite, v, h, 0xFF80, n), n);
    }
}

static void rows_whole(const uint16_t *cell, size_t left, uint8_t *to) {
    for (size_t n; left; left -= n, cell += n, to += 4 * n) {
        n = __riscv_vsetvl_e16m4(left);
        vuint16m4_t low = __riscv_vle16_v_u16m4(cell + DST_TO_LOW, n);
        vuint32m8_t v = __riscv_vsll(__riscv_vzext_vf2(__riscv_vle16_v_u16m4(cell, n), n), 16, n);
        v = __riscv_vwaddu_wv(v, low, n);
        __riscv_vse8(to, __riscv_vreinterpret_u8m8(v), 4 * n);
    }
}

enum stx_result pack_rows_rvv(const uint16_t *cell, unsigned rows, enum pack_rows how, bool raw,
                              uint8_t *to) {
    const size_t left = (size_t)rows * STX_COLS;
    if (how == PACK_BF16_OF_16) {
        raw ? rows_of_16(cell, left, true, to) : rows_of_16(cell, left, false, to);
    } else if (how == PACK_BF16_OF_32) {
        rows_of_32(cell, left, to);
    } else {
        rows_whole(cell, left, to);
    }
    return STX_DONE;
}

/* False if the row's exponent needs special treatment (fast/moves/pack_bfp8.c); then nothing was
 * done. */
ALWAYS_INLINE bool row_to_bfp8(const uint16_t *cell, bool raw, uint8_t *exponent, uint8_t *to) {
    const size_t n = STX_COLS;
    vuint16m8_t v = __riscv_vle16_v_u16m8(cell, n);
    v = raw ? from_documented(v, n) : v;
    vuint16m8_t m = magnitude(v, n);
    vuint16m1_t most = __riscv_vredmaxu(m, __riscv_vmv_s_x_u16m1(0, 1), n);
    const uint32_t top = (uint32_t)__riscv_vmv_x(most) >> 7, lowest = 8, infinite = 255;
    if (top - lowest >= infinite - lowest) {
        return false;
    }
    vuint16m8_t below = __riscv_vsrl(__riscv_vrsub(m, (uint16_t)(top << 7 | 127u), n), 7, n);
    m = __riscv_vor(__riscv_vand(v, 0x7F, n), 0x80, n);
    m = __riscv_vadd(__riscv_vsrl(m, below, n), 1, n);
    m = __riscv_vsrl(__riscv_vsub(m, __riscv_vsrl(m, 8, n), n), 1, n); /* 255 is rounded to 127 */
    m = __riscv_vor(m, __riscv_vand(__riscv_vsrl(v, 8, n), 0x80, n), n);
    m = __riscv_vmerge(m, 0, __riscv_vmsgtu(below, 7, n), n);
    __riscv_vse8(to, __riscv_vncvt_x(m, n), n);
    *exponent = (uint8_t)top;
    return true;
}

void pack_bfp8_rvv(const uint16_t *cell, unsigned rows, bool raw, uint8_t *exponents, uint8_t *to) {
    for (; rows; rows--, cell += STX_COLS, exponents++, to += STX_COLS) {
        if (!row_to_bfp8(cell, raw, exponents, to)) {
            pack_bfp8_scalar(cell, 1, raw, exponents, to);
        }
    }
}
#endif
