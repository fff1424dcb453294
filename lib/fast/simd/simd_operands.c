/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_operands.c - turns data of SrcA and SrcB into numbers and exponents (column_operands.h). */
#include "fast/common/column_operands.h"

#if VECTORS_EXIST
#include "fast/simd/compiler_vectors.h"
#include "num/bits.h"
#include "regs/src.h"

enum { NO_EXPONENT = -1000 };

/* How data are read. exponents masks the bits of an exponent, low those of a low byte. added is
 * added to exponents, so that those of five bits are in the middle of the range of eight bits. */
struct reading {
    uint32_t exponents, low;
    int32_t added;
};

static V_TARGET struct reading reading_of(uint32_t mask) {
    uint32_t exponents = mask >> 23 & 255u;
    return (struct reading){exponents, mask >> 8 & 0xE0u, exponents == 31 ? 112 : 0};
}

/* The numbers of high slices: four bits below the hidden one times 2^4 (SrcA), or six times 2^6
 * (SrcB). A datum without its lower bits already is such a number, except for its exponent. SrcA's
 * numbers are larger by one part in 2^13: their mantissa is repeated in the low halves. */
V_INLINE void store_high_slices(uint32_t *value, row_cells h, row_cells some,
                                const struct reading *r, bool is_b) {
    row_cells kept = h & (uint16_t)(0x8000 | r->exponents << 7 | (is_b ? 0x7E : 0x78));
    row_cells number = kept + (uint16_t)((r->added + (is_b ? 6 : 4)) << 7), low = {0};
    if (!is_b) {
        low = (kept << 3 & 0x3C0) | 0x400;
    }
    v_store_words(value, number & some, low & some);
}

/* The numbers of low slices, mantissa bits 5:1 (SrcA) or 3:0 (SrcB) as integers, the latter times
 * 8; bits 2:0 are in a low byte. */
V_INLINE vec_i low_slices(const uint16_t *cell, const uint8_t *low, const struct reading *r,
                          bool is_b) {
    vec_u h = v_load_u16(cell);
    vec_i e = (vec_i)(h >> 7 & r->exponents), m;
    m = (vec_i)(is_b ? (h & 1) << 6 : (h & 7) << 2);
    if (STX_SRC_LOW && r->low) {
        vec_u l = v_load_u8(low) & r->low;
        m |= (vec_i)(is_b ? l >> 2 : l >> 6);
    }
    m = is_b ? m : m + (m << 13);
    vec_i bits = (vec_i) __builtin_convertvector(m, vec_f);
    bits = v_sum(bits, (e + (r->added - (is_b ? 127 : 127 + 13))) << 23);
    bits = ~((e == 0) | (m == 0)) & bits;
    return bits | ((vec_i)(h << 16) & INT32_MIN & ~(m == 0) & ~(e == 0));
}

V_INLINE void store_low_slices(uint32_t *value, const uint16_t *high, const uint8_t *low,
                               const struct reading *r, bool is_b) {
    BITS_UNROLL(2)
    for (unsigned col = 0; col < STX_COLS; col += V_LANES) {
        vec_i bits = low_slices(high + col, low + col, r, is_b);
        V_STORE(value + col, bits);
    }
}

/* The lowest exponent that is not 0, as its complement, and the highest one; both are 0 if there is
 * none. */
struct bounds {
    row_cells low, high;
};

/* Decodes one row to numbers and returns its exponents. */
V_INLINE vec_e decode_row(uint32_t *value, const uint16_t *high, const uint8_t *low,
                          const struct reading *r, bool is_b, bool fine, struct bounds *bounds) {
    row_cells h;
    V_LOAD(h, high);
    row_cells e = h >> 7 & (uint16_t)r->exponents, some = (row_cells)((vec_e)e > 0);
    bounds->low = v_max_cells(bounds->low, -e);
    bounds->high = v_max_cells(bounds->high, e);
    if (fine) {
        store_low_slices(value, high, low, r, is_b);
    } else {
        store_high_slices(value, h, some, r, is_b);
    }
    row_cells none = (row_cells)(VECTOR_NONE - (vec_e){0});
    return (vec_e)v_select_cells(some, e + (uint16_t)r->added, none);
}

static V_TARGET void put_bounds(const struct bounds *of, const struct reading *r, int16_t *lowest,
                                int16_t *highest) {
    uint16_t least = (uint16_t)-v_largest(of->low)[0], most = v_largest(of->high)[0];
    *lowest = most ? (int16_t)(least + r->added) : -NO_EXPONENT;
    *highest = most ? (int16_t)(most + r->added) : NO_EXPONENT;
}

V_INLINE void decode_a(struct vector_a *to, const struct stx_src *src, unsigned row, uint32_t mask,
                       bool fine) {
    const struct reading r = reading_of(mask);
    struct bounds bounds = {{0}, {0}};
    const unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i < PRODUCT_DEPTH; i++) {
        unsigned at = (row + i) % STX_SRC_ROWS;
        vec_e e = decode_row(to->value[i], src->high[bank][at], src_low_row(src, bank, at), &r,
                             false, fine, &bounds);
        V_STORE(to->exponent[i], e);
    }
    put_bounds(&bounds, &r, &to->lowest, &to->highest);
}

V_TARGET void vector_a_decode(struct vector_a *to, const struct stx_src *src, unsigned row,
                              uint32_t mask, bool fine) {
    if (fine) {
        decode_a(to, src, row, mask, true);
    } else {
        decode_a(to, src, row, mask, false);
    }
}

V_INLINE void decode_b(struct vector_b *to, const struct stx_src *src, unsigned row, unsigned rows,
                       uint32_t mask, bool fine) {
    const struct reading r = reading_of(mask);
    struct bounds bounds = {{0}, {0}};
    const unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i < rows; i++) {
        unsigned at = row + i, place = at % PRODUCT_ROWS;
        vec_e e = decode_row(to->value[place], src->high[bank][at], src_low_row(src, bank, at), &r,
                             true, fine, &bounds);
        v_store_twice(to->exponent[place], e);
    }
    put_bounds(&bounds, &r, &to->lowest, &to->highest);
}

V_TARGET void vector_b_decode(struct vector_b *to, const struct stx_src *src, unsigned row,
                              unsigned rows, uint32_t mask, bool fine) {
    if (fine) {
        decode_b(to, src, row, rows, mask, true);
    } else {
        decode_b(to, src, row, rows, mask, false);
    }
}
#endif
