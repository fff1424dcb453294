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

/* SrcA's numbers are larger by one part in 2^13. */
static const float LARGER = 1.0001220703125f;

/* The numbers of high slices: four bits below the hidden one times 2^4 (SrcA), or six times 2^6
 * (SrcB). A datum without its lower bits already is such a number, except for its exponent. */
V_INLINE vec_i high_slices(const uint16_t *cell, const struct reading *r, bool is_b) {
    vec_u datum = v_load_u16(cell) << 16, exponent = datum & r->exponents << 23;
    vec_u kept = exponent | (datum & (is_b ? 0x807E0000 : 0x80780000));
    vec_f f = (vec_f)(kept + ((uint32_t)(r->added + (is_b ? 6 : 4)) << 23));
    f = is_b ? f : f * LARGER;
    return (vec_i)f & ~(vec_i)(exponent == 0);
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

/* The lowest exponent, negated, and the highest one; zeros do not count. */
struct bounds {
    vec_e low, high;
};

V_INLINE struct bounds no_bounds(void) {
    return (struct bounds){NO_EXPONENT - (vec_e){0}, NO_EXPONENT - (vec_e){0}};
}

/* Decodes one row to numbers and returns its exponents. */
V_INLINE vec_e decode_row(uint32_t *value, const uint16_t *high, const uint8_t *low,
                          const struct reading *r, bool is_b, bool fine, struct bounds *bounds) {
    row_cells h;
    V_LOAD(h, high);
    vec_e e = (vec_e)(h >> 7 & (uint16_t)r->exponents), none = e == 0;
    e += (int16_t)r->added;
    bounds->low = v_max16(bounds->low, (none & NO_EXPONENT) | (~none & -e));
    e = (none & VECTOR_NONE) | (~none & e);
    bounds->high = v_max16(bounds->high, e);
    BITS_UNROLL(2)
    for (unsigned col = 0; col < STX_COLS; col += V_LANES) {
        vec_i bits =
            fine ? low_slices(high + col, low + col, r, is_b) : high_slices(high + col, r, is_b);
        V_STORE(value + col, bits);
    }
    return e;
}

/* The largest of sixteen numbers that may be negative. */
V_INLINE int16_t largest(vec_e v) {
    return (int16_t)(v_largest((row_cells)v ^ 0x8000)[0] ^ 0x8000u);
}

static V_TARGET void put_bounds(const struct bounds *of, int16_t *lowest, int16_t *highest) {
    *lowest = (int16_t)-largest(of->low);
    *highest = largest(of->high);
}

V_INLINE void decode_a(struct vector_a *to, const struct stx_src *src, unsigned row, uint32_t mask,
                       bool fine) {
    const struct reading r = reading_of(mask);
    struct bounds bounds = no_bounds();
    const unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i < PRODUCT_DEPTH; i++) {
        unsigned at = (row + i) % STX_SRC_ROWS;
        vec_e e = decode_row(to->value[i], src->high[bank][at], src_low_row(src, bank, at), &r,
                             false, fine, &bounds);
        V_STORE(to->exponent[i], e);
    }
    put_bounds(&bounds, &to->lowest, &to->highest);
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
    struct bounds bounds = no_bounds();
    const unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i < rows; i++) {
        unsigned at = row + i, place = at % PRODUCT_ROWS;
        vec_e e = decode_row(to->value[place], src->high[bank][at], src_low_row(src, bank, at), &r,
                             true, fine, &bounds);
        v_store_twice(to->exponent[place], e);
    }
    put_bounds(&bounds, &to->lowest, &to->highest);
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
